// @ts-check
/** The state of a dealer's page: the live view of the table, and the console that says what can be done. */

import { api, Refusal } from "../api.js";
import { fill, parseCards } from "../console_commands.js";
import { applyFrame, connect, EMPTY_FEED } from "../socket.js";
import { DEALER } from "../texts_dealer.js";
import { cardSlots, isComplete, isReady, missingSlots } from "./selectors.js";

/** @typedef {import("../types").TableConsole} TableConsole */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */
/** @typedef {"incidents" | "floor" | "people" | "deck" | "proposals"} Group */
/** What somebody has chosen and typed for an action. @typedef {{variant: number | null, answers: Record<string, string>, rank: string, errorMessage: string}} Draft */
/**
 * @typedef {{
 *   table: string, card: import("../types").Card, me: import("../types").Me | null,
 *   feed: import("../socket.js").Feed, link: import("../types").Link,
 *   console: TableConsole | null, consoleError: string, expectedVersion: number,
 *   sheet: Group | "log" | "", actionId: string, draft: Draft, actionDraft: Draft,
 *   note: string, isBusy: boolean, isStepNew: boolean, now: number
 * }} DealState
 */

/** @type {Draft} */
export const EMPTY_DRAFT = { variant: null, answers: {}, rank: "", errorMessage: "" };
/** Milliseconds in which a second tap does not confirm the step that follows. */
const TAP_GUARD = 350;
const RETRY_AFTER = 2000;
const TICK = 1000;

export class DealModel {
  #isLoading = false;
  #isStale = false;
  #stepKey = "";
  #isClosed = false;
  #guardTimer = 0;
  /** The version that a refused step met: its reason is shown beside the step of that version, and no longer. @type {number | "unknown" | null} */
  #refusedAt = null;

  /** @param {string} table @param {import("../types").Card} card @param {import("../types").Me | null} me @param {() => void} onChange */
  constructor(table, card, me, onChange) {
    this.onChange = onChange;
    /** @type {DealState} */
    this.state = {
      table, card, me, feed: EMPTY_FEED, link: "opening", console: null, consoleError: "", expectedVersion: -1,
      sheet: "", actionId: "", draft: EMPTY_DRAFT, actionDraft: EMPTY_DRAFT, note: "", isBusy: false, isStepNew: false, now: Date.now(),
    };
    this.connection = connect(table, {
      frame: (frame) => this.#receiveFrame(frame),
      link: (link) => this.#updateLink(link),
      version: () => this.state.feed.version,
      role: () => this.state.feed.view?.role ?? "",
    });
    this.timer = window.setInterval(() => this.#tick(), TICK);
    this.loadConsole();
  }

  close() {
    this.#isClosed = true;
    window.clearInterval(this.timer);
    this.connection.close();
  }

  /** @param {Partial<DealState>} changes */
  set(changes) {
    if (this.#isClosed) return;
    this.state = { ...this.state, ...changes };
    this.onChange();
  }

  /** Switch to another person. @param {import("../types").Me | null} me */
  setMe(me) {
    const isOther = me?.name !== this.state.me?.name || me?.part !== this.state.me?.part;
    this.set(isOther ? { me, feed: EMPTY_FEED, console: null, sheet: "", actionId: "" } : { me });
    if (!isOther) return;
    this.connection.reconnect(true);
    this.loadConsole();
  }

  /** @param {import("../types").Link} link */
  #updateLink(link) {
    this.set({ link });
    if (link === "open") this.loadConsole();
  }

  /** @param {import("../types").Frame} frame */
  #receiveFrame(frame) {
    const feed = applyFrame(this.state.feed, frame, Date.now());
    if (feed === this.state.feed) return this.connection.reconnect();
    const isRuleChange = this.state.feed.view?.rules !== undefined && this.state.feed.view.rules !== feed.view?.rules;
    this.set({ feed, now: Date.now() });
    if (isRuleChange) api.getCard(this.state.table).then((card) => this.set({ card }), () => null);
    if ((feed.version ?? -1) > (this.state.console?.version ?? -1)) this.loadConsole();
  }

  /** Times pass without a new version: a deck gets too old. */
  #tick() {
    const previous = this.state.now;
    const now = Date.now();
    this.set({ now });
    const { console } = this.state;
    const times = (console?.instruction.ahead ?? []).map(({ at }) => (at ?? 0) * 1000);
    if (times.some((time) => previous < time && time <= now)) this.loadConsole();
  }

  /** Load the console, once more if the table has changed meanwhile. */
  async loadConsole() {
    this.#isStale = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const isAfterRefusal = this.#refusedAt === "unknown";
      try {
        const console = await api.getConsole(this.state.table);
        if (isAfterRefusal) this.#refusedAt = console.version;
        this.#receiveConsole(console);
      } catch (error) {
        this.set({ consoleError: error instanceof Error ? error.message : String(error) });
        const isFinal = error instanceof Refusal && [401, 403, 404].includes(error.status);
        if (!isFinal) window.setTimeout(() => { if (!this.#isClosed) this.loadConsole(); }, RETRY_AFTER);
      }
    }
    this.#isLoading = false;
  }

  /** @param {TableConsole} console */
  #receiveConsole(console) {
    const stepKey = JSON.stringify([console.instruction.what, console.instruction.cards ?? [], console.primary?.variants.map(({ command }) => command)]);
    const isNew = stepKey !== this.#stepKey;
    this.#stepKey = stepKey;
    const isOver = typeof this.#refusedAt === "number" && console.version > this.#refusedAt;
    this.set({ console, consoleError: "", ...(isNew ? { draft: EMPTY_DRAFT, isStepNew: true } : {}), ...(isOver ? { note: "" } : {}) });
    if (isOver) this.#refusedAt = null;
    if (!isNew) return;
    window.clearTimeout(this.#guardTimer);
    this.#guardTimer = window.setTimeout(() => this.set({ isStepNew: false }), TAP_GUARD);
  }

  // What is chosen and typed

  /** The draft of the open dialog, or of the step. @param {boolean} isStep */
  draftOf(isStep) {
    return isStep ? this.state.draft : this.state.actionDraft;
  }

  /** @param {boolean} isStep @param {Partial<Draft>} changes */
  change(isStep, changes) {
    const draft = { ...this.draftOf(isStep), errorMessage: "", ...changes };
    this.set(isStep ? { draft } : { actionDraft: draft });
  }

  /** @param {boolean} isStep @param {string} name @param {string} answer */
  answer(isStep, name, answer) {
    this.change(isStep, { answers: { ...this.draftOf(isStep).answers, [name]: answer } });
  }

  /** @param {boolean} isStep @param {string} rank */
  chooseRank(isStep, rank) {
    this.change(isStep, { rank });
  }

  /** Complete a card of which the rank is chosen. @param {boolean} isStep @param {string} suit */
  chooseSuit(isStep, suit) {
    const { rank } = this.draftOf(isStep);
    if (rank) this.enterCards(isStep, rank + suit);
  }

  /** Enter cards that were typed, tapped or scanned. @param {boolean} isStep @param {string} text @returns {boolean} */
  enterCards(isStep, text) {
    const faces = parseCards(text);
    const draft = this.draftOf(isStep);
    const slots = missingSlots(this.slots(isStep), draft);
    const errorMessage = !faces.length ? DEALER.cards.unreadable(text) : faces.length > slots.length ? DEALER.cards.tooMany(slots.length) : "";
    if (errorMessage) {
      this.change(isStep, { errorMessage });
      return false;
    }
    const entries = faces.map((face, index) => [slots[index].key, face]);
    this.change(isStep, { rank: "", answers: { ...draft.answers, ...Object.fromEntries(entries) } });
    return true;
  }

  /** Remove a card, or the last one. @param {boolean} isStep @param {string} [key] */
  removeCard(isStep, key) {
    const { rank, answers } = this.draftOf(isStep);
    if (rank && !key) return this.change(isStep, { rank: "" });
    const filled = this.slots(isStep).filter((slot) => answers[slot.key]);
    const removed = key ?? filled.at(-1)?.key;
    if (removed) this.change(isStep, { answers: Object.fromEntries(Object.entries(answers).filter(([name]) => name !== removed)) });
  }

  /** @param {boolean} isStep */
  slots(isStep) {
    const action = isStep ? this.state.console?.primary : this.openAction;
    return action ? cardSlots(action) : [];
  }

  // Dialogs

  /** @param {DealState["sheet"]} sheet */
  openSheet(sheet) {
    this.set({ sheet, actionId: "", actionDraft: EMPTY_DRAFT });
  }

  /** @param {string} actionId */
  chooseAction(actionId) {
    this.set({ actionId, actionDraft: EMPTY_DRAFT });
  }

  /** The action of the open dialog, as the newest console has it. @returns {ConsoleAction | null} */
  get openAction() {
    const { console, sheet, actionId } = this.state;
    if (!console || !actionId) return null;
    const actions = sheet && sheet !== "log" ? console[sheet] : [];
    return actions.find(({ id }) => id === actionId) ?? null;
  }

  // Commands

  /** Carry out the step that is due. */
  async confirmStep() {
    const { console, draft } = this.state;
    const primary = console?.primary;
    if (!primary || !isReady(this.state) || primary.refusal) return;
    await this.#perform(primary, draft, true);
  }

  /** Carry out the action of the open dialog. */
  async confirmAction() {
    const action = this.openAction;
    if (!action || action.refusal || !isReady(this.state)) return;
    if (await this.#perform(action, this.state.actionDraft, false)) this.openSheet("");
  }

  /** @param {ConsoleAction} action @param {Draft} draft @param {boolean} isStep @returns {Promise<boolean>} */
  async #perform(action, draft, isStep) {
    const variant = action.variants[action.variants.length === 1 ? 0 : draft.variant ?? -1];
    if (!variant) {
      this.change(isStep, { errorMessage: DEALER.chooseFirst });
      return false;
    }
    const slots = cardSlots(action);
    if (!isComplete(slots, draft)) {
      this.change(isStep, { errorMessage: DEALER.cards.missing(missingSlots(slots, draft).length) });
      return false;
    }
    let command;
    try {
      command = fill(variant.command, action.prompts, draft.answers);
    } catch (error) {
      this.change(isStep, { errorMessage: error instanceof Error ? error.message : String(error) });
      return false;
    }
    this.set({ isBusy: true, note: "" });
    try {
      const version = await this.connection.send(command, isStep ? this.state.console?.version : undefined);
      this.set({ expectedVersion: version });
      return true;
    } catch (error) {
      const sentence = error instanceof Refusal ? DEALER.refused(error.message, error.clause) : String(error);
      if (isStep) {
        this.#refusedAt = "unknown";
        this.set({ note: sentence });
      } else this.change(false, { errorMessage: sentence });
      return false;
    } finally {
      this.set({ isBusy: false });
      this.loadConsole();
    }
  }
}
