// Generated from the server's own types by `python -m pitboss.web.typescript`. Do not edit.

/** The state of the connection to a table. */
export type Link = "opening" | "open" | "lost" | "over";

/** A message that the server sends on its own. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** A response to a command. */
export type Answer = DoneFrame | RefusedFrame;

/** A table requested over HTTP, which includes the last rounds. */
export type Look = View & { last?: RoundView[] };

/** What a trainee does in a session of the school. */
export type SchoolAction = AnswerQuestion | MakeMove | Continue;

/** The value of each decision. `api.js` converts the exact cents to numbers. */
export type Advice = Omit<CoachAdvice, "cents"> & { cents: Record<string, number> };

/** The whole view of a table, which is sent first. */
export interface ViewFrame {
  type: "view";
  version: number;
  view: View;
  own?: OwnView;
  clock?: Clock;
}

/** The table as one viewer sees it; fields that the role may not see are unset. */
export interface View {
  role: Role;
  table?: string;
  game?: string;
  version?: number;
  players?: Record<string, string>;
  chips?: Record<string, number>;
  meters?: Record<string, number>;
  rules?: string;
  upcoming?: UpcomingView | null;
  lapsed?: string;
  round?: RoundView | null;
  incident?: string;
  out_of_order?: Record<string, string[]>;
}

/** The role of a person at a table. */
export type Role = "player" | "onlooker" | "dealer" | "floorperson" | "surveillance" | "auditor";

/** The filing that takes effect after this round. */
export interface UpcomingView {
  number: number;
  rules: string;
  minimum: number;
  maximum: number;
  by?: string;
  approved_by?: string;
}

/** A round as a viewer sees it. */
export interface RoundView {
  number: number;
  phase: Phase;
  rules: string;
  seed_hash: string;
  root: string;
  practice: boolean;
  cards: Record<string, string[]>;
  seats: Record<string, SeatView>;
  contributions?: Contribution[];
  cut?: number;
  turn?: number;
  street?: string;
  jackpot?: number;
  void?: string;
  seed?: string;
  deck?: string;
  rack?: number;
  open?: string[];
  reported?: Record<string, string>;
  hit_by?: string;
  verified_by?: string;
  physical?: boolean;
}

/** The phase of a round. */
export type Phase = "bets are open" | "progressive wagers are counted" | "cards and decisions" | "hands are settled" | "everything is settled" | "the round is void" | "the round is closed";

/** A seat in the view of a round. */
export interface SeatView {
  player: string;
  wagers: Record<string, number>;
  raises?: Record<string, number>;
  cards?: string[];
  decisions?: (string | number)[];
  folded?: boolean;
  away?: boolean;
  forfeited?: boolean;
  sat_out?: boolean;
  returned?: Record<string, number>;
  down?: string[];
  spin?: string;
  results?: Record<string, WagerResult>;
  envy?: number;
  community_pay?: number;
}

/** The result of one wager. ``credit`` is everything that goes back to the player. */
export interface WagerResult {
  stake: number;
  outcome: "win" | "push" | "lose" | "void";
  credit: number;
  hand?: string;
  uncapped?: number;
  merchandise?: string;
}

/** What a player added to the shuffle. */
export interface Contribution {
  who: string;
  entropy: string;
}

/** What only one player sees: their own cards, by seat, and their choices. */
export interface OwnView {
  cards?: Record<string, string[]>;
  choices?: Choice[];
}

/** An open decision and its stake in cents. */
export interface Choice {
  decision: string;
  stake: number;
  folds: boolean;
  loses: number;
  returns: number;
}

/** What the house is waiting for, and how many seconds are left. */
export interface Clock {
  for: "bets" | "answers" | "opens";
  seconds: number;
}

/** The changes since an earlier version, as a merge patch. */
export interface ChangeFrame {
  type: "change";
  since: number;
  version: number;
  patch: Record<string, any>;
  own?: OwnView;
  clock?: Clock;
}

/** A heartbeat: nothing has changed except the clock. */
export interface BeatFrame {
  type: "beat";
  clock?: Clock;
}

/** The acknowledgment of a command. */
export interface DoneFrame {
  type: "told";
  id: number;
  version: number;
  again: boolean;
}

/** The refusal of a command, with its reason. */
export interface RefusedFrame {
  type: "refused";
  id: number | null;
  status: number;
  error: string;
  clause?: string;
  due?: string;
  uncertain?: boolean;
  code?: string;
  faults?: Fault[];
}

/** One thing that is wrong with a submission: where, what, and the clause that says so. */
export interface Fault {
  path: string;
  sentence: string;
  clause: string | null;
}

/** A rules card for the table page. */
export interface Card {
  game: string;
  name: string;
  rulebook: string;
  edition: string;
  operator: string;
  example: boolean;
  hash: string;
  story: string;
  steps: RoundStep[];
  deck: string;
  rankings: string[];
  table: TableRules;
  dealing_clause: string;
  wagers: WagerEntry[];
  meters: MeterEntry[];
  wheel: WheelStopEntry[];
  payout_limit: number | null;
  payout_limit_clause: string;
  payout_limit_wagers: string[];
  readings: ReadingEntry[];
  layout: LayoutEntry;
  together: string[];
}

/** One step of a round. */
export interface RoundStep {
  key: string;
  title: string;
  text: string;
  clause: string;
  wager: string;
}

/** The limits and the equipment of a table. */
export interface TableRules {
  minimum: number;
  maximum: number;
  chip: number;
  dealing: string;
  shuffler: string;
  decks: number;
  boxes_per_player: number;
  payout_limit?: number;
  cards?: string;
}

/** A wager on a rules card. */
export interface WagerEntry {
  key: string;
  label: string;
  kind: "required" | "raise" | "side";
  clause: string;
  how: string;
  minimum: number | null;
  maximum: number | null;
  times: string | null;
  paytable: string | null;
  table_clause: string | null;
  lines: PayLine[];
  envy: PayLine[];
  spins: boolean;
}

/** A line of a paytable. ``odds`` is None if it does not pay odds; a push is 0. */
export interface PayLine {
  slug: string;
  name: string;
  pays: string;
  clause: string;
  odds: number | string | null;
  bonus: boolean;
  table: number;
}

/** A progressive meter as filed. */
export interface MeterEntry {
  wager: string;
  name: string;
  start: number;
  reset: number;
  rate: string;
  least: number;
  clause: string;
}

/** A symbol of the wheel of a wager. */
export interface WheelStopEntry {
  wager: string;
  symbol: string;
  stops: number;
  prize: string;
  community: number;
  clause: string;
}

/** How an unclear point of the rulebook is read at this table. */
export interface ReadingEntry {
  id: string;
  clause: string;
  question: string;
  choice: string;
  meaning: string;
  is_default: boolean;
}

/** The spots of a layout on two grids, row by row; an empty cell is ``""``. */
export interface LayoutEntry {
  table: string[][];
  seat: string[][];
  seats: number;
  hole: string[];
  places: PlaceEntry[];
  signs: SignEntry[];
}

/** A place for cards, and its inscription on the layout. */
export interface PlaceEntry {
  name: string;
  label: string;
  cards: number;
  inscription: string;
  clause: string;
}

/** Words that the layout or a sign must carry. */
export interface SignEntry {
  text: string;
  clause: string;
}

/** Why some wagers won or lost, in a sentence with its clauses. */
export interface WagerExplanation {
  seat: number;
  wagers: string[];
  text: string;
  clause: string;
  made: string;
  odds: Record<string, string>;
}

/** One step of an introduction: a text, and the table as the player sees it then. */
export interface IntroStep {
  title: string;
  text: string;
  view: View;
  own: OwnView;
  decision: string;
}

/** A table in the lobby. */
export interface LobbyTable {
  table: string;
  title: string;
  game: string;
  game_name: string;
  minimum: number;
  maximum: number;
  about: string;
  sides: string[];
  felt: number[][];
  seats: number;
  taken: Record<string, string>;
  meters: Record<string, number>;
  round: number;
  phase: string;
  stopped: string;
}

/** The user's own account. */
export interface Me {
  name: string;
  part: AccountRole;
  guest: boolean;
  cents: number;
}

/** What somebody is in the room; `TABLE_ROLES` gives the role at a table. */
export type AccountRole = "player" | "dealer" | "floorperson" | "surveillance" | "auditor" | "administrator";

/** The role that an invitation link is for, or why the link is not valid. */
export interface InvitationStatus {
  part: AccountRole | null;
  refused: string;
}

/** Everything that one viewer needs to check a round. */
export interface Proofs {
  version: number;
  table: string;
  round: number;
  rules: string;
  practice: boolean;
  physical: boolean;
  deck: string;
  seed_hash: string;
  root: string;
  contributions: Contribution[];
  cut: number;
  locked: boolean;
  cards: ProvedCard[];
  seed: string;
  dealt: CardLocation[];
  wheel: WheelSymbol[];
  spins: Record<string, string>;
  last: number;
}

/** A card that the viewer may see, with the proof that it was in its position. */
export interface ProvedCard {
  position: number;
  place: string;
  seat: number;
  index: number;
  card: string;
  salt: string;
  proof: string[];
}

/** The location of a card of the stack on the table. */
export interface CardLocation {
  position: number;
  place: string;
  seat: number;
  index: number;
}

/** A symbol of a wheel, and its number of stops. */
export interface WheelSymbol {
  symbol: string;
  stops: number;
}

/** The value of each decision for the player whose turn it is, and what it is based on. */
export interface CoachAdvice {
  decisions: Record<string, string>;
  best: string;
  before_cards: string | null;
  unit: number | null;
  cents: Record<string, string> | null;
  round: number;
  seat: number;
  street: string;
  cards: Record<string, string>;
  taken: string[];
  card: CardAdvice | NoCard | null;
}

/** The advice of a pocket card, and where it is on the card. */
export interface CardAdvice {
  decision: string;
  street: string;
  line: number;
  words: string;
}

/** The reason why there is no advice of a card. */
export interface NoCard {
  waiting: boolean;
  why: string;
}

/** A game with its current choices, and all others. */
export interface GameChoices {
  game: string;
  name: string;
  edition: string;
  unit: string;
  rules: string;
  wagers: WagerChoices[];
  readings: LabChoice[];
  options: LabChoice[];
  pay: string[];
  submission: Record<string, any>;
}

/** A wager, and what can be chosen for it. */
export interface WagerChoices {
  key: string;
  label: string;
  kind: string;
  paytable: string | null;
  paytables: string[];
  lines: LabLine[];
}

/** A line of a wager whose odds can be changed. */
export interface LabLine {
  key: string;
  label: string;
  clause: string;
  odds: number | string;
  unit: "to 1" | "for 1";
  pays: string;
  least: number;
  most: number;
}

/** A reading of the rulebook, or an option that it leaves to the operator. */
export interface LabChoice {
  id: string;
  wager: string | null;
  clause: string;
  question: string;
  choice: string;
  default: string;
  choices: Record<string, string>;
  reason: string;
}

/** The state of a job, and its result. */
export interface JobStatus {
  job: string;
  kind: "solve" | "effects" | "advise" | "strategy" | "expose" | "report";
  game: string;
  state: JobState;
  ahead: number;
  what: string;
  done: number;
  of: number;
  error: string | null;
  clause: string | null;
  result: any;
}

/** The state of a job. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

/** The rules of a table after this round. */
export interface UpcomingRules {
  number: number;
  changes: string[];
  card: Card;
}

/** A staff invitation or a role change that a second member of staff has to approve. */
export interface Proposal {
  number: number;
  part: AccountRole;
  name: string;
  proposed_by: string;
  proposed_at: string;
  proposer_invited_by: string[];
  status: ProposalStatus;
  decided_by: string;
  decided_at: string;
  decider_invited_by: string[];
}

/** What became of a proposal. */
export type ProposalStatus = "proposed" | "approved" | "rejected";

/** An invitation link for one person. */
export interface Invitation {
  part: AccountRole;
  token: string;
  proposal: number | null;
}

/** An account as an administrator sees it. */
export interface AccountInfo {
  name: string;
  part: AccountRole;
  guest: boolean;
  closed: string;
  since: string;
  invited_by: string;
  approved_by: string;
  inviters: string[];
  tables: string[];
  proposal: number | null;
}

/** A dealer and their tables. */
export interface Dealer {
  name: string;
  tables: string[];
  inviters: string[];
}

/** A submission that was proposed at a table. */
export interface Filing {
  number: number;
  status: FilingStatus;
  rules: string;
  proposed_by: string;
  proposed_at: string;
  approved_by: string;
  approved_at: string;
  rejected_by: string;
  rejected_at: string;
  superseded_by: number | null;
  superseded_at: string;
  line: number;
  submission: Record<string, any>;
  proposer_invited_by: string[];
  approver_invited_by: string[];
  after_round: boolean;
  in_force_at: string;
  lapsed: string;
  changes: string[];
}

/** The status of a submission. */
export type FilingStatus = "proposed" | "approved" | "lapsed" | "in force" | "superseded" | "rejected";

/** The school as one trainee sees it. */
export interface SchoolOverview {
  games: GameProgress[];
  day_streak: number;
}

/** What somebody has learned of a game. */
export interface GameProgress {
  game: string;
  game_name: string;
  lessons: LessonSummary[];
  due: number;
  known: number;
  seen: number;
  weak: string[];
  last_day: string;
  session: string;
  session_lesson: string;
  certificate: string;
}

/** A lesson, and whether it was passed. */
export interface LessonSummary {
  key: string;
  title: string;
  about: string;
  minutes: number;
  questions: number;
  rounds: number;
  day: string;
  right: number;
  asked: number;
}

/** A trainee, as a manager sees one. */
export interface ClassMember {
  name: string;
  role: string;
  last_day: string;
  games: GameProgress[];
}

/** A session: what the trainee sees now, and the number of the next action. */
export interface SessionState {
  session: string;
  game: string;
  table: string;
  lesson: string;
  title: string;
  number: number;
  page: SchoolPage;
  returns: Record<string, number>;
}

/** What a trainee sees at one moment; the right answer only once there is a grade. */
export interface SchoolPage {
  wants: "answer" | "move" | "continue" | "nothing";
  about: string;
  is_repeat: boolean;
  prompt: string;
  options: string[];
  fields: PageField[];
  hint: string;
  moves: PageMove[];
  irregularity: string;
  seats: number[];
  seat: number | null;
  round: number;
  view: View | null;
  grade: PageGrade | null;
  answers: number;
  right: number;
  left: number;
  streak: number;
  report: Report | null;
}

/** A figure to type. */
export interface PageField {
  label: string;
  kind: "paid" | "number";
}

/** A move to choose. */
export interface PageMove {
  key: string;
  label: string;
  needs_seat: boolean;
}

/** Whether an answer or a move was right, and why. */
export interface PageGrade {
  is_right: boolean;
  parts: boolean[];
  feedback: string;
  clauses: Record<string, string>;
  answers: string[];
  right_option: number | null;
  comes_back_after: number;
}

/** The results of a session, for people and for programs. */
export interface Report {
  game: string;
  asked: number;
  right: number;
  finished: boolean;
  subjects: Score[];
  missed: Miss[];
}

/** The score in one subject. */
export interface Score {
  subject: string;
  about: string;
  asked: number;
  right: number;
}

/** A kind of question that was missed, and whether it was answered correctly twice since. */
export interface Miss {
  kind: string;
  times: number;
  mended: boolean;
  prompt: string;
  clauses: Record<string, string>;
}

/** The pages of a lesson. */
export interface LessonText {
  pages: LessonPage[];
}

/** A page of a lesson: a step to perform at the pictured table, or rows to read. */
export interface LessonPage {
  title: string;
  rows: LessonRow[];
  who: string;
  say: string;
  counts: boolean;
  clauses: Record<string, string>;
  view: View | null;
}

/** A row of a lesson: a heading, a text and a clause. */
export interface LessonRow {
  head: string;
  text: string;
  clause: string;
}

/** Answer a question: the index of an option from 0, or one text for each figure. */
export interface AnswerQuestion {
  type: "answer";
  answer: number | string[];
}

/** Make a move at the table, by its key, some of them with the number of a seat. */
export interface MakeMove {
  type: "move";
  move: string;
  seat: number | null;
}

/** Go on after an explanation. */
export interface Continue {
  type: "continue";
}

/** What somebody has passed in the school of a room. */
export interface Certificate {
  id: string;
  name: string;
  game: string;
  game_name: string;
  edition: string;
  day: string;
  lessons: CertificateLesson[];
}

/** A lesson on a certificate. */
export interface CertificateLesson {
  title: string;
  day: string;
  right: number;
  questions: number;
}

/** A table as a member of the staff works at it. */
export interface TableConsole {
  role: Role;
  name: string;
  table: string;
  game: string;
  version: number;
  instruction: Instruction;
  primary: ConsoleAction | null;
  incidents: ConsoleAction[];
  floor: ConsoleAction[];
  people: ConsoleAction[];
  deck: ConsoleAction[];
  proposals: ConsoleAction[];
  payments: Payments | null;
  timers: Timers;
  tray: number | null;
  log: LogSentence[];
}

/** What has to be done next, by whom, and under which clause. */
export interface Instruction {
  who: string;
  what: string;
  clause: string;
  said?: string;
  step?: string;
  seat?: number;
  ahead?: Blocker[];
  cards?: string[];
}

/** Something that blocks the next deal: now, from a time on, or after a number of rounds. */
export interface Blocker {
  why: string;
  clause: string;
  at: number | null;
  rounds: number | null;
}

/** Something that can be done now, or could be at another time. */
export interface ConsoleAction {
  id: string;
  role: Role;
  label: string;
  detail: string;
  clause: string;
  variants: Variant[];
  prompts: Prompt[];
  refusal: string;
  is_urgent: boolean;
}

/** One variant of an action: for a seat, a card or a ruling. */
export interface Variant {
  label: string;
  command: Record<string, any>;
  detail: string;
  confirmation: string;
}

/** A question to answer before an action is carried out. */
export interface Prompt {
  name: string;
  text: string;
  kind: "number" | "money" | "text" | "card";
  path: string[];
  initial: string;
  minimum: number | null;
  maximum: number | null;
}

/** The settlement of a round, in the order in which seats are settled. */
export interface Payments {
  round: number;
  seats: SeatPayment[];
  next: number | null;
  last: number | null;
}

/** What the dealer pays and takes at one seat. */
export interface SeatPayment {
  seat: number;
  player: string;
  status: "waiting" | "next" | "settled";
  wagers: WagerPayment[];
  gifts: GiftPayment[];
  pays: Amount;
  takes: number;
  net: number;
}

/** What happens to one wager. */
export interface WagerPayment {
  wager: string;
  label: string;
  stake: number;
  outcome: "open" | "win" | "push" | "lose" | "void";
  pays: number;
  takes: number;
  is_collected: boolean;
  hand: string;
  merchandise: string;
}

/** What a seat gets for somebody else's hand. */
export interface GiftPayment {
  label: string;
  pays: number;
}

/** An amount, as the chips that make it up. */
export interface Amount {
  cents: number;
  chips: Chips[];
  odd_cents: number;
}

/** Chips of one value. */
export interface Chips {
  cents: number;
  color: string;
  count: number;
}

/** The limits that run at a table. */
export interface Timers {
  decks: DeckTimer[];
  stub: StubTimer | null;
  countdown: Countdown | null;
}

/** How long a deck may still be used; times are seconds of UTC. */
export interface DeckTimer {
  slot: number;
  number: number;
  id: string;
  color: string;
  received: number;
  expires_at: number;
  is_in_turn: boolean;
}

/** When the stub has to be counted. */
export interface StubTimer {
  rounds: number;
  clause: string;
}

/** What the house is waiting for, where it opens and closes betting by itself. */
export interface Countdown {
  waits_for: "bets" | "answers" | "opens";
  ends_at: number;
}

/** What happened at the table, in words. */
export interface LogSentence {
  version: number;
  at: string;
  by: string;
  text: string;
}

/** All tables, those that need somebody first, and what is announced. */
export interface Floor {
  tables: FloorTable[];
  alerts: FloorAlert[];
}

/** A table among all tables. */
export interface FloorTable {
  table: string;
  title: string;
  game: string;
  game_name: string;
  version: number;
  is_open: boolean;
  phase: string;
  round: number;
  minimum: number;
  maximum: number;
  seats: number;
  players: Record<string, string>;
  meters: FloorMeter[];
  tray: number | null;
  instruction: Instruction | null;
  matters: FloorMatter[];
  needs_somebody: boolean;
}

/** What a progressive meter shows, in whole cents. */
export interface FloorMeter {
  name: string;
  cents: number;
}

/** Something at a table that waits for somebody, or that the floor should know. */
export interface FloorMatter {
  id: string;
  kind: "stopped" | "meter" | "ruling" | "jackpot" | "absent" | "approval" | "device" | "deck" | "rules" | "disabled" | "result";
  text: string;
  clause: string;
  is_urgent: boolean;
  is_alert: boolean;
  by: string;
  at: number | null;
}

/** Something that is announced even to staff who do not look at the page. */
export interface FloorAlert {
  table: string;
  title: string;
  matter: FloorMatter;
}

/** What would move if a command were carried out now. */
export interface Consequences {
  version: number;
  seats: SeatMove[];
  meters: MeterMove[];
  tray: number;
  fill: number;
  depends_on_hidden_cards: boolean;
  moves_nothing: boolean;
}

/** What a player receives, or gives back. */
export interface SeatMove {
  seat: number;
  player: string;
  cents: number;
}

/** What a meter shows before and after, in whole cents. */
export interface MeterMove {
  meter: string;
  before: number;
  after: number;
  paid: number;
}

/** A filing as the fields of a form. */
export interface FilingForm {
  submission: Record<string, any>;
  fields: FormField[];
}

/** One value of a submission. */
export interface FormField {
  path: (string | number)[];
  group: string;
  label: string;
  kind: "money" | "number" | "choice" | "boolean" | "date" | "text";
  choices: string[];
  clause: string | null;
  value: any;
}

/** A complete filing without faults. */
export interface CheckedSubmission {
  game: string;
  rules: string;
  changes: string[];
}

/** A complete filing without faults, beside the one in force. */
export interface FilingComparison {
  changes: string[];
  rules: string;
}

/** A session of an account, without its token. */
export interface OpenSession {
  id: string;
  name: string;
  part: AccountRole;
  guest: boolean;
  since: string;
  seen: string;
  own: boolean;
}

/** An account whose next sign-in has to wait, somewhere. */
export interface SignInDelay {
  name: string;
  seconds: number;
}

/** A setting of the room. */
export interface SettingInForce {
  name: string;
  value: string;
  help: string;
  is_default: boolean;
}

/** The health of the room, the same for `/health` and `/ready`. */
export interface Health {
  status: "ok" | "degraded" | "failing";
  error: string;
  tables: number;
  stopped: Record<string, string>;
  failures: CurrentFailure[];
}

/** A failure that has not ended yet. */
export interface CurrentFailure {
  kind: FailureKind;
  sentence: string;
  seconds: number;
}

/** The kind of a failure, as logs and metrics name it. */
export type FailureKind = "disk_full" | "disk_failed" | "database_lost" | "lock_lost" | "lease_lost" | "store_slow" | "store_unavailable" | "store_damaged" | "commit_uncertain" | "table_stopped" | "snapshot_refused" | "row_unreadable";

/** A node of the room. */
export interface NodeReport {
  name: string;
  address: string;
  alive: boolean;
  leader: boolean;
  tables: string[];
}

/** A backup in the folder of the room. */
export interface BackupFile {
  name: string;
  bytes: number;
}

/** A page of the rounds that were found, the newest first. */
export interface RoundList {
  rounds: RoundSummary[];
  next: string;
  searched_to: string;
  not_indexed: string[];
}

/** A closed round in the result of a search. Money in cents. */
export interface RoundSummary {
  at: string;
  table: string;
  round: number;
  opened_at: string;
  closed_at: string;
  staked: number;
  credited: number;
  largest_credit: number;
  incidents: number;
  jackpots: number;
  void: boolean;
  players: string[];
  staff: string[];
  first_line: number;
  last_line: number;
}

/** A closed round, step by step. */
export interface Replay {
  table: string;
  round: number;
  card: Card;
  steps: ReplayStep[];
  proofs: Proofs | null;
}

/** A line of the log, and the table after it. */
export interface ReplayStep {
  line: number;
  at: string;
  by: string;
  role: string;
  event: string;
  text: string;
  said: string;
  stage: string;
  postings: ReplayPosting[];
  view: View;
}

/** A movement of money: from one account to another. */
export interface ReplayPosting {
  source: string;
  target: string;
  cents: number | string;
  why: string;
}

/** The result of `pitboss verify` on the file of a round. */
export interface RoundCheck {
  ok: boolean;
  error: string;
  line: number;
  events: number;
  cards: number;
  postings: number;
  incidents: number;
  void: boolean;
  seed_lost: boolean;
  practice: boolean;
  physical: boolean;
  head: string;
}

/** The totals of all tables, in cents, and their sheets. */
export interface PitReport {
  start: string;
  end: string;
  tables: number;
  rounds: number;
  hands: number;
  drop: number;
  cash_outs: number;
  fills: number;
  handle: number;
  payouts: number;
  gifts: number;
  corrected: number;
  win: number;
  hold_of_drop: string | null;
  hold_of_handle: string | null;
  theoretical: string | null;
  bands: WinBands | null;
  not_known: string[];
  outside: string[];
  jackpots_paid: number;
  meter_difference: string;
  incidents: number;
  voids: number;
  corrections: number;
  sheets: ShiftReport[];
}

/** The theoretical win with its standard deviation, and the bands around it, in cents. */
export interface WinBands {
  standard_deviation: number;
  z: number;
  low_95: number;
  high_95: number;
  low_99: number;
  high_99: number;
  is_outside: boolean;
}

/** The shift report of one table. Money is in cents. */
export interface ShiftReport {
  table: string;
  title: string;
  game: string;
  start: string;
  end: string;
  rounds: number;
  hands: number;
  drop: number;
  buy_ins: number;
  cash_outs: number;
  fills: number;
  bank: number;
  counted_over: number;
  handle: number;
  payouts: number;
  gifts: number;
  corrected: number;
  win: number;
  hold_of_drop: string | null;
  hold_of_handle: string | null;
  theoretical: string | null;
  bands: WinBands | null;
  not_known: string[];
  jackpots_paid: number;
  meter_difference: string;
  tray: number;
  wagers: WagerFigures[];
  meters: MeterFigures[];
  jackpots: Jackpot[];
  merchandise: Merchandise[];
  incidents: Incident[];
  rulings: Ruling[];
  corrections: Correction[];
  voids: Void[];
  counts: Count[];
  transfers: ChipTransfer[];
  example: boolean;
}

/** One wager under one set of rules. */
export interface WagerFigures {
  wager: string;
  label: string;
  made: number;
  handle: number;
  payouts: number;
  corrected: number;
  win: number;
  edge: string | null;
  theoretical: string | null;
  rules: string;
}

/** One meter over a period. */
export interface MeterFigures {
  meter: string;
  opened: number | string;
  seeded: number | string;
  fed: number | string;
  corrected: number | string;
  paid: number | string;
  shows: number | string;
  difference: number | string;
}

/** A jackpot paid from a meter. */
export interface Jackpot {
  at: string;
  round: number;
  seat: number;
  player: string;
  wager: string;
  meter: string;
  paid: number;
  reseeded: number;
  validated_by: string;
  line: number;
  verified_by: string;
  invitations: string;
}

/** Merchandise that a player won; its value is paid unless it is handed over. */
export interface Merchandise {
  at: string;
  round: number;
  seat: number;
  player: string;
  wager: string;
  what: string;
  value: number;
  line: number;
  handed_over: string;
}

/** An irregularity and the floorperson's ruling on it. */
export interface Incident {
  at: string;
  number: number;
  round: number;
  seat: number;
  what: string;
  reported_by: string;
  ruling: string;
  reason: string;
  ruled_by: string;
  line: number;
  invitations: string;
}

/** Any other order of a floorperson or report of the staff. */
export interface Ruling {
  at: string;
  round: number;
  what: string;
  who: string;
  reason: string;
  by: string;
  line: number;
  started_by: string;
  invitations: string;
}

/** A correction of a payout or a meter by two people. */
export interface Correction {
  at: string;
  what: string;
  round: number;
  seat: number;
  player: string;
  key: string;
  cents: number | string;
  reason: string;
  proposed_by: string;
  approved_by: string;
  line: number;
  invitations: string;
}

/** A round that was voided. */
export interface Void {
  at: string;
  round: number;
  reason: string;
  returned: number;
  proposed_by: string;
  approved_by: string;
  line: number;
  invitations: string;
}

/** A count of the tray by two people. */
export interface Count {
  at: string;
  what: string;
  counted: number;
  over: number;
  counted_by: string;
  confirmed_by: string;
  line: number;
  invitations: string;
}

/** Chips that were brought to the tray or taken from it. */
export interface ChipTransfer {
  at: string;
  what: string;
  cents: number;
  slip: string;
  proposed_by: string;
  approved_by: string;
  line: number;
  invitations: string;
}

/** What each member of staff did in a period. */
export interface StaffReport {
  start: string;
  end: string;
  people: StaffMember[];
  acts: StaffAct[];
}

/** What a member of staff did in a period. */
export interface StaffMember {
  name: string;
  roles: string[];
  tables: string[];
  first: string;
  last: string;
  rounds: number;
  incidents: number;
  rulings: number;
  proposals: number;
  approvals: number;
  rejections: number;
  corrections: number;
  voids: number;
  counts: number;
  transfers: number;
  jackpots: number;
  sign_ins: number;
}

/** Something that a member of staff did. */
export interface StaffAct {
  at: string;
  name: string;
  role: string;
  kind: string;
  table: string;
  round: number;
  text: string;
  line: number;
}

/** The reconciliation of one day for the whole room. */
export interface Reconciliation {
  day: string;
  streams: StreamDay[];
  players: AccountDay[];
  total: number | string;
  difference: number | string;
  breaks: Break[];
}

/** One table, or the back office, over a day. */
export interface StreamDay {
  stream: string;
  title: string;
  rounds: number;
  lines: number;
  accounts: AccountDay[];
  meters: MeterFigures[];
}

/** One account over a day. */
export interface AccountDay {
  account: string;
  opening: number | string;
  received: number | string;
  given: number | string;
  closing: number | string;
  held: number | string;
  difference: number | string;
}

/** Something that does not add up. */
export interface Break {
  stream: string;
  sentence: string;
  line: number;
}
