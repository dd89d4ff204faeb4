// Elements in a line each.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Makes an element: `on…` attributes listen, `true` sets a bare attribute, `false`, `null` and `undefined` leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  fill(made, ...children);
  return made;
}

/**
 * Puts children in place of whatever an element had.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  /** @type {(string | Node)[]} */
  const nodes = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    nodes.push(child instanceof Node ? child : String(child));
  }
  parent.replaceChildren(...nodes);
}

let fields = 0;

/**
 * A control with its label.
 * @template {HTMLElement} T
 * @param {string} text
 * @param {T} control
 * @param {string} [about] what it means, for those who ask
 */
export function field(text, control, about) {
  if (!control.id) control.id = `field-${++fields}`;
  return element("div", { class: "field" }, element("label", { for: control.id, title: about }, text), control);
}

/**
 * A choice among values.
 * @param {(string | [string, string])[]} options values, or values with what they are called
 * @param {string} [chosen]
 * @param {(value: string) => void} [changed]
 */
export function select(options, chosen, changed) {
  const list = element("select", { onchange: () => changed?.(list.value) });
  for (const option of options) {
    const [value, name] = typeof option === "string" ? [option, option] : option;
    list.append(element("option", { value, selected: value === chosen }, name));
  }
  return list;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: MouseEvent) => void} pressed
 * @param {Attributes} [attributes]
 */
export function button(text, pressed, attributes = {}) {
  return element("button", { type: "button", onclick: pressed, ...attributes }, text);
}

/**
 * A picture that the server drew, as an element.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
  /** @type {Element} */
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(drawn, true)));
}

/**
 * Says something to everybody, those who do not see the page included.
 * @param {string} text
 * @param {"info" | "error"} [kind]
 */
export function say(text, kind = "info") {
  const status = document.getElementById("status");
  if (!status) return;
  status.className = kind;
  status.textContent = text;
  // What is long scrolls, by keyboard too.
  status.tabIndex = status.scrollHeight > status.clientHeight ? 0 : -1;
}

/**
 * Runs something and says what went wrong, where something did.
 * @param {() => Promise<unknown>} work
 */
export async function attempt(work) {
  try {
    say("");
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Whether less motion was asked for. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * A number as people read it; JSON has a word for those that are infinite.
 * @param {number | "Infinity" | "-Infinity" | "NaN" | null | undefined} value
 * @param {number} [digits]
 */
export function number(value, digits = 3) {
  if (value === null || value === undefined) return "–";
  const known = Number(value);
  if (Number.isNaN(known)) return "–";
  if (!Number.isFinite(known)) return known > 0 ? "∞" : "-∞";
  // Zero has no sign here.
  return Number.isInteger(known) ? (known + 0).toLocaleString("en") : known.toFixed(digits);
}
