// A board: the picture that the server drew, with its cells as buttons, and moves that one can follow.

import { element, fill, pause, picture, still } from "./dom.js";

/** @import { Board, Changed, Target } from "./api.js" */

/** Milliseconds between two cells of a step, and for all of them at most; seeds are sown more slowly, so that one can count. */
const BEAT = 140, MOST = 2600, SEED = 260, MOST_SEEDS = 9000;
const SVG = "http://www.w3.org/2000/svg";
/** Pictures that are this many times as wide as high, or wider, scroll on a phone instead of being squeezed. */
const WIDE = 2.6;

export class BoardView {
  /**
   * @param {HTMLElement} host where it is shown
   * @param {(play: string) => void} chosen what to do with a move
   */
  constructor(host, chosen) {
    this.host = host;
    host.classList.add("board");
    this.chosen = chosen;
    /** @type {Target[]} */
    this.targets = [];
    /** @type {number[]} */
    this.clicks = [];
    this.turn = 0;
    /** @type {number | null} the cell that had the focus when its button was taken away */
    this.kept = null;
    host.addEventListener("click", (event) => this.press(event));
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Shows a position at once.
   * @param {Board} board
   * @param {boolean} [playable] whether clicks mean moves
   */
  show(board, playable = true) {
    this.turn++;
    this.draw(board, playable);
  }

  /**
   * Shows positions one after the other, each step so that one can follow it. Ends early when something else is shown.
   * @param {Board[]} boards
   * @param {boolean} [playable] whether clicks mean moves in the last
   */
  async follow(boards, playable = true) {
    const turn = ++this.turn;
    for (const [place, board] of boards.entries()) {
      const last = place + 1 === boards.length;
      const many = board.last.length > 3;
      if (many && !still()) {
        // Where much happens, what happens is shown on the old board, cell by cell, before the new one.
        this.inert();
        const sown = board.last.some((change) => change.count !== null);
        const beat = sown ? Math.min(SEED, MOST_SEEDS / board.last.length) : Math.min(BEAT, MOST / board.last.length);
        for (const change of board.last) {
          this.sow(change);
          this.mark(change);
          await pause(beat);
          if (turn !== this.turn) return;
        }
      }
      this.draw(board, playable && last);
      if (!many && !still()) board.last.forEach((change) => this.mark(change));
      if (!last) await pause(still() ? 0 : 450);
      if (turn !== this.turn) return;
    }
  }

  /** @param {Board} board @param {boolean} playable */
  draw(board, playable) {
    this.kept = this.focused() ?? this.kept;
    const drawn = picture(board.svg);
    fill(this.host, drawn);
    const { width, height } = drawn.viewBox.baseVal;
    this.host.classList.toggle("wide", width > WIDE * height);
    this.targets = playable ? board.targets : [];
    this.clicks = [];
    if (!playable) return this.inert();
    this.update();
    // A keyboard player continues where they were, unless they went elsewhere meanwhile.
    if (this.kept !== null && document.activeElement === document.body) this.cell(this.kept)?.focus();
    this.kept = null;
  }

  /** Takes no more clicks, until something is shown. */
  wait() {
    this.targets = [];
  }

  /** Takes the buttons out of the board. */
  inert() {
    this.kept = this.focused() ?? this.kept;
    for (const cell of this.cells()) {
      // What is no button has no name either; all of it comes back with the next drawing.
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) cell.removeAttribute(name);
      cell.classList.remove("cell");
    }
    this.targets = [];
  }

  /** Shows how many seeds lie in a cell now. @param {Changed} change */
  sow({ cell, count, seeds }) {
    if (count === null) return;
    const label = this.host.querySelector(`[data-count="${cell}"] text`);
    if (label) label.textContent = String(count);
    const heap = this.host.querySelector(`[data-seeds="${cell}"]`);
    if (heap && seeds !== null) heap.replaceChildren(...picture(`<svg xmlns="${SVG}">${seeds}</svg>`).children);
    // One ring a cell: the last thing that happened there.
    for (const ring of this.host.querySelectorAll(`.pulse[data-at="${cell}"]`)) ring.remove();
  }

  /** @param {Changed} change */
  mark({ cell, x, y, size, what }) {
    const ring = document.createElementNS(SVG, "circle");
    ring.setAttribute("class", `pulse ${what}`);
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 0.42 * size, "data-at": cell })) ring.setAttribute(name, String(value));
    this.host.querySelector("svg")?.append(ring);
  }

  /** @returns {SVGElement[]} */
  cells() {
    return [...this.host.querySelectorAll("[data-cell]")].filter((cell) => cell instanceof SVGElement);
  }
  /** @param {number} number */
  cell(number) {
    return this.cells().find((cell) => cell.dataset.cell === String(number)) ?? null;
  }
  focused() {
    const active = document.activeElement?.closest?.("[data-cell]");
    return active instanceof SVGElement && this.host.contains(active) ? Number(active.dataset.cell) : null;
  }

  /** The targets that the clicks so far may still mean. */
  open() {
    return this.targets.filter((target) => this.clicks.every((cell, place) => target.clicks[place] === cell));
  }

  /** Marks what is chosen and what may come next. */
  update() {
    const next = new Set(this.open().map((target) => target.clicks[this.clicks.length]));
    for (const cell of this.cells()) {
      const number = Number(cell.dataset.cell);
      const waits = next.has(number);
      cell.classList.toggle("chosen", this.clicks.includes(number));
      cell.classList.toggle("next", waits && this.clicks.length > 0);
      cell.classList.toggle("open", waits && this.clicks.length > 0);
      if (this.targets.length) {
        const first = this.targets.some((target) => target.clicks[0] === number);
        cell.setAttribute("tabindex", waits || first ? "0" : "-1");
        cell.setAttribute("aria-pressed", String(this.clicks.includes(number)));
      }
    }
  }

  /** @param {number} number */
  click(number) {
    const fits = (/** @type {number[]} */ clicks) =>
      this.targets.filter((target) => clicks.every((cell, place) => target.clicks[place] === cell));
    const longer = [...this.clicks, number];
    if (fits(longer).length) this.clicks = longer;
    else if (this.clicks.at(-1) === number) this.clicks = this.clicks.slice(0, -1);
    else this.clicks = fits([number]).length ? [number] : [];
    const done = this.open().find((target) => target.clicks.length === this.clicks.length);
    if (done && this.clicks.length) {
      this.clicks = [];
      this.wait();
      this.chosen(done.play);
    }
    this.update();
  }

  /** @param {Event} event */
  press(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (cell instanceof SVGElement && this.targets.length) this.click(Number(cell.dataset.cell));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = this.focused();
    if (here === null) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.click(here);
    else if (event.key === "Escape") {
      this.clicks = [];
      this.update();
    } else if (event.key in ways) this.step(here, ways[/** @type {keyof typeof ways} */ (event.key)]);
    else return;
    event.preventDefault();
  }

  /**
   * Moves the focus to the nearest cell in a direction.
   * @param {number} from
   * @param {number[]} way
   */
  step(from, [right, down]) {
    const middle = (/** @type {Element} */ cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const start = this.cell(from);
    if (!start) return;
    const [x, y] = middle(start);
    let best = null, least = Infinity;
    for (const cell of this.cells()) {
      const [a, b] = middle(cell);
      const along = (a - x) * right + (b - y) * down;
      const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
      const far = along + 3 * aside;
      if (along > 1 && far < least && cell.getAttribute("tabindex") === "0") [best, least] = [cell, far];
    }
    best?.focus();
  }
}

/**
 * The legal moves as buttons, for keyboards and those who do not see the board.
 * @param {string[]} moves
 * @param {(play: string) => void} chosen
 */
export function moveList(moves, chosen) {
  const list = element("div", { class: "moves", role: "group", "aria-label": "Legal moves" });
  const most = 400;
  for (const play of moves.slice(0, most)) {
    list.append(element("button", { type: "button", class: "mono", onclick: () => chosen(play) }, play));
  }
  if (moves.length > most) list.append(element("span", { class: "soft" }, `and ${moves.length - most} more`));
  return list;
}
