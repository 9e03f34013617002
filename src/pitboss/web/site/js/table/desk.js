// @ts-check
/** What one does at a table: sit down, bet, decide, look beside it. */

import { api, newKey } from "../api.js";
import { keep } from "../kept.js";
import { dollars } from "../money.js";
import { TEXTS } from "../texts.js";
import { add, remove, takesChips } from "./draft.js";
import { redealt } from "./fair.js";
import { canBet, failedDevice, isAsked, needed, onFelt, ownChips, ownSeat, PHASE, sameAgain, takenNow, total } from "./read.js";
import { TAB, Watch } from "./watch.js";

/** @typedef {import("./watch.js").TableState} TableState */

const FIRST_BUY = 200_00;

export class Desk extends Watch {
  /** Who added to the shuffle of which round last. */
  added = "";

  /** Sit down; who is nobody yet comes as a guest. @param {number} seat */
  async sit(seat) {
    this.set({ arriving: true });
    try {
      const me = this.state.me ?? (await api.comeAsGuest());
      if (!this.state.me) {
        this.known(me);
        this.become(me);
      }
      if (!(await this.say({ type: "TakeSeat", seat }))) return;
      await this.buy();
    } catch (error) {
      this.set({ note: error instanceof Error ? error.message : String(error) });
    } finally {
      this.set({ arriving: false });
    }
  }

  /** Chips for money: so much, or all that there is. @param {number} [wanted] */
  async buy(wanted = FIRST_BUY) {
    const { card } = this.state;
    const { chip } = card.table;
    try {
      const me = await api.me();
      const short = me && me.cents + ownChips(this.state) < needed(card);
      const held = short ? (await api.moreChips()).cents : me?.cents ?? 0;
      const cents = Math.floor(Math.min(held, wanted) / chip) * chip;
      if (cents > 0) await this.say({ type: "BuyIn", cents });
    } catch (error) {
      this.set({ note: error instanceof Error ? error.message : String(error) });
    }
    this.refresh();
  }

  /** One's chips and money, side by side; or away with them again. @param {boolean} purse */
  count(purse) {
    this.set({ purse });
    if (purse) this.refresh();
  }

  async leave() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round;
    const inPlay = seat !== null && round?.seats?.[seat] && round.phase !== PHASE.betting && round.phase !== PHASE.closed;
    if (inPlay && !window.confirm(TEXTS.leaving)) return;
    // The seat may go with this answer, a frame later, or with the end of the round.
    this.leaving = true;
    if (seat !== null && !(await this.say({ type: "Leave", seat }))) this.leaving = false;
    this.set({ draft: {}, trail: [] });
    this.refresh();
  }

  /** @param {number} chip */
  choose(chip) {
    this.set({ chip, finished: null });
  }

  /** A chip on a spot. @param {string} key @param {number} [chip] */
  put(key, chip = this.state.chip) {
    const { card, draft, trail } = this.state;
    if (!canBet(this.state) || failedDevice(this.state, key) || !takesChips(card, key)) return;
    const after = add(draft, card, key, chip);
    const held = ownChips(this.state);
    if (total(after) > held) return this.set({ note: TEXTS.short(dollars(held)) });
    if (after !== draft) this.set({ draft: after, trail: [...trail, draft], finished: null, note: "" });
  }

  /** @param {string} key */
  takeOff(key) {
    const { card, draft, trail } = this.state;
    if (draft[key]) this.set({ draft: remove(draft, card, key), trail: [...trail, draft] });
  }

  undo() {
    const { trail } = this.state;
    const draft = trail.at(-1);
    if (draft) this.set({ draft, trail: trail.slice(0, -1) });
  }

  clear() {
    const { draft, trail } = this.state;
    if (total(draft)) this.set({ draft: {}, trail: [...trail, draft] });
  }

  /** What was bet last, once more. */
  async again() {
    const draft = sameAgain(this.state);
    if (!draft || !canBet(this.state) || this.state.busy) return;
    this.set({ draft, trail: [{}], finished: null });
    await this.bet();
  }

  async bet() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round?.number;
    const wagers = takenNow(this.state, this.state.draft);
    if (seat === null || this.state.busy || this.state.alarm || !total(wagers) || !this.state.card.together.every((key) => wagers[key])) return;
    if (!(await this.#addEntropy())) return;
    if (!(await this.say({ type: "PlaceWagers", seat, wagers, round }))) return;
    this.set({ last: wagers, draft: {}, trail: [] });
  }

  /** Add to the shuffle, once a round and before anything is bet on it; whether this round has it. */
  async #addEntropy() {
    const round = this.state.seen.view?.round;
    const name = this.state.me?.name;
    if (!round || name === undefined) return false;
    if (this.added === `${round.number} ${name}` || this.pins.has(round, name)) return true;
    const entropy = newKey();
    this.pins.adds(round.number, entropy, name);
    this.look();
    const version = this.state.alarm ? 0 : await this.say({ type: "AddEntropy", entropy, round: round.number });
    if (!version) return false;
    this.added = `${round.number} ${name}`;
    this.pins.adds(round.number, entropy, name, version);
    this.look();
    return !this.state.alarm;
  }

  async takeBack() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round?.number;
    const draft = this.state.last ?? {};
    if (seat !== null && !this.state.busy && (await this.say({ type: "TakeBack", seat, wagers: [], round }))) this.set({ draft, trail: [{}] });
  }

  /** By click or by key; what one has not the chips for leads to the purse. @param {string} decision */
  async decide(decision) {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round;
    const choice = this.state.seen.own.choices?.find((one) => one.decision === decision);
    if (!isAsked(this.state) || seat === null || !round || !choice || this.state.busy || this.state.fresh) return;
    if ((choice.stake ?? 0) > ownChips(this.state)) return this.count(true);
    const asked = this.coach.asked;
    if (await this.say({ type: "Decide", seat, decision, street: round.street, round: round.number })) this.coach.decided(decision, asked);
    this.set({ coach: this.coach.state });
  }

  next() {
    this.set({ finished: null, told: [], note: "" });
  }

  /** @param {string} tab */
  show(tab) {
    keep(TAB, tab);
    this.set({ tab, sheet: true });
    if (tab === "fair") this.prove();
    if (tab === "history") this.recall();
  }

  hide() {
    this.set({ sheet: false });
  }

  coachOn(/** @type {boolean} */ on) {
    this.coach.turn(on);
    this.set({ coach: this.coach.state });
    if (isAsked(this.state)) this.advise();
  }

  pocketOn(/** @type {boolean} */ on) {
    this.coach.show(on);
    this.set({ coach: this.coach.state });
    if (isAsked(this.state)) this.advise();
  }

  /** Deal a closed round again from its seed. @param {number} number */
  async redeal(number) {
    const round = onFelt(this.state);
    const found = await redealt(api, this.state.table, round?.number === number ? round : number, this.state.fair?.proofs);
    this.set({ fair: { ...this.state.fair, redealt: found } });
  }
}
