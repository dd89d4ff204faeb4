// The reproduction scoreboard: every published entry, published beside measured, and a button that runs it.

import { follow, get, post } from "./api.js";
import { attempt, button, element, field, fill, number, say, select } from "./dom.js";
import { drawing, tableOf } from "./shown.js";

export const title = "Scoreboard";

/**
 * @typedef {{id: string, title: string, place: string, state: string, reason: string | null, claims: number,
 *   verdicts: [number, number, number] | null, last: string | null, job: string | null}} Line
 * @typedef {{value: number, low: number, high: number}} Interval
 * @typedef {{published: number | null, measured: number | Interval | null, error: number | null}} Cell
 * @typedef {{title: string, columns: string[], rows: [string, Cell[]][], decimals: number}} Grid
 * @typedef {{id: string, text: string, check: string, verdict: string | null, seen: string | null, rule: string | null}} Claim
 * @typedef {{id: string, title: string, place: string, setting: string, unit: string, damaged: string, claims: Claim[],
 *   last: string | null, runs: boolean, why_not: string | null, grids: Grid[], plots: string[], method: string | null,
 *   job: string | null}} Entry
 */

/**
 * @param {HTMLElement} main
 * @param {string[]} rest family and name of an entry
 */
export async function show(main, [family, name]) {
  return family && name ? entry(main, `${family}/${name}`) : list(main);
}

/** @param {HTMLElement} main */
async function list(main) {
  /** @type {{totals: number[], entries: Line[]}} */
  const { totals, entries } = await get("/scoreboard");
  const [hold, not, open, unseen] = totals;
  const place = element("div", {});
  const families = [...new Set(entries.map((one) => one.id.split("/")[0]))];
  const family = select([["", "all"], ...families], "", () => draw());
  const state = select([["", "all"], "ready", "cannot"], "", () => draw());
  function draw() {
    const shown = entries.filter((one) => (!family.value || one.id.startsWith(`${family.value}/`)) && (!state.value || one.state === state.value));
    fill(place, tableOf({
      title: `${shown.length} published entries`,
      stacked: true,
      columns: ["entry", "what it shows", "state", "claims", "hold", "do not", "undecided", "last run"],
      rows: shown.map((one) => [one.id, `${one.title} (${one.place})`, one.job ? "running" : one.reason ? `${one.state}: ${one.reason}` : one.state,
        String(one.claims), ...(one.verdicts ?? ["–", "–", "–"]).map(String), one.last ?? "–"]),
    }, (cell, column) => (column === 0 ? element("a", { href: `#/scoreboard/${cell}` }, cell) : cell)));
  }
  draw();
  fill(main, element("h1", {}, title),
    element("p", {}, `Of the documents' claims ${hold} hold, ${not} do not, ${open} are undecided by the runs so far, and ${unseen} are not judged yet.`),
    element("section", { class: "card", "aria-label": "Entries" },
      element("div", { class: "row" }, field("Family", family), field("State", state)), place));
}

/** @param {Cell["measured"]} measured @param {number} decimals */
function measuredOf(measured, decimals) {
  if (measured === null) return "–";
  if (typeof measured === "number") return number(measured, decimals);
  return `${number(measured.value, decimals)} (${number(measured.low, decimals)} … ${number(measured.high, decimals)})`;
}

/**
 * A grid as a table: published beside measured where there are both.
 * @param {Grid} grid
 * @param {string} unit
 */
function table(grid, unit) {
  const cells = grid.rows.flatMap(([, row]) => row);
  const [published, measured] = [cells.some((cell) => cell.published !== null), cells.some((cell) => cell.measured !== null)];
  const kinds = [published && "published", measured && "measured"].filter((kind) => kind !== false);
  return tableOf({
    title: unit ? `${grid.title}, ${unit}` : grid.title,
    columns: ["row", ...grid.columns.flatMap((column) => kinds.map((kind) => (kinds.length > 1 ? `${column}, ${kind}` : column)))],
    rows: grid.rows.map(([name, row]) => [name, ...row.flatMap((cell) => [
      ...(published ? [cell.published === null ? "–" : number(cell.published, grid.decimals)] : []),
      ...(measured ? [measuredOf(cell.measured, grid.decimals)] : []),
    ])]),
  });
}

/** @param {HTMLElement} main @param {string} id */
async function entry(main, id) {
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const place = element("div", {});
  const buttons = element("div", { class: "row" });
  /** @type {ReturnType<typeof follow> | null} */
  let followed = null;
  let left = false;

  async function read() {
    /** @type {Entry} */
    const one = await get(`/scoreboard/${id}`);
    const drawn = await Promise.all(one.plots.map((_, plot) => drawing(`/scoreboard/${id}/plots/${plot}`)));
    if (left) return;
    fill(place,
      element("p", {}, one.place, one.last ? ` · last run ${one.last}` : " · not run yet"),
      one.damaged !== "" && element("p", { class: "soft" }, `Lost in the document: ${one.damaged}`),
      element("section", { class: "card" }, element("h2", {}, "Claims"),
        element("ul", { class: "claims" }, ...one.claims.map((claim) => element("li", {},
          element("p", {}, claim.text),
          element("p", { class: `verdict ${(claim.verdict ?? "").startsWith("holds") ? "good" : (claim.verdict ?? "").startsWith("does not") ? "bad" : "soft"}` },
            claim.verdict ?? "not judged yet"),
          claim.seen && element("p", {}, claim.seen),
          element("p", { class: "soft" }, element("code", {}, claim.check), claim.rule && ` by: ${claim.rule}`))))),
      element("section", { class: "card" }, element("h2", {}, "Published beside measured"),
        one.grids.every((grid) => grid.rows.length === 0) && element("p", { class: "soft" }, "The document prints no numbers here."),
        ...one.grids.filter((grid) => grid.rows.length > 0).map((grid, index) => table(grid, index === 0 ? one.unit : "")),
        ...drawn.map((svg, plot) => element("figure", {}, svg, element("figcaption", {}, one.plots[plot])))),
      element("section", { class: "card" }, element("h2", {}, "How"),
        one.method && element("p", {}, one.method),
        element("h3", {}, "Setting in the document"), element("p", {}, one.setting)));
    work(one);
  }

  /** @param {Entry} one */
  function work(one) {
    bar.hidden = !one.job;
    fill(buttons,
      button("Run it", () => attempt(async () => {
        const begun = await post(`/scoreboard/${id}`, {});
        work({ ...one, job: begun.job });
      }), { class: "primary", disabled: !one.runs || !!one.job }),
      button("Stop", () => attempt(async () => { await followed?.stop(); }), { disabled: !one.job }),
      element("a", { href: "#/scoreboard" }, "All entries"),
      one.why_not && element("span", { class: "soft" }, one.why_not));
    if (!one.job) return;
    followed = follow(one.job, { progress: (/** @type {{share: number}} */ told) => { bar.value = told.share; } });
    const over = (/** @type {string} */ words, /** @type {"info" | "error"} */ kind) => {
      followed = null;
      if (left) return;
      say(words, kind);
      attempt(async () => { await read(); say(words, kind); });
    };
    followed.result.then((done) => over(`Done in ${number(done.seconds, 1)} s.`, "info"), (error) => over(error.message, "error"));
  }

  fill(main, element("h1", {}, id), element("section", { class: "card", "aria-label": "Run" }, bar, buttons), place);
  await read();
  return () => { left = true; followed?.leave(); };
}
