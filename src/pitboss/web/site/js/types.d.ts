// Generated from the server's own types by `python -m pitboss.web.typescript`. Do not edit.

/** The state of the connection to a table. */
export type Link = "opening" | "open" | "lost" | "over";

/** A message that the server sends on its own. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** A response to a command. */
export type Answer = DoneFrame | RefusedFrame;

/** A table requested over HTTP, which includes the last rounds. */
export type Look = View & { last?: RoundView[] };

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
