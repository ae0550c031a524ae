// The table. A part whose number in the frame has not changed is not touched; of one that has, single tiles are patched.
import { el, icon, tile, turnTile, windBox } from "./dom.js";
import { tokens } from "./game.js";
import { tileName, word } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Frame} Frame */

/** How a frame is looked at: which seat sits below, whether the other hands lie open. @typedef {{ me: number, open: boolean }} View */

/** How many river tiles the table is wide, and from how many pixels on the other seats' waits have room on it. */
const UNITS = 18.4, SMALL = 460;

class Felt extends HTMLElement {
  /** @type {Game | null} */
  game = null;
  key = "";
  shown = "";
  /** @type {Side[]} */
  sides = [];
  centre = el("div", { class: "middle" });
  left = el("span", {});

  // container units would do the same, and have every step's layout find the styles of the whole table anew
  size = new ResizeObserver(([{ contentRect: { width } }]) => {
    this.style.setProperty("--u", `${width / UNITS}px`);
    this.classList.toggle("small", width <= SMALL);
  });

  connectedCallback() {
    this.setAttribute("role", "region");
    this.size.observe(this);
  }

  disconnectedCallback() {
    this.size.disconnect();
  }

  /**
   * Draw one frame.
   * @param {Game} game @param {number} at @param {View} view
   */
  show(game, at, view) {
    const key = `${view.me} ${game.doc.seats} ${document.documentElement.lang}`;
    if (this.game !== game || this.key !== key) this.build(game, view.me, key);
    const frame = game.doc.frames[at], round = game.doc.rounds[game.roundAt(at)];
    const marks = causes(game, frame, view);
    const offer = frame.offer == null ? null : game.doc.offers[frame.offer];
    for (const side of this.sides) {
      side.river(frame.rivers[side.seat], marks.get(side.seat), offer?.via === "discard" && offer.seat === side.seat);
      side.rack(frame.racks[side.seat], side.pos === 0 || view.open);
      side.safety(frame.who === side.seat && side.pos === 0 ? frame.safety : undefined);
      side.marks(frame, round);
      side.plate(frame, round, side.pos === 0 || view.open);
    }
    this.middle(game, frame, round);
  }

  /** @param {Game} game @param {number} me @param {string} key */
  build(game, me, key) {
    this.game = game;
    this.key = key;
    this.setAttribute("aria-label", word("ui.table"));
    this.sides = game.places(me).map(({ pos, seat }) => new Side(game, pos, seat));
    this.shown = "";
    this.replaceChildren(...this.sides.flatMap((side) => side.nodes), this.centre);
  }

  /** @param {Game} game @param {Frame} frame @param {import("./game.js").Round} round */
  middle(game, frame, round) {
    const key = `${round.start} ${frame.sticks} ${frame.dora}`;
    const left = word("ui.tiles_left", { count: frame.left });
    if (this.left.textContent !== left) this.left.textContent = left;
    if (this.shown === key) return;
    this.shown = key;
    const shown = tokens(frame.dora);
    const dora = el("div", { class: "dora", role: "group", "aria-label": word("ui.dora") }, shown.map(({ face }) => tile(face)));
    if (game.doc.family === "riichi")
      for (let i = shown.length; i < 5; i++) {
        const back = tile("back", "");
        back.classList.add("off");
        dora.append(back);
      }
    this.centre.replaceChildren(
      el("span", { class: "round" }, game.text(round.label)),
      dora,
      this.left,
      ...(game.doc.family === "riichi" ? [el("span", {}, word("ui.sticks", { honba: round.honba, sticks: frame.sticks || 0 }))] : []),
    );
  }
}
customElements.define("mg-felt", Felt);

/** The river tiles that cause a lock in force on a seat whose hand is seen. @param {Game} game @param {Frame} frame @param {View} view */
function causes(game, frame, view) {
  /** @type {Map<number, number[]>} */
  const marks = new Map();
  (frame.locks || []).forEach((locks, seat) => {
    if (seat !== view.me && !view.open) return;
    for (const lock of locks) {
      const place = game.doc.reasons[lock].tile;
      if (place) marks.set(place[0], [...(marks.get(place[0]) || []), place[1]]);
    }
  });
  return marks;
}

/** One seat's side of the table: laid out as the one below, and turned about the middle. */
class Side {
  /** @param {Game} game @param {number} pos @param {number} seat */
  constructor(game, pos, seat) {
    this.game = game;
    this.pos = pos;
    this.seat = seat;
    this.rows = [0, 1, 2, 3].map(() => el("div", { class: "river-row" }));
    this.riverBox = el("div", { class: "river", role: "group" }, this.rows);
    this.hand = el("div", { class: "hand", role: "group" });
    this.melds = el("div", { class: "melds" });
    this.stick = el("i", { class: "stick", hidden: true });
    this.turn = el("i", { class: "turn", hidden: true });
    this.sign = el("div", { class: "plate", "data-pos": pos });
    const rack = el("div", { class: "rack" }, this.hand, this.melds);
    this.nodes = [el("div", { class: "seat", "data-pos": pos }, this.riverBox, rack, this.stick, this.turn), this.sign];
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.shown = { river: "", rack: "", melds: "", plate: "", marks: "" };
    /** @type {number | undefined} */
    this.guard = undefined;
  }

  /** @param {number} number @param {number[] | undefined} marks @param {boolean} offered */
  river(number, marks = [], offered) {
    const key = `${number} ${marks} ${offered}`;
    if (this.shown.river === key) return;
    this.shown.river = key;
    const tiles = tokens(this.game.doc.rivers[number]);
    while (this.cells.length > tiles.length) this.cells.pop()?.remove();
    tiles.forEach(({ face, flags }, i) => {
      const last = offered && i === tiles.length - 1, cause = marks.includes(i);
      const look = `cell${flags.includes("s") ? " side" : ""}${flags.includes("t") && !last ? " dim" : ""}${flags.includes("c") ? " gone" : ""}${cause ? " cause" : ""}${last ? " offer" : ""}`;
      let cell = this.cells[i];
      if (!cell) {
        cell = el("span", {}, tile(face));
        this.cells.push(cell);
        this.rows[Math.min(3, Math.floor(i / 6))].append(cell);
      }
      const state = `${face} ${look}`;
      if (cell.dataset.state === state) return;
      cell.dataset.state = state;
      cell.className = look;
      turnTile(/** @type {Element} */ (cell.firstChild), face, label(face, flags, cause));
      if (cause && !cell.querySelector(".pinmark")) cell.append(el("span", { class: "pinmark" }, icon("lock")));
      else if (!cause) cell.querySelector(".pinmark")?.remove();
    });
    this.riverBox.dataset.rows = String(Math.ceil(tiles.length / 6));
  }

  /** @param {number} number @param {boolean} open */
  rack(number, open) {
    const key = `${number} ${open}`;
    if (this.shown.rack === key) return;
    this.shown.rack = key;
    this.guard = undefined;
    const rack = this.game.doc.racks[number];
    const faces = tokens(rack.hand).map(({ face }) => face);
    if (rack.drawn) faces.push(rack.drawn);
    patch(this.hand, open ? faces : faces.map(() => "back"), Boolean(rack.drawn));
    const melds = JSON.stringify(rack.melds || []);
    if (this.shown.melds === melds) return;
    this.shown.melds = melds;
    this.melds.replaceChildren(
      ...(rack.melds || []).map((meld) => el("div", { class: "meld", role: "group", "aria-label": this.game.text(meld.word) }, laid(meld.tiles))),
    );
  }

  /** Mark what is safe to throw. @param {number | undefined} number */
  safety(number) {
    if (this.guard === number) return;
    this.guard = number;
    const known = new Map((number == null ? [] : this.game.doc.safety[number]).map((safe) => [safe.tile, safe]));
    for (const node of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (this.hand.children))) {
      const face = node.dataset.face || "", safe = known.get(face.replace("0", "5"));
      if (!safe) {
        delete node.dataset.safe;
        node.removeAttribute("title");
        continue;
      }
      const told = safe.texts.map((text) => this.game.text(text)).join("; ");
      node.dataset.safe = safe.level;
      node.title = told;
      /** @type {Element} */ (node.firstChild).setAttribute("aria-label", `${tileName(face)}: ${told}`);
    }
  }

  /** @param {Frame} frame @param {import("./game.js").Round} round */
  marks(frame, round) {
    const key = `${frame.riichi?.includes(this.seat)} ${frame.who === this.seat} ${round.start}`;
    if (this.shown.marks === key) return;
    this.shown.marks = key;
    this.stick.hidden = !frame.riichi?.includes(this.seat);
    this.turn.hidden = frame.who !== this.seat;
    const who = word(`seat.${round.winds[this.seat]}`);
    this.hand.setAttribute("aria-label", word("ui.hand_of", { who }));
    this.riverBox.setAttribute("aria-label", word("ui.river_of", { who }));
  }

  /** @param {Frame} frame @param {import("./game.js").Round} round @param {boolean} open */
  plate(frame, round, open) {
    const { game, seat, pos } = this;
    const score = game.doc.scores[frame.scores][seat];
    const locked = open && (frame.locks?.[seat]?.length || 0) > 0, riichi = frame.riichi?.includes(seat);
    const number = open ? (frame.waits?.[seat] ?? -1) : -1;
    const faces = number < 0 ? [] : game.doc.waits[number].map(([face]) => face);
    const aside = game.doc.racks[frame.racks[seat]].aside || "";
    const key = `${round.start} ${score} ${locked} ${riichi} ${faces} ${aside}`;
    if (this.shown.plate === key) return;
    this.shown.plate = key;
    this.sign.replaceChildren(
      el("div", { class: "who" }, windBox(game.wind(round, seat), pos === 0), el("span", { class: "name" }, game.name(round, seat))),
      el("div", { class: "score" }, score.toLocaleString("en")),
      ...(aside ? [el("div", { class: "mini aside", role: "group" }, tokens(aside).map(({ face }) => tile(face)))] : []),
      el(
        "div",
        { class: "chips" },
        riichi && el("span", { class: "chip riichi" }, word("ui.riichi")),
        locked && el("span", { class: "chip lock" }, icon("lock"), word("ui.locked")),
        !locked && !riichi && faces.length > 0 && el("span", { class: "chip" }, word("ui.ready")),
      ),
      ...(pos !== 0 && faces.length ? [el("div", { class: "mini waitmini", role: "group", "aria-label": word("ui.waits") }, faces.map((face) => tile(face)))] : []),
    );
  }
}

/** @param {string} face @param {string} flags @param {boolean} cause */
function label(face, flags, cause) {
  const more = [flags.includes("s") && "ui.sideways", flags.includes("t") && "ui.as_drawn", flags.includes("c") && "ui.called", cause && "ui.cause"];
  return [tileName(face), ...more.filter(Boolean).map((key) => word(String(key)))].join(", ");
}

/** The tiles of a set; an added tile lies on the sideways one. @param {string} row */
function laid(row) {
  /** @type {HTMLElement[]} */
  const cells = [];
  for (const { face, flags } of tokens(row)) {
    const shown = flags.includes("b") ? "back" : face;
    if (flags.includes("a") && cells.length) cells[cells.length - 1].append(el("span", { class: "cell side on" }, tile(face)));
    else cells.push(el("span", { class: "cell" + (flags.includes("s") ? " side" : "") }, tile(shown)));
  }
  return cells;
}

/** Make a hand show these faces, keeping every tile that stays. @param {HTMLElement} box @param {string[]} faces @param {boolean} drawn */
function patch(box, faces, drawn) {
  /** @type {Map<string, HTMLElement[]>} */
  const free = new Map();
  for (const node of /** @type {HTMLElement[]} */ ([...box.children])) {
    const list = free.get(node.dataset.face || "");
    if (list) list.push(node);
    else free.set(node.dataset.face || "", [node]);
  }
  const nodes = faces.map((face) => free.get(face)?.shift());
  const spare = [...free.values()].flat();
  faces.forEach((face, i) => {
    if (nodes[i]) return;
    const node = spare.pop() || el("span", { class: "slot" }, tile(face));
    node.dataset.face = face;
    turnTile(/** @type {Element} */ (node.firstChild), face, face === "back" ? "" : undefined);
    nodes[i] = node;
  });
  for (const node of spare) node.remove();
  nodes.forEach((node, i) => {
    if (!node) return;
    if (box.children[i] !== node) box.insertBefore(node, box.children[i] || null);
    node.classList.toggle("drawn", drawn && i === nodes.length - 1);
    if (node.dataset.safe) {
      delete node.dataset.safe;
      node.removeAttribute("title");
      turnTile(/** @type {Element} */ (node.firstChild), node.dataset.face || "back");
    }
  });
}
