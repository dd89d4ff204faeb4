// The screen `lab`.

import { element, fill } from "./dom.js";

export const title = "Lab";

/** @param {HTMLElement} main */
export function show(main) {
  fill(main, element("h1", {}, title));
}
