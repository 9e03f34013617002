// @ts-check
/** The edge as it moves: before, now, and by how much; what the lab is doing; and what can be done about it. */

import { html, keyed } from "../html.js";
import { percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { minus } from "./exact.js";
import { count, points } from "./shown.js";
import { isFiled } from "./variant.js";
import { edges, isSame } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./bench.js").LabState} LabState */

/** What the figures are held against: the variant that was kept, or what is filed. @param {LabState} state */
export const before = ({ kept, filed }) => (kept ? { solved: kept, name: T.a } : { solved: filed, name: T.asFiled });

/** @param {Bench} bench */
export function score(bench) {
  const { state } = bench;
  const { now, variant, kept } = state;
  const reference = before(state);
  const was = reference.solved ? edges(reference.solved) : [];
  const is = now ? edges(now) : [];
  return html`
    <section class=${state.working ? "score panel working" : "score panel"} aria-label=${T.edge}>
      <h2>${T.edge}</h2>
      <ul class="edges">${is.map((one) => keyed(one.key, moving(one, was.find((other) => other.key === one.key), reference.name)))}</ul>
      ${progress(bench)}
      <div class="doing">
        <button class="quiet" title=${T.keepLong} ?disabled=${!now || state.working || kept === now} @click=${() => bench.keep()}>${T.keep}</button>
        <button class="quiet" ?disabled=${isFiled(variant)} @click=${() => bench.reset()}>${T.reset}</button>
      </div>
      <p class="aloud" role="status">${state.working ? "" : spoken(is, was)}</p>
    </section>`;
}

/** @param {import("./wagers.js").Edge} one @param {import("./wagers.js").Edge | undefined} was @param {string} against */
function moving(one, was, against) {
  const still = !was || isSame(one, was);
  return html`
    <li class=${still ? "still" : "moved"} data-wager=${one.key || "main"}>
      <span class="of">${one.label}</span>
      ${still ? null : html`<span class="was" title=${T.against(against)}>${percent(was.share, 4)} <span aria-hidden="true">→</span></span>`}
      <b class="is">${percent(one.share, 4)}</b>
      ${still ? null : html`<span class="by">${points(minus(one.edge, was.edge))} ${T.points}</span>`}
    </li>`;
}

/** @param {import("./wagers.js").Edge[]} is @param {import("./wagers.js").Edge[]} was */
function spoken(is, was) {
  return is.flatMap((one) => {
    const other = was.find(({ key }) => key === one.key);
    return other && !isSame(one, other) ? [T.moved(one.label, percent(other.share, 4), percent(one.share, 4))] : [];
  }).join(" ");
}

/** What the lab is doing, in words. @param {import("../types").JobTold | null} told */
export function doing(told) {
  if (!told) return T.working;
  return told.state === "waiting" ? T.waiting(told.ahead) : told.what ? T.step(told.what, told.done, told.of) : T.working;
}

/** @param {Bench} bench */
function progress(bench) {
  const { working, told, note, now } = bench.state;
  if (working) {
    return html`<div class="progress">
      ${bar(told, T.first)}
      <p>${doing(told)}</p>
      <button class="quiet" @click=${() => bench.cancel()}>${T.cancel}</button>
    </div>`;
  }
  if (note) {
    return html`<div class="progress">
      <p class="note" role="alert">${note}</p>
      ${note === T.faulty ? null : html`<button class="quiet" @click=${() => bench.again()}>${T.again}</button>`}
    </div>`;
  }
  return html`<div class="progress"><p class="muted">${now ? T.solved(count(now.result.main.deals), now.result.seconds_all.toFixed(1)) : ""}</p></div>`;
}

/** @param {import("../types").JobTold | null} told @param {string} name */
export const bar = (told, name) => (told?.of
  ? html`<progress aria-label=${name} max=${told.of} value=${told.done}></progress>`
  : html`<progress aria-label=${name}></progress>`);
