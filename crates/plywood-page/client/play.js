// The screen `play`: choose a game and who plays, then play it.

import { follow, get, players as playersOf, post } from "./api.js";
import { BoardView, moveList } from "./board.js";
import { attempt, button, element, field, fill, number, say } from "./dom.js";
import { gameField } from "./gamefield.js";
import { specField } from "./spec.js";

/** @import { GameView, Model, Players, Remark, Tick } from "./api.js" */

export const title = "Play";

/**
 * @param {HTMLElement} main
 * @param {string[]} rest
 */
export async function show(main, [id]) {
  if (!id) return setUp(main);
  const game = await get(`/play/${id}`).catch(() => null);
  if (!game) {
    await setUp(main);
    return say("That game is over: it was left for too long.");
  }
  return table(main, game);
}

/** A seat: a person, the tutor, a level, or a player by its spec. @param {number} number @param {() => Players | null} players */
function seatField(number, players) {
  const who = element("select");
  const spec = specField(`Spec of player ${number}`, "", players);
  const offer = () => {
    const known = players();
    const before = who.value;
    const options = [["person", "a person"], ["tutor", "the tutor, who plays as well as you do"],
      ...(known?.levels ?? []).map((level) => [level.spec, `computer, ${level.name}`]), ["spec", "computer, by its spec"]];
    fill(who, ...options.map(([value, name]) => element("option", { value }, name)));
    const usual = number === 1 ? "person" : known?.levels[Math.min(2, known.levels.length - 1)]?.spec ?? "person";
    who.value = options.some(([value]) => value === before) && before ? before : usual;
    if (!spec.input.value && known) spec.input.value = known.default;
    spec.field.hidden = who.value !== "spec";
  };
  who.addEventListener("change", () => { spec.field.hidden = who.value !== "spec"; });
  offer();
  return {
    element: element("div", {}, field(`Player ${number}`, who), spec.field),
    offer,
    value: () => (who.value === "spec" ? spec.input.value : who.value),
  };
}

/** @param {HTMLElement} main */
async function setUp(main) {
  /** @type {Players | null} */
  let known = null;
  /** @type {ReturnType<typeof seatField>[]} */
  let seats = [];
  const places = element("div");
  const position = element("input", { class: "mono" });
  const record = element("textarea", { spellcheck: "false" });
  const changed = () => attempt(async () => {
    const spec = game.spec();
    const found = await playersOf(spec);
    // Of two changes the later one counts.
    if (spec !== game.spec()) return;
    known = found;
    if (seats.length !== known.nature.players) {
      seats = Array.from({ length: known.nature.players }, (_, place) => seatField(place + 1, () => known));
      fill(places, ...seats.map((seat) => seat.element));
    }
    seats.forEach((seat) => seat.offer());
  });
  const game = await gameField(localStorage.getItem("game") ?? "othello", changed);
  const begin = () => attempt(async () => {
    localStorage.setItem("game", game.spec());
    const said = { game: game.spec(), seats: seats.map((seat) => seat.value()) };
    const from = record.value.trim() ? { record: record.value } : position.value.trim() ? { position: position.value } : {};
    const made = await post("/play", { ...said, ...from });
    location.hash = `#/play/${made.id}`;
  });
  fill(main, element("h1", {}, "Play"),
    element("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } },
      game.element, places,
      element("details", {}, element("summary", {}, "From a position or a record"),
        field("Position, in the game's notation", position), field("Record, or a list of moves", record)),
      element("button", { class: "primary", type: "submit" }, "Begin")));
  await changed();
}

/**
 * A game that is being played.
 * @param {HTMLElement} main
 * @param {GameView} first
 */
function table(main, first) {
  let game = first;
  let watching = false, left = false;
  // What was asked for last: answers to earlier questions come too late.
  let asked = 0;
  /** @type {ReturnType<typeof follow> | null} */
  let thinking = null;
  /** @type {ReturnType<typeof follow> | null} */
  let hinting = null;
  const host = element("div");
  const board = new BoardView(host, (play) => move(play));
  const words = element("p", { role: "status", class: "words" });
  const thoughts = element("p", { class: "soft", "aria-live": "off" });
  const remark = element("div", { class: "remark", role: "status", hidden: true });
  const pupil = element("section", { class: "card", "aria-label": "The tutor's model of you", hidden: true });
  const moves = element("div");
  const steps = element("ol", { class: "steps mono", tabindex: 0, "aria-label": "Steps so far" });
  const position = element("input", { readonly: true, class: "mono", "aria-label": "Position" });
  const stop = button("Move now", () => (thinking ? thinking.stop() : next()), { disabled: true });
  const hintButton = button("Hint", () => attempt(hint));
  const undoButton = button("Undo", () => attempt(async () => update(await post(`/play/${game.id}/undo`))));
  const watch = button("Watch", () => { watching = !watching; rest(); next(); });

  const seat = () => (game.board.mover === null ? null : game.seats[game.board.mover - 1]);
  const persons = () => game.seats.includes("person");

  /** Shows all but the board. */
  const rest = () => {
    const mine = seat() === "person" && !thinking;
    words.textContent = thinking ? `${seat()} thinks …` : game.board.words;
    // What stands under the board already is only said.
    words.classList.toggle("unseen", words.textContent === host.querySelector(".caption text")?.textContent);
    const open = moves.querySelector("details")?.open ?? false;
    fill(moves, mine && element("details", { open }, element("summary", {}, `${game.board.moves.length} legal moves`),
      moveList(game.board.moves, move)));
    fill(steps, ...game.steps.map((step) => element("li", {}, step)));
    steps.scrollTop = steps.scrollHeight;
    position.value = game.board.position;
    // Who failed to move may be asked again.
    stop.disabled = !thinking && (seat() === null || seat() === "person" || (!persons() && !watching));
    hintButton.disabled = !mine || hinting !== null;
    undoButton.disabled = !game.undo;
    watch.hidden = persons();
    watch.textContent = watching ? "Pause" : "Watch";
    remarkOf(remark, game.remark);
    pupilOf(pupil, game.pupil);
  };

  /** @param {GameView} now */
  const update = async (now) => {
    // Two questions may be answered in any order.
    if (left || now.version < game.version) return;
    game = now;
    asked++;
    thinking?.leave();
    thinking = null;
    rest();
    const frames = now.frames.length ? now.frames : [now.board];
    await board.follow(frames, seat() === "person");
    if (!left && game === now) rest();
    if (!left && game === now) next();
  };

  /** Lets a player think who is on turn. */
  const next = () => {
    const who = seat();
    if (left || thinking || !who || who === "person" || (!persons() && !watching)) return;
    const turn = ++asked;
    attempt(async () => {
      const job = await post(`/play/${game.id}/think`).catch((error) => {
        if (turn === asked) throw error;
        return null;
      });
      if (!job || left || turn !== asked) return;
      thinking = follow(job.id, {
        tick: (/** @type {Tick} */ tick) => {
          thoughts.textContent = `depth ${tick.depth}, ${number(tick.simulations || tick.nodes)} ${tick.simulations ? "playouts" : "nodes"}, ${tick.pv.slice(0, 6).join(" ")}`;
        },
        remark: (/** @type {Remark} */ said) => remarkOf(remark, said),
      });
      rest();
      const mine = thinking;
      const after = await mine.result.catch((error) => {
        // What was taken back while it thought is no error.
        if (thinking !== mine) return null;
        thinking = null;
        rest();
        throw error;
      });
      thoughts.textContent = "";
      if (after && thinking === mine) await update(after);
    });
  };

  /** @param {string} play */
  const move = (play) => attempt(async () => {
    board.wait();
    const after = await post(`/play/${game.id}/move`, { move: play }).catch((error) => {
      board.show(game.board, seat() === "person");
      throw error;
    });
    await update(after);
  });

  const hint = async () => {
    const turn = ++asked;
    hintButton.disabled = true;
    try {
      const job = await post(`/play/${game.id}/hint`);
      hinting = follow(job.id);
      const found = await hinting.result;
      if (left || turn !== asked) return;
      say(`Hint: ${found.words}${found.report.pv.length > 1 ? `; then ${found.report.pv.slice(1, 6).join(" ")}` : ""}`);
    } finally {
      hinting = null;
      rest();
    }
  };

  const keep = async () => {
    const { record } = await get(`/play/${game.id}/record`);
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    element("a", { href: address, download: `${game.game.split("(")[0]}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const analyse = () => {
    const at = new URLSearchParams({ game: game.game, position: game.start, moves: game.steps.join(" ") });
    location.hash = `#/analyse/${encodeURIComponent(at.toString())}`;
  };

  fill(main, element("h1", {}, game.game),
    element("div", { class: "columns" },
      element("div", { class: "card" }, host, words, thoughts, remark),
      element("div", {},
        element("div", { class: "card" },
          element("div", { class: "row" }, undoButton, hintButton, stop, watch,
            button("Turn the board", () => attempt(async () => {
              const now = await post(`/play/${game.id}/turn`);
              if (left || now.version < game.version) return;
              game = { ...now, frames: [] };
              board.show(game.board, seat() === "person" && !thinking);
            })),
            button("New game", () => { location.hash = "#/play"; })),
          moves),
        pupil,
        element("div", { class: "card" },
          element("h2", {}, "So far"), steps,
          element("p", { class: "soft" }, game.seats.map((who, place) => `player ${place + 1}: ${who}`).join("; ")),
          field("Position", position),
          element("div", { class: "row" },
            button("Keep the record", () => attempt(keep)), button("Analyse", analyse))))));
  board.show(game.board, seat() === "person");
  rest();
  if (game.thinking) game = { ...game, thinking: null };
  next();
  return () => {
    left = true;
    thinking?.leave();
    hinting?.leave();
    board.turn++;
  };
}

/**
 * What the tutor says of a move, and why.
 * @param {HTMLElement} place
 * @param {Remark | null} said
 */
function remarkOf(place, said) {
  place.hidden = !said;
  fill(place, said && element("p", {}, said.text),
    said && said.why.length > 0 && element("ul", { class: "why" }, ...said.why.map((line) => element("li", {}, line))));
}

/**
 * What the tutor believes of the person.
 * @param {HTMLElement} place
 * @param {Model | null} model
 */
function pupilOf(place, model) {
  place.hidden = !model;
  if (!model) return fill(place);
  const rounded = [model.skill, model.low, model.high].map((one) => Math.round(one));
  fill(place, element("h2", {}, "The tutor's model of you"),
    element("meter", { min: 0, max: 100, value: rounded[0], "aria-label": "Your skill, as the tutor sees it" }),
    element("p", {}, `Skill ${rounded[0]} of 100, four times in five between ${rounded[1]} and ${rounded[2]}; 0 moves at random, 100 finds the best.`),
    element("p", { class: "soft" }, model.words));
}
