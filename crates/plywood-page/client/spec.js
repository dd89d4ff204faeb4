// A field for specs that offers names, keys and values as one types, from the registry's own tables.

import { element, fill } from "./dom.js";
import { values } from "./settings.js";

/** @import { About, Players } from "./api.js" */
/** @typedef {{text: string, about: string, from: number}} Offer what may stand there, and where it begins */

/**
 * What may be typed at a place of a spec.
 * @param {string} text the spec up to the cursor
 * @param {Players} players
 * @returns {Offer[]}
 */
export function offers(text, players) {
  // The names of brackets that are open, innermost last, and what has been given in each.
  /** @type {{name: string, given: string[], key: string}[]} */
  const open = [];
  let word = "", from = 0;
  for (const [place, letter] of [...text].entries()) {
    const inner = open.at(-1);
    if (letter === "(") {
      open.push({ name: word.trim(), given: [], key: "" });
    } else if (letter === ")") {
      open.pop();
    } else if (letter === "=" && inner) {
      inner.key = word.trim();
      inner.given.push(inner.key);
    } else if (letter === "," && inner) {
      inner.key = "";
    } else {
      if (word === "" && letter === " ") {
        from = place + 1;
        continue;
      }
      word += letter;
      continue;
    }
    word = "";
    from = place + 1;
  }
  const inner = open.at(-1);
  const begins = (/** @type {string} */ name) => name.toLowerCase().startsWith(word.trim().toLowerCase());
  /** @param {About[]} list */
  const named = (list) => list.filter((one) => begins(one.name)).map((one) => ({ text: one.name, about: one.about, from }));
  if (!inner) return named(players.players);
  const all = [...players.players, ...players.evaluations, ...players.policies, ...players.oracles];
  const keys = all.find((one) => one.name === inner.name)?.keys ?? [];
  if (inner.key) {
    const key = keys.find((one) => one.name === inner.key);
    return (key ? values(key, players) : []).filter((offer) => begins(offer.text)).map((offer) => ({ ...offer, from }));
  }
  return keys
    .filter((key) => begins(key.name) && !inner.given.includes(key.name))
    .map((key) => ({ text: `${key.name}=`, about: `${key.about} (${key.default})`, from }));
}

let fields = 0;

/**
 * A field for a spec.
 * @param {string} label
 * @param {string} value
 * @param {() => Players | null} players what can be offered
 */
export function specField(label, value, players) {
  const id = `spec-${++fields}`;
  const list = element("ul", { class: "offers", id: `${id}-offers`, role: "listbox", "aria-label": `Offers for ${label}`, hidden: true });
  const input = element("input", {
    id, value, role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  /** @type {Offer[]} */
  let offered = [];
  let chosen = -1;

  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  };
  const select = (/** @type {number} */ place) => {
    chosen = (place + offered.length) % offered.length;
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", `${id}-${chosen}`);
  };
  const accept = (/** @type {number} */ place) => {
    const offer = offered[place];
    const cursor = input.selectionStart ?? input.value.length;
    const rest = input.value.slice(cursor);
    input.value = input.value.slice(0, offer.from) + offer.text + rest;
    const at = offer.from + offer.text.length;
    input.setSelectionRange(at, at);
    input.focus();
    if (offer.text.endsWith("=")) show();
    else close();
    input.dispatchEvent(new Event("change"));
  };
  const show = () => {
    const known = players();
    offered = known ? offers(input.value.slice(0, input.selectionStart ?? undefined), known) : [];
    if (!offered.length) return close();
    chosen = -1;
    fill(list, ...offered.map((offer, place) =>
      element("li", { id: `${id}-${place}`, role: "option", "aria-selected": "false",
        onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); accept(place); } },
        element("b", {}, offer.text), ` ${offer.about}`)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };

  input.addEventListener("input", show);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && list.hidden) show();
    else if (event.key === "ArrowDown") select(chosen + 1);
    else if (event.key === "ArrowUp" && !list.hidden) select(chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) accept(chosen);
    else if (event.key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
  });
  const field = element("div", { class: "field spec" }, element("label", { for: id }, label), input, list);
  return { field, input };
}
