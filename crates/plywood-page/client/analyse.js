// The screen `analyse`: searches of one position, side by side, while they think.

import { ask, follow, players as playersOf, post } from "./api.js";
import { BoardView, moveList } from "./board.js";
import { attempt, button, element, field, fill, number } from "./dom.js";
import { gameField } from "./gamefield.js";
import { growing } from "./growing.js";
import { scrolling } from "./shown.js";
import { specField } from "./spec.js";

/** @import { At, Board, Branch, Players, Proving, Report, Row, Tick } from "./api.js" */

export const title = "Analyse";

/**
 * @param {HTMLElement} main
 * @param {string[]} rest
 */
export async function show(main, [said]) {
  const from = new URLSearchParams(said ?? "");
  /** @type {Players | null} */
  let known = null;
  let moves = (from.get("moves") ?? "").split(" ").filter((step) => step);
  /** @type {Search[]} */
  let searches = [];
  const host = element("div");
  const words = element("p", { role: "status" });
  const list = element("div");
  const line = element("p", { class: "mono steps" });
  const board = new BoardView(host, (play) => step([...moves, play]));
  const position = element("input", { class: "mono", value: from.get("position") ?? "", onchange: () => step([]) });
  const panels = element("div");
  const compared = element("div", { class: "card scroll", hidden: true, tabindex: 0, role: "region", "aria-label": "Side by side" });
  /** @type {Board | null} */
  let here = null;

  const game = await gameField(from.get("game") ?? localStorage.getItem("game") ?? "othello", () => {
    const spec = game.spec();
    position.value = "";
    [known, moves] = [null, []];
    localStorage.setItem("game", spec);
    searches.forEach((search) => search.forget());
    attempt(async () => {
      const found = await playersOf(spec);
      // Of two changes the later one counts, and what was typed meanwhile stays.
      if (spec !== game.spec()) return;
      known = found;
      searches.forEach((search) => search.offer(found.default));
      await step([]);
    });
  });
  /** @returns {At} */
  const at = (more = /** @type {string[]} */ ([])) =>
    ({ game: game.spec(), position: position.value.trim() || null, moves: [...moves, ...more].join(" ") });

  /** @param {string[]} line_ */
  const step = (line_) => attempt(async () => {
    const before = moves;
    moves = line_;
    const shown = await post("/show", { at: at() }).catch((error) => {
      moves = before;
      if (here) look(here);
      throw error;
    });
    // Who was asked meanwhile thinks about what is shown already.
    searches.filter((search) => search.about !== written(at())).forEach((search) => search.leave());
    here = shown;
    look(shown);
  });
  /** @param {Board} shown */
  const look = (shown) => {
    board.show(shown);
    words.textContent = shown.words;
    words.classList.toggle("unseen", shown.words === host.querySelector(".caption text")?.textContent);
    line.textContent = moves.join(" ");
    fill(list, element("details", {}, element("summary", {}, `${shown.moves.length} legal moves`),
      moveList(shown.moves, (play) => step([...moves, play]))));
  };
  let asked = 0;
  /** Shows where a line leads, or the position again. @param {string[] | null} pv */
  const preview = async (pv) => {
    const turn = ++asked;
    if (!pv) return here && look(here);
    const shown = await post("/show", { at: at(pv) }).catch(() => null);
    if (shown && turn === asked) {
      board.show(shown, false);
      words.textContent = `after ${pv.join(" ")}`;
      words.classList.remove("unseen");
    }
  };
  const compare = () => {
    const done = searches.filter((search) => search.report);
    compared.hidden = done.length < 2;
    if (done.length < 2) return;
    const plays = new Set(done.map((search) => search.report?.move));
    const nature = plays.size === 1 ? `All ${done.length} agree on ${[...plays][0]}.` : `They do not agree: ${[...plays].join(", ")}.`;
    fill(compared, element("h2", {}, "Side by side"), element("p", {}, nature),
      grid(["search", "move", "value", "depth", "nodes", "seconds"], done.map((search) => {
        const report = /** @type {Report} */ (search.report);
        return [search.spec(), report.move ?? "–", number(report.value, 4), number(report.depth), number(report.nodes), number(report.seconds)];
      })));
  };

  // A browser keeps six connections to one place open, and each search listens on one.
  const most = 4;
  const another = button("Another search", () => add());
  const add = (spec = known?.default ?? "") => {
    const search = new Search(spec, {
      players: () => known, at, preview, compare,
      drop: () => {
        searches = searches.filter((other) => other !== search);
        search.leave();
        search.panel.remove();
        another.disabled = false;
        compare();
      },
    });
    searches.push(search);
    panels.append(search.panel);
    another.disabled = searches.length >= most;
  };

  fill(main, element("h1", {}, "Analyse"),
    element("div", { class: "columns" },
      element("div", {},
        element("div", { class: "card" }, host, words, line,
          element("div", { class: "row" },
            button("Back", () => step(moves.slice(0, -1))), button("To the start", () => step([]))), list),
        element("div", { class: "card" }, game.element, field("Position, in the game's notation", position))),
      element("div", {}, panels,
        element("div", { class: "row" },
          button("Search with all", () => searches.forEach((search) => search.start()), { class: "primary" }),
          another),
        element("p"), compared)));
  known = await playersOf(game.spec());
  add();
  await step(moves);
  return () => searches.forEach((search) => search.leave());
}

/**
 * A table of text; numbers to the right.
 * @param {string[]} head
 * @param {string[][]} rows
 */
function grid(head, rows) {
  const kind = (/** @type {string} */ name) => (/value|depth|nodes|seconds|visits|share|number/.test(name) ? "number" : null);
  return element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col", class: kind(name) }, name)))),
    element("tbody", {}, ...rows.map((row) =>
      element("tr", {}, ...row.map((cell, place) => element("td", { class: kind(head[place]) ?? "mono" }, cell))))));
}

/**
 * @typedef {{players: () => Players | null, at: (more?: string[]) => At, preview: (pv: string[] | null) => void,
 *   compare: () => void, drop: () => void}} Around
 */

/** A place in a game as text. @param {At} at */
const written = (at) => JSON.stringify(at);

/** Searches so far, so that each has a name of its own. */
let searched = 0;

/** One search of the position. */
class Search {
  /** @param {string} spec @param {Around} around */
  constructor(spec, around) {
    this.around = around;
    const place = ++searched;
    const { field: specs, input } = specField("Search", spec, around.players);
    this.input = input;
    /** @type {Report | null} */
    this.report = null;
    /** @type {[string, number][]} */
    this.visits = [];
    /** @type {[string, number][]} */
    this.values = [];
    /** @type {ReturnType<typeof follow> | null} */
    this.job = null;
    this.body = element("tbody");
    this.state = element("p", { class: "soft", role: "status" });
    this.moves = element("div", { class: "scroll" });
    this.proof = element("div", { class: "scroll" });
    this.tree = scrolling(`Growing tree of search ${place}`);
    this.tree.hidden = true;
    // What was asked for last: answers to earlier questions come too late.
    this.asked = 0;
    // What it was asked about.
    this.about = "";
    this.go = button("Search", () => this.start());
    this.halt = button("Stop", () => this.job?.stop(), { disabled: true });
    const head = ["depth", "value", "move", "nodes", "seconds", "line"];
    this.panel = element("section", { class: "card", "aria-label": `Search ${place}` }, specs,
      element("div", { class: "row" }, this.go, this.halt, button("Remove", around.drop)),
      this.state,
      element("div", { class: "scroll rows", tabindex: 0, role: "region", "aria-label": `Iterations of search ${place}` }, element("table", {},
        element("thead", {}, element("tr", {}, ...head.map((name) =>
          element("th", { scope: "col", class: name === "move" || name === "line" ? null : "number" }, name)))),
        this.body)),
      this.proof, this.moves, this.tree);
  }

  spec() { return this.input.value.trim(); }

  /** For a game that has other players. */
  forget() {
    this.leave();
    this.input.value = "";
  }

  /** Puts a spec where none was typed. @param {string} spec */
  offer(spec) { this.input.value ||= spec; }

  leave() {
    this.asked++;
    this.job?.leave();
    this.job = null;
    this.report = null;
    this.go.disabled = false;
    this.halt.disabled = true;
    this.clear();
    this.around.compare();
  }

  /** Takes away what a search has shown. */
  clear() {
    [this.visits, this.values] = [[], []];
    for (const place of [this.body, this.moves, this.proof, this.tree]) fill(place);
    this.tree.hidden = true;
    this.state.textContent = "";
  }

  start() {
    this.leave();
    const turn = this.asked;
    const at = this.around.at();
    this.about = written(at);
    return attempt(async () => {
      const made = await post("/analyse", { at, search: this.spec() || null });
      // Nobody waits for it any more: without a listener it would think on.
      if (turn !== this.asked) return ask("DELETE", `/jobs/${made.id}`);
      const job = follow(made.id, {
        again: () => this.clear(),
        phase: (phase) => { this.state.textContent = phase === "waiting" ? "waits for its turn" : "thinks"; },
        row: (/** @type {Row} */ row) => this.row(row),
        tick: (/** @type {Tick} */ tick) => this.tick(tick),
        visits: (/** @type {[string, number][]} */ visits) => {
          this.visits = visits;
          this.candidates();
        },
        tree: (/** @type {Branch[]} */ branches) => {
          this.tree.hidden = branches.length === 0;
          fill(this.tree, growing(branches));
        },
        proving: (/** @type {Proving} */ proving) => this.proving(proving),
        bounds: ({ low, high }) => { this.state.textContent = `the value lies between ${number(low)} and ${number(high)}`; },
      });
      this.job = job;
      [this.go.disabled, this.halt.disabled] = [true, false];
      try {
        const done = await job.result;
        if (this.job === job) this.done(done);
      } catch (error) {
        if (this.job !== job) return;
        this.state.textContent = "";
        throw error;
      } finally {
        if (this.job === job) [this.go.disabled, this.halt.disabled] = [false, true];
      }
    });
  }

  /** @param {Row} row */
  row(row) {
    const pv = element("button", {
      type: "button", class: "mono line",
      onmouseenter: () => this.around.preview(row.pv), onmouseleave: () => this.around.preview(null),
      onfocus: () => this.around.preview(row.pv), onblur: () => this.around.preview(null),
    }, row.pv.join(" ") || "–");
    this.body.append(element("tr", {},
      ...[number(row.depth), number(row.value, 4)].map((text) => element("td", { class: "number" }, text)),
      element("td", { class: "mono" }, row.move ?? "–"),
      ...[number(row.nodes), row.seconds.toFixed(3)].map((text) => element("td", { class: "number" }, text)),
      element("td", {}, pv)));
  }

  /** @param {Tick} tick */
  tick(tick) {
    const spent = tick.simulations ? `${number(tick.simulations)} playouts` : `${number(tick.nodes)} nodes`;
    this.state.textContent = `depth ${tick.depth}, ${spent}, ${tick.seconds.toFixed(1)} s`;
    this.values = tick.values;
    this.candidates();
  }

  /** Proof and disproof numbers, the moves that are nearest to a proof first. @param {Proving} proving */
  proving({ at_least, proof, disproof, moves }) {
    const near = [...moves].sort(([, a], [, b]) => Number(a[0]) - Number(b[0]) || Number(b[1]) - Number(a[1]));
    const said = Number(proof) === 0 ? "proven" : Number(disproof) === 0 ? "disproven" : "open";
    const row = (/** @type {string} */ name, /** @type {Proving["proof"][]} */ leaves, kind = "mono") => element("tr", {},
      element("td", { class: kind }, name), ...leaves.map((one) => element("td", { class: "number" }, number(one))));
    fill(this.proof, element("table", { class: "proof" },
      element("caption", {}, `Does the player on turn get at least ${number(at_least)}? ${said}`),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "move"),
        ...["proof number", "disproof number"].map((name) => element("th", { scope: "col", class: "number" }, name)))),
      element("tbody", {}, row("all together", [proof, disproof], "soft"),
        ...near.slice(0, 12).map(([play, leaves]) => row(play, leaves)))));
  }

  /** Moves with their values and bars for visits, the best first. */
  candidates() {
    const [values, visits] = [new Map(this.values), new Map(this.visits)];
    const plays = [...new Set([...visits.keys(), ...values.keys()])];
    if (!plays.length) return;
    const most = Math.max(1, ...visits.values());
    const rank = (/** @type {string} */ play) => [visits.get(play) ?? 0, values.get(play) ?? -Infinity];
    plays.sort((a, b) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1]);
    const rows = plays.slice(0, 12).map((play) => {
      const value = values.get(play);
      const count = visits.get(play);
      const bar = element("span", { class: "bar" });
      bar.style.width = `${(100 * (count ?? 0)) / most}%`;
      return element("tr", {}, element("td", { class: "mono" }, play), element("td", { class: "number" }, number(value, 4)),
        visits.size > 0 && element("td", {}, bar), visits.size > 0 && element("td", { class: "number" }, number(count)));
    });
    fill(this.moves, element("table", { class: "bars" },
      element("caption", {}, "Candidate moves"),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "move"), element("th", { scope: "col", class: "number" }, "value"),
        visits.size > 0 && element("th", { scope: "col" }, "visits"), visits.size > 0 && element("th", { scope: "col", class: "number" }, "count"))),
      element("tbody", {}, ...rows)));
  }

  /** @param {{report: Report, meaning: string}} found */
  done({ report, meaning }) {
    this.report = report;
    if (!this.body.children.length) this.row({ ...report, move: report.move });
    const proven = report.proven ? ", proven" : "";
    this.state.textContent = `${report.move ?? "no move"}: ${number(report.value, 4)} ${meaning}${proven}; ${number(report.nodes)} nodes in ${report.seconds.toFixed(3)} s`;
    // Values that came before the last iteration say nothing now; what playouts found does.
    if (report.tried) {
      this.values = report.tried.map(({ move, value }) => [move, value]);
      this.visits = report.tried.map(({ move, visits }) => [move, visits]);
      this.candidates();
    } else fill(this.moves);
    // Further numbers, where the search has some and no table shows them.
    const counters = Object.entries(report.counters ?? {}).filter(([name]) => !/proof$/.test(name));
    if (counters.length) {
      this.moves.append(element("p", { class: "soft" }, counters.map(([name, value]) => `${name} ${number(value)}`).join(", ")));
    }
    this.around.compare();
  }
}
