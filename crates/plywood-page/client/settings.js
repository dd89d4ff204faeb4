// What a key of a spec may be, as the registry declares it: a control for it, and the values that can be offered.

import { element, select } from "./dom.js";

/** @import { About, Key, Players } from "./api.js" */

/**
 * The words that a value may be; none where it is not one of a few.
 * @param {Key} key
 * @returns {string[]}
 */
function words({ takes }) {
  if (takes.kind === "switch") return ["on", "off"];
  if (takes.kind === "choice") return takes.words;
  if (takes.kind === "one_of") return takes.list.map((one) => one.name);
  return [];
}

/**
 * A control for a key: a list of its words, or a field with its limits.
 * @param {Key} key
 * @param {string} value
 * @param {() => void} changed
 */
export function controlOf(key, value, changed) {
  const { takes } = key;
  if (takes.kind === "switch" || takes.kind === "choice") return select(words(key), value, changed);
  const limits = takes.kind === "number" ? { inputmode: "decimal", title: range(takes.low, takes.high) } : {};
  return element("input", { value, ...limits, onchange: () => changed() });
}

/**
 * The limits of a number in words.
 * @param {number} low
 * @param {number | null} high none where there is no limit
 */
function range(low, high) {
  return high === null || high > 1e15 ? `${low} or more` : `${low} to ${high}`;
}

/**
 * Values that a key may have.
 * @param {Key} key
 * @param {Players} players
 * @returns {{text: string, about: string}[]}
 */
export function values(key, players) {
  /** @param {About[]} list */
  const named = (list) => list.map((one) => ({ text: one.name, about: one.about }));
  const { takes } = key;
  switch (takes.kind) {
    case "evaluation": return named(players.evaluations);
    case "policy": return named(players.policies);
    case "oracle": return named(players.oracles);
    case "one_of": return named(takes.list);
    case "switch":
    case "choice": return words(key).map((text) => ({ text, about: key.about }));
    case "number": {
      const said = [takes.off, takes.on === null ? null : "on"].filter((word) => word !== null);
      return [...said, key.default].filter((text, place, all) => all.indexOf(text) === place)
        .map((text) => ({ text, about: `${key.about} (${range(takes.low, takes.high)})` }));
    }
    default: return key.default === "none" ? [] : [{ text: key.default, about: `${key.about} (as it is unless said)` }];
  }
}
