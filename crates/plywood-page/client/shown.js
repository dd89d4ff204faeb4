// What several screens show alike: tables, drawings, steps to and fro.

import { button, element, number, picture } from "./dom.js";

/**
 * @typedef {{title: string, columns: string[], rows: string[][], stacked?: boolean}} Table stacked: on a phone a row is a card
 * @typedef {import("./dom.js").Child} Child
 */

/** Whether a cell looks like a number, or like what stands for a missing one. @param {string} cell */
const numeric = (cell) => /^[+-]?[\d.,∞]+( … .*)?$|^[–·]?$/.test(cell);

/**
 * A table that scrolls where it is too wide.
 * @param {Table} table
 * @param {(cell: string, column: number, row: number) => Child} [shown] what stands in a cell, where that is not its text
 */
export function tableOf(table, shown = (cell) => cell) {
  const right = table.columns.map((_, column) => table.rows.length > 0 && table.rows.every((row) => numeric(row[column])));
  /** @param {number} column */
  const kind = (column) => ({ class: right[column] && "number" });
  const head = table.columns.map((name, column) => element("th", { scope: "col", ...kind(column) }, name || element("span", { class: "away" }, "what")));
  const rows = table.rows.map((row, place) =>
    element("tr", {}, ...row.map((cell, column) => element("td", { ...kind(column), "data-label": table.columns[column] }, shown(cell, column, place)))));
  return scrolling(table.title, element("table", { class: table.stacked && "stacked" },
    element("caption", {}, table.title), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}

/**
 * Something wide that scrolls by itself, by keyboard too.
 * @param {string} name
 * @param {...Child} children
 */
export function scrolling(name, ...children) {
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, ...children);
}

/**
 * A drawing of the server.
 * @param {string} path below /api/v1
 */
export async function drawing(path) {
  const answer = await fetch(`/api/v1${path}`);
  if (!answer.ok) throw new Error((await answer.json()).error);
  return picture(await answer.text());
}

/**
 * Buttons and a slider that lead through steps, arrow keys included: to the first, back, forward, to the last.
 * @param {string} what a step is called
 * @param {(place: number) => void} go
 */
export function stepper(what, go) {
  let [at, last] = [0, 0];
  const slider = element("input", { type: "range", min: 0, "aria-label": what, oninput: () => move(slider.valueAsNumber) });
  const place = element("output", {});
  /** @param {number} to */
  const move = (to) => {
    const wanted = Math.max(0, Math.min(last, to));
    if (wanted !== at) go(wanted);
  };
  const buttons = /** @type {[string, string, () => number][]} */ ([
    ["|◀", "First", () => 0], ["◀", "Back", () => at - 1], ["▶", "Forward", () => at + 1], ["▶|", "Last", () => last],
  ]).map(([sign, name, to]) => button(sign, () => move(to()), { "aria-label": name, title: name }));
  const row = element("div", { class: "row stepper", role: "group", "aria-label": `Steps: ${what}` }, ...buttons, slider, place);
  return {
    row,
    /** @param {number} place_ @param {number} last_ */
    set(place_, last_) {
      [at, last] = [place_, last_];
      slider.max = String(last);
      slider.value = String(at);
      place.textContent = `${number(at)} of ${number(last)}`;
      buttons.slice(0, 2).forEach((one) => { one.disabled = at <= 0; });
      buttons.slice(2).forEach((one) => { one.disabled = at >= last; });
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const writes = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
      if (step === 0 || writes || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(at + step);
    },
  };
}

/**
 * A time as people say it.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
