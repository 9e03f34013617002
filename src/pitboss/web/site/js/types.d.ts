// Made by `python -m pitboss.web.types` from the server's own types.

/** How the line to a table is. */
export type Link = "opening" | "open" | "lost" | "over";

/** What comes over it by itself. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** What comes over it as an answer. */
export type Answer = DoneFrame | RefusedFrame;

/** A table that was asked for by itself: with the last rounds. */
export type Look = View & { last?: RoundView[] };

/** What each decision is worth. `api.js` makes numbers of the exact cents. */
export type Advice = Omit<Coached, "cents"> & { cents: Record<string, number> };

/** All of a table: what comes first over the line. */
export interface ViewFrame {
  type: "view";
  version: number;
  view: View;
  own?: Own;
  clock?: Clock;
}

/** What one viewer sees. What the role may not see is not there. */
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

/** What somebody is at this table. */
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

/** A round as it lies on the table. */
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

/** How far a round has come. */
export type Phase = "bets are open" | "progressive wagers are counted" | "cards and decisions" | "hands are settled" | "everything is settled" | "the round is void" | "the round is closed";

/** A seat as it lies on the table. */
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

/** What came of one wager. ``credit`` is all that goes back to the player. */
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

/** What only one player sees: the own cards, by seat, and what can be answered now. */
export interface Own {
  cards?: Record<string, string[]>;
  choices?: Choice[];
}

/** A decision that is open, and what it stakes in cents; a fold gives up what was staked. */
export interface Choice {
  decision: string;
  stake: number;
  folds: boolean;
  loses: number;
  returns: number;
}

/** What the house waits for, and how long yet. */
export interface Clock {
  for: "bets" | "answers" | "opens";
  seconds: number;
}

/** What changed since, as a merge patch. */
export interface ChangeFrame {
  type: "change";
  since: number;
  version: number;
  patch: Record<string, any>;
  own?: Own;
  clock?: Clock;
}

/** The room is there, and nothing has changed but the time. */
export interface BeatFrame {
  type: "beat";
  clock?: Clock;
}

/** What was asked is done. */
export interface DoneFrame {
  type: "told";
  id: number;
  version: number;
  again: boolean;
}

/** What was asked is not done, and why. */
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

/** One thing that is wrong: where, what, and the clause that says so. */
export interface Fault {
  path: string;
  sentence: string;
  clause: string | null;
}

/** A rules card, and which of its spots are filled together. */
export interface Card {
  game: string;
  name: string;
  rulebook: string;
  edition: string;
  operator: string;
  example: boolean;
  hash: string;
  story: string;
  steps: Step[];
  deck: string;
  rankings: string[];
  table: TableRules;
  dealing_clause: string;
  wagers: WagerCard[];
  meters: MeterCard[];
  wheel: StopCard[];
  payout_limit: number | null;
  payout_limit_clause: string;
  payout_limit_wagers: string[];
  readings: ReadingInForce[];
  layout: LayoutCard;
  together: string[];
}

/** One step of a round. */
export interface Step {
  key: string;
  title: string;
  text: string;
  clause: string;
  wager: string;
}

/** Limits and equipment. */
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

/** A wager on a card. */
export interface WagerCard {
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

/** A line of a table. ``odds`` are there where it pays odds: a push is 0. */
export interface PayLine {
  slug: string;
  name: string;
  pays: string;
  clause: string;
  odds: number | string | null;
  bonus: boolean;
  table: number;
}

/** A progressive meter as it is filed. */
export interface MeterCard {
  wager: string;
  name: string;
  start: number;
  reset: number;
  rate: string;
  least: number;
  clause: string;
}

/** A symbol of the wheel of a wager. */
export interface StopCard {
  wager: string;
  symbol: string;
  stops: number;
  prize: string;
  community: number;
  clause: string;
}

/** How an unclear point is read at this table. */
export interface ReadingInForce {
  id: string;
  clause: string;
  question: string;
  choice: string;
  meaning: string;
  is_default: boolean;
}

/** Spots on two grids, row by row; an empty cell is ``""``. */
export interface LayoutCard {
  table: string[][];
  seat: string[][];
  seats: number;
  hole: string[];
  places: PlaceCard[];
  signs: SignCard[];
}

/** Where cards lie, and what the layout says there. */
export interface PlaceCard {
  name: string;
  label: string;
  cards: number;
  inscription: string;
  clause: string;
}

/** Words that the layout or a sign must carry. */
export interface SignCard {
  text: string;
  clause: string;
}

/** What came of some wagers, in a sentence with its clauses. */
export interface Told {
  seat: number;
  wagers: string[];
  text: string;
  clause: string;
  made: string;
  odds: Record<string, string>;
}

/** One step: what is said, and the table as you see it then. */
export interface Leaf {
  title: string;
  text: string;
  view: View;
  own: Own;
  decision: string;
}

/** A table in the lobby. */
export interface Listed {
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

/** One's own account. */
export interface Me {
  name: string;
  part: Part;
  guest: boolean;
  cents: number;
}

/** What somebody is in the room; at a table, the same or an onlooker. */
export type Part = "player" | "dealer" | "floorperson" | "surveillance" | "auditor" | "administrator";

/** What a link is for… */
export interface Invited {
  part: Part | null;
  refused: string;
}

/** A round, as far as one viewer can check it. */
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
  cards: Proved[];
  seed: string;
  dealt: Lies[];
  wheel: WheelSymbol[];
  spins: Record<string, string>;
  last: number;
}

/** A card that the viewer may see, with what proves that it lay in its position. */
export interface Proved {
  position: number;
  place: string;
  seat: number;
  index: number;
  card: string;
  salt: string;
  proof: string[];
}

/** Where a card of the stack lies on the table. */
export interface Lies {
  position: number;
  place: string;
  seat: number;
  index: number;
}

/** What stands on a wheel, and at how many stops. */
export interface WheelSymbol {
  symbol: string;
  stops: number;
}

/** What each decision is worth to the player who is asked, and what it was worked out from. */
export interface Coached {
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
  card: CardSaid | NoCard | null;
}

/** What a pocket card says, and where on it. */
export interface CardSaid {
  decision: string;
  street: string;
  line: number;
  words: string;
}

/** Why nothing is said by a card. */
export interface NoCard {
  waiting: boolean;
  why: string;
}

/** A game as it stands with some choices, and what else could be chosen. */
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

/** A wager on offer. */
export interface WagerChoices {
  key: string;
  label: string;
  kind: string;
  paytable: string | null;
  paytables: string[];
  lines: LabLine[];
}

/** A line of a wager, as `pitboss.lab.change` names it. */
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

/** A reading of the rulebook, or an option that it leaves open. */
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

/** A job, and what came of it. */
export interface JobTold {
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

/** How far a piece of work has come. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

/** What a table is played by after this round. */
export interface Announced {
  number: number;
  changes: string[];
  card: Card;
}

/** An invitation to the staff, or another role, that one proposed and another decides. */
export interface Proposal {
  number: number;
  part: Part;
  name: string;
  proposed_by: string;
  proposed_at: string;
  proposer_invited_by: string[];
  status: Status;
  decided_by: string;
  decided_at: string;
  decider_invited_by: string[];
}

/** What became of a proposal. */
export type Status = "proposed" | "approved" | "rejected";

/** A link for one person. */
export interface Invitation {
  part: Part;
  token: string;
  proposal: number | null;
}

/** An account, as an administrator sees it. */
export interface Somebody {
  name: string;
  part: Part;
  guest: boolean;
  closed: string;
  since: string;
  invited_by: string;
  approved_by: string;
  inviters: string[];
  tables: string[];
  proposal: number | null;
}

/** A dealer, and where to find one. */
export interface Dealer {
  name: string;
  tables: string[];
  inviters: string[];
}

/** A submission that was put up at a table. */
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

/** What became of a submission. */
export type FilingStatus = "proposed" | "approved" | "lapsed" | "in force" | "superseded" | "rejected";
