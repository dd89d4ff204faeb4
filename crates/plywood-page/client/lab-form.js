// The form of the lab: it writes the file that is posted, so that what was filled in can be read, kept and changed.

import { games } from "./api.js";
import { element, field, fill, select } from "./dom.js";

/**
 * @typedef {{name: string, label: string, value: string, about?: string, rows?: number, options?: string[], list?: string}} Entry
 * @typedef {{title: string, entries: Entry[], write: (of: Record<string, string>) => string}} Kind
 */

/** A text as the file quotes it. @param {string} text */
const quoted = (text) => JSON.stringify(text.trim());
/** The lines that are not empty. @param {string} text */
const lines = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
/** Lines as a list. @param {string} text */
const listed = (text) => `[\n${lines(text).map((line) => `    ${quoted(line)},\n`).join("")}]`;
/** A whole number, or what was written in its place, which the server then explains. @param {string} text */
const whole = (text) => text.trim() || "0";

const GAME = { name: "game", label: "Game", list: "lab-games" };
const SEED = { name: "seed", label: "Seed", value: "1" };
const OPENINGS = { name: "openings", label: "Openings", value: "random(plies=4)", about: "start, random(plies=4) or played(player=ab(depth=3))" };

/** @param {Record<string, string>} of */
const head = (of) => `game = ${quoted(of.game)}\nseed = ${whole(of.seed)}\n`;

/** @type {Kind[]} */
export const KINDS = [
  {
    title: "Match",
    entries: [
      { ...GAME, value: "connect4" },
      { name: "players", label: "Players, one a line", value: "ab(depth=4)\nuct(simulations=300)", rows: 3 },
      { name: "games", label: "Games", value: "40" }, SEED, OPENINGS,
    ],
    write: (of) => `${head(of)}games = ${whole(of.games)}\nopenings = ${quoted(of.openings)}\nplayers = ${listed(of.players)}\n`,
  },
  {
    title: "Tournament",
    entries: [
      { ...GAME, value: "othello(size=6)" },
      { name: "players", label: "Players, one a line", value: "random\nab(depth=1)\nab(depth=2)\nab(depth=3)", rows: 5 },
      { name: "games", label: "Games a pairing", value: "20" }, SEED, OPENINGS,
      { name: "mode", label: "Who meets whom", value: "round-robin", options: ["round-robin", "gauntlet"] },
    ],
    write: (of) => `${head(of)}games = ${whole(of.games)}\nopenings = ${quoted(of.openings)}\nmode = ${quoted(of.mode)}\nplayers = ${listed(of.players)}\n`,
  },
  {
    title: "Suite",
    entries: [
      { ...GAME, value: "dice" },
      { name: "searches", label: "Searches, one a line", value: "expectimax\nstar1\nstar2\nstar_etc", rows: 4 },
      { name: "depths", label: "Depths, with commas between", value: "2, 3", about: "empty where searches have budgets of their own" },
      SEED,
      { name: "positions", label: "Positions, one a line", value: "", rows: 6, about: "in the game's notation, as its suites have them" },
    ],
    write: (of) => `${head(of)}depths = [${of.depths}]\nsearches = ${listed(of.searches)}\npositions = ${listed(of.positions)}\n`,
  },
  {
    title: "Tuning",
    entries: [
      { ...GAME, value: "connect4" },
      { name: "player", label: "Player, the number in braces", value: "uct(simulations=100, c={c})" },
      { name: "opponent", label: "Opponent", value: "", about: "without one, two disturbed players meet each other" },
      { name: "parameter", label: "Number to tune", value: "c" },
      { name: "start", label: "Start", value: "8.0" }, { name: "min", label: "Least", value: "0.0" },
      { name: "max", label: "Most", value: "10.0" }, { name: "step", label: "Step", value: "1.0" },
      { name: "pairs", label: "Pairs of games", value: "200" }, { name: "confirm", label: "Games that confirm", value: "100" },
      SEED, OPENINGS,
    ],
    write: (of) => `${head(of)}player = ${quoted(of.player)}\n${of.opponent.trim() ? `opponent = ${quoted(of.opponent)}\n` : ""}`
      + `openings = ${quoted(of.openings)}\npairs = ${whole(of.pairs)}\nconfirm = ${whole(of.confirm)}\n\n`
      + `[parameters.${of.parameter.trim()}]\nstart = ${of.start}\nmin = ${of.min}\nmax = ${of.max}\nstep = ${of.step}\n`,
  },
];

/**
 * A form that writes a file.
 * @param {string} batch positions of the Dice batch, for the suite
 * @param {(text: string) => void} written
 */
export async function form(batch, written) {
  const place = element("div", { class: "fields wide" });
  const specs = (await games()).flatMap((game) => game.examples);
  const offers = element("datalist", { id: "lab-games" }, ...specs.map((spec) => element("option", { value: spec })));
  /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>} */
  let controls = {};

  /** @param {Entry} entry */
  function control(entry) {
    const value = entry.name === "positions" ? batch : entry.value;
    if (entry.options) return select(entry.options, value);
    if (entry.rows) return element("textarea", { rows: entry.rows, spellcheck: "false" }, value);
    return element("input", { value, list: entry.list, spellcheck: "false", class: "mono" });
  }
  const kind = select(KINDS.map((one) => one.title), KINDS[0].title, () => choose());
  function write() {
    const { write: text } = KINDS[kind.selectedIndex];
    written(text(Object.fromEntries(Object.entries(controls).map(([name, one]) => [name, one.value]))));
  }
  function choose() {
    const { entries } = KINDS[kind.selectedIndex];
    controls = Object.fromEntries(entries.map((entry) => [entry.name, control(entry)]));
    fill(place, ...entries.map((entry) => {
      const made = field(entry.label, controls[entry.name], entry.about);
      if (entry.rows || entry.name === "player" || entry.name === "openings") made.classList.add("whole");
      return made;
    }));
    write();
  }
  place.addEventListener("input", write);
  place.addEventListener("change", write);
  choose();
  return element("div", {}, field("Kind", kind), offers, place);
}
