// @ts-check
import { define } from "../define.js";
import { html } from "../html.js";
define("pb-learn", () => html`<main class="page"></main>`);
