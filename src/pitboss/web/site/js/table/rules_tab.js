// @ts-check
/** The rules card beside the table: how to play, what pays what, and how unclear points are read. */

import { formatDollars } from "../format.js";
import { html } from "../html.js";
import { TEXTS } from "../texts.js";
import { endSentence, joinNames } from "../wording.js";

/** @param {import("./model.js").TableState} state */
export function rulesTab({ card }) {
  return html`
    <section class="panel">
      <h3>How to play</h3>
      <p>${card.story}</p>
      <ol class="steps">${card.steps.map((step) => html`<li><b>${step.title}</b> ${step.text} ${clauseNote(step.clause)}</li>`)}</ol>
      <p><a href=${`#/learn/${card.game}`}>Two-minute introduction</a></p>
    </section>
    ${card.deck || card.rankings.length ? html`
      <section class="panel"><h3>${TEXTS.cardsAndHands}</h3>
        ${card.deck ? html`<p>${TEXTS.dealtFrom} ${card.deck}</p>` : null}
        ${card.rankings.map((text) => html`<p>${text}</p>`)}
      </section>` : null}
    ${groupWagers(card.wagers).map(({ wager, names, limits }) => html`
      <section class="panel">
        <h3>${joinNames(names)}</h3>
        <p class="muted">${wager.how}${limits ? ` Limits: ${limits}.` : ""}</p>
        ${wager.lines.length ? html`<table class="pays"><tbody>${wager.lines.map((line) => html`<tr><th scope="row">${line.name}${line.bonus ? TEXTS.bonusLine : ""}</th><td>${line.pays}</td></tr>`)}</tbody></table>` : null}
      </section>`)}
    ${card.wagers.filter(({ spins }) => spins).map(({ key, label }) => html`
      <section class="panel"><h3>${TEXTS.wheelOf(label)}</h3>
        <table class="pays"><tbody>${card.wheel.filter(({ wager }) => wager === key).map((stop) => html`<tr><th scope="row">${stop.symbol} × ${stop.stops}</th><td>${stop.prize}${stop.community ? html` <small>${TEXTS.communityPay(formatDollars(stop.community))}</small>` : null}</td></tr>`)}</tbody></table>
      </section>`)}
    <section class="panel">
      ${card.readings.length ? html`<h3>How unclear points are read</h3>` : null}
      ${card.readings.map((reading) => html`<p>${reading.question} <b>${reading.meaning}</b> ${clauseNote(reading.clause)}</p>`)}
      <p class="muted">${card.name}${card.rulebook ? `, ${card.edition}` : ""}, filed by ${endSentence(`${card.operator}${card.example ? " (example)" : ""}`)} Rules hash <code title=${card.hash}>${card.hash.slice(0, 12)}</code></p>
    </section>`;
}

/** @typedef {import("../types").Card["wagers"][number]} Wager */

/** Group wagers that pay alike, with all their names, and with their limits if those are the same. @param {Wager[]} wagers */
function groupWagers(wagers) {
  /** @type {Map<string, Wager[]>} */
  const kinds = new Map();
  for (const wager of wagers) {
    const key = JSON.stringify([wager.how, wager.lines]);
    kinds.set(key, [...(kinds.get(key) ?? []), wager]);
  }
  return [...kinds.values()].map((group) => {
    const limits = new Set(group.map(({ minimum, maximum }) => (minimum ? range(minimum, maximum ?? 0) : "")));
    return { wager: group[0], names: group.map((wager) => wager.label), limits: limits.size === 1 ? [...limits][0] : "" };
  });
}

/** @param {number} minimum @param {number} maximum */
const range = (minimum, maximum) => (minimum === maximum ? formatDollars(minimum) : `${formatDollars(minimum)} to ${formatDollars(maximum)}`);

/** @param {string} text */
const clauseNote = (text) => (text ? html`<small class="cite">${text}</small>` : null);
