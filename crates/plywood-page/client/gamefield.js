// A game and its parameters, chosen from the registry.

import { games } from "./api.js";
import { element, field, fill, select } from "./dom.js";
import { controlOf } from "./settings.js";

/** @import { GameListed } from "./api.js" */

/**
 * The values of a spec's keys.
 * @param {string} spec
 * @returns {Map<string, string>}
 */
function given(spec) {
  const inside = spec.includes("(") ? spec.slice(spec.indexOf("(") + 1, spec.lastIndexOf(")")) : "";
  const pairs = inside.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  return new Map(pairs.filter((pair) => pair.length === 2).map(([key, value]) => [key, value]));
}

/**
 * A field for a game: its name, and a field for each of its keys.
 * @param {string} initial a spec
 * @param {() => void} changed
 * @param {(game: GameListed) => boolean} [fits] which games are offered
 */
export async function gameField(initial, changed, fits = () => true) {
  const all = (await games()).filter(fits);
  const known = all.find((game) => initial.split(/[(:]/)[0] === game.name) ?? all[0];
  let game = known;
  const keys = element("div", { class: "fields" });
  const about = element("p", { class: "soft" });
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  const controls = new Map();
  const written = element("textarea", { rows: 3, spellcheck: "false", onchange: () => changed() });

  /** @param {string} spec */
  const list = (spec) => {
    const values = given(spec);
    controls.clear();
    about.textContent = game.about;
    if (game.name === "tree") {
      written.value = spec.startsWith("tree:") ? spec : game.examples[0];
      return fill(keys, field("The tree, written out", written));
    }
    fill(keys, ...game.keys.map((key) => {
      const value = values.get(key.name) ?? key.default;
      const control = controlOf(key, value, changed);
      controls.set(key.name, control);
      return field(key.name, control, key.about);
    }));
  };
  const name = select(all.map((one) => one.name), known.name, (value) => {
    game = all.find((one) => one.name === value) ?? game;
    list(game.examples[0]);
    changed();
  });
  list(initial);

  return {
    element: element("div", {}, field("Game", name), about, keys),
    /** The spec of what is chosen. */
    spec() {
      if (game.name === "tree") return written.value.trim();
      const said = game.keys.filter((key) => (controls.get(key.name)?.value.trim() ?? key.default) !== key.default);
      const pairs = said.map((key) => `${key.name}=${controls.get(key.name)?.value.trim()}`);
      return pairs.length ? `${game.name}(${pairs.join(", ")})` : game.name;
    },
    /** Whether the game is played on a table with pockets. */
    billiards: () => game.billiards,
  };
}
