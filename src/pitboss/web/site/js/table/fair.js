// @ts-check
import { define } from "../define.js";
import { html } from "../html.js";
export const look = async () => ({ proofs: null, checked: [], redealt: null, trouble: "" });
export const redealt = async () => null;
define("pb-fair", () => html``);
