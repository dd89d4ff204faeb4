// The screen `scoreboard`.

import { element, fill } from "./dom.js";

export const title = "Scoreboard";

/** @param {HTMLElement} main */
export function show(main) {
  fill(main, element("h1", {}, title));
}
