// @ts-check
/** The bar below the felt: what the table is waiting for, and what you can do. */

import { CHIPS } from "../elements/chip.js";
import { formatAverage, formatDollars, formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { capitalize, TEXTS } from "../texts.js";
import { acceptedWagers, canBet, feltSeat, hasBet, isMyTurn, isStopped, labelOf, net, ownChips, ownHand, PHASE, repeatableBet, requiredChips, secondsLeft, total } from "./selectors.js";
import { CHIP_DATA_TYPE } from "./spot.js";

/** Seconds left when the countdown turns red. */
const WARNING_SECONDS = 10;

/** @typedef {import("./controller.js").TableController} TableController */
/** @typedef {import("./model.js").TableState} TableState */

/** @param {TableState} state @param {TableController} controller */
export function actionBar(state, controller) {
  return html`
    <footer class="actions">
      <div class="prompt">
        <p class=${isMyTurn(state) ? "yours" : ""}>${prompt(state)}${countdown(state)}</p>
        <p class="hint">${hint(state)}</p>
        ${state.note ? html`<p class="note" role="alert">${state.note}</p>` : null}
      </div>
      ${feltSeat(state) === null ? null : html`<div class="buttons">${buttons(state, controller)}</div>`}
    </footer>`;
}

/** @param {TableState} state */
function countdown(state) {
  const { feed, finishedRound } = state;
  const seconds = secondsLeft(state);
  if (seconds === null || isStopped(state) || feed.clock?.for === "opens" || finishedRound) return null;
  return html` <span class=${seconds <= WARNING_SECONDS ? "count soon" : "count"}>· ${TEXTS.seconds(seconds)}</span>`;
}

/** @param {TableState} state */
function prompt(state) {
  const { feed, card, finishedRound } = state;
  const round = feed.view?.round;
  const seat = feltSeat(state);
  if (finishedRound && seat !== null) {
    const hand = finishedRound.seats[seat];
    const sum = net(hand);
    const resultText = html`This round: <strong class="sum">${formatSignedDollars(sum)}</strong>`;
    if (finishedRound.void) return sum ? html`${TEXTS.voidFor(finishedRound.void)} ${resultText}` : TEXTS.voidFor(finishedRound.void);
    return hand.sat_out ? TEXTS.skipped : resultText;
  }
  if (isStopped(state)) return TEXTS.playStopped;
  if (state.alarm && !isMyTurn(state)) return TEXTS.fair.stop;
  if (round?.void) return TEXTS.voidFor(round.void);
  if (!round || round.phase === PHASE.closed) return TEXTS.waiting;
  if (canBet(state)) return TEXTS.placeBets;
  if (hasBet(state)) return TEXTS.betsPlaced;
  if (isMyTurn(state)) return html`Your turn: <strong>${labelOf(card, round.street)}</strong>`;
  if (round.phase === PHASE.betting) return TEXTS.betsOpen;
  if (round.turn) return TEXTS.otherDecides(feed.view?.players?.[round.turn] ?? TEXTS.seat(round.turn));
  if (round.jackpot) return TEXTS.jackpotWaits;
  if (round.phase === PHASE.settling || round.phase === PHASE.settled) return TEXTS.settling;
  if (seat !== null && !round.seats?.[seat]) return TEXTS.sitOut;
  return round.phase === PHASE.counting ? TEXTS.counting : TEXTS.dealing;
}

/** What to do now, as the rules card puts it. @param {TableState} state */
function hint(state) {
  const { card, draft } = state;
  const stepText = (/** @type {string} */ key) => card.steps.find((step) => step.key === key)?.text ?? "";
  if (state.finishedRound || isStopped(state)) return "";
  if (ownHand(state)?.sat_out) return TEXTS.skipped;
  if (isMyTurn(state)) return stepText(state.feed.view?.round?.street ?? "");
  if (!canBet(state)) return "";
  const areAllFilled = card.together.every((key) => draft[key]);
  // The rules card's words on side wagers do not apply while a device has failed; a banner says why.
  if (areAllFilled && Object.values(state.feed.view?.out_of_order ?? {}).some((wagers) => wagers.length)) return "";
  return areAllFilled ? stepText("sides") : `${stepText("wager")}${card.together.length > 1 ? ` ${TEXTS.together}` : ""}`;
}

/** @param {TableState} state @param {TableController} controller */
function buttons(state, controller) {
  const lastBet = repeatableBet(state);
  if (isMyTurn(state)) return decisionButtons(state, controller);
  if (state.finishedRound) {
    return [
      state.explanations.length ? keyed("why", html`<button class="quiet why" @click=${() => controller.showTab(state.tab)}>${TEXTS.whatHappened}</button>`) : null,
      lastBet && canBet(state) && !isStopped(state) ? keyed("again", html`<button class="quiet" @click=${() => controller.rebet()}>${TEXTS.rebet(formatDollars(total(lastBet)))}</button>`) : null,
      needsChips(state) ? keyed("buy", rebuyButton(state, controller, "quiet")) : null,
      keyed("next", html`<button class="primary" @click=${() => controller.nextRound()}>${TEXTS.next}</button>`),
    ].filter(Boolean);
  }
  if (isStopped(state)) return [];
  if (canBet(state)) return bettingButtons(state, controller);
  if (hasBet(state)) return [keyed("back", html`<button class="quiet" ?disabled=${state.isBusy} @click=${() => controller.takeBackBet()}>${TEXTS.takeBack}</button>`)];
  return ownHand(state) || state.isSittingDown || !needsChips(state) ? [] : [keyed("buy", rebuyButton(state, controller, "primary"))];
}

/** Whether you do not have the chips for the next round. @param {TableState} state */
const needsChips = (state) => ownChips(state) < requiredChips(state.card);

/** @param {TableState} state @param {TableController} controller @param {string} kind */
const rebuyButton = (state, controller, kind) => html`<button class=${kind} ?disabled=${state.isBusy} @click=${() => controller.buyChips()}>${(state.me?.cents ?? 0) + ownChips(state) < requiredChips(state.card) ? TEXTS.getMoreChips : TEXTS.buyMoreChips}</button>`;

/** A button explains why it does nothing instead of being disabled, so that it keeps keyboard focus. @param {TableState} state @param {TableController} controller */
const decisionButtons = (state, controller) => (state.feed.own.choices ?? []).map((choice) => {
  const isWaiting = state.isBusy || state.isQuestionNew;
  const isTooExpensive = (choice.stake ?? 0) > ownChips(state);
  return keyed(choice.decision, html`
    <button class=${["decision", choice.folds ? "fold" : "", isTooExpensive ? "short" : ""].filter(Boolean).join(" ")} aria-disabled=${String(isWaiting)} @click=${() => controller.decide(choice.decision)}>
      <b>${capitalize(choice.decision)}</b>
      <span>${isTooExpensive ? TEXTS.cannotAfford(formatDollars(choice.stake ?? 0)) : choice.folds ? TEXTS.loses(formatDollars(choice.loses ?? 0)) : choice.returns ? TEXTS.returns(formatDollars(choice.returns)) : choice.stake ? TEXTS.costs(formatDollars(choice.stake)) : TEXTS.free}</span>
      ${coachValue(state.coach, choice.decision)}
    </button>`);
});

/** The coach's value of a decision. @param {TableState["coach"]} coach @param {string} decision */
function coachValue({ isOn, advice }, decision) {
  if (!isOn || !advice || !(decision in advice.cents)) return null;
  const best = decision === advice.best;
  return html`<span class=${best ? "coach-value best" : "coach-value"}>${formatAverage(advice.cents[decision])}${best ? html`<span class="visually-hidden"> ${TEXTS.best}</span>` : null}</span>`;
}

/** @param {TableState} state @param {TableController} controller */
function bettingButtons(state, controller) {
  const { draft, chip, card } = state;
  const lastBet = repeatableBet(state);
  const sum = total(acceptedWagers(state, draft));
  if (state.isSittingDown) return [];
  if (needsChips(state) && !sum) return [keyed("buy", rebuyButton(state, controller, "primary"))];
  return [
    keyed("tray", html`<div class="tray" role="group" aria-label="Chips">
      ${CHIPS.filter((value) => value % card.table.chip === 0 && value <= card.table.maximum).map((value) => html`
        <button class=${value === chip ? "chosen" : ""} aria-pressed=${String(value === chip)} aria-label=${formatDollars(value)} draggable="true"
          @dragstart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData(CHIP_DATA_TYPE, String(value))}
          @click=${() => controller.chooseChip(value)}><pb-chip .state=${{ cents: value }}></pb-chip></button>`)}
    </div>`),
    keyed("undo", html`<button class="quiet" ?disabled=${!state.undoStack.length} @click=${() => controller.undo()}>${TEXTS.undo}</button>`),
    keyed("clear", html`<button class="quiet" ?disabled=${!sum} @click=${() => controller.clearSpots()}>${TEXTS.clear}</button>`),
    sum || !lastBet
      ? keyed("bet", html`<button class="primary" ?disabled=${!card.together.every((key) => draft[key]) || state.isBusy} @click=${() => controller.placeBet()}>${TEXTS.bet(formatDollars(sum))}</button>`)
      : keyed("again", html`<button class="primary" ?disabled=${state.isBusy} @click=${() => controller.rebet()}>${TEXTS.rebet(formatDollars(total(lastBet)))}</button>`),
  ];
}
