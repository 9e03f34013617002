// @ts-check
/** The step that is due, in large type: what to do, what to say, by which clause, and the button that confirms it. */

import { html, keyed } from "../html.js";
import { capitalize, TEXTS } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { endSentence } from "../wording.js";
import { actionFields, needsInput } from "./prompts.js";
import { isReady } from "./selectors.js";

/** @typedef {import("./model.js").DealModel} DealModel */
/** @typedef {import("./model.js").DealState} DealState */

/** A step with more characters is set in smaller type. */
const LONG = 70;

/** @param {DealState} state @param {DealModel} model */
export function stepPanel(state, model) {
  const { console } = state;
  if (!console) return html`<section class="step" aria-label=${DEALER.yours}><p class="what">${state.consoleError ? "" : DEALER.loading}</p></section>`;
  const { instruction, primary } = console;
  const isOwn = primary !== null;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    model.confirmStep();
  };
  return html`
    <section class=${isOwn ? "step own" : "step"} aria-label=${DEALER.yours}>
      <form @submit=${submit}>
        <div class="order">
          <p class="whose">${isOwn ? DEALER.yours : DEALER.who[instruction.who] ?? instruction.who} ${instruction.clause ? html`<span class="cite">${instruction.clause}</span>` : null}</p>
          <p class=${instruction.what.length > LONG ? "what long" : "what"} aria-live="polite">${endSentence(capitalize(instruction.what))}</p>
          ${instruction.said ? html`<p class="said"><span class="visually-hidden">${DEALER.say}: </span>“${instruction.said}”</p>` : null}
          ${primary?.detail ? html`<p class="muted">${primary.detail}</p>` : null}
          <p class="note refusal" role="alert">${state.note || (primary?.refusal ? DEALER.notNow(primary.refusal) : "")}</p>
        </div>
        ${primary ? html`
          <div class="answer">
            ${needsInput(primary) ? actionFields(state, model, primary, true) : keyed("error", html`<p class="note" role="alert">${state.draft.errorMessage}</p>`)}
            ${confirmation(state)}
            <button class="primary go" aria-disabled=${String(!isReady(state) || Boolean(primary.refusal))}><b>${capitalize(primary.label)}</b>${needsInput(primary) ? null : html`<kbd>Enter</kbd>`}</button>
          </div>` : null}
      </form>
      ${state.me && console.role !== "dealer" && console.role !== "floorperson" ? html`<p class="muted">${DEALER.watching}</p>` : null}
    </section>`;
}

/** What the chosen variant reveals, before it is sent. @param {DealState} state */
function confirmation({ console, draft }) {
  const variants = console?.primary?.variants ?? [];
  const text = variants[variants.length === 1 ? 0 : draft.variant ?? -1]?.confirmation;
  return text ? html`<p class="warning">${text}</p>` : null;
}

/** Notices for everybody who works at the table. @param {DealState} state */
export function banners(state) {
  const { incident, out_of_order, lapsed } = state.feed.view ?? {};
  return [
    state.link === "lost" ? html`<p class="banner" role="status">${DEALER.connectionLost}</p>` : null,
    state.link === "over" ? html`<p class="banner" role="status">${DEALER.sessionEnded}</p>` : null,
    state.consoleError && state.link !== "lost" ? html`<p class="banner" role="alert">${endSentence(capitalize(state.consoleError))}</p>` : null,
    incident ? html`<p class="banner stopped" role="status">${DEALER.incident(incident)}</p>` : null,
    lapsed ? html`<p class="banner" role="status">${TEXTS.lapsed(lapsed)}</p>` : null,
    ...Object.keys(incident ? {} : out_of_order ?? {}).map((device) => html`<p class="banner failed">${TEXTS.deviceFailed(device, [], false)}</p>`),
  ].filter(Boolean);
}
