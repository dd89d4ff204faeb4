// The screen `billiards`: a table to aim at. Drag from the cue ball to aim; with ball in hand drag the cue ball itself.

import { follow, get, players as playersOf, post } from "./api.js";
import { drawBall, drawCue, drawMap, placeAt, point } from "./cloth.js";
import { attempt, button, element, field, fill, picture, say, select, still } from "./dom.js";
import { gameField } from "./gamefield.js";

/** @import { GameView } from "./api.js" */
/** @import { Ball, Map_, Prediction, Roll, TableView, Way } from "./cloth.js" */

export const title = "Billiards";

/** The elevation of a cue with nothing in its way, in degrees. */
const LOW = 5;
/** The usual speed, in metres a second. */
const USUAL = 2.5;

/**
 * @param {HTMLElement} main
 * @param {string[]} rest
 */
export async function show(main, [id]) {
  if (!id) return setUp(main);
  const game = await get(`/play/${id}`).catch(() => null);
  if (!game) {
    await setUp(main);
    return say("That frame is over: it was left for too long.");
  }
  const screen = new Frame(main, game);
  await screen.load();
  screen.next();
  return () => screen.leave();
}

/** @param {HTMLElement} main */
async function setUp(main) {
  const seats = element("div");
  /** @type {HTMLSelectElement[]} */
  let chosen = [];
  const changed = () => attempt(async () => {
    const known = await playersOf(game.spec());
    const options = /** @type {[string, string][]} */ ([["person", "a person"],
      ...known.players.filter((one) => one.own).map((one) => [one.name, `computer: ${one.about}`])]);
    chosen = Array.from({ length: known.nature.players }, (_, place) =>
      select(options, place === 0 ? "person" : known.default.split("(")[0]));
    fill(seats, ...chosen.map((list, place) => field(`Player ${place + 1}`, list)));
  });
  const game = await gameField("8ball", changed, (one) => one.billiards);
  const record = element("textarea", { spellcheck: "false" });
  const begin = () => attempt(async () => {
    const made = record.value.trim()
      ? await post("/billiards/replay", { record: JSON.parse(record.value) })
      : await post("/play", { game: game.spec(), seats: chosen.map((list) => list.value) });
    location.hash = `#/billiards/${made.id}`;
  });
  fill(main, element("h1", {}, "Billiards"),
    element("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } },
      game.element, seats,
      element("details", {}, element("summary", {}, "A stored frame"),
        field("The record that plywood lab show --frame --record wrote", record)),
      element("button", { class: "primary", type: "submit" }, "Begin")));
  await changed();
}

/** A frame that is being played. */
class Frame {
  /** @param {HTMLElement} main @param {GameView} game */
  constructor(main, game) {
    this.game = game;
    /** @type {TableView | null} */
    this.table = null;
    /** @type {Prediction | null} */
    this.prediction = null;
    /** @type {Map_ | null} */
    this.map = null;
    /** @type {Map<number, [number, number]> | null} where balls are while they roll */
    this.rolling = null;
    /** @type {ReturnType<typeof follow> | null} */
    this.thinking = null;
    this.left = false;
    this.watching = false;
    this.asked = 0;
    this.asking = false;
    // How often the frame was changed: what was asked before comes too late.
    this.turns = 0;
    // Whether a shot was sent and the balls are not yet where it left them.
    this.shooting = false;
    /** @type {ReturnType<typeof follow> | null} */
    this.mapping = null;
    /** @type {ReturnType<typeof follow> | null} */
    this.hinting = null;
    this.aim = { phi: 90, theta: LOW, v: USUAL, a: 0, b: 0 };
    // Whether the cue was raised by itself.
    this.raised = false;
    /** @type {[number, number] | null} where the cue ball is put */
    this.place = null;
    this.ground = element("div", { class: "cloth-ground", "aria-hidden": "true" });
    this.canvas = element("canvas", { class: "cloth", tabindex: 0, role: "application",
      "aria-label": "The table. Arrow keys turn the aim, with shift finely; page up and down change the speed; enter shoots." });
    this.words = element("p", { role: "status" });
    this.chance = element("p", { class: "soft" });
    this.call = select([["", "no call"]], "", () => this.predict());
    this.sliders = {
      phi: this.slider("Direction (degrees)", "phi", 0, 360, 0.1),
      v: this.slider("Speed (m/s)", "v", 0.2, 5, 0.05),
      theta: this.slider("Elevation (degrees)", "theta", 0, 70, 0.5),
      a: this.slider("Side spin (mm to the left)", "a", -20, 20, 0.5),
      b: this.slider("Follow and draw (mm up)", "b", -20, 20, 0.5),
    };
    this.shootButton = button("Shoot", () => attempt(() => this.shoot()), { class: "primary" });
    this.stopButton = button("Shoot now", () => this.thinking?.stop(), { disabled: true });
    this.hintButton = button("Hint", () => attempt(() => this.hint()));
    this.mapButton = button("Map of shot quality", () => attempt(() => this.showMap()));
    this.watchButton = button("Let the computer play", () => attempt(() => this.watch()));
    this.replayShot = element("input", { type: "number", min: 1, value: 1 });
    this.replayButton = button("Watch it again", () => attempt(() => this.replay(Math.max(1, Math.min(this.table?.shots ?? 1, Math.round(Number(this.replayShot.value)))))));
    this.replayAllButton = button("The whole frame", () => attempt(() => this.replayAll()));
    this.undoButton = button("Undo", () => attempt(async () => this.after(await post(`/play/${this.game.id}/undo`), false)));
    fill(main, element("h1", {}, game.game),
      element("div", { class: "columns wide" },
        element("div", { class: "card" }, element("div", { class: "cloth-frame" }, this.ground, this.canvas), this.words, this.chance),
        element("div", {},
          element("div", { class: "card" },
            ...Object.values(this.sliders).map((slider) => slider.field),
            field("Call", this.call),
            element("div", { class: "row" }, this.shootButton, this.hintButton, this.stopButton, this.mapButton, this.watchButton)),
          element("div", { class: "card" }, element("h2", {}, "Shots so far"),
            element("div", { class: "row" }, field("Shot", this.replayShot),
              this.replayButton, this.replayAllButton, this.undoButton,
              button("New frame", () => { location.hash = "#/billiards"; }))))));
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.canvas);
  }

  leave() {
    this.left = true;
    this.watcher.disconnect();
    this.thinking?.leave();
    this.mapping?.leave();
    this.hinting?.leave();
  }

  /**
   * @param {string} label
   * @param {"phi" | "v" | "theta" | "a" | "b"} name
   * @param {number} min @param {number} max @param {number} step
   */
  slider(label, name, min, max, step) {
    const input = element("input", { type: "range", min, max, step, value: this.aim[name] });
    const shown = element("output", { class: "number" }, String(this.aim[name]));
    input.addEventListener("input", () => {
      this.aim[name] = Number(input.value);
      shown.textContent = input.value;
      this.predict();
    });
    const made = field(label, input);
    made.querySelector("label")?.append(" ", shown);
    return { field: made, input, set: (/** @type {number} */ value) => {
      this.aim[name] = value;
      input.value = String(value);
      shown.textContent = String(Math.round(value * 100) / 100);
    } };
  }

  /** Whether a person is to shoot, and may. */
  mine() {
    return this.person() && this.table?.stage !== "over" && !this.thinking && !this.rolling && !this.shooting && !this.left;
  }

  person() {
    const mover = this.game.board.mover;
    return mover !== null && this.game.seats[mover - 1] === "person";
  }

  /** Asks for the table as it is. */
  async load() {
    const table = /** @type {TableView} */ (await get(`/billiards/${this.game.id}`));
    if (this.left) return;
    const broke = this.table?.stage === "break";
    this.table = table;
    this.shooting = false;
    this.prediction = null;
    this.map = null;
    this.place = null;
    fill(this.ground, picture(table.svg));
    this.canvas.width = table.width;
    this.canvas.height = table.height;
    const before = this.call.value;
    const calls = table.balls.filter((ball) => ball.ball > 0)
      .flatMap((ball) => table.pockets.map((pocket) => [`call=${ball.ball}:${pocket.name}`, `ball ${ball.ball} into ${pocket.name}`]));
    fill(this.call, ...[["", "no call"], ["safety", "a safety"], ...calls].map(([value, name]) => element("option", { value }, name)));
    if (calls.some(([value]) => value === before)) this.call.value = before;
    this.sliders.v.input.max = String(table.fastest);
    this.sliders.theta.input.max = String(table.steepest);
    this.replayShot.max = String(Math.max(1, table.shots));
    const { words } = this.game.board;
    this.words.textContent = [table.ruling, words && `${words[0].toUpperCase()}${words.slice(1)}.`].filter((said) => said).join(" ");
    if (this.person()) this.place = table.place;
    // A break is played as fast as can be, and nothing else is.
    if (table.stage === "break") this.sliders.v.set(table.fastest);
    else if (broke) this.sliders.v.set(USUAL);
    this.chance.textContent = "";
    if (this.raised) this.sliders.theta.set(LOW);
    this.raised = false;
    this.suggest();
    this.buttons();
    this.draw();
    await this.predict();
    // Where a rail or a ball is in the way of the cue it is raised, until the stroke that is suggested can be made.
    for (let theta = LOW; theta <= table.steepest && table === this.table && this.mine() && this.impossible(); theta += 10) {
      this.raised = true;
      this.sliders.theta.set(theta);
      await this.predict();
    }
  }

  buttons() {
    const busy = this.rolling !== null || this.shooting;
    this.shootButton.disabled = !this.mine() || this.taken() || this.impossible();
    this.hintButton.disabled = !this.mine() || this.hinting !== null;
    this.stopButton.disabled = !this.thinking;
    this.mapButton.disabled = this.table?.stage !== "play" || this.mapping !== null || busy;
    this.watchButton.disabled = this.table?.stage === "over";
    for (const one of [this.replayButton, this.replayAllButton]) one.disabled = busy || !this.table?.shots;
    this.undoButton.disabled = busy || !this.game.undo;
    this.watchButton.textContent = this.watching ? "Take the cue back" : "Let the computer play";
  }

  /** Aims at the nearest ball to begin with. */
  suggest() {
    const cue = this.cue();
    const others = this.table?.balls.filter((ball) => ball.ball > 0) ?? [];
    if (!cue || !others.length) return;
    const far = (/** @type {Ball} */ ball) => Math.hypot(ball.x - cue[0], ball.y - cue[1]);
    const near = others.reduce((best, ball) => (far(ball) < far(best) ? ball : best));
    this.turnTo([near.x, near.y]);
  }

  /** @returns {[number, number] | null} */
  cue() {
    const ball = this.table?.balls.find((one) => one.ball === 0);
    return this.place ?? (ball ? [ball.x, ball.y] : null);
  }

  /** Whether the stroke as it is cannot be made. */
  impossible() {
    return !!this.prediction?.impossible;
  }

  /** Whether the cue ball is held where it cannot lie: off the cloth, or on another ball. */
  taken() {
    const { place, table } = this;
    if (!place || !table) return false;
    const [across, along] = table.size;
    const off = (/** @type {number} */ at, /** @type {number} */ length) => at < table.radius || at > length - table.radius;
    const touches = (/** @type {Ball} */ ball) => ball.ball !== 0 && Math.hypot(ball.x - place[0], ball.y - place[1]) < 2 * table.radius;
    return off(place[0], across) || off(place[1], along) || table.balls.some(touches);
  }

  /** @param {[number, number]} at */
  turnTo([x, y]) {
    const cue = this.cue();
    if (!cue) return;
    const degrees = (Math.atan2(y - cue[1], x - cue[0]) * 180) / Math.PI;
    this.sliders.phi.set(Math.round(((degrees + 360) % 360) * 100) / 100);
  }

  stroke() {
    const { phi, theta, v, a, b } = this.aim;
    const parts = [this.place && `place=${this.place.join(":")}`,
      `phi=${phi}`, `theta=${theta}`, `v=${v}`, `a=${a}`, `b=${b}`, this.call.value];
    return parts.filter((part) => part).join("/");
  }

  /** Asks where the balls would go, one question at a time: the last counts, and only while the balls lie as they did. */
  async predict() {
    this.asked++;
    if (this.asking) return;
    this.asking = true;
    for (let turn = 0; turn !== this.asked && this.mine();) {
      turn = this.asked;
      const table = this.table;
      if (this.taken()) {
        this.prediction = null;
        this.chance.textContent = "The cue ball cannot lie there.";
      } else {
        try {
          const said = /** @type {Prediction} */ (await post(`/billiards/${this.game.id}/predict`, { stroke: this.stroke() }));
          if (table !== this.table || !this.mine()) continue;
          const percent = Math.round(1000 * said.success) / 10;
          this.prediction = said;
          this.chance.textContent = said.impossible ?? `Success ${percent} % of ${said.samples} tries with errors. Without error: ${said.ruling}`;
        } catch (error) {
          if (table !== this.table || !this.mine()) continue;
          this.prediction = null;
          this.chance.textContent = error instanceof Error ? error.message : String(error);
        }
      }
      this.buttons();
      this.draw();
    }
    this.asking = false;
  }

  async shoot() {
    if (!this.mine() || this.taken() || this.impossible()) return;
    this.shooting = true;
    this.buttons();
    try {
      await this.after(await post(`/play/${this.game.id}/move`, { move: this.stroke() }), true);
    } finally {
      this.shooting = false;
      this.buttons();
    }
  }

  /** What happens after a shot. @param {GameView} game @param {boolean} rolls */
  async after(game, rolls) {
    const turn = ++this.turns;
    this.game = game;
    this.thinking = null;
    this.shooting = true;
    try {
      if (rolls) await this.replay((this.table?.shots ?? 0) + 1, false);
      if (turn === this.turns && !this.left) await this.load();
    } finally {
      this.shooting = false;
    }
    if (turn === this.turns) return this.next();
    // Something else happened while the balls rolled, and was loaded then.
    this.buttons();
    this.draw();
    await this.predict();
  }

  /** Lets the computer shoot, where it is its turn. */
  next() {
    const mover = this.game.board.mover;
    if (this.left || this.thinking || mover === null || this.person()) return this.buttons();
    const turn = this.turns;
    attempt(async () => {
      try {
        const job = await post(`/play/${this.game.id}/think`);
        if (turn !== this.turns || this.left) return;
        this.thinking = follow(job.id);
        this.words.textContent = `${this.game.seats[mover - 1]} thinks …`;
        this.buttons();
        const after = await this.thinking.result;
        if (turn === this.turns && !this.left) await this.after(after, true);
      } catch (error) {
        // What was taken back while it thought is no error.
        if (turn !== this.turns) return;
        this.thinking = null;
        this.buttons();
        throw error;
      }
    });
  }

  /** Gives the cue to the computer, or takes it back. */
  async watch() {
    const known = await playersOf(this.game.game);
    const before = this.watching;
    this.watching = !before;
    const seats = before ? ["person", ...this.game.seats.slice(1)] : this.game.seats.map((seat) => (seat === "person" ? known.default : seat));
    this.thinking?.leave();
    this.thinking = null;
    await this.after(await post(`/play/${this.game.id}/seats`, { seats }), false);
  }

  /** Shows a shot again. @param {number} shot @param {boolean} [reload] */
  async replay(shot, reload = true) {
    if (!this.table || this.rolling) return;
    const roll = /** @type {Roll} */ (await get(`/billiards/${this.game.id}/roll/${shot}`));
    if (this.left) return;
    const places = new Map(roll.before.map(([ball, x, y]) => [ball, /** @type {[number, number]} */ ([x, y])]));
    this.rolling = places;
    this.prediction = null;
    this.map = null;
    this.buttons();
    this.words.textContent = `Player ${roll.player} shoots.`;
    const start = performance.now();
    const end = still() ? 0 : roll.duration;
    await new Promise((done) => {
      const frame = () => {
        const time = still() ? roll.duration : Math.min(roll.duration, (performance.now() - start) / 1000);
        for (const way of roll.ways) {
          const at = placeAt(way, time);
          if (at) places.set(way.ball, at);
          else places.delete(way.ball);
        }
        this.draw(roll.ways, time);
        if (time < roll.duration && !this.left && end > 0) requestAnimationFrame(frame);
        else done(null);
      };
      frame();
    });
    this.rolling = null;
    this.words.textContent = roll.ruling;
    if (reload && !this.left) await this.load();
  }

  async replayAll() {
    for (let shot = 1; shot <= (this.table?.shots ?? 0) && !this.left; shot++) {
      this.replayShot.value = String(shot);
      await this.replay(shot, false);
    }
    if (!this.left) await this.load();
  }

  /** Takes aim as the computer would. */
  async hint() {
    const turn = this.turns;
    this.hintButton.disabled = true;
    try {
      const job = await post(`/play/${this.game.id}/hint`);
      if (this.left) return;
      this.hinting = follow(job.id);
      const { move } = (await this.hinting.result).report;
      if (turn !== this.turns || !this.mine() || !move) return;
      this.aimAs(move);
      say(`Hint: ${move.replace(/\d+\.\d{3,}/g, (/** @type {string} */ digits) => Number(digits).toFixed(2))}`);
      await this.predict();
    } finally {
      this.hinting = null;
      this.buttons();
    }
  }

  /** Sets the cue as a written stroke says. @param {string} stroke */
  aimAs(stroke) {
    this.call.value = "";
    for (const part of stroke.split("/")) {
      const [key, value] = part.split("=");
      if (key === "place") this.place = /** @type {[number, number]} */ (value.split(":").map(Number));
      else if (key in this.sliders) this.sliders[/** @type {keyof Frame["sliders"]} */ (key)].set(Number(value));
      else this.call.value = part;
    }
    // The next stroke begins with a low cue again.
    this.raised = true;
    this.draw();
  }

  async showMap() {
    if (this.map) this.map = null;
    else {
      const table = this.table;
      const job = await post(`/billiards/${this.game.id}/map`);
      this.mapping = follow(job.id);
      this.buttons();
      const map = /** @type {Map_} */ (await this.mapping.result.finally(() => {
        this.mapping = null;
        this.buttons();
      }));
      if (this.left || table !== this.table) return;
      this.map = map;
      const [best, ...others] = map.tops.map(([, , chance]) => `${Math.round(100 * chance)} %`);
      const next = others.length ? `, the next ones ${others.join(", ")}` : "";
      say(best ? `The best place for the cue ball has a shot of ${best}${next}.` : "There is no straight shot from anywhere.");
    }
    this.draw();
  }

  /** From a pointer to metres. @param {PointerEvent} event @returns {[number, number]} */
  metres(event) {
    const table = /** @type {TableView} */ (this.table);
    const box = this.canvas.getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width) * table.width;
    const across = ((event.clientY - box.top) / box.height) * table.height;
    return [(across - table.origin[1]) / table.scale, (along - table.origin[0]) / table.scale];
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (!this.mine() || !this.table) return;
    const [x, y] = this.metres(event);
    const cue = this.cue();
    const carries = this.place && cue && Math.hypot(cue[0] - x, cue[1] - y) < 2.5 * this.table.radius;
    this.canvas.setPointerCapture(event.pointerId);
    const drag = (/** @type {PointerEvent} */ moved) => {
      if (!this.mine()) return;
      const at = this.metres(moved);
      if (carries) this.place = at;
      else this.turnTo(at);
      this.draw();
      this.predict();
    };
    const drop = () => {
      this.canvas.removeEventListener("pointermove", drag);
      this.canvas.removeEventListener("pointerup", drop);
    };
    this.canvas.addEventListener("pointermove", drag);
    this.canvas.addEventListener("pointerup", drop);
    drag(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.mine()) return;
    const fine = event.shiftKey ? 0.1 : 1;
    const turn = { ArrowLeft: fine, ArrowRight: -fine }[event.key];
    const speed = { PageUp: 0.1, PageDown: -0.1 }[event.key];
    if (turn) this.sliders.phi.set((this.aim.phi + turn + 360) % 360);
    else if (speed) this.sliders.v.set(Math.min(this.table?.fastest ?? 5, Math.max(0.2, this.aim.v + speed)));
    else if (event.key === "Enter") attempt(() => this.shoot());
    else return;
    event.preventDefault();
    this.predict();
  }

  /** Draws balls, ways and aim. @param {Way[]} [rolled] @param {number} [until] */
  draw(rolled, until) {
    const { table, canvas } = this;
    const pen = canvas.getContext("2d");
    if (!table || !pen) return;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (this.map) drawMap(pen, table, this.map);
    const ball = (/** @type {number} */ number) => table.balls.find((one) => one.ball === number);
    const way = (/** @type {Way} */ one, /** @type {number} */ opacity, /** @type {number} */ wide, limit = Infinity) => {
      pen.globalAlpha = opacity;
      pen.strokeStyle = ball(one.ball)?.colour ?? "#ffffff";
      pen.lineWidth = wide;
      pen.beginPath();
      for (const [time, x, y] of one.points) if (time <= limit) pen.lineTo(...point(table, [x, y]));
      pen.stroke();
      pen.globalAlpha = 1;
    };
    for (const one of rolled ?? []) way(one, 0.6, 2, until);
    if (!this.rolling && this.prediction) {
      for (const shot of this.prediction.errors) for (const one of shot) way(one, 0.13, 2);
      for (const one of this.prediction.ways) way(one, 0.95, 2.5);
    }
    for (const one of table.balls) {
      const at = this.rolling ? this.rolling.get(one.ball) : one.ball === 0 && this.place ? this.place : [one.x, one.y];
      if (at) drawBall(pen, table, one, /** @type {[number, number]} */ (at));
    }
    if (this.place && !ball(0) && !this.rolling) drawBall(pen, table, { ball: 0, x: 0, y: 0, colour: "#ffffff", striped: false }, this.place);
    const cue = this.cue();
    if (cue && this.person() && !this.rolling) drawCue(pen, table, cue, this.aim);
  }
}
