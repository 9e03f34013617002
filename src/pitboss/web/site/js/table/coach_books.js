// @ts-check
/** The coach's books: what each decision was worth, what mistakes cost, what was luck. */

import { fraction } from "../fractions.js";
import { keep, kept } from "../kept.js";
import { exactly } from "../money.js";
import { capital } from "../texts.js";
import { net } from "./read.js";

/** @typedef {import("../types").Advice} Advice */
/** @typedef {{street: string, decision: string, best: string, cost: number, hole: string[], cards: Record<string, string[]>, seen: Record<string, string>, offered: string[], decisions: string[]}} Mistake */
/**
 * @typedef {{on: boolean, pocket: boolean, waiting: boolean, advice: Advice | null, trouble: string,
 *   rounds: number, decisions: number, mistakes: Mistake[], cost: number, net: number, edge: number, edgeIsKnown: boolean, luck: number, remark: string}} CoachState
 */

const MOST = 50;
/** Under which the browser keeps whether one wants to see what a pocket card says. */
const POCKET = "coach card";
/** Of each list of that card. */
const LINES = 5;

export class Coach {
  /** @param {string} game */
  constructor(game) {
    this.place = `mistakes ${game}`;
    // What was asked of the lab last, and what one has chosen upon since.
    this.question = "";
    this.answered = "";
    /** @type {{cards: Record<string, string[]>, hole: string[]} | undefined} */
    this.seen = undefined;
    // Of the round that is played: its number, what best play expects of it, what was given up.
    this.counted = 0;
    this.expected = 0;
    this.given = 0;
    // The round whose end came last, perhaps before the room confirmed one's last decision in it.
    this.ended = 0;
    /** @type {CoachState} */
    this.state = {
      on: kept("coach") === true, pocket: kept(POCKET) === true, waiting: false, advice: null, trouble: "",
      rounds: 0, decisions: 0, mistakes: kept(this.place) ?? [], cost: 0, net: 0, edge: 0, edgeIsKnown: true, luck: 0, remark: "",
    };
  }

  /** @param {Partial<CoachState>} changes */
  #set(changes) {
    this.state = { ...this.state, ...changes };
  }

  /** @param {boolean} on */
  turn(on) {
    keep("coach", on);
    this.question = "";
    this.#set({ on, advice: null, remark: "" });
  }

  /** What a pocket card says is wanted, or not any more. @param {boolean} pocket */
  show(pocket) {
    keep(POCKET, pocket);
    if (pocket) this.question = "";
    this.#set({ pocket });
  }

  /** How many lines a list of the card has that is asked for; none if it is not. */
  get lines() {
    return this.state.pocket ? LINES : 0;
  }

  /** Whether there is something new to ask the lab. @param {import("./watch.js").TableState} state */
  asks(state) {
    const round = state.seen.view?.round;
    const question = `${round?.number} ${round?.street}`;
    if (!this.state.on || question === this.question) return false;
    this.question = question;
    this.seen = { cards: round?.cards ?? {}, hole: Object.values(state.seen.own.cards ?? {})[0] ?? [] };
    // Asked for the card as well, one goes on looking at the values.
    const advice = this.state.advice && about(this.state.advice) === question ? this.state.advice : null;
    this.#set({ waiting: !advice, advice, trouble: "" });
    return true;
  }

  /** @param {Advice} advice */
  heard(advice) {
    // One decides faster than the lab works: what comes late is about something else.
    if (about(advice) !== this.question || this.question === this.answered) return;
    const before = this.state.advice; // perhaps a later answer, which had a card
    if (advice.round !== this.counted) {
      this.counted = advice.round;
      this.given = 0;
      this.expected = advice.before_cards === null ? 0 : fraction(advice.before_cards) * Number(advice.unit);
    }
    const edgeIsKnown = this.state.edgeIsKnown && advice.before_cards !== null;
    this.#set({ waiting: false, edgeIsKnown, advice: { ...advice, card: advice.card ?? before?.card ?? null } });
  }

  /** @param {string} why */
  failed(why) {
    this.#set({ waiting: false, trouble: this.question === this.answered ? "" : why });
  }

  /** What was asked, and what the coach had to say of it: one may be asked again before an answer is confirmed. */
  get asked() {
    return { advice: this.state.advice, seen: this.seen, question: this.question };
  }

  /** One chose. @param {string} decision @param {Coach["asked"]} asked */
  decided(decision, { advice, seen, question }) {
    const { mistakes, cost, luck, advice: shown } = this.state;
    this.answered = question; // what comes now comes too late
    if (shown && about(shown) === question) this.#set({ advice: null });
    if (!this.state.on || !advice || !(decision in advice.cents)) return;
    const lost = advice.cents[advice.best] - advice.cents[decision];
    const changes = { decisions: this.state.decisions + 1, remark: "" };
    if (lost <= 0.0001) return this.#set(changes);
    const made = {
      street: advice.street, decision, best: advice.best, cost: lost,
      hole: seen?.hole ?? [], cards: seen?.cards ?? {}, seen: advice.cards,
      offered: Object.keys(advice.cents), decisions: advice.taken,
    };
    const all = [made, ...mistakes].slice(0, MOST);
    keep(this.place, all);
    const ended = advice.round === this.ended; // its luck is in the books, and was more than that
    if (!ended) this.given += lost;
    this.#set({ ...changes, mistakes: all, cost: cost + lost, luck: luck + (ended ? lost : 0), remark: remark(made) });
  }

  /** A round is over; one that the coach did not see says nothing about skill. @param {import("../types").RoundView} round @param {number} seat */
  closed(round, seat) {
    this.question = "";
    this.#set({ advice: null, waiting: false });
    if (!this.state.on || round.number !== this.counted) return;
    const gained = net(round.seats[seat]);
    const { rounds, edge, luck } = this.state;
    this.ended = round.number;
    this.#set({
      rounds: rounds + 1, net: this.state.net + gained, edge: edge + this.expected,
      luck: luck + gained + this.given - this.expected,
    });
  }
}

/** Which question an answer is about. @param {Advice} advice */
const about = (advice) => `${advice.round} ${advice.street}`;

/** @param {Mistake} made */
const remark = (made) => `${capital(made.best)} instead of ${made.decision} was worth ${exactly(Math.round(made.cost))} more on average.`;
