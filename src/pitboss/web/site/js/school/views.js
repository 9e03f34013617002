// @ts-check
/** Views of the school: games, lessons, questions, moves at the table, the end, and the class. */

import { CHIPS } from "../elements/chip.js";
import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { capitalize } from "../texts.js";
import { SCHOOL } from "../texts_school.js";
import { sceneView } from "./scene.js";

/** @typedef {import("../types").SchoolPage} SchoolPage */
/** @typedef {import("../types").SessionState} SessionState */
/** @typedef {import("../types").GameProgress} GameProgress */
/** @typedef {import("../types").LessonSummary} LessonSummary */
/** @typedef {import("../types").LessonPage} LessonPage */
/** @typedef {import("../types").ClassMember} ClassMember */
/** @typedef {import("../types").PageGrade} PageGrade */
/** @typedef {import("../types").Certificate} Certificate */
/** @typedef {import("../types").Card} Card */
/**
 * @typedef {{
 *   overview: import("../types").SchoolOverview | null, members: ClassMember[] | null, tables: import("../types").LobbyTable[], table: string, game: string, lesson: string, card: Card | null,
 *   pages: LessonPage[], index: number, session: SessionState | null, inputs: string[], field: number, move: string, chosen: number | null,
 *   certificate: Certificate | null, note: string, errorMessage: string
 * }} SchoolData
 */
/**
 * @typedef {{
 *   turnPage: (offset: number) => void, start: () => void, answer: (option: number) => void, type: (field: number, text: string) => void,
 *   select: (field: number) => void, addChip: (cents: number) => void, submit: () => void, chooseMove: (key: string) => void,
 *   chooseSeat: (seat: number) => void, goOn: () => void, certify: (game: string) => void, enterAsGuest: () => void
 * }} SchoolActions
 */

/** @param {SchoolData} data @param {import("../types").Me | null} me @param {SchoolActions} actions */
export function schoolView(data, me, actions) {
  if (!me) return html`<main class="page school"><h1>${SCHOOL.title}</h1><p class="lead">${SCHOOL.lead}</p><p>${SCHOOL.signIn}</p>
    <p><button class="primary" @click=${actions.enterAsGuest}>${SCHOOL.enterAsGuest}</button></p></main>`;
  if (data.errorMessage && !data.overview) return html`<main class="page school"><h1>${SCHOOL.title}</h1><p class="note" role="alert">${data.errorMessage}</p></main>`;
  if (!data.overview) return html`<main class="page school"><p class="plain">${SCHOOL.loading}</p></main>`;
  if (data.game === "class") return classView(data.members ?? []);
  const progress = data.overview.games.find(({ game }) => game === data.game);
  if (!data.game || !progress) return gamesView(data, me);
  if (!data.lesson) return lessonsView(data, progress, actions);
  return lessonView(data, progress, actions);
}

/** @param {SchoolData} data @param {import("../types").Me} me */
function gamesView({ overview, errorMessage }, me) {
  const games = overview?.games ?? [];
  const streak = overview?.day_streak ?? 0;
  return html`
    <main class="page school">
      <h1>${SCHOOL.title}</h1>
      <p class="lead">${SCHOOL.lead}</p>
      <p class="tags">${streak ? html`<span class="tag">${SCHOOL.dayStreak(streak)}</span>` : null}
        ${me.part === "floorperson" || me.part === "administrator" ? html`<a class="button-like" href="#/school/class">${SCHOOL.class}</a>` : null}</p>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      <ul class="courses">${games.map((game) => keyed(game.game, html`
        <li class="panel"><h2><a href=${`#/school/${game.game}`}>${game.game_name}</a></h2>
          ${progressBar(game.lessons.filter(({ day }) => day).length, game.lessons.length, SCHOOL.passed(game.lessons.filter(({ day }) => day).length, game.lessons.length))}
          <p class="tags">${game.due ? html`<span class="tag due">${SCHOOL.due(game.due)}</span>` : null}${game.seen ? html`<span class="muted">${SCHOOL.known(game.known, game.seen)}</span>` : null}</p>
        </li>`))}</ul>
    </main>`;
}

/** @param {number} value @param {number} total @param {string} text */
function progressBar(value, total, text) {
  return html`<p class="bar-line"><progress max=${Math.max(total, 1)} value=${value} aria-label=${text}></progress><span>${text}</span></p>`;
}

/** Return the address of a lesson, or of all lessons of a game. @param {string} game @param {string} lesson @param {string} table */
const lessonHref = (game, lesson, table) => `#/school/${game}${lesson ? `/${lesson}` : ""}${table ? `?table=${encodeURIComponent(table)}` : ""}`;

/** Whose rules are taught: the built-in example's, or those of a table. @param {SchoolData} data @param {GameProgress} game */
function rulesChoice({ tables, table }, { game }) {
  const ownTables = tables.filter((item) => item.game === game);
  if (!ownTables.length) return null;
  const change = (/** @type {Event} */ event) => { location.hash = lessonHref(game, "", /** @type {HTMLSelectElement} */ (event.target).value); };
  return html`<label class="rules-choice">${SCHOOL.rules} <select @change=${change}><option value="" ?selected=${!table}>${SCHOOL.example}</option>${ownTables.map((item) => html`<option value=${item.table} ?selected=${item.table === table}>${SCHOOL.rulesOf(item.title)}</option>`)}</select></label>`;
}

/** @param {SchoolData} data @param {GameProgress} game @param {SchoolActions} actions */
function lessonsView(data, game, actions) {
  const { certificate, note, errorMessage, table } = data;
  const next = game.lessons.findIndex(({ day }) => !day);
  return html`
    <main class="page school">
      <p><a href="#/school">${SCHOOL.allGames}</a></p>
      <h1>${game.game_name}</h1>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      <p class="status" role="status">${note}</p>
      ${rulesChoice(data, game)}
      <p class="tags">
        ${game.due ? html`<a class="button-like" href=${lessonHref(game.game, "review", table)}>${SCHOOL.review(game.due)}</a>` : html`<span class="muted">${SCHOOL.nothingDue}</span>`}
        ${game.weak.length ? html`<span class="muted">${SCHOOL.weak(game.weak)}</span>` : null}
      </p>
      <ol class="lessons">${game.lessons.map((lesson, index) => keyed(lesson.key, html`
        <li class=${`panel${index === next ? " next" : ""}`}>
          <div><h2>${index + 1}. ${lesson.title}</h2><p class="muted">${lesson.about}</p>
            <p class="muted">${lesson.day ? SCHOOL.best(lesson.right, lesson.asked, lesson.day) : SCHOOL.minutes(lesson.minutes)}</p></div>
          <a class=${index === next ? "button" : "button-like"} aria-label=${`${lessonAction(game, lesson, index)}: ${lesson.title}`} href=${lessonHref(game.game, lesson.key, table)}>${lessonAction(game, lesson, index)}</a>
        </li>`))}</ol>
      ${next !== 0 ? certificateView(game.game, certificate, actions) : null}
    </main>`;
}

/** @param {GameProgress} game @param {LessonSummary} lesson @param {number} index */
function lessonAction(game, lesson, index) {
  if (game.session && game.session_lesson === lesson.key) return SCHOOL.continueLesson;
  if (lesson.day) return SCHOOL.again;
  return index === 0 ? SCHOOL.startFirst : SCHOOL.start;
}

/** @param {string} game @param {Certificate | null} certificate @param {SchoolActions} actions */
function certificateView(game, certificate, actions) {
  if (!certificate || certificate.game !== game) return html`<p><button class="quiet" @click=${() => actions.certify(game)}>${SCHOOL.certificate}</button></p>`;
  const path = `/api/school/certificates/${certificate.id}/paper`;
  return html`<div class="certificate" role="status"><p>${SCHOOL.certificateReady(certificate.id)}</p>
    <p class="choices"><a class="button-like" href=${path} download>${SCHOOL.pdf}</a><a class="button-like" href=${`${path}?format=html`} download>${SCHOOL.page2}</a></p></div>`;
}

// A lesson.

/** @param {SchoolData} data @param {GameProgress} game @param {SchoolActions} actions */
function lessonView(data, game, actions) {
  const { card, session, pages, errorMessage, note } = data;
  const alert = errorMessage || note;
  const title = session?.title ?? game.lessons.find(({ key }) => key === data.lesson)?.title ?? "";
  const body = !card ? html`<p class="plain">${alert ? "" : SCHOOL.loading}</p>`
    : session?.page.wants === "nothing" ? overView(data, game, actions)
    : session ? turnView(data, card, session, actions)
    : pages.length ? pageView(data, card, actions) : html`<p class="plain">${alert ? "" : SCHOOL.loading}</p>`;
  return html`
    <main class="page school in-lesson">
      <p class="lesson-head"><a href=${lessonHref(game.game, "", data.table)}>${game.game_name}</a> <b>${title}</b>${data.table ? html` <span class="tag">${SCHOOL.rulesOf(data.table)}</span>` : null}${session && session.page.wants !== "nothing" ? scoreView(session.page) : null}</p>
      ${alert ? html`<p class="note" role="alert">${alert}</p>` : null}
      ${body}
    </main>`;
}

/** @param {SchoolPage} page */
function scoreView({ right, answers, left, streak, round }) {
  return html`<span class="score">
    ${round ? html`<span class="tag">${SCHOOL.round(round)}</span>` : html`<progress max=${Math.max(answers + left, 1)} value=${answers} aria-label=${SCHOOL.left(left)}></progress> <span>${SCHOOL.left(left)}</span>`}
    <span>${SCHOOL.progress(right, answers)}</span>
    ${streak > 1 ? html`<span class="tag">${SCHOOL.streak(streak)}</span>` : null}
  </span>`;
}

/** A page to read, or a step to perform. @param {SchoolData} data @param {Card} card @param {SchoolActions} actions */
function pageView({ pages, index, lesson }, card, actions) {
  const page = pages[index];
  const isLast = index === pages.length - 1;
  const isStep = Boolean(page.who);
  const hasSteps = pages.some(({ who }) => who);
  const label = isLast ? (isStep ? SCHOOL.perform : SCHOOL.toQuestions) : !isStep ? (hasSteps ? SCHOOL.begin : SCHOOL.next) : page.who === "player" ? SCHOOL.playerActs : SCHOOL.perform;
  const words = html`
    <div class="words">
      <p class="muted">${hasSteps ? SCHOOL.step(index + 1, pages.length) : SCHOOL.page(index + 1, pages.length)}</p>
      <progress max=${pages.length} value=${index + 1} aria-label=${SCHOOL.step(index + 1, pages.length)}></progress>
      ${isStep ? html`<p class="kicker">${page.who === "player" ? SCHOOL.playerNow : page.who === "dealer" ? SCHOOL.doNow : SCHOOL.floorNow}</p>` : null}
      <h1 tabindex="-1">${page.title}</h1>
      ${page.say ? html`<p class="say"><span>${SCHOOL.say}</span> “${page.say}”</p>` : null}
      ${isStep && page.rows.length ? html`<h2>${page.counts ? SCHOOL.count : SCHOOL.pay}</h2>` : null}
      ${rowsView(page, isStep)}
      ${clausesView(page.clauses)}
      ${isStep ? null : termsView()}
      <p class="choices">
        <button class="quiet" ?disabled=${index === 0} @click=${() => actions.turnPage(-1)}>${SCHOOL.back}</button>
        <button class="primary" data-enter @click=${() => (isLast ? actions.start() : actions.turnPage(1))}>${lesson === "dealing" && isLast ? SCHOOL.toTable : label}</button>
      </p>
    </div>`;
  return html`<section class=${page.view ? "study" : "study plain-page"}>${words}${page.view ? html`<div class="picture">${sceneView(card, page.view)}</div>` : null}</section>`;
}

/** The words that dealers use, for those who hear them for the first time. */
const termsView = () => html`<details class="lookup"><summary>${SCHOOL.terms.title}</summary><dl class="clauses">${SCHOOL.terms.list.map(([term, meaning]) => html`<div><dt>${term}</dt><dd>${meaning}</dd></div>`)}</dl></details>`;

/** @param {LessonPage} page @param {boolean} isStep */
function rowsView({ rows }, isStep) {
  if (!rows.length) return null;
  if (rows.every(({ head, clause }) => !head && !clause)) return rows.map((row) => html`<p>${row.text}</p>`);
  return html`<table class=${isStep ? "pays" : "rows"}><tbody>${rows.map((row) => html`<tr>${row.head ? html`<th scope="row">${row.head}</th>` : html`<th class="none"></th>`}<td>${row.text}</td>${row.clause ? html`<td class="cite">${row.clause}</td>` : null}</tr>`)}</tbody></table>`;
}

/** @param {Record<string, string>} clauses */
function clausesView(clauses) {
  const entries = Object.entries(clauses);
  return entries.length ? html`<dl class="clauses">${entries.map(([clause, text]) => html`<div><dt>${clause}</dt><dd>${text}</dd></div>`)}</dl>` : null;
}

/** A question, or the moves at the table. @param {SchoolData} data @param {Card} card @param {SessionState} session @param {SchoolActions} actions */
function turnView(data, card, session, actions) {
  const { page } = session;
  return html`
    <section class="study">
      <div class="words">
        <p class="muted">${capitalize(page.about)}${page.is_repeat ? html` · <span class="tag">${SCHOOL.repeat}</span>` : null}</p>
        ${page.wants === "move" ? movesView(data, page, actions) : questionView(data, card, page, actions)}
      </div>
      ${page.view ? html`<div class="picture">${sceneView(card, page.view, page.seat)}</div>` : null}
    </section>`;
}

/** @param {SchoolData} data @param {Card} card @param {SchoolPage} page @param {SchoolActions} actions */
function questionView(data, card, page, actions) {
  const { grade } = page;
  return html`
    <h1 tabindex="-1">${page.prompt}</h1>
    ${page.options.length ? optionsView(data, page, actions) : figuresView(data, page, actions)}
    ${grade ? gradeView(grade) : null}
    ${grade ? html`<p class="choices"><button class="primary" data-enter @click=${() => actions.goOn()}>${SCHOOL.go}</button></p>` : null}
    ${!grade && page.fields.some(({ kind }) => kind === "paid") ? paytablesView(card) : null}
    ${termsView()}`;
}

/** @param {SchoolData} data @param {SchoolPage} page @param {SchoolActions} actions */
function optionsView({ chosen }, { options, grade }, actions) {
  return html`<ol class="options">${options.map((option, index) => {
    const mark = !grade ? "" : index === grade.right_option ? "right" : index === chosen ? "wrong" : "other";
    return keyed(`${option}`, html`<li><button class=${`option ${mark}`} ?disabled=${Boolean(grade)} @click=${() => actions.answer(index)}>
      <span class="key" aria-hidden="true">${mark === "right" ? "✓" : mark === "wrong" ? "✗" : index + 1}</span><span>${option}</span></button></li>`);
  })}</ol>`;
}

/** @param {SchoolData} data @param {SchoolPage} page @param {SchoolActions} actions */
function figuresView({ inputs, field: current }, { fields, grade, hint }, actions) {
  const submit = (/** @type {Event} */ event) => { event.preventDefault(); actions.submit(); };
  const active = fields[current];
  return html`
    <form class="figures" @submit=${submit}>
      ${fields.map((field, index) => keyed(index, html`
        <label class=${!grade && index === current ? "current" : ""}><span>${field.label}</span>
          <input type="text" inputmode="decimal" autocomplete="off" maxlength="12" .value=${inputs[index] ?? ""} ?readonly=${Boolean(grade)}
            @focus=${() => actions.select(index)} @input=${(/** @type {Event} */ event) => actions.type(index, /** @type {HTMLInputElement} */ (event.target).value)}>
          ${grade ? html`<b class=${grade.parts[index] ? "right" : "wrong"}>${grade.parts[index] ? "✓" : `✗ ${capitalize(grade.answers[index])}`}</b>` : null}
        </label>`))}
      ${!grade ? html`
        ${active?.kind === "paid" ? html`<div class="chip-row" role="group" aria-label=${active.label}>
          ${CHIPS.map((cents) => html`<button type="button" aria-label=${SCHOOL.addChip(formatDollars(cents))} @click=${() => actions.addChip(cents)}><pb-chip .state=${{ cents }}></pb-chip></button>`)}
          <button type="button" class="quiet" @click=${() => actions.type(current, "push")}>${SCHOOL.push}</button>
          <button type="button" class="quiet" @click=${() => actions.type(current, "lose")}>${SCHOOL.lose}</button>
          <button type="button" class="quiet" @click=${() => actions.type(current, "")}>${SCHOOL.clear}</button>
        </div>` : null}
        ${hint ? html`<p class="muted">${hint}</p>` : null}
        <p class="choices"><button class="primary">${SCHOOL.check}</button></p>` : null}
    </form>`;
}

/** @param {PageGrade} grade */
function gradeView(grade) {
  return html`
    <div class=${`feedback ${grade.is_right ? "right" : "wrong"}`} role="status">
      <p>${grade.feedback}</p>
      ${grade.comes_back_after ? html`<p class="muted">${SCHOOL.comesBack(grade.comes_back_after)}</p>` : null}
      ${clausesView(grade.clauses)}
    </div>`;
}

/** @param {Card} card */
function paytablesView(card) {
  return html`<details class="lookup"><summary>${SCHOOL.paytables}</summary>
    ${card.wagers.map((wager) => html`<section><h2>${wager.label}</h2><p>${wager.how}</p>
      ${wager.lines.length ? html`<table class="pays"><tbody>${wager.lines.map((line) => html`<tr><th scope="row">${capitalize(line.name)}</th><td>${line.pays}</td></tr>`)}</tbody></table>` : null}
    </section>`)}</details>`;
}

/** @param {SchoolData} data @param {SchoolPage} page @param {SchoolActions} actions */
function movesView({ move: pending }, page, actions) {
  const pendingMove = page.moves.find(({ key }) => key === pending);
  return html`
    ${page.grade ? gradeView(page.grade) : null}
    ${page.grade && !page.grade.is_right ? html`<p class="muted">${SCHOOL.stillNext}</p>` : null}
    ${page.irregularity ? html`<p class="irregularity" role="alert">${SCHOOL.youSee(page.irregularity)}</p>` : null}
    <h1 tabindex="-1">${pendingMove ? SCHOOL.whichSeat(capitalize(pendingMove.label)) : page.irregularity ? SCHOOL.whatDoYouDo : page.prompt}</h1>
    ${pendingMove ? html`<div class="choices">${page.seats.map((seat) => html`<button class="quiet" @click=${() => actions.chooseSeat(seat)}>${SCHOOL.seat(seat)}</button>`)}<button class="quiet" @click=${() => actions.chooseMove("")}>${SCHOOL.back}</button></div>`
    : html`<div class="moves" role="group" aria-label=${SCHOOL.moves}>${page.moves.map((move) => keyed(move.key, html`<button class="quiet" @click=${() => actions.chooseMove(move.key)}><kbd>${move.key.toUpperCase()}</kbd>${capitalize(move.label)}</button>`))}</div>`}`;
}

/** The end of a lesson. @param {SchoolData} data @param {GameProgress} game @param {SchoolActions} actions */
function overView(data, game, actions) {
  const { session, certificate } = data;
  const report = session?.page.report;
  if (!session || !report) return null;
  const returns = Object.entries(session.returns);
  return html`
    <section class="words over">
      <h1 tabindex="-1">${SCHOOL.over}</h1>
      <p class="lead">${SCHOOL.overLead(report.right, report.asked)}</p>
      <h2>${SCHOOL.bySubject}</h2>
      <table class="pays"><tbody>${report.subjects.map((score) => html`<tr><th scope="row">${capitalize(score.about)}</th><td>${score.right} / ${score.asked}</td></tr>`)}</tbody></table>
      ${report.missed.length ? html`<h2>${SCHOOL.missed}</h2><ul class="missed">${report.missed.map((miss) => html`<li><p>${miss.prompt}</p>${clausesView(miss.clauses)}${miss.mended ? html`<p class="muted">✓ ${SCHOOL.mended}</p>` : null}</li>`)}</ul>` : null}
      ${returns.length ? html`<h2>${SCHOOL.comesBackOn}</h2><ul>${returns.map(([day, count]) => html`<li>${SCHOOL.returns(count, day)}</li>`)}</ul>` : null}
      ${certificateView(game.game, certificate, actions)}
      <p class="choices"><a class="button primary" href=${lessonHref(game.game, "", data.table)}>${SCHOOL.moreLessons}</a></p>
    </section>`;
}

// The class.

/** @param {ClassMember[]} members */
function classView(members) {
  return html`
    <main class="page school">
      <p><a href="#/school">${SCHOOL.allGames}</a></p>
      <h1>${SCHOOL.class}</h1><p class="lead">${SCHOOL.classLead}</p>
      ${members.length ? html`<div class="wide" tabindex="0"><table class="class"><thead><tr>${[SCHOOL.name, SCHOOL.role, SCHOOL.game, SCHOOL.lessons, SCHOOL.knownColumn, SCHOOL.dueColumn, SCHOOL.weakColumn, SCHOOL.lastDay].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${members.flatMap((member) => memberRows(member))}</tbody></table></div>` : html`<p>${SCHOOL.noClass}</p>`}
    </main>`;
}

/** @param {ClassMember} member */
function memberRows(member) {
  if (!member.games.length) return [html`<tr><th scope="row">${member.name}</th><td>${member.role}</td><td colspan="6" class="muted">${SCHOOL.notStarted}</td></tr>`];
  return member.games.map((game, index) => html`<tr><th scope="row">${index ? html`<span class="visually-hidden">${member.name}</span>` : member.name}</th><td>${index ? "" : member.role}</td><td>${game.game_name}</td>
    <td>${game.lessons.filter(({ day }) => day).length} / ${game.lessons.length}</td><td>${game.known} / ${game.seen}</td><td>${game.due}</td><td>${game.weak.join("; ") || SCHOOL.noSubjects}</td><td>${game.last_day}</td></tr>`);
}
