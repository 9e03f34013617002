// @ts-check
/** All that the interface itself says. Labels, hands, odds and clauses come from the game. */

export const TEXTS = {
  title: "Pitboss",
  lobby: "Card room",
  open: "open",
  sitHere: "Sit here",
  seat: (/** @type {number} */ number) => `Seat ${number}`,
  taken: (/** @type {number} */ taken, /** @type {number} */ seats) => `${taken} of ${seats} seats taken`,
  round: (/** @type {number} */ number) => (number ? `round ${number}` : "no round yet"),
  limits: (/** @type {string} */ least, /** @type {string} */ most) => `${least}–${most}`,
  jackpot: "Jackpot",
  balance: "Your money beside the chips at tables",
  chips: "Your chips at this table",
  noSeat: "Take a free seat to play. You get play chips; nothing here is real money.",
  full: "Every seat is taken. You can watch; a seat may become free.",
  waiting: "The dealer prepares the next round.",
  bets: "Place your bets.",
  betsOthers: "Bets are open for the others. Yours stand.",
  placed: "Your bets are down. The deal begins in a moment.",
  turn: (/** @type {string} */ what) => `Your turn: ${what}`,
  others: (/** @type {string} */ who) => `${who} decides.`,
  dealing: "The dealer deals.",
  settling: "The hands are settled.",
  counting: "The dealer counts the progressive wagers.",
  sitOut: "This round is played without you. Bet in the next one.",
  next: "Next round",
  bet: (/** @type {string} */ sum) => `Bet ${sum}`,
  rebet: (/** @type {string} */ sum) => `Same again, ${sum}`,
  clear: "Clear",
  undo: "Undo",
  change: "Take back",
  leave: "Leave the table",
  buyIn: (/** @type {string} */ sum) => `Buy chips, ${sum}`,
  more: "Play chips again",
  costs: (/** @type {string} */ sum) => `bet ${sum}`,
  loses: (/** @type {string} */ sum) => `lose ${sum}`,
  free: "no more money",
  seconds: (/** @type {number} */ left) => `${left} s`,
  won: "won",
  lost: "lost",
  push: "push",
  void: "void, money back",
  total: (/** @type {string} */ sum) => `This round: ${sum}`,
  folded: "folded",
  away: "away",
  thinking: "thinking",
  bettingNow: "betting",
  watching: "watching",
  lostLink: "The connection is lost. Nothing is lost at the table; it comes back by itself.",
  overLink: "Your session ended. Sign in again to play on.",
  stopped: "This table stands still",
  practice: "Practice: these cards can be foreseen.",
  tabs: { coach: "Coach", fair: "Fair", rules: "Rules", history: "History" },
  signIn: "Sign in",
  signUp: "Open an account",
  signOut: "Sign out",
  guest: "Play as a guest",
  name: "Name",
  password: "Password",
  passwordHint: "Ten characters or more.",
  history: "Your rounds",
  noHistory: "You have played no round here yet.",
  lab: "Lab",
  api: "API",
  learn: "How to play",
  close: "Close",
  fourColours: "Four colours",
  clause: "Rule",
  empty: "empty",
  cardBack: "a card face down",
};

export const RANKS = /** @type {Record<string, string>} */ ({
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
});
export const SUITS = /** @type {Record<string, string>} */ ({ c: "clubs", d: "diamonds", h: "hearts", s: "spades" });

/** A card in words. @param {string} face */
export const cardWords = (face) => (face in FACE_DOWN ? TEXTS.cardBack : `${RANKS[face[0]]} of ${SUITS[face[1]]}`);

/** How the table writes a card that lies face down. */
const FACE_DOWN = { "??": true };
/** @param {string} face */
export const isUp = (face) => !(face in FACE_DOWN);
