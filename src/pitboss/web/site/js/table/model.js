// @ts-check
/** The state of a table page: it follows the frames of the table and requests what they call for. */

import { api, Refusal } from "../api.js";
import { isCryptoAvailable } from "../fair/crypto.js";
import { Pins } from "../fair/pins.js";
import { formatDollars } from "../format.js";
import { applyFrame, connect, EMPTY_FEED } from "../socket.js";
import { load } from "../storage.js";
import { TEXTS } from "../texts.js";
import { describeChange } from "./announcements.js";
import { Coach } from "./coach.js";
import { loadFairness, redealRound } from "./fair_tab.js";
import { findSeat, isLate, isMyTurn, ownSeat, PHASE } from "./selectors.js";

/**
 * @typedef {{
 *   table: string, card: import("../types").Card, me: import("../types").Me | null,
 *   feed: import("../socket.js").Feed, link: import("../types").Link,
 *   chip: number, draft: import("./draft.js").Draft, undoStack: import("./draft.js").Draft[], lastBet: import("./draft.js").Draft | null,
 *   upcomingRules: import("../types").UpcomingRules | null, playedCard: import("../types").Card | null,
 *   finishedRound: import("../types").RoundView | null, explanations: import("../types").WagerExplanation[], rounds: import("../types").RoundView[],
 *   tab: string, isSheetOpen: boolean, isPurseOpen: boolean, coach: import("./coach.js").CoachState, fairness: import("./fair_tab.js").Fairness | null,
 *   alarm: string, note: string, announcement: string, isBusy: boolean, isSittingDown: boolean, isQuestionNew: boolean, now: number
 * }} TableState
 */

const CLICK_GUARD = 250;
/** Storage key of the last open tab. */
export const TAB_KEY = "tab";

export class TableModel {
  /**
   * @param {string} table @param {string} room @param {import("../types").Card} card @param {import("../types").Me | null} me
   * @param {(state: TableState) => void} onChange @param {(me: import("../types").Me | null) => void} onMeChange
   */
  constructor(table, room, card, me, onChange, onMeChange) {
    this.onChange = onChange;
    this.onMeChange = onMeChange;
    this.coach = new Coach(card.game);
    this.pins = new Pins(table, room);
    /** @type {TableState} */
    this.state = {
      table, card, me, feed: EMPTY_FEED, link: "opening",
      chip: Math.max(card.table.chip, 500), draft: {}, undoStack: [], lastBet: null, upcomingRules: null, playedCard: null,
      finishedRound: null, explanations: [], rounds: [], tab: load(TAB_KEY) ?? "rules", isSheetOpen: false, isPurseOpen: false, coach: this.coach.state, fairness: null,
      alarm: "", note: "", announcement: "", isBusy: false, isSittingDown: false, isQuestionNew: false, now: Date.now(),
    };
    this.connection = connect(table, {
      frame: (frame) => this.#receiveFrame(frame),
      link: (link) => this.#updateLink(link),
      version: () => this.state.feed.version,
      role: () => this.state.feed.view?.role ?? "",
    });
    if (this.state.tab === "fair") this.loadProofs();
    if (this.state.tab === "history") this.loadRounds();
    this.clockTimer = window.setInterval(() => this.state.feed.clock && this.set({ now: Date.now() }), 250);
  }

  /** Whether the player is giving up the seat, until it is free. */
  isLeaving = false;

  /** A lost connection may mean that the session ended. @param {import("../types").Link} link */
  async #updateLink(link) {
    this.set({ link });
    if (link === "lost") await this.#checkSession();
  }

  /** Check whether the room still knows who is signed in. */
  async #checkSession() {
    const me = await api.getMe().catch(() => this.state.me);
    if (me?.name === this.state.me?.name) return;
    this.onMeChange(me);
    this.setMe(me);
    this.set({ note: TEXTS.sessionEnded });
  }

  close() {
    window.clearInterval(this.clockTimer);
    this.connection.close();
  }

  /** @param {Partial<TableState>} changes */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.onChange(this.state);
  }

  /** Switch to another person. @param {import("../types").Me | null} me */
  setMe(me) {
    if (me?.name === this.state.me?.name && me?.part === this.state.me?.part) return this.set({ me });
    this.set({ me, feed: EMPTY_FEED, finishedRound: null, draft: {}, undoStack: [] });
    this.connection.reconnect(true);
  }

  /** @param {import("../types").Frame} frame */
  #receiveFrame(frame) {
    const previous = this.state;
    const feed = applyFrame(previous.feed, frame, Date.now());
    if (feed === previous.feed) return this.connection.reconnect();
    const { me } = previous;
    if (frame.type === "beat") return this.set({ feed, now: Date.now() });
    this.set({ feed, now: Date.now(), announcement: describeChange(previous, { ...previous, feed }) });
    this.checkPins();
    this.#followRules(previous.feed.view);
    const round = feed.view?.round;
    const previousRound = previous.feed.view?.round;
    const isOver = round?.phase === PHASE.closed && (previousRound?.phase !== PHASE.closed || previousRound.number !== round.number);
    // Show the result even to a player who lost the seat before the round was over.
    const seat = round && me ? findSeat(round, me.name) : null;
    if (isOver && seat !== null) this.#finishRound(round, seat);
    if (ownSeat(previous) !== null && ownSeat(this.state) === null) this.#handleLostSeat(isMyTurn(previous) && isLate(previous, Date.now()));
    if (isMyTurn(this.state) && (!isMyTurn(previous) || previousRound?.street !== round?.street)) this.#guardClicks();
    if (isMyTurn(this.state)) this.requestAdvice();
    if (this.state.tab === "fair") this.loadProofs();
    if (isOver && this.state.tab === "history") this.loadRounds();
  }

  /** Whether the rules card is being loaded. */
  #isLoadingCard = false;

  /** Follow rules that were announced, withdrawn or put in force. @param {import("../types").View | null} previousView */
  async #followRules(previousView) {
    const { table, card, feed } = this.state;
    const upcomingNumber = feed.view?.upcoming?.number;
    const tookEffect = previousView?.upcoming && !upcomingNumber;
    const hasOtherRules = feed.view?.rules && feed.view.rules !== card.hash;
    if (upcomingNumber !== previousView?.upcoming?.number) this.set({ upcomingRules: upcomingNumber ? await api.getUpcomingRules(table).catch(() => null) : null });
    if ((!hasOtherRules && !tookEffect) || this.#isLoadingCard) return;
    this.#isLoadingCard = true;
    const newCard = await api.getCard(table).catch(() => null);
    this.#isLoadingCard = false;
    if (!newCard) return;
    // Clear a draft made under the old rules; the round still shown was played by them.
    const chip = Math.max(newCard.table.chip, this.state.chip);
    const isChanged = newCard.hash !== this.state.card.hash;
    this.set(isChanged ? { card: newCard, playedCard: this.state.playedCard ?? card, chip, draft: {}, undoStack: [], lastBet: null, announcement: TEXTS.rulesInForce(formatDollars(newCard.table.minimum), formatDollars(newCard.table.maximum)) } : { card: newCard });
  }

  /** Report that something is not what the house promised, and stop betting on this page. @param {string} alarm Only the first one is shown. */
  alarm(alarm) {
    if (alarm && !this.state.alarm) this.set({ alarm });
  }

  /** Compare the round with what was seen of it first. */
  checkPins() {
    const { feed } = this.state;
    this.alarm(this.pins.check(feed.view?.round, feed.version));
  }

  /** Deal a round again that the player took part in: it has to be what was promised. @param {import("../types").RoundView} round */
  async #verifyRound(round) {
    if (!round.seed || !isCryptoAvailable()) return;
    const { steps } = await redealRound(api, this.state.table, round);
    const failedStep = steps.find((step) => !step.ok);
    if (failedStep) this.alarm(TEXTS.fair.alarms.roundDiffers(round.number, failedStep.text));
  }

  /** A new question appears where the last one was: keep a double click from answering it. */
  #guardClicks() {
    this.set({ isQuestionNew: true });
    window.setTimeout(() => this.set({ isQuestionNew: false }), CLICK_GUARD);
  }

  /** Show the result of a round that the player took part in. @param {import("../types").RoundView} round @param {number} seat */
  async #finishRound(round, seat) {
    const ownCards = this.state.feed.own.cards?.[seat];
    const finishedRound = ownCards ? { ...round, seats: { ...round.seats, [seat]: { ...round.seats[seat], cards: ownCards } } } : round;
    this.coach.closeRound(round, seat);
    this.set({ finishedRound, explanations: [], coach: this.coach.state });
    this.#verifyRound(finishedRound);
    const explanations = await api.getExplanations(this.state.table, round.number).catch(() => []);
    if (this.state.finishedRound?.number === round.number) {
      this.set({ explanations, announcement: [this.state.announcement, ...explanations.map((explanation) => explanation.text)].join(" ") });
      document.getElementById("rail-panel")?.scrollTo(0, 0);
    }
    this.refreshMe();
  }

  /** Explain why the seat is gone, unless the player gave it up. @param {boolean} late Whether the player did not decide in time. */
  #handleLostSeat(late) {
    const note = this.isLeaving ? "" : late ? `${TEXTS.tooLate} ${TEXTS.seatLost}` : TEXTS.seatLost;
    this.isLeaving = false;
    this.set({ draft: {}, undoStack: [], note });
    this.refreshMe();
  }

  async refreshMe() {
    const me = await api.getMe().catch(() => this.state.me);
    this.onMeChange(me);
  }

  async requestAdvice() {
    if (!this.coach.startQuestion(this.state)) return;
    this.set({ coach: this.coach.state });
    try {
      this.coach.receiveAdvice(await api.getAdvice(this.state.table, this.coach.lines));
    } catch (error) {
      this.coach.reportFailure(error instanceof Refusal ? error.message : String(error));
    }
    this.set({ coach: this.coach.state });
  }

  async loadProofs() {
    const fairness = await loadFairness(api, this.state.table);
    // Responses can overtake each other: drop an older one.
    const knownVersion = this.state.fairness?.proofs?.version ?? -1;
    if (fairness.proofs && fairness.proofs.version < knownVersion) return;
    this.set({ fairness: { ...fairness, redealResult: this.state.fairness?.redealResult ?? null } });
    const { view, version } = this.state.feed;
    const round = view?.round;
    if (fairness.proofs && fairness.proofs.round === round?.number) this.alarm(this.pins.check({ ...round, ...pickPromise(fairness.proofs) }, version));
    if (fairness.proofs && fairness.checkedCards.some((card) => !card.ok)) this.alarm(TEXTS.fair.alarms.card(fairness.proofs.round));
  }

  /** Load the last rounds. They are not pushed, because they are long. */
  async loadRounds() {
    const { last } = await api.getTable(this.state.table).catch(() => /** @type {{last?: import("../types").RoundView[]}} */ ({}));
    this.set({ rounds: last ?? [] });
  }

  /** Send a command to the table; a refusal is shown in the action bar. @param {Record<string, unknown>} command @returns {Promise<number>} The version of the table after it, or 0. */
  async send(command) {
    this.set({ isBusy: true, note: "" });
    try {
      return await this.connection.send(command);
    } catch (error) {
      this.set({ note: error instanceof Refusal ? error.message : TEXTS.connectionLost });
      if (error instanceof Refusal && error.status === 401) await this.#checkSession();
      return 0;
    } finally {
      this.set({ isBusy: false });
    }
  }
}

/** @param {import("../fair/check.js").Proofs} proofs */
const pickPromise = ({ root, seed_hash }) => ({ root, seed_hash });
