// The server's API: questions, answers, and the events of jobs.

/**
 * @typedef {{kind: "switch" | "table" | "memory" | "time" | "evaluation" | "policy" | "oracle" | "file" | "text"}
 *   | {kind: "choice", words: string[]}
 *   | {kind: "number", whole: boolean, low: number, high: number, off: string | null, on: number | null}
 *   | {kind: "one_of", list: About[]}} Takes
 * @typedef {{name: string, default: string, about: string, takes: Takes}} Key
 * @typedef {{name: string, about: string, keys: Key[], source: string}} About
 * @typedef {About & {examples: string[], players: number, billiards: boolean}} GameListed
 * @typedef {About & {own: boolean}} PlayerListed
 * @typedef {{name: string, spec: string}} Level
 * @typedef {{game: string, nature: {players: number, chance: string, payoff: string, bounds: [number, number]}, unit: string,
 *   default: string, levels: Level[], players: PlayerListed[], evaluations: About[], policies: About[], oracles: About[]}} Players
 * @typedef {{clicks: number[], play: string}} Target
 * @typedef {{cell: number, what: "left" | "passed" | "came" | "taken", x: number, y: number, size: number,
 *   count: number | null, seeds: string | null}} Changed
 * @typedef {{step: string | null, position: string, turn: "player" | "chance" | "over", mover: number | null, moves: string[],
 *   targets: Target[], cells: string[], last: Changed[], svg: string, words: string, payoffs: number[] | null}} Board
 * @typedef {{play: string, value: number, proven: boolean, line: string[]}} Worth
 * @typedef {{player: number, text: string, played: Worth, best: Worth, loss: number, why: string[]}} Remark
 * @typedef {{skill: number, low: number, high: number, moves: number, choices: number, found: number, loss: number, words: string}} Model
 * @typedef {{id: string, game: string, seats: string[], unit: string, start: string, steps: string[], version: number,
 *   undo: boolean, turned: boolean, board: Board, frames: Board[], thinking: string | null, remark: Remark | null, pupil: Model | null}} GameView
 * @typedef {{id: string, title: string, lane: "waited" | "long", phase: "waiting" | "running" | "done" | "failed",
 *   progress: any, result: any}} JobView
 * @typedef {{depth: number, value: number, move: string | null, nodes: number, evaluations: number, seconds: number, pv: string[]}} Row
 * @typedef {{depth: number, nodes: number, simulations: number, seconds: number, pv: string[], values: [string, number][]}} Tick
 * @typedef {Row & {values?: number[], proven: boolean, distance: number | null, simulations: number, rows: Row[],
 *   tried?: {move: string, visits: number, value: number}[], counters?: Record<string, number>}} Report
 * @typedef {number | "Infinity"} Leaves
 * @typedef {{line: string[], visits: number, value: number}} Branch
 * @typedef {{at_least: number, proof: Leaves, disproof: Leaves, moves: [string, [Leaves, Leaves]][]}} Proving
 * @typedef {{game: string, position?: string | null, moves?: string | null}} At
 */

/** This tab's name, by which it gets its share of the work. */
const client = (() => {
  const known = sessionStorage.getItem("client") ?? crypto.randomUUID();
  sessionStorage.setItem("client", known);
  return known;
})();

/**
 * Asks the server; a refusal is an error in its words.
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "x-plywood-client": client };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(`/api/v1${path}`, {
    method, headers, body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => { throw new Error("The server does not answer. Is it still running?"); });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `${answer.status} ${answer.statusText}`);
  return said;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => ask("POST", path, body);

/** @type {Promise<GameListed[]> | undefined} */
let listed;
/** Every game. @returns {Promise<GameListed[]>} */
export const games = () => (listed ??= get("/games"));

/** @type {Map<string, Promise<Players>>} */
const known = new Map();
/**
 * What plays a game.
 * @param {string} game
 * @returns {Promise<Players>}
 */
export function players(game) {
  const found = known.get(game) ?? get(`/players?game=${encodeURIComponent(game)}`);
  known.set(game, found);
  found.catch(() => known.delete(game));
  return found;
}

/**
 * Listens to a job until it is over.
 * @param {string} id
 * @param {Record<string, (what: any) => void>} [heard] what to do at events, by their names; `again` when the connection was
 *   lost and all is told from the beginning
 * @returns {{result: Promise<any>, stop: () => Promise<unknown>, leave: () => void}} what it comes to; `leave` stops
 *   listening, which ends a search
 */
export function follow(id, heard = {}) {
  const source = new EventSource(`/api/v1/jobs/${id}/events`);
  for (const [name, act] of Object.entries(heard)) {
    source.addEventListener(name, (event) => act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  let opened = 0;
  source.onopen = () => { if (opened++ > 0) heard.again?.(null); };
  const result = new Promise((done, failed) => {
    source.addEventListener("done", (event) => {
      source.close();
      done(JSON.parse(event.data));
    });
    source.addEventListener("failed", (event) => {
      source.close();
      failed(new Error(JSON.parse(event.data).error));
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) failed(new Error("The connection was lost."));
    };
  });
  return { result, stop: () => ask("DELETE", `/jobs/${id}`), leave: () => source.close() };
}
