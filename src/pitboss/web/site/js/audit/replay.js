// @ts-check
/** The replay of a round: the felt, the log beside it, and the money of each step. */

import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { EMPTY_FEED } from "../socket.js";
import { feltView } from "../table/felt.js";
import { AUDIT } from "../texts_audit.js";

/** @typedef {import("../types").Replay} Replay */
/** @typedef {{replay: Replay, index: number, check: import("../types").RoundCheck | null, pageCheck: import("./verify.js").PageCheck | null, isChecking: boolean, errorMessage: string}} ReplayState */
/** @typedef {{go: (index: number) => void, verify: () => void}} ReplayActions */

/** Return the state of a table page that shows a step. @param {Replay} replay @param {number} index */
const feltState = (replay, index) => /** @type {import("../table/model.js").TableState} */ (/** @type {unknown} */ ({
  table: replay.table, card: replay.card, me: null, draft: {}, explanations: [], finishedRound: null,
  feed: { ...EMPTY_FEED, view: replay.steps[index].view },
}));

/** Return the index of the next step of a stage; the first one again after the last. @param {Replay} replay @param {number} index @param {string} stage */
export function nextOfStage({ steps }, index, stage) {
  const later = steps.findIndex((step, at) => at > index && step.stage === stage);
  return later >= 0 ? later : Math.max(0, steps.findIndex((step) => step.stage === stage));
}

/** @param {ReplayState} state @param {ReplayActions} actions */
export function replayView({ replay, index, check, pageCheck, isChecking, errorMessage }, actions) {
  const step = replay.steps[index];
  const last = replay.steps.length - 1;
  const move = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ disabled) => html`
    <button type="button" aria-label=${label} title=${label} ?disabled=${disabled} @click=${() => actions.go(to)}>${sign}</button>`;
  return html`
    <main class="page audit replay">
      <header class="replay-head">
        <a href="#/audit">${AUDIT.back}</a>
        <h1>${replay.table} · ${AUDIT.round(replay.round)}</h1>
        <button type="button" ?disabled=${isChecking} @click=${actions.verify}>${isChecking ? AUDIT.verifying : AUDIT.verify}</button>
        <a class="button" download href=${`/api/tables/${encodeURIComponent(replay.table)}/rounds/${replay.round}/export`}>${AUDIT.exportRound}</a>
      </header>
      <div class="status checks" role="status">
        ${errorMessage ? html`<p class="note">${errorMessage}</p>` : null}
        ${check ? html`<p class=${check.ok ? "balanced" : "note"}><strong>${AUDIT.server}</strong> ${check.ok ? `${AUDIT.verified(check)}${check.seed_lost ? ` ${AUDIT.seedLost}` : ""}` : AUDIT.wrong(check)}</p>` : null}
        ${pageCheck ? html`<p class=${pageCheck.ok ? "balanced" : "note"}><strong>${AUDIT.page}</strong> ${pageCheck.text}</p>` : null}
      </div>
      <div class="replay-body">
        <div class="replay-felt">${feltView(feltState(replay, index), null)}</div>
        <section class="replay-log" aria-label=${AUDIT.log}>
          <ol>${replay.steps.map((item, at) => keyed(at, html`
            <li class=${at === index ? "current" : ""}>
              <button type="button" aria-current=${at === index ? "step" : "false"} @click=${() => actions.go(at)}>
                <time>${item.at.slice(11, 19)}</time> <span>${item.text || item.event}</span> <small>${item.by}</small>${item.said ? html`<q>${item.said}</q>` : null}
              </button>
            </li>`))}</ol>
        </section>
      </div>
      <div class="replay-bar" role="group" aria-label=${AUDIT.step(index + 1, last + 1)}>
        ${move(AUDIT.first, "|◀", 0, index === 0)}
        ${move(AUDIT.previous, "◀", index - 1, index === 0)}
        <input type="range" min="0" max=${last} .value=${String(index)} aria-label=${AUDIT.step(index + 1, last + 1)} @input=${(/** @type {InputEvent} */ event) => actions.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
        ${move(AUDIT.next, "▶", index + 1, index === last)}
        ${move(AUDIT.last, "▶|", last, index === last)}
        ${AUDIT.jumps.map(([stage, label]) => html`<button type="button" @click=${() => actions.go(nextOfStage(replay, index, stage))}>${label}</button>`)}
        <span class="muted">${AUDIT.step(index + 1, last + 1)}</span>
      </div>
      <section class="replay-step">
        <p><strong>${step.text || step.event}</strong></p>
        ${step.said ? html`<p>${AUDIT.said}: “${step.said}”</p>` : null}
        ${step.postings.length ? html`<div class="wide" tabindex="0"><table><caption>${AUDIT.postings}</caption><tbody>${step.postings.map((posting) => html`
          <tr><td>${posting.source}</td><td>→ ${posting.target}</td><td class="figure">${typeof posting.cents === "number" ? formatDollars(posting.cents) : `${posting.cents} ¢`}</td><td>${posting.why}</td></tr>`)}</tbody></table></div>`
        : html`<p class="muted">${AUDIT.noPostings}</p>`}
        <p class="muted">${AUDIT.keys}</p>
      </section>
    </main>`;
}
