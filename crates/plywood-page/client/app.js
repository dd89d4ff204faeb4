// The page's frame: which screen is shown, and its colours.

import { element, fill, say } from "./dom.js";

/**
 * A screen: what it is called, and how it is shown in an element, given the rest of the address; it may say what to do
 * when it is left.
 * @typedef {{title: string, show: (main: HTMLElement, rest: string[]) => void | (() => void) | Promise<void | (() => void)>}} Screen
 */

/** @type {Record<string, [string, () => Promise<Screen>]>} */
const SCREENS = {
  play: ["Play", () => import("./play.js")],
  billiards: ["Billiards", () => import("./billiards.js")],
  analyse: ["Analyse", () => import("./analyse.js")],
  tree: ["Tree", () => import("./tree.js")],
  lab: ["Lab", () => import("./lab.js")],
  scoreboard: ["Scoreboard", () => import("./scoreboard.js")],
};

/** @type {void | (() => void)} */
let leave;
let shown = 0;

async function route() {
  const [name = "play", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const [title, load] = SCREENS[name] ?? SCREENS.play;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  leave?.();
  leave = undefined;
  say("");
  for (const link of document.querySelectorAll("#screens a")) {
    const current = link.getAttribute("href") === `#/${SCREENS[name] ? name : "play"}`;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const turn = ++shown;
  document.title = `${title} – Plywood`;
  const frame = element("div", { class: `screen ${name}` });
  fill(main, frame);
  try {
    const screen = await load();
    const left = await screen.show(frame, rest);
    if (turn === shown) leave = left;
    else left?.();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
  if (turn > 1) main.focus({ preventScroll: true });
}

/** Changes between light and dark, and keeps it. */
function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

const kept = localStorage.getItem("theme");
if (kept) document.documentElement.dataset.theme = kept;
document.getElementById("theme")?.addEventListener("click", theme);
document.getElementById("screens")?.append(
  ...Object.entries(SCREENS).map(([name, [title]]) => element("a", { href: `#/${name}` }, title)),
);
addEventListener("hashchange", route);
await route();
