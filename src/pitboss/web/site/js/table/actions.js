// @ts-check
/** The bar below the felt: what the table waits for, and what one can do about it. */

import { html, keyed } from "../html.js";
import { CHIPS } from "../elements/chip.js";
import { average, dollars, gained } from "../money.js";
import { capital, TEXTS } from "../texts.js";
import { canBet, feltSeat, hasBet, isAsked, isStopped, labelOf, needed, net, ownChips, ownHand, PHASE, sameAgain, secondsLeft, takenNow, total } from "./read.js";
import { DRAGGED } from "./spot.js";

/** Seconds that are left when the clock warns. */
const SOON = 10;

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./watch.js").TableState} TableState */

/** @param {TableState} state @param {Desk} desk */
export function actions(state, desk) {
  return html`
    <footer class="actions">
      <div class="prompt">
        <p class=${isAsked(state) ? "yours" : ""}>${prompt(state)}${countdown(state)}</p>
        <p class="hint">${hint(state)}</p>
        ${state.note ? html`<p class="note" role="alert">${state.note}</p>` : null}
      </div>
      ${feltSeat(state) === null ? null : html`<div class="buttons">${buttons(state, desk)}</div>`}
    </footer>`;
}

/** @param {TableState} state */
function countdown(state) {
  const { seen, finished } = state;
  const left = secondsLeft(state);
  if (left === null || isStopped(state) || seen.clock?.for === "opens" || finished) return null;
  return html` <span class=${left <= SOON ? "count soon" : "count"}>· ${TEXTS.seconds(left)}</span>`;
}

/** @param {TableState} state */
function prompt(state) {
  const { seen, card, finished } = state;
  const round = seen.view?.round;
  const seat = feltSeat(state);
  if (finished && seat !== null) {
    const hand = finished.seats[seat];
    const sum = net(hand);
    const came = html`This round: <strong class="sum">${gained(sum)}</strong>`;
    if (finished.void) return sum ? html`${TEXTS.voidFor(finished.void)} ${came}` : TEXTS.voidFor(finished.void);
    return hand.sat_out ? TEXTS.skipped : came;
  }
  if (isStopped(state)) return TEXTS.stopsPlay;
  if (state.alarm && !isAsked(state)) return TEXTS.fair.stop;
  if (round?.void) return TEXTS.voidFor(round.void);
  if (!round || round.phase === PHASE.closed) return TEXTS.waiting;
  if (canBet(state)) return TEXTS.bets;
  if (hasBet(state)) return TEXTS.placed;
  if (isAsked(state)) return html`Your turn: <strong>${labelOf(card, round.street)}</strong>`;
  if (round.phase === PHASE.betting) return TEXTS.betsOthers;
  if (round.turn) return TEXTS.others(seen.view?.players?.[round.turn] ?? TEXTS.seat(round.turn));
  if (round.jackpot) return TEXTS.jackpotWaits;
  if (round.phase === PHASE.settling || round.phase === PHASE.settled) return TEXTS.settling;
  if (seat !== null && !round.seats?.[seat]) return TEXTS.sitOut;
  return round.phase === PHASE.counting ? TEXTS.counting : TEXTS.dealing;
}

/** What to do now, in the words of the rules card. @param {TableState} state */
function hint(state) {
  const { card, draft } = state;
  const said = (/** @type {string} */ key) => card.steps.find((step) => step.key === key)?.text ?? "";
  if (state.finished || isStopped(state)) return "";
  if (ownHand(state)?.sat_out) return TEXTS.skipped;
  if (isAsked(state)) return said(state.seen.view?.round?.street ?? "");
  if (!canBet(state)) return "";
  const filled = card.together.every((key) => draft[key]);
  // What the rules card says of side wagers is not so while a device has failed, and a banner says why.
  if (filled && Object.values(state.seen.view?.out_of_order ?? {}).some((wagers) => wagers.length)) return "";
  return filled ? said("sides") : `${said("wager")}${card.together.length > 1 ? ` ${TEXTS.together}` : ""}`;
}

/** @param {TableState} state @param {Desk} desk */
function buttons(state, desk) {
  const again = sameAgain(state);
  if (isAsked(state)) return decisions(state, desk);
  if (state.finished) {
    return [
      state.told.length ? keyed("why", html`<button class="quiet why" @click=${() => desk.show(state.tab)}>${TEXTS.why}</button>`) : null,
      again && canBet(state) && !isStopped(state) ? keyed("again", html`<button class="quiet" @click=${() => desk.again()}>${TEXTS.rebet(dollars(total(again)))}</button>`) : null,
      needsChips(state) ? keyed("buy", rebuy(state, desk, "quiet")) : null,
      keyed("next", html`<button class="primary" @click=${() => desk.next()}>${TEXTS.next}</button>`),
    ].filter(Boolean);
  }
  if (isStopped(state)) return [];
  if (canBet(state)) return betting(state, desk);
  if (hasBet(state)) return [keyed("back", html`<button class="quiet" ?disabled=${state.busy} @click=${() => desk.takeBack()}>${TEXTS.change}</button>`)];
  return ownHand(state) || state.arriving || !needsChips(state) ? [] : [keyed("buy", rebuy(state, desk, "primary"))];
}

/** Whether one has not the chips for the wagers of the next round. @param {TableState} state */
const needsChips = (state) => ownChips(state) < needed(state.card);

/** @param {TableState} state @param {Desk} desk @param {string} kind */
const rebuy = (state, desk, kind) => html`<button class=${kind} ?disabled=${state.busy} @click=${() => desk.buy()}>${(state.me?.cents ?? 0) + ownChips(state) < needed(state.card) ? TEXTS.more : TEXTS.rebuy}</button>`;

/** What is in the way is said, not switched off: who goes by the keyboard stays where they are. @param {TableState} state @param {Desk} desk */
const decisions = (state, desk) => (state.seen.own.choices ?? []).map((choice) => {
  const waits = state.busy || state.fresh;
  const short = (choice.stake ?? 0) > ownChips(state);
  return keyed(choice.decision, html`
    <button class=${["decision", choice.folds ? "fold" : "", short ? "short" : ""].filter(Boolean).join(" ")} aria-disabled=${String(waits)} @click=${() => desk.decide(choice.decision)}>
      <b>${capital(choice.decision)}</b>
      <span>${short ? TEXTS.tooDear(dollars(choice.stake ?? 0)) : choice.folds ? TEXTS.loses(dollars(choice.loses ?? 0)) : choice.returns ? TEXTS.returns(dollars(choice.returns)) : choice.stake ? TEXTS.costs(dollars(choice.stake)) : TEXTS.free}</span>
      ${worth(state.coach, choice.decision)}
    </button>`);
});

/** What the coach says of a decision. @param {TableState["coach"]} coach @param {string} decision */
function worth({ on, advice }, decision) {
  if (!on || !advice || !(decision in advice.cents)) return null;
  const best = decision === advice.best;
  return html`<span class=${best ? "coached best" : "coached"}>${average(advice.cents[decision])}${best ? html`<span class="aloud"> ${TEXTS.best}</span>` : null}</span>`;
}

/** @param {TableState} state @param {Desk} desk */
function betting(state, desk) {
  const { draft, chip, card } = state;
  const again = sameAgain(state);
  const sum = total(takenNow(state, draft));
  if (state.arriving) return [];
  if (needsChips(state) && !sum) return [keyed("buy", rebuy(state, desk, "primary"))];
  return [
    keyed("tray", html`<div class="tray" role="group" aria-label="Chip">
      ${CHIPS.filter((one) => one % card.table.chip === 0 && one <= card.table.maximum).map((one) => html`
        <button class=${one === chip ? "chosen" : ""} aria-pressed=${String(one === chip)} aria-label=${dollars(one)} draggable="true"
          @dragstart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData(DRAGGED, String(one))}
          @click=${() => desk.choose(one)}><pb-chip .state=${{ cents: one }}></pb-chip></button>`)}
    </div>`),
    keyed("undo", html`<button class="quiet" ?disabled=${!state.trail.length} @click=${() => desk.undo()}>${TEXTS.undo}</button>`),
    keyed("clear", html`<button class="quiet" ?disabled=${!sum} @click=${() => desk.clear()}>${TEXTS.clear}</button>`),
    sum || !again
      ? keyed("bet", html`<button class="primary" ?disabled=${!card.together.every((key) => draft[key]) || state.busy} @click=${() => desk.bet()}>${TEXTS.bet(dollars(sum))}</button>`)
      : keyed("again", html`<button class="primary" ?disabled=${state.busy} @click=${() => desk.again()}>${TEXTS.rebet(dollars(total(again)))}</button>`),
  ];
}
