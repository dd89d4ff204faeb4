// The screen `billiards`.

import { element, fill } from "./dom.js";

export const title = "Billiards";

/** @param {HTMLElement} main */
export function show(main) {
  fill(main, element("h1", {}, title));
}
