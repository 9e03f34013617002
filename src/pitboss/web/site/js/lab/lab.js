// @ts-check
import { define } from "../define.js";
import { html } from "../html.js";
define("pb-lab", () => html`<main class="page"></main>`);
