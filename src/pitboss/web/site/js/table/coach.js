// @ts-check
/** The coach's records: the value of each decision, the cost of mistakes, and luck. */

import { formatDollarsAndCents, fractionToNumber } from "../format.js";
import { load, save } from "../storage.js";
import { capitalize } from "../texts.js";
import { net } from "./selectors.js";

/** @typedef {import("../types").Advice} Advice */
/** @typedef {{street: string, decision: string, best: string, cost: number, hole: string[], cards: Record<string, string[]>, seen: Record<string, string>, offered: string[], decisions: string[]}} Mistake */
/**
 * @typedef {{isOn: boolean, showsPocketCard: boolean, isWaiting: boolean, advice: Advice | null, errorMessage: string,
 *   rounds: number, decisions: number, mistakes: Mistake[], cost: number, net: number, edge: number, isEdgeKnown: boolean, luck: number, remark: string}} CoachState
 */

const MAX_MISTAKES = 50;
/** Storage key for showing the pocket card's advice. */
const POCKET_CARD_KEY = "coach card";
/** Lines in each list of that pocket card. */
const LINES_PER_LIST = 5;

export class Coach {
  /** @param {string} game */
  constructor(game) {
    this.mistakesKey = `mistakes ${game}`;
    // The last question to the lab, and the last one that was answered by a decision.
    this.question = "";
    this.answeredQuestion = "";
    /** @type {{cards: Record<string, string[]>, hole: string[]} | undefined} */
    this.cardsInView = undefined;
    // The current round: its number, its expected value under optimal strategy, and the cost of mistakes in it.
    this.roundNumber = 0;
    this.expectedCents = 0;
    this.roundCost = 0;
    // The last round that ended, perhaps before the room confirmed the player's last decision in it.
    this.lastEndedRound = 0;
    /** @type {CoachState} */
    this.state = {
      isOn: load("coach") === true, showsPocketCard: load(POCKET_CARD_KEY) === true, isWaiting: false, advice: null, errorMessage: "",
      rounds: 0, decisions: 0, mistakes: load(this.mistakesKey) ?? [], cost: 0, net: 0, edge: 0, isEdgeKnown: true, luck: 0, remark: "",
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

  /** Show or hide the pocket card's advice. @param {boolean} showsPocketCard */
  setPocketCard(showsPocketCard) {
    save(POCKET_CARD_KEY, showsPocketCard);
    if (showsPocketCard) this.question = "";
    this.#set({ showsPocketCard });
  }

  /** Lines per list of the pocket card to request; 0 for none. */
  get lines() {
    return this.state.showsPocketCard ? LINES_PER_LIST : 0;
  }

  /** Start a new question to the lab; return whether there is one. @param {import("./model.js").TableState} state */
  startQuestion(state) {
    const round = state.feed.view?.round;
    const question = `${round?.number} ${round?.street}`;
    if (!this.state.isOn || question === this.question) return false;
    this.question = question;
    this.cardsInView = { cards: round?.cards ?? {}, hole: Object.values(state.feed.own.cards ?? {})[0] ?? [] };
    // Keep showing the values while only the pocket card is new.
    const advice = this.state.advice && questionOf(this.state.advice) === question ? this.state.advice : null;
    this.#set({ isWaiting: !advice, advice, errorMessage: "" });
    return true;
  }

  /** @param {Advice} advice */
  receiveAdvice(advice) {
    // Players can be faster than the lab: advice that comes late is about something else.
    if (questionOf(advice) !== this.question || this.question === this.answeredQuestion) return;
    const previous = this.state.advice; // may be a later response with a card
    if (advice.round !== this.roundNumber) {
      this.roundNumber = advice.round;
      this.roundCost = 0;
      this.expectedCents = advice.before_cards === null ? 0 : fractionToNumber(advice.before_cards) * Number(advice.unit);
    }
    const isEdgeKnown = this.state.isEdgeKnown && advice.before_cards !== null;
    this.#set({ isWaiting: false, isEdgeKnown, advice: { ...advice, card: advice.card ?? previous?.card ?? null } });
  }

  /** @param {string} reason */
  reportFailure(reason) {
    this.#set({ isWaiting: false, errorMessage: this.question === this.answeredQuestion ? "" : reason });
  }

  /** The open question and its advice. Keep it when deciding: the next question may come before the decision is confirmed. */
  get openQuestion() {
    return { advice: this.state.advice, cardsInView: this.cardsInView, question: this.question };
  }

  /** Record a decision. @param {string} decision @param {Coach["openQuestion"]} openQuestion */
  recordDecision(decision, { advice, cardsInView, question }) {
    const { mistakes, cost, luck, advice: currentAdvice } = this.state;
    this.answeredQuestion = question; // advice from now on comes too late
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
    const hasEnded = advice.round === this.lastEndedRound; // the round was recorded without this mistake, so its luck was better
    if (!hasEnded) this.roundCost += loss;
    this.#set({ ...changes, mistakes: allMistakes, cost: cost + loss, luck: luck + (hasEnded ? loss : 0), remark: describeMistake(mistake) });
  }

  /** Record the end of a round. One that the coach did not see says nothing about skill. @param {import("../types").RoundView} round @param {number} seat */
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

/** Return the question that advice belongs to. @param {Advice} advice */
const questionOf = (advice) => `${advice.round} ${advice.street}`;

/** @param {Mistake} mistake */
const describeMistake = (mistake) => `${capitalize(mistake.best)} instead of ${mistake.decision} would have been worth ${formatDollarsAndCents(Math.round(mistake.cost))} more on average.`;
