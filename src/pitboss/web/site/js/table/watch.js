// @ts-check
/** What a page knows of its table: frames come in, and what follows from them is asked for. */

import { api, Refusal } from "../api.js";
import { kept } from "../kept.js";
import { dollars } from "../money.js";
import { connect } from "../socket.js";
import { NOTHING, reduce } from "../store.js";
import { TEXTS } from "../texts.js";
import { Coach } from "./coach_books.js";
import { isAsked, isLate, ownSeat, PHASE, seatIn } from "./read.js";
import { announce } from "./said.js";
import { available } from "../fair/crypto.js";
import { Pins } from "../fair/pins.js";
import { look, redealt } from "./fair.js";

/**
 * @typedef {{
 *   table: string, card: import("../types").Card, me: import("../types").Me | null,
 *   seen: import("../store.js").Seen, link: import("../types").Link,
 *   chip: number, draft: import("./draft.js").Draft, trail: import("./draft.js").Draft[], last: import("./draft.js").Draft | null,
 *   coming: import("../types").Announced | null, played: import("../types").Card | null,
 *   finished: import("../types").RoundView | null, told: import("../types").Told[], rounds: import("../types").RoundView[],
 *   tab: string, sheet: boolean, purse: boolean, coach: import("./coach_books.js").CoachState, fair: any,
 *   alarm: string, note: string, said: string, busy: boolean, arriving: boolean, fresh: boolean, now: number
 * }} TableState
 */

const BREATH = 250;
/** Under which the browser keeps what was looked at beside the table. */
export const TAB = "tab";

export class Watch {
  /**
   * @param {string} table @param {string} room @param {import("../types").Card} card @param {import("../types").Me | null} me
   * @param {(state: TableState) => void} changed @param {(me: import("../types").Me | null) => void} known
   */
  constructor(table, room, card, me, changed, known) {
    this.changed = changed;
    this.known = known;
    this.coach = new Coach(card.game);
    this.pins = new Pins(table, room);
    /** @type {TableState} */
    this.state = {
      table, card, me, seen: NOTHING, link: "opening",
      chip: Math.max(card.table.chip, 500), draft: {}, trail: [], last: null, coming: null, played: null,
      finished: null, told: [], rounds: [], tab: kept(TAB) ?? "rules", sheet: false, purse: false, coach: this.coach.state, fair: null,
      alarm: "", note: "", said: "", busy: false, arriving: false, fresh: false, now: Date.now(),
    };
    this.line = connect(table, {
      frame: (frame) => this.#frame(frame),
      link: (link) => this.#linked(link),
      version: () => this.state.seen.version,
      role: () => this.state.seen.view?.role ?? "",
    });
    if (this.state.tab === "fair") this.prove();
    if (this.state.tab === "history") this.recall();
    this.ticking = window.setInterval(() => this.state.seen.clock && this.set({ now: Date.now() }), 250);
  }

  /** Whether one gives one's seat up oneself, until it is gone. */
  leaving = false;

  /** A line that breaks may mean that the session is over. @param {import("../types").Link} link */
  async #linked(link) {
    this.set({ link });
    if (link === "lost") await this.#known();
  }

  /** Whether the room still knows who sits before the page. */
  async #known() {
    const me = await api.me().catch(() => this.state.me);
    if (me?.name === this.state.me?.name) return;
    this.known(me);
    this.become(me);
    this.set({ note: TEXTS.overLink });
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
    this.line.again(true);
  }

  /** @param {import("../types").Frame} frame */
  #frame(frame) {
    const before = this.state;
    const seen = reduce(before.seen, frame, Date.now());
    if (seen === before.seen) return this.line.again();
    const { me } = before;
    if (frame.type === "beat") return this.set({ seen, now: Date.now() });
    this.set({ seen, now: Date.now(), said: announce(before, { ...before, seen }) });
    this.look();
    this.#filed(before.seen.view);
    const round = seen.view?.round;
    const was = before.seen.view?.round;
    const over = round?.phase === PHASE.closed && (was?.phase !== PHASE.closed || was.number !== round.number);
    // One may have lost the seat before the round was over: what came of it is told all the same.
    const seat = round && me ? seatIn(round, me.name) : null;
    if (over && seat !== null) this.#over(round, seat);
    if (ownSeat(before) !== null && ownSeat(this.state) === null) this.#freed(isAsked(before) && isLate(before, Date.now()));
    if (isAsked(this.state) && (!isAsked(before) || was?.street !== round?.street)) this.#breathe();
    if (isAsked(this.state)) this.advise();
    if (this.state.tab === "fair") this.prove();
    if (over && this.state.tab === "history") this.recall();
  }

  /** Whether the rules card is on its way. */
  #asking = false;

  /** Other rules were announced, withdrawn, or took effect: the page follows. @param {import("../types").View | null} was */
  async #filed(was) {
    const { table, card, seen } = this.state;
    const coming = seen.view?.upcoming?.number;
    const took = was?.upcoming && !coming;
    const other = seen.view?.rules && seen.view.rules !== card.hash;
    if (coming !== was?.upcoming?.number) this.set({ coming: coming ? await api.upcoming(table).catch(() => null) : null });
    if ((!other && !took) || this.#asking) return;
    this.#asking = true;
    const fresh = await api.card(table).catch(() => null);
    this.#asking = false;
    if (!fresh) return;
    // What was drafted by the rules of before is taken off; the round that is still shown was played by them.
    const chip = Math.max(fresh.table.chip, this.state.chip);
    const changed = fresh.hash !== this.state.card.hash;
    this.set(changed ? { card: fresh, played: this.state.played ?? card, chip, draft: {}, trail: [], last: null, said: TEXTS.filed(dollars(fresh.table.minimum), dollars(fresh.table.maximum)) } : { card: fresh });
  }

  /** Something is not what the house promised: it is told, and nothing more is bet here. @param {string} alarm The first counts. */
  alarm(alarm) {
    if (alarm && !this.state.alarm) this.set({ alarm });
  }

  /** Compare what is seen now with what was seen first. */
  look() {
    const { seen } = this.state;
    this.alarm(this.pins.check(seen.view?.round, seen.version));
  }

  /** Deal a round again that one took part in: it must be what was promised. @param {import("../types").RoundView} round */
  async #check(round) {
    if (!round.seed || !available()) return;
    const { steps } = await redealt(api, this.state.table, round);
    const wrong = steps.find((step) => !step.ok);
    if (wrong) this.alarm(TEXTS.fair.alarms.dealt(round.number, wrong.say));
  }

  /** A new question stands where the last one stood: a second click in a row does not answer it. */
  #breathe() {
    this.set({ fresh: true });
    window.setTimeout(() => this.set({ fresh: false }), BREATH);
  }

  /** A round that one took part in is over. @param {import("../types").RoundView} round @param {number} seat */
  async #over(round, seat) {
    const own = this.state.seen.own.cards?.[seat];
    const shown = own ? { ...round, seats: { ...round.seats, [seat]: { ...round.seats[seat], cards: own } } } : round;
    this.coach.closed(round, seat);
    this.set({ finished: shown, told: [], coach: this.coach.state });
    this.#check(shown);
    const told = await api.told(this.state.table, round.number).catch(() => []);
    if (this.state.finished?.number === round.number) {
      this.set({ told, said: [this.state.said, ...told.map((one) => one.text)].join(" ") });
      document.getElementById("rail-panel")?.scrollTo(0, 0);
    }
    this.refresh();
  }

  /** The seat is gone; who gave it up knows. @param {boolean} late Whether one had been asked, and did not answer in time. */
  #freed(late) {
    const note = this.leaving ? "" : late ? `${TEXTS.late} ${TEXTS.freed}` : TEXTS.freed;
    this.leaving = false;
    this.set({ draft: {}, trail: [], note });
    this.refresh();
  }

  async refresh() {
    const me = await api.me().catch(() => this.state.me);
    this.known(me);
  }

  async advise() {
    if (!this.coach.asks(this.state)) return;
    this.set({ coach: this.coach.state });
    try {
      this.coach.heard(await api.advice(this.state.table, this.coach.lines));
    } catch (error) {
      this.coach.failed(error instanceof Refusal ? error.message : String(error));
    }
    this.set({ coach: this.coach.state });
  }

  async prove() {
    const fair = await look(api, this.state.table);
    // Answers can cross: an older one is dropped.
    const known = this.state.fair?.proofs?.version ?? -1;
    if (fair.proofs && fair.proofs.version < known) return;
    this.set({ fair: { ...fair, redealt: this.state.fair?.redealt ?? null } });
    const { view, version } = this.state.seen;
    const promised = view?.round;
    if (fair.proofs && fair.proofs.round === promised?.number) this.alarm(this.pins.check({ ...promised, ...pick(fair.proofs) }, version));
    if (fair.proofs && fair.checked.some((one) => !one.ok)) this.alarm(TEXTS.fair.alarms.card(fair.proofs.round));
  }

  /** The last rounds here: they are asked for, not sent, for they are long. */
  async recall() {
    const { last } = await api.look(this.state.table).catch(() => /** @type {{last?: import("../types").RoundView[]}} */ ({}));
    this.set({ rounds: last ?? [] });
  }

  /** Ask something of the table; a refusal is told where the prompt stands. @param {Record<string, unknown>} command @returns {Promise<number>} The version of the table that has it, or 0. */
  async say(command) {
    this.set({ busy: true, note: "" });
    try {
      return await this.line.say(command);
    } catch (error) {
      this.set({ note: error instanceof Refusal ? error.message : TEXTS.lostLink });
      if (error instanceof Refusal && error.status === 401) await this.#known();
      return 0;
    } finally {
      this.set({ busy: false });
    }
  }
}

/** @param {import("../fair/check.js").Proofs} proofs */
const pick = ({ root, seed_hash }) => ({ root, seed_hash });
