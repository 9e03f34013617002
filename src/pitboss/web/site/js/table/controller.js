// @ts-check
/** What a player does at a table: sit down, bet, decide, open the rail. */

import { api, newKey } from "../api.js";
import { isPhysical } from "../fair/pins.js";
import { formatDollars } from "../format.js";
import { save } from "../storage.js";
import { TEXTS } from "../texts.js";
import { addChip, removeChips, takesChips } from "./draft.js";
import { redealRound } from "./fair_tab.js";
import { TAB_KEY, TableModel } from "./model.js";
import { acceptedWagers, canBet, failedDevice, isMyTurn, ownChips, ownSeat, PHASE, repeatableBet, requiredChips, roundOnFelt, total } from "./selectors.js";

/** @typedef {import("./model.js").TableState} TableState */

const FIRST_BUY = 200_00;
/** Milliseconds to wait for a view after the acknowledgment of a command. */
const MAX_VIEW_DELAY = 5000;

export class TableController extends TableModel {
  /** The round and the player that entropy was last added for. */
  lastEntropyKey = "";

  /** Sit down; somebody who is not signed in becomes a guest. @param {number} seat */
  async sit(seat) {
    this.set({ isSittingDown: true });
    try {
      const me = this.state.me ?? (await api.signInAsGuest());
      if (!this.state.me) {
        this.onMeChange(me);
        this.setMe(me);
      }
      if (!(await this.send({ type: "TakeSeat", seat }))) return;
      await this.buyChips();
    } catch (error) {
      this.set({ note: error instanceof Error ? error.message : String(error) });
    } finally {
      this.set({ isSittingDown: false });
    }
  }

  /** Buy chips for this amount, or for as much as there is. @param {number} [amount] */
  async buyChips(amount = FIRST_BUY) {
    const { card } = this.state;
    const { chip } = card.table;
    try {
      const me = await api.getMe();
      const isShort = me && me.cents + ownChips(this.state) < requiredChips(card);
      const balance = isShort ? (await api.getMoreChips()).cents : me?.cents ?? 0;
      const cents = Math.floor(Math.min(balance, amount) / chip) * chip;
      if (cents > 0) await this.send({ type: "BuyIn", cents });
    } catch (error) {
      this.set({ note: error instanceof Error ? error.message : String(error) });
    }
    this.refreshMe();
  }

  /** Open or close the chips dialog. @param {boolean} isOpen */
  setPurse(isOpen) {
    this.set({ isPurseOpen: isOpen });
    if (isOpen) this.refreshMe();
  }

  async leave() {
    const seat = ownSeat(this.state);
    const round = this.state.feed.view?.round;
    const isInPlay = seat !== null && round?.seats?.[seat] && round.phase !== PHASE.betting && round.phase !== PHASE.closed;
    if (isInPlay && !window.confirm(TEXTS.confirmLeave)) return;
    // The seat may be freed with the response, a frame later, or at the end of the round.
    this.isLeaving = true;
    if (seat !== null && !(await this.send({ type: "Leave", seat }))) this.isLeaving = false;
    this.set({ draft: {}, undoStack: [] });
    this.refreshMe();
  }

  /** @param {number} chip */
  chooseChip(chip) {
    this.set({ chip, finishedRound: null });
  }

  /** Put a chip on a spot. @param {string} key @param {number} [chip] */
  placeChip(key, chip = this.state.chip) {
    const { card, draft, undoStack } = this.state;
    if (!canBet(this.state) || failedDevice(this.state, key) || !takesChips(card, key)) return;
    const newDraft = addChip(draft, card, key, chip);
    const chips = ownChips(this.state);
    if (total(newDraft) > chips) return this.set({ note: TEXTS.notEnoughChips(formatDollars(chips)) });
    if (newDraft !== draft) this.set({ draft: newDraft, undoStack: [...undoStack, draft], finishedRound: null, note: "" });
  }

  /** @param {string} key */
  clearSpot(key) {
    const { card, draft, undoStack } = this.state;
    if (draft[key]) this.set({ draft: removeChips(draft, card, key), undoStack: [...undoStack, draft] });
  }

  undo() {
    const { undoStack } = this.state;
    const draft = undoStack.at(-1);
    if (draft) this.set({ draft, undoStack: undoStack.slice(0, -1) });
  }

  clearSpots() {
    const { draft, undoStack } = this.state;
    if (total(draft)) this.set({ draft: {}, undoStack: [...undoStack, draft] });
  }

  /** Repeat the last bet. */
  async rebet() {
    const draft = repeatableBet(this.state);
    if (!draft || !canBet(this.state) || this.state.isBusy) return;
    this.set({ draft, undoStack: [{}], finishedRound: null });
    await this.placeBet();
  }

  async placeBet() {
    const seat = ownSeat(this.state);
    const round = this.state.feed.view?.round?.number;
    const wagers = acceptedWagers(this.state, this.state.draft);
    if (seat === null || this.state.isBusy || this.state.alarm || !total(wagers) || !this.state.card.together.every((key) => wagers[key])) return;
    if (!(await this.#addEntropy())) return;
    if (!(await this.send({ type: "PlaceWagers", seat, wagers, round }))) return;
    this.set({ lastBet: wagers, draft: {}, undoStack: [] });
  }

  /** Add entropy to the shuffle, once per round and before any bet on it; return whether the round has it. */
  async #addEntropy() {
    const round = this.state.feed.view?.round;
    const name = this.state.me?.name;
    if (!round || name === undefined) return false;
    if (isPhysical(round)) return true; // nobody contributes to the shuffle of a physical deck
    if (this.lastEntropyKey === `${round.number} ${name}` || this.pins.hasEntropy(round, name)) return true;
    const entropy = newKey();
    this.pins.recordEntropy(round.number, entropy, name);
    this.checkPins();
    const version = this.state.alarm ? 0 : await this.send({ type: "AddEntropy", entropy, round: round.number });
    if (!version) return false;
    this.pins.recordEntropy(round.number, entropy, name, version);
    if (!(await this.#waitForView(version))) return false;
    this.lastEntropyKey = `${round.number} ${name}`;
    this.checkPins();
    return !this.state.alarm;
  }

  /** Wait until the view shows what a command did, which may come after its acknowledgment; return whether it came. @param {number} version */
  async #waitForView(version) {
    const isShown = () => (this.state.feed.version ?? -1) >= version;
    const deadline = Date.now() + MAX_VIEW_DELAY;
    this.set({ isBusy: true });
    while (!isShown() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    this.set({ isBusy: false, note: isShown() ? "" : TEXTS.connectionLost });
    return isShown();
  }

  async takeBackBet() {
    const seat = ownSeat(this.state);
    const round = this.state.feed.view?.round?.number;
    const draft = this.state.lastBet ?? {};
    if (seat !== null && !this.state.isBusy && (await this.send({ type: "TakeBack", seat, wagers: [], round }))) this.set({ draft, undoStack: [{}] });
  }

  /** Decide, by click or by key. A decision that costs more than your chips opens the chips dialog. @param {string} decision */
  async decide(decision) {
    const seat = ownSeat(this.state);
    const round = this.state.feed.view?.round;
    const choice = this.state.feed.own.choices?.find((candidate) => candidate.decision === decision);
    if (!isMyTurn(this.state) || seat === null || !round || !choice || this.state.isBusy || this.state.isQuestionNew) return;
    if ((choice.stake ?? 0) > ownChips(this.state)) return this.setPurse(true);
    const question = this.coach.openQuestion;
    if (await this.send({ type: "Decide", seat, decision, street: round.street, round: round.number })) this.coach.recordDecision(decision, question);
    this.set({ coach: this.coach.state });
  }

  nextRound() {
    this.set({ finishedRound: null, explanations: [], note: "" });
  }

  /** @param {string} tab */
  showTab(tab) {
    save(TAB_KEY, tab);
    this.set({ tab, isSheetOpen: true });
    if (tab === "fair") this.loadProofs();
    if (tab === "history") this.loadRounds();
  }

  hideSheet() {
    this.set({ isSheetOpen: false });
  }

  setCoach(/** @type {boolean} */ on) {
    this.coach.setOn(on);
    this.set({ coach: this.coach.state });
    if (isMyTurn(this.state)) this.requestAdvice();
  }

  setPocketCard(/** @type {boolean} */ on) {
    this.coach.setPocketCard(on);
    this.set({ coach: this.coach.state });
    if (isMyTurn(this.state)) this.requestAdvice();
  }

  /** Deal a closed round again from its seed. @param {number} number */
  async redeal(number) {
    const round = roundOnFelt(this.state);
    const result = await redealRound(api, this.state.table, round?.number === number ? round : number, this.state.fairness?.proofs);
    const { fairness } = this.state;
    if (fairness) this.set({ fairness: { ...fairness, redealResult: result } });
  }
}
