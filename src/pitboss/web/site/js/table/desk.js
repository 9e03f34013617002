// @ts-check
/** One table in the page: what is known of it, and what one does there. */

import { api, Refusal } from "../api.js";
import { guestName } from "../guest.js";
import { dollars } from "../money.js";
import { connect } from "../socket.js";
import { NOTHING, reduce } from "../store.js";
import { TEXTS } from "../texts.js";
import { Coach } from "./coach_books.js";
import { add, remove, takesChips } from "./draft.js";
import { canBet, isAsked, onFelt, ownChips, ownSeat, PHASE, total } from "./read.js";
import { announce } from "./said.js";
import { look, redealt } from "./fair.js";

/**
 * @typedef {{
 *   table: string, card: import("../types").Card, me: import("../types").Me | null,
 *   seen: import("../store.js").Seen, link: import("../types").Link,
 *   chip: number, draft: import("./draft.js").Draft, trail: import("./draft.js").Draft[], last: import("./draft.js").Draft | null,
 *   finished: import("../types").RoundView | null, told: import("../types").Told[], rounds: import("../types").RoundView[],
 *   tab: string, sheet: boolean, coach: import("./coach_books.js").CoachState, fair: any,
 *   note: string, said: string, busy: boolean, fresh?: boolean, now: number
 * }} TableState
 */

const FIRST_BUY = 200_00;
const BREATH = 250;

export class Desk {
  /**
   * @param {string} table @param {import("../types").Card} card @param {import("../types").Me | null} me
   * @param {(state: TableState) => void} changed @param {(me: import("../types").Me | null) => void} known
   */
  constructor(table, card, me, changed, known) {
    this.changed = changed;
    this.known = known;
    this.coach = new Coach(card.game);
    /** @type {TableState} */
    this.state = {
      table, card, me, seen: NOTHING, link: "opening",
      chip: Math.max(card.table.chip, 500), draft: {}, trail: [], last: null,
      finished: null, told: [], rounds: [], tab: "rules", sheet: false, coach: this.coach.state, fair: null,
      note: "", said: "", busy: false, fresh: false, now: Date.now(),
    };
    this.line = connect(table, {
      frame: (frame) => this.#frame(frame),
      link: (link) => this.set({ link }),
      version: () => this.state.seen.version,
      role: () => this.state.seen.view?.role ?? "",
    });
    this.ticking = window.setInterval(() => this.state.seen.clock && this.set({ now: Date.now() }), 250);
  }

  close() {
    window.clearInterval(this.ticking);
    this.line.close();
  }

  /** @param {Partial<TableState>} changes */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.changed(this.state);
  }

  /** Somebody else sits before the page now. @param {import("../types").Me | null} me */
  become(me) {
    if (me?.name === this.state.me?.name && me?.part === this.state.me?.part) return this.set({ me });
    this.set({ me, seen: NOTHING, finished: null, draft: {}, trail: [] });
    this.line.again();
  }

  /** @param {import("../types").Frame} frame */
  #frame(frame) {
    const before = this.state;
    const seen = reduce(before.seen, frame, Date.now());
    if (seen === before.seen) return this.line.again();
    this.set({ seen, now: Date.now(), said: announce(before, { ...before, seen }) });
    const seat = ownSeat(this.state);
    const round = seen.view?.round;
    const was = before.seen.view?.round;
    const over = round?.phase === PHASE.closed && (was?.phase !== PHASE.closed || was.number !== round.number);
    if (over && seat !== null && round.seats?.[seat]) this.#over(round, seat);
    if (isAsked(this.state) && (!isAsked(before) || was?.street !== round?.street)) this.#breathe();
    if (isAsked(this.state)) this.#advise();
    if (this.state.tab === "fair") this.#prove();
    if (over && this.state.tab === "history") this.#recall();
  }

  /** A new question stands where the last one stood: a second click in a row does not answer it. */
  #breathe() {
    this.set({ fresh: true });
    window.setTimeout(() => this.set({ fresh: false }), BREATH);
  }

  /** A round that one took part in is over. @param {import("../types").RoundView} round @param {number} seat */
  async #over(round, seat) {
    const own = this.state.seen.own.cards?.[seat];
    const kept = own ? { ...round, seats: { ...round.seats, [seat]: { ...round.seats[seat], cards: own } } } : round;
    this.coach.closed(round, seat);
    this.set({ finished: kept, told: [], coach: this.coach.state });
    const told = await api.told(this.state.table, round.number).catch(() => []);
    if (this.state.finished?.number === round.number) this.set({ told, said: told.map((one) => one.text).join(" ") });
    this.#refresh();
  }

  async #refresh() {
    const me = await api.me().catch(() => this.state.me);
    this.known(me);
  }

  async #advise() {
    if (!this.coach.asks(this.state)) return;
    this.set({ coach: this.coach.state });
    try {
      this.coach.heard(await api.advice(this.state.table));
    } catch (error) {
      this.coach.failed(error instanceof Refusal ? error.message : String(error));
    }
    this.set({ coach: this.coach.state });
  }

  async #prove() {
    const fair = await look(api, this.state.table);
    // Answers can cross: an older one is dropped.
    const known = this.state.fair?.proofs?.version ?? -1;
    if (fair.proofs && fair.proofs.version < known) return;
    this.set({ fair: { ...fair, redealt: this.state.fair?.redealt ?? null } });
  }

  /** The last rounds here: they are asked for, not sent, for they are long. */
  async #recall() {
    const { last } = await api.look(this.state.table).catch(() => /** @type {{last?: import("../types").RoundView[]}} */ ({}));
    this.set({ rounds: last ?? [] });
  }

  /** Ask something of the table; a refusal is told where the prompt stands. @param {Record<string, unknown>} command */
  async say(command) {
    this.set({ busy: true, note: "" });
    try {
      await this.line.say(command);
      return true;
    } catch (error) {
      this.set({ note: error instanceof Refusal ? error.message : TEXTS.lostLink });
      return false;
    } finally {
      this.set({ busy: false });
    }
  }

  // What one does

  /** Sit down; who is nobody yet comes as a guest. @param {number} seat */
  async sit(seat) {
    try {
      const me = this.state.me ?? (await api.signUp(guestName()));
      if (!this.state.me) {
        this.known(me);
        this.become(me);
      }
      if (!(await this.say({ type: "TakeSeat", seat }))) return;
      await this.buy();
    } catch (error) {
      this.set({ note: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Chips for money: as much as is usual, or all that there is. */
  async buy() {
    let me = await api.me();
    const { chip } = this.state.card.table;
    if (me && me.cents < chip) me = await api.moreChips().catch(() => me);
    const cents = Math.floor(Math.min(me?.cents ?? 0, FIRST_BUY) / chip) * chip;
    if (cents > 0) await this.say({ type: "BuyIn", cents });
    this.#refresh();
  }

  async leave() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round;
    const inPlay = seat !== null && round?.seats?.[seat] && round.phase !== PHASE.betting && round.phase !== PHASE.closed;
    if (inPlay && !window.confirm(TEXTS.leaving)) return;
    if (seat !== null) await this.say({ type: "Leave", seat });
    this.set({ draft: {}, trail: [] });
    this.#refresh();
  }

  /** @param {number} chip */
  choose(chip) {
    this.set({ chip, finished: null });
  }

  /** A chip on a spot. @param {string} key @param {number} [chip] */
  put(key, chip = this.state.chip) {
    const { card, draft, trail } = this.state;
    if (!canBet(this.state) || !takesChips(card, key)) return;
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
    const { last } = this.state;
    if (!last || !canBet(this.state)) return;
    this.set({ draft: last, trail: [{}], finished: null });
    await this.bet();
  }

  async bet() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round?.number;
    const wagers = this.state.draft;
    if (seat === null || !total(wagers)) return;
    // One's own chance goes into the shuffle, before the bets are closed.
    const entropy = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
    if (!(await this.say({ type: "PlaceWagers", seat, wagers, round }))) return;
    this.set({ last: wagers, draft: {}, trail: [] });
    await this.say({ type: "AddEntropy", entropy, round });
  }

  async takeBack() {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round?.number;
    const draft = this.state.last ?? {};
    if (seat !== null && (await this.say({ type: "TakeBack", seat, wagers: [], round }))) this.set({ draft, trail: [{}] });
  }

  /** @param {string} decision */
  async decide(decision) {
    const seat = ownSeat(this.state);
    const round = this.state.seen.view?.round;
    if (!isAsked(this.state) || seat === null || !round) return;
    this.coach.decided(decision);
    await this.say({ type: "Decide", seat, decision, street: round.street, round: round.number });
    this.set({ coach: this.coach.state });
  }

  next() {
    this.set({ finished: null, told: [], note: "" });
  }

  /** @param {string} tab */
  show(tab) {
    this.set({ tab, sheet: true });
    if (tab === "fair") this.#prove();
    if (tab === "history") this.#recall();
  }

  hide() {
    this.set({ sheet: false });
  }

  coachOn(/** @type {boolean} */ on) {
    this.coach.turn(on);
    this.set({ coach: this.coach.state });
    if (isAsked(this.state)) this.#advise();
  }

  /** Deal a closed round again from its seed. @param {number} number */
  async redeal(number) {
    const round = onFelt(this.state);
    const found = await redealt(api, this.state.table, round?.number === number ? round : number, this.state.fair?.proofs);
    this.set({ fair: { ...this.state.fair, redealt: found } });
  }
}
