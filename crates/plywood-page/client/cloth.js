// The billiard table's canvas: balls, the cue, the map of shot quality, and where balls are on their way.

/**
 * @typedef {{ball: number, x: number, y: number, colour: string, striped: boolean}} Ball
 * @typedef {{svg: string, width: number, height: number, origin: [number, number], scale: number, radius: number,
 *   size: [number, number], balls: Ball[], pockets: {name: string, x: number, y: number}[], cue_ball: "table" | "hand" | "head",
 *   place: [number, number] | null, stage: "break" | "play" | "over", fastest: number, steepest: number, state: string, shots: number, ruling: string | null}} TableView
 * @typedef {{ball: number, points: [number, number, number][], pocketed: boolean}} Way
 * @typedef {{ways: Way[], errors: Way[][], success: number, samples: number, ruling: string, impossible: string | null}} Prediction
 * @typedef {{shot: number, player: number, before: [number, number, number][], stroke: string, ways: Way[],
 *   events: [number, string][], duration: number, ruling: string}} Roll
 * @typedef {{columns: number, rows: number, edge: [number, number], cells: (number | null)[], tops: [number, number, number][]}} Map_
 */

/** From metres to the picture: the length runs to the right. @param {TableView} table @param {[number, number]} at @returns {[number, number]} */
export function point({ origin, scale }, [x, y]) {
  return [origin[0] + scale * y, origin[1] + scale * x];
}

/** A ball. @param {CanvasRenderingContext2D} pen @param {TableView} table @param {Ball} ball @param {[number, number]} at */
export function drawBall(pen, table, ball, at) {
  const [x, y] = point(table, at);
  const radius = table.scale * table.radius;
  const disc = (/** @type {number} */ size, /** @type {string} */ colour) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fill();
  };
  disc(radius, ball.striped ? "#ffffff" : ball.colour);
  if (ball.striped) {
    pen.save();
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.clip();
    pen.fillStyle = ball.colour;
    pen.fillRect(x - radius, y - 0.6 * radius, 2 * radius, 1.2 * radius);
    pen.restore();
  }
  if (ball.ball > 0) {
    disc(0.52 * radius, "#ffffff");
    pen.fillStyle = "#111111";
    pen.font = `${0.75 * radius}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(ball.ball), x, y + 0.5);
  }
  pen.strokeStyle = "#0008";
  pen.lineWidth = 1;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * The cue behind the ball, farther away for a faster shot.
 * @param {CanvasRenderingContext2D} pen
 * @param {TableView} table
 * @param {[number, number]} cue
 * @param {{phi: number, v: number}} aim
 */
export function drawCue(pen, table, cue, aim) {
  const angle = (aim.phi * Math.PI) / 180;
  const away = (/** @type {number} */ far) =>
    point(table, [cue[0] - far * Math.cos(angle), cue[1] - far * Math.sin(angle)]);
  const from = table.radius * 1.3 + 0.04 * aim.v;
  pen.lineCap = "round";
  for (const [near, far, colour, wide] of /** @type {[number, number, string, number][]} */ (
    [[from, from + 0.7, "#c89a5b", 6], [from, from + 0.03, "#e9f1ff", 6]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.beginPath();
    pen.moveTo(...away(near));
    pen.lineTo(...away(far));
    pen.stroke();
  }
}

/** The map of shot quality. @param {CanvasRenderingContext2D} pen @param {TableView} table @param {Map_} map */
export function drawMap(pen, table, map) {
  const [across, along] = map.edge;
  for (const [place, chance] of map.cells.entries()) {
    if (!chance) continue;
    const [column, row] = [place % map.columns, Math.floor(place / map.columns)];
    const [x, y] = point(table, [column * across, row * along]);
    const [right, bottom] = point(table, [(column + 1) * across, (row + 1) * along]);
    pen.fillStyle = `rgba(255, 255, 255, ${(0.75 * chance).toFixed(3)})`;
    pen.fillRect(x, y, right - x, bottom - y);
  }
  for (const [place, [x, y]] of map.tops.entries()) {
    const at = point(table, [x, y]);
    pen.strokeStyle = "#111111";
    pen.fillStyle = "#111111";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.arc(...at, 9, 0, 2 * Math.PI);
    pen.stroke();
    pen.font = "bold 12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(place + 1), ...at);
  }
}

/** Where a ball is at a time; nowhere once it was pocketed. @param {Way} way @param {number} time @returns {[number, number] | null} */
export function placeAt({ points, pocketed }, time) {
  const next = points.findIndex(([at]) => at > time);
  if (next < 0) {
    const [end, x, y] = points[points.length - 1];
    return pocketed && time >= end ? null : [x, y];
  }
  if (next === 0) return [points[0][1], points[0][2]];
  const [from, x, y] = points[next - 1];
  const [to, right, up] = points[next];
  const share = to > from ? (time - from) / (to - from) : 1;
  return [x + share * (right - x), y + share * (up - y)];
}
