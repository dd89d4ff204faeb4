// The screen `tree`.

import { element, fill } from "./dom.js";

export const title = "Tree";

/** @param {HTMLElement} main */
export function show(main) {
  fill(main, element("h1", {}, title));
}
