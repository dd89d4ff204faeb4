// A tree of playouts while it grows: the most visited nodes, thicker the more often they were visited.

import { number } from "./dom.js";

/** @import { Branch } from "./api.js" */
/** @typedef {{branch: Branch, x: number, y: number, below: Node_[]}} Node_ */

const SVG = "http://www.w3.org/2000/svg";
/** Beside a label and from one row to the next, the margin, and the width of a letter. */
const BESIDE = 44, ROW = 24, MARGIN = 14, LETTER = 7.9;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The tree as a drawing, the root to the left.
 * @param {Branch[]} branches each after the one it hangs from
 */
export function growing(branches) {
  const total = branches.filter(({ line }) => line.length === 1).reduce((sum, { visits }) => sum + visits, 0);
  /** @type {Node_} */
  const root = { branch: { line: [], visits: total, value: 0 }, x: MARGIN, y: 0, below: [] };
  const known = new Map([["", root]]);
  // A column is as wide as its labels, so that lines begin behind them.
  const deepest = Math.max(0, ...branches.map(({ line }) => line.length));
  const widths = Array.from({ length: deepest + 1 }, (_, ply) =>
    LETTER * Math.max(0, ...branches.filter(({ line }) => line.length === ply).map((branch) => label(branch).length)));
  const columns = widths.reduce((all, wide) => [...all, all[all.length - 1] + wide + BESIDE], [MARGIN]);
  for (const branch of branches) {
    const node = { branch, x: columns[branch.line.length], y: 0, below: [] };
    known.get(branch.line.slice(0, -1).join(" "))?.below.push(node);
    known.set(branch.line.join(" "), node);
  }
  // Every leaf has a row of its own; a node stands at the first of the rows below it, so that the main line is straight.
  let rows = 0;
  /** @param {Node_} node */
  const place = (node) => {
    node.y = MARGIN + ROW * rows;
    if (node.below.length === 0) rows++;
    node.below.forEach(place);
  };
  place(root);
  const [wide, high] = [columns[deepest + 1], 2 * MARGIN + ROW * (rows - 1)];
  const edges = shape("g", { class: "edges" });
  const nodes = shape("g", { class: "nodes" });
  /** @param {Node_} node */
  const draw = (node) => {
    const { branch, x, y } = node;
    const share = total > 0 ? branch.visits / total : 0;
    for (const child of node.below) {
      const part = total > 0 ? child.branch.visits / total : 0;
      const from = branch.line.length ? x + 14 + LETTER * label(branch).length : x;
      const half = (from + child.x) / 2;
      edges.append(shape("path", { d: `M${from},${y} C${half},${y} ${half},${child.y} ${child.x},${child.y}`, "stroke-width": 1 + 9 * part }));
    }
    const words = branch.line.length ? `${branch.line.join(" ")}: ${number(branch.visits)} visits, mean ${number(branch.value, 3)}` : "the position";
    nodes.append(shape("g", {}, shape("title", {}, words),
      shape("circle", { cx: x, cy: y, r: 2.5 + 6 * Math.sqrt(share) }),
      ...(branch.line.length ? [shape("text", { x: x + 11, y: y + 4 }, label(branch))] : [])));
    node.below.forEach(draw);
  };
  draw(root);
  const said = `The tree after ${number(total)} visits: ${branches.length} nodes are drawn, ${deepest} moves deep.`;
  return shape("svg", { class: "growing", role: "img", "aria-label": said, width: wide, height: high, viewBox: `0 0 ${wide} ${high}` }, edges, nodes);
}

/** What stands beside a node. @param {Branch} branch */
const label = (branch) => `${branch.line.at(-1) ?? ""} · ${short(branch.visits)}`;

/** A count in a few letters. @param {number} count */
function short(count) {
  if (count < 10_000) return String(count);
  return count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
