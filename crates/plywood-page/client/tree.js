// A search step by step: windows, cuts, backed-up values.

import { get, post } from "./api.js";
import { attempt, button, element, field, fill, picture, select } from "./dom.js";
import { scrolling, stepper } from "./shown.js";

export const title = "Tree";

/**
 * @typedef {{title: string, game: string, search: string}} Example
 * @typedef {{call: number, begins: boolean, ends: boolean, words: string}} Moment
 * @typedef {{id: string, search: string, calls: number, truncated: boolean, moments: Moment[],
 *   legend: {svg: string | null, text: string, meaning: string}[]}} Drawn
 * @typedef {{svg: string, words: string, targets: {clicks: number[], play: string}[]}} View
 */

/** Moments that are listed around the one that is shown. */
const LISTED = 12;

/** @param {HTMLElement} main */
export async function show(main) {
  /** @type {Example[]} */
  const examples = await get("/trees/examples");
  /** @type {Drawn | null} */
  let drawn = null;
  let asked = 0;

  const game = element("input", { class: "mono", spellcheck: "false" });
  const position = element("input", { class: "mono", spellcheck: "false" });
  const moves = element("input", { class: "mono", spellcheck: "false" });
  const search = element("input", { class: "mono", spellcheck: "false" });
  const chosen = select(examples.map((example, place) => [String(place), example.title]), "0", () => choose());

  const board = scrolling("Search tree");
  board.classList.add("board", "tree");
  const words = element("p", { class: "words", "aria-live": "polite" });
  const list = element("ol", { class: "moments" });
  const legend = element("dl", { class: "legend" });
  const facts = element("p", { class: "soft" });
  const file = element("a", { class: "button", download: "tree.svg" }, "Download as SVG");
  const steps = stepper("moment", (place) => attempt(() => go(place)));

  function choose() {
    const example = examples[Number(chosen.value)];
    [game.value, search.value, position.value, moves.value] = [example.game, example.search, "", ""];
    return attempt(draw);
  }

  async function draw() {
    const at = { game: game.value, position: position.value || null, moves: moves.value || null };
    drawn = await post("/trees", { at, search: search.value || null });
    if (!drawn) return;
    const more = drawn.truncated ? ", the first of more" : "";
    fill(facts, `${drawn.calls} calls${more} by ${drawn.search}. Arrow keys step; a click on a node goes to its call.`);
    fill(legend, ...drawn.legend.map(({ svg, text, meaning }) => element("div", {},
      element("dt", {}, svg === null ? text : sign(svg)), element("dd", {}, meaning))));
    await go(0);
  }

  /** @param {number} place */
  async function go(place) {
    if (!drawn) return;
    const turn = ++asked;
    const { id, moments } = drawn;
    /** @type {View} */
    const view = await get(`/trees/${id}?moment=${place}`);
    // A later step was asked for meanwhile.
    if (turn !== asked) return;
    const svg = picture(view.svg);
    for (const target of view.targets) {
      const cell = svg.querySelector(`[data-cell="${target.clicks[0]}"]`);
      const act = () => attempt(() => go(Number(target.play)));
      cell?.addEventListener("click", act);
      cell?.addEventListener("keydown", (event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        if (key === "Enter" || key === " ") { event.preventDefault(); act(); }
      });
    }
    const [left, top] = [board.scrollLeft, board.scrollTop];
    fill(board, svg);
    board.scrollTo(left, top);
    fill(words, moments[place]?.words ?? "");
    steps.set(place, moments.length - 1);
    file.href = `/api/v1/trees/${id}/svg?moment=${place}`;
    const first = Math.max(0, Math.min(place - LISTED / 2, moments.length - LISTED));
    list.start = first + 1;
    fill(list, ...moments.slice(first, first + LISTED).map((moment, offset) => {
      const there = first + offset;
      return element("li", { "aria-current": there === place && "step" },
        button(moment.words, () => attempt(() => go(there)), { class: "plain" }));
    }));
  }

  const form = element("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); attempt(draw); } },
    field("Example", chosen),
    field("Game or written tree", game, "max ( ), min [ ], chance {p: }, leaves 3 or 9/8; or a small game such as nim(matches=5)"),
    field("Search", search, "any search that can be drawn; without one a plain search that fits the game"),
    element("div", { class: "fields" }, field("Position", position), field("Moves from there", moves)),
    element("button", { class: "primary" }, "Draw"));
  fill(main,
    element("h1", {}, title),
    element("div", { class: "columns", onkeydown: steps.key },
      element("section", { class: "card", "aria-label": "The search" }, words, steps.row, board, legend, facts, file),
      element("div", {},
        element("section", { class: "card", "aria-label": "What to draw" }, form),
        element("section", { class: "card" }, element("h2", {}, "Moments"), list))));
  await choose();
}

/** A node as the legend shows it. @param {string} text */
function sign(text) {
  const drawn = picture(text);
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}
