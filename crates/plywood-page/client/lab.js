// The lab: runs that were made, new ones, and each of them with its results and games.

import { follow, get, post } from "./api.js";
import { attempt, button, element, field, fill, number, picture, say } from "./dom.js";
import { form } from "./lab-form.js";
import { drawing, duration, scrolling, stepper, tableOf } from "./shown.js";

export const title = "Lab";

/**
 * @typedef {{name: string, kind: string, game: string, players: string[], done: number, planned: number, began: number | null,
 *   note: string, job: string | null, running: boolean}} RunLine
 * @typedef {{run: RunLine, text: string, tables: import("./shown.js").Table[], remarks: string[], plots: string[], games: number,
 *   forms: string[]}} RunShown
 * @typedef {{what: string, done: number, planned: number, rate: number, left: number | null, news: string}} Progress
 * @typedef {{text: string, seat: number | null, value: number | null, depth: number, nodes: number, seconds: number}} Step
 * @typedef {{game: string, players: string[], payoffs: number[], reason: string, ply: number, plies: number, position: string,
 *   svg: string, steps: Step[]}} GameShown
 * @typedef {{index: number, pairing: number, number: number, players: string[], payoffs: number[], steps: number, reason: string}} GameLine
 */

/** Games in a list. */
const PAGE = 25;
/** How often results are read anew while a run grows, in milliseconds. */
const EVERY = 1000;

/** @param {string} name */
const path = (name) => `/lab/runs/${encodeURIComponent(name)}`;
/** @param {string} name @param {...(string | number)} rest */
const address = (name, ...rest) => `#/lab/${[name, ...rest].map((part) => encodeURIComponent(part)).join("/")}`;

/**
 * @param {HTMLElement} main
 * @param {string[]} rest the run, and its game
 */
export async function show(main, [name, index]) {
  if (name === undefined || name === "") return list(main);
  if (index === undefined) return run(main, name);
  return game(main, name, Number(index));
}

/** How far a run is, in words. @param {RunLine} one */
const state = (one) => (one.running ? "running" : one.done >= one.planned ? "done" : "stopped");

/** @param {HTMLElement} main */
async function list(main) {
  const [runs, examples] = await Promise.all([get("/lab/runs"), get("/lab/examples")]);
  const place = element("section", { class: "card", "aria-label": "All runs" });
  const columns = ["run", "state", "kind", "game", "players", "done", "began"];
  /** @param {RunLine[]} all */
  const table = (all) => tableOf({
    title: "Runs",
    stacked: true,
    columns,
    rows: all.map((one) => [one.name, state(one), one.kind, one.game, one.players.slice(0, 3).join(", ") + (one.players.length > 3 ? " …" : ""),
      `${number(one.done)} of ${number(one.planned)}`,
      one.began ? new Date(one.began * 1000).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) : ""]),
  }, (cell, column) => (column === 0 ? element("a", { href: address(cell) }, cell) : cell));
  fill(place, runs.length > 0 ? table(runs) : element("p", { class: "soft" }, "There are no runs yet. Start one here, or by plywood match on the same data folder."));

  const text = element("textarea", { rows: 12, spellcheck: "false" });
  const called = element("input", { placeholder: "made from what it is", spellcheck: "false" });
  const batch = /** @type {{text: string}[]} */ (examples).map((one) => one.text).find((one) => one.includes("positions"));
  const positions = (batch ?? "").split("\n").map((line) => /^ {4}"(.*)",$/.exec(line)?.[1]).filter((line) => line).join("\n");
  const start = () => attempt(async () => {
    const begun = await post("/lab/runs", { text: text.value, name: called.value || null });
    location.hash = address(begun.run);
  });
  fill(main, element("h1", {}, title), element("div", { class: "columns wide" },
    place,
    element("section", { class: "card" },
      element("h2", {}, "New run"),
      await form(positions, (written) => { text.value = written; }),
      field("Name", called),
      field("The experiment file", text, "what is started; paste another one here, as `plywood lab example` prints it"),
      button("Start", start, { class: "primary" }))));
}

/** @param {HTMLElement} main @param {string} name */
async function run(main, name) {
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const far = element("p", { class: "far" });
  const buttons = element("div", { class: "row" });
  const results = element("div", { class: "results" });
  const plots = element("div", { class: "plots" });
  const gamesPlace = element("section", { class: "card", "aria-label": "Every game" });
  const file = element("pre", { class: "mono", tabindex: 0 });
  /** @type {ReturnType<typeof follow> | null} */
  let followed = null;
  let [left, first, last, asked] = [false, 0, 0, 0];
  /** @type {string | null} the job whose end was heard */
  let heard = null;

  async function read() {
    last = Date.now();
    const turn = ++asked;
    // What is read later is newer.
    const old = () => left || turn !== asked;
    /** @type {RunShown} */
    const shown = await get(path(name));
    if (old()) return shown;
    const { run: one } = shown;
    bar.max = Math.max(1, one.planned);
    if (!followed) {
      bar.value = one.done;
      fill(far, `${state(one)}: ${number(one.done)} of ${number(one.planned)}`);
    }
    fill(results, ...shown.tables.map((table) => tableOf(table)),
      shown.remarks.length > 0 && element("pre", { class: "mono", tabindex: 0 }, shown.remarks.join("\n")));
    fill(file, shown.text);
    const drawn = await Promise.all(shown.plots.map((_, place) => drawing(`${path(name)}/plots/${place}`)));
    if (old()) return shown;
    fill(plots, ...drawn.map((svg, place) => element("figure", {}, svg, element("figcaption", {}, shown.plots[place]))));
    fill(downloads, "Download: ", ...shown.forms.flatMap((form_) => [
      element("a", { href: `/api/v1${path(name)}/export/${form_}`, download: `${name}.${form_ === "games" ? "txt" : form_}` }, form_), " "]));
    await listGames(shown.games);
    return shown;
  }

  /** @param {number} count */
  async function listGames(count) {
    if (count === 0) return fill(gamesPlace, element("h2", {}, "Games"), element("p", { class: "soft" }, "None is stored yet."));
    /** @type {GameLine[]} */
    const games = await get(`${path(name)}/games?from=${first}&count=${PAGE}`);
    const table = tableOf({
      title: "Games",
      columns: ["game", "pairing", "players by seat", "result", "steps", "end"],
      rows: games.map((one) => [String(one.index + 1), `${one.pairing}.${one.number}`, one.players.join(" – "),
        one.payoffs.map((payoff) => number(payoff)).join(" : "), String(one.steps), one.reason]),
    }, (cell, column, row) => (column === 0 ? element("a", { href: address(name, games[row].index) }, cell) : cell));
    /** @param {number} to */
    const turn = (to) => attempt(async () => { first = to; await listGames(count); });
    fill(gamesPlace, table, element("div", { class: "row" },
      button("Earlier games", () => turn(Math.max(0, first - PAGE)), { disabled: first === 0 }),
      button("Later games", () => turn(first + PAGE), { disabled: first + PAGE >= count })));
  }

  /**
   * Follows the job of the run. One that is over tells how it ended, so that nobody is too late to hear it.
   * @param {Pick<RunLine, "job" | "running" | "done" | "planned">} one
   */
  function work({ job, running, done, planned }) {
    fill(buttons,
      button("Stop", () => attempt(async () => { await followed?.stop(); }), { disabled: !running }),
      button("Resume", resume, { disabled: running || done >= planned, class: "primary" }),
      element("a", { href: "#/lab" }, "All runs"));
    if (!job || job === heard) return;
    const mine = follow(job, {
      progress: (/** @type {Progress} */ told) => {
        [bar.max, bar.value] = [Math.max(1, told.planned), told.done];
        const rest = told.left === null ? "" : `, about ${duration(told.left)} left`;
        fill(far, `running: ${number(told.done)} of ${number(told.planned)} ${told.what}, ${number(told.rate, 1)} a second${rest}${told.news ? `, ${told.news}` : ""}`);
        if (Date.now() - last > EVERY) { last = Date.now(); read().catch(() => {}); }
      },
    });
    followed = mine;
    /** @param {string} words @param {"info" | "error"} kind */
    const end = (words, kind) => {
      if (followed === mine) followed = null;
      heard = job;
      return over(words, kind);
    };
    mine.result.then(
      (ended) => end(ended.stopped ? "Stopped; nothing that was finished is lost." : `Done. ${ended.verdict ?? ""}`, "info"),
      (error) => end(error.message, "error"));
  }

  /** @param {string} words @param {"info" | "error"} kind */
  async function over(words, kind) {
    // Who was left, or overtaken by the next job, has nothing to say.
    if (left || followed) return;
    say(words, kind);
    const shown = await read().catch(() => null);
    // It may go on meanwhile, and then what was read is old.
    if (shown && !left && !followed) work(shown.run);
  }

  const resume = () => attempt(async () => {
    const begun = await post(`${path(name)}/resume`, {});
    work({ job: begun.job, running: true, done: 0, planned: 1 });
  });

  const downloads = element("p", {});
  fill(main, element("h1", {}, name),
    element("section", { class: "card", "aria-label": "How far it is" }, bar, far, buttons),
    element("section", { class: "card", "aria-label": "Results" }, results, plots, downloads),
    gamesPlace,
    element("details", { class: "card" }, element("summary", {}, "The file it was begun with"), file));
  const shown = await read();
  if (shown.run.kind === "tuning") gamesPlace.remove();
  work(shown.run);
  return () => { left = true; followed?.leave(); };
}

/** @param {HTMLElement} main @param {string} name @param {number} index */
async function game(main, name, index) {
  const board = element("div", { class: "board" });
  const facts = element("p", {});
  const list_ = scrolling("Steps of the game");
  list_.classList.add("steps", "tall");
  const steps = stepper("step", (place) => attempt(() => go(place)));
  let asked = 0;

  /** @param {number} ply */
  async function go(ply) {
    const turn = ++asked;
    /** @type {GameShown} */
    const shown = await get(`${path(name)}/games/${index}?ply=${ply}`);
    if (turn !== asked) return;
    fill(board, picture(shown.svg));
    steps.set(shown.ply, shown.plies);
    const result = shown.payoffs.length > 0 ? `; result ${shown.payoffs.map((payoff) => number(payoff)).join(" : ")} (${shown.reason})` : "";
    fill(facts, `${shown.players.map((player, seat) => `${seat + 1}: ${player}`).join(", ")}${result}`);
    const rows = shown.steps.map((step, place) => element("tr", { "aria-current": place + 1 === shown.ply && "step" },
      element("td", { class: "number" }, place + 1),
      element("td", {}, step.seat === null ? "chance" : step.seat),
      element("td", {}, shown.plies > 0 ? button(step.text, () => attempt(() => go(place + 1)), { class: "plain" }) : step.text),
      element("td", { class: "number" }, number(step.value)),
      element("td", { class: "number" }, number(step.depth)),
      element("td", { class: "number" }, number(step.nodes)),
      element("td", { class: "number" }, number(step.seconds))));
    const head = ["", "seat", "step", "value", "depth", "nodes", "seconds"].map((text, column) =>
      element("th", { scope: "col", class: (column === 0 || column > 2) && "number" }, text || element("span", { class: "away" }, "number")));
    fill(list_, element("table", {}, element("caption", {}, "Steps"), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
    list_.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  fill(main, element("h1", {}, `Game ${index + 1} of ${name}`),
    element("div", { class: "columns", onkeydown: steps.key },
      element("section", { class: "card", "aria-label": "The board" }, steps.row, board),
      element("section", { class: "card", "aria-label": "The game" }, facts, list_,
        element("p", {}, element("a", { href: address(name) }, "Back to the run")))));
  await go(0);
}
