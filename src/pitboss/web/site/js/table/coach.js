// @ts-check
/** The coach's books: what each decision was worth, what mistakes cost, what was luck. */

import { formatDollarsAndCents, fractionToNumber } from "../format.js";
import { load, save } from "../storage.js";
import { capitalize } from "../texts.js";
import { net } from "./selectors.js";

/** @typedef {import("../types").Advice} Advice */
/** @typedef {{street: string, decision: string, best: string, cost: number, hole: string[], cards: Record<string, string[]>, seen: Record<string, string>, offered: string[], decisions: string[]}} Mistake */
/**
 * @typedef {{isOn: boolean, showsPocketCard: boolean, isWaiting: boolean, advice: Advice | null, errorMessage: string,
 *   rounds: number, decisions: number, mistakes: Mistake[], cost: number, net: number, edge: number, edgeIsKnown: boolean, luck: number, remark: string}} CoachState
 */

const MAX_MISTAKES = 50;
/** Under which the browser keeps whether one wants to see what a pocket card says. */
const POCKET_CARD_KEY = "coach card";
/** Of each list of that card. */
const LINES_PER_LIST = 5;

export class Coach {
  /** @param {string} game */
  constructor(game) {
    this.mistakesKey = `mistakes ${game}`;
    // What was asked of the lab last, and what one has chosen upon since.
    this.question = "";
    this.answeredQuestion = "";
    /** @type {{cards: Record<string, string[]>, hole: string[]} | undefined} */
    this.cardsInView = undefined;
    // Of the round that is played: its number, what best play expects of it, what was given up.
    this.roundNumber = 0;
    this.expectedCents = 0;
    this.roundCost = 0;
    // The round whose end came last, perhaps before the room confirmed one's last decision in it.
    this.lastEndedRound = 0;
    /** @type {CoachState} */
    this.state = {
      isOn: load("coach") === true, showsPocketCard: load(POCKET_CARD_KEY) === true, isWaiting: false, advice: null, errorMessage: "",
      rounds: 0, decisions: 0, mistakes: load(this.mistakesKey) ?? [], cost: 0, net: 0, edge: 0, edgeIsKnown: true, luck: 0, remark: "",
    };
  }

  /** @param {Partial<CoachState>} changes */
  #set(changes) {
    this.state = { ...this.state, ...changes };
  }

  /** @param {boolean} isOn */
  setOn(isOn) {
    save("coach", isOn);
    this.question = "";
    this.#set({ isOn, advice: null, remark: "" });
  }

  /** What a pocket card says is wanted, or not any more. @param {boolean} showsPocketCard */
  setPocketCard(showsPocketCard) {
    save(POCKET_CARD_KEY, showsPocketCard);
    if (showsPocketCard) this.question = "";
    this.#set({ showsPocketCard });
  }

  /** How many lines a list of the card has that is asked for; none if it is not. */
  get lines() {
    return this.state.showsPocketCard ? LINES_PER_LIST : 0;
  }

  /** Whether there is something new to ask the lab. @param {import("./model.js").TableState} state */
  startQuestion(state) {
    const round = state.feed.view?.round;
    const question = `${round?.number} ${round?.street}`;
    if (!this.state.isOn || question === this.question) return false;
    this.question = question;
    this.cardsInView = { cards: round?.cards ?? {}, hole: Object.values(state.feed.own.cards ?? {})[0] ?? [] };
    // Asked for the card as well, one goes on looking at the values.
    const advice = this.state.advice && questionOf(this.state.advice) === question ? this.state.advice : null;
    this.#set({ isWaiting: !advice, advice, errorMessage: "" });
    return true;
  }

  /** @param {Advice} advice */
  receiveAdvice(advice) {
    // One decides faster than the lab works: what comes late is about something else.
    if (questionOf(advice) !== this.question || this.question === this.answeredQuestion) return;
    const previous = this.state.advice; // perhaps a later answer, which had a card
    if (advice.round !== this.roundNumber) {
      this.roundNumber = advice.round;
      this.roundCost = 0;
      this.expectedCents = advice.before_cards === null ? 0 : fractionToNumber(advice.before_cards) * Number(advice.unit);
    }
    const edgeIsKnown = this.state.edgeIsKnown && advice.before_cards !== null;
    this.#set({ isWaiting: false, edgeIsKnown, advice: { ...advice, card: advice.card ?? previous?.card ?? null } });
  }

  /** @param {string} why */
  reportFailure(why) {
    this.#set({ isWaiting: false, errorMessage: this.question === this.answeredQuestion ? "" : why });
  }

  /** What was asked, and what the coach had to say of it: one may be asked again before an answer is confirmed. */
  get openQuestion() {
    return { advice: this.state.advice, cardsInView: this.cardsInView, question: this.question };
  }

  /** One chose. @param {string} decision @param {Coach["openQuestion"]} asked */
  recordDecision(decision, { advice, cardsInView, question }) {
    const { mistakes, cost, luck, advice: currentAdvice } = this.state;
    this.answeredQuestion = question; // what comes now comes too late
    if (currentAdvice && questionOf(currentAdvice) === question) this.#set({ advice: null });
    if (!this.state.isOn || !advice || !(decision in advice.cents)) return;
    const loss = advice.cents[advice.best] - advice.cents[decision];
    const changes = { decisions: this.state.decisions + 1, remark: "" };
    if (loss <= 0.0001) return this.#set(changes);
    const mistake = {
      street: advice.street, decision, best: advice.best, cost: loss,
      hole: cardsInView?.hole ?? [], cards: cardsInView?.cards ?? {}, seen: advice.cards,
      offered: Object.keys(advice.cents), decisions: advice.taken,
    };
    const allMistakes = [mistake, ...mistakes].slice(0, MAX_MISTAKES);
    save(this.mistakesKey, allMistakes);
    const hasEnded = advice.round === this.lastEndedRound; // its luck is in the books, and was more than that
    if (!hasEnded) this.roundCost += loss;
    this.#set({ ...changes, mistakes: allMistakes, cost: cost + loss, luck: luck + (hasEnded ? loss : 0), remark: describeMistake(mistake) });
  }

  /** A round is over; one that the coach did not see says nothing about skill. @param {import("../types").RoundView} round @param {number} seat */
  closeRound(round, seat) {
    this.question = "";
    this.#set({ advice: null, isWaiting: false });
    if (!this.state.isOn || round.number !== this.roundNumber) return;
    const gain = net(round.seats[seat]);
    const { rounds, edge, luck } = this.state;
    this.lastEndedRound = round.number;
    this.#set({
      rounds: rounds + 1, net: this.state.net + gain, edge: edge + this.expectedCents,
      luck: luck + gain + this.roundCost - this.expectedCents,
    });
  }
}

/** Which question an answer is about. @param {Advice} advice */
const questionOf = (advice) => `${advice.round} ${advice.street}`;

/** @param {Mistake} mistake */
const describeMistake = (mistake) => `${capitalize(mistake.best)} instead of ${mistake.decision} was worth ${formatDollarsAndCents(Math.round(mistake.cost))} more on average.`;
