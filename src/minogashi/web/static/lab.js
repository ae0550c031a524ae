// The lab: one position, laid out by clicks or as text. The address holds it, and the server rules on it.
import { waitsLine } from "./badges.js";
import "./block.js";
import { ask, copy, frame, note } from "./chrome.js";
import { byId, el, icon, tile } from "./dom.js";
import { inFamily, language, tileName, word } from "./words.js";

/** What is told, as texts; the same keys stand in the address and in the question to the server. */
const EMPTY = { rules: "tenhou", against: "", round: "E", seat: "S", riichi: "", hand: "", river: "", passed: "", dora: "", tile: "", via: "", from: "", live: "", honba: "", bonus: "", options: "" };
/** @typedef {typeof EMPTY} Place */
/** @type {Place} */
let place = { ...EMPTY };
/** @type {string[]} */
let melds = [];
let target = "hand";
/** @type {{ name: string, title: string, family: string, seats: number }[]} */
let books = [];
/** @type {any} */
let found = null;
/** The example that is open, and the line of it that the position is from, -1 once it was changed. */
let example = "";
let line = -1;

const ROWS = ["hand", "meld", "river", "passed", "tile", "dora", "bonus"];
const LABELS = { hand: "ui.lab.hand", meld: "ui.lab.melds", river: "ui.lab.river", passed: "ui.lab.passed", tile: "ui.lab.offer", dora: "ui.lab.dora", bonus: "ui.lab.bonus" };
const TARGETS = ["hand", "chi", "pon", "kan", "ankan", "river", "passed", "tile", "dora", "bonus"];
const SUITS = ["1234506789m", "1234506789p", "1234506789s", "1234567z"];
const START = { hand: "345789m34p99p345s", river: "1z7z8p5p2z6s9s", riichi: "1", passed: "2p" };

/** `34p5s` as single tiles; what is no tile is left out, and the server will say so. @param {string} text */
function tiles(text) {
  const out = [];
  for (const [, digits, suit] of text.matchAll(/([0-9]+)\s*([mpsz])/g)) for (const digit of digits) out.push(digit + suit);
  return out;
}

/** Tiles as short text. @param {string[]} list */
function row(list) {
  return list.reduce((text, one) => (text.endsWith(one[1]) ? text.slice(0, -1) : text) + one, "");
}

/** @param {string[]} list */
function sorted(list) {
  const place = (/** @type {string} */ one) => "mpsz".indexOf(one[1]) * 100 + (one[0] === "0" ? 51 : Number(one[0]) * 10);
  return [...list].sort((a, b) => place(a) - place(b));
}

// The address

function written() {
  const parts = new URLSearchParams();
  if (example && line >= 0) return new URLSearchParams({ example, line: String(line) });
  return laidOut(parts);
}

/** The position itself. @param {URLSearchParams} parts */
function laidOut(parts) {
  for (const [key, value] of Object.entries(place)) if (value && value !== /** @type {any} */ (EMPTY)[key]) parts.set(key, value);
  for (const meld of melds) parts.append("meld", meld);
  return parts;
}

function read() {
  const parts = new URLSearchParams(location.hash.slice(1));
  place = { ...EMPTY };
  for (const key of Object.keys(EMPTY)) if (parts.has(key)) /** @type {any} */ (place)[key] = parts.get(key);
  melds = parts.getAll("meld");
}

let timer = 0;
let asked = 0;
/** Something was changed by hand: the position is no longer that of an example. */
function changed() {
  line = -1;
  byId("block").choose(-1);
  settled();
}

/** There is another position: keep it, draw it, ask about it. */
function settled() {
  history.replaceState(null, "", `#${written()}`);
  drawPosition();
  clearTimeout(timer);
  timer = window.setTimeout(rule, 60);
}

async function rule() {
  const number = (asked += 1);
  const parts = laidOut(new URLSearchParams());
  parts.set("rules", place.rules);
  parts.set("lang", language);
  try {
    const answer = await ask(`/api/lab?${parts}`);
    if (number !== asked) return;
    const before = found?.bonus.length;
    found = answer;
    if (before !== answer.bonus.length) {
      if (target === "bonus") target = "hand";
      buildTools();
    }
    note("");
    drawRuling("");
  } catch (error) {
    if (number !== asked) return;
    const { status, message } = /** @type {any} */ (error);
    if (!status) note(word("ui.lab.offline"));
    else drawRuling(message);
  }
}

// The position

/** @param {string} face @param {string} label @param {() => void} press @param {string} [look] */
function pick(face, label, press, look = "") {
  const button = el("button", { type: "button", class: `pick ${look}`, title: label, "aria-label": label }, tile(face, ""));
  button.addEventListener("click", press);
  return button;
}

/** @param {string} key @returns {any[]} */
function laid(key) {
  if (key === "meld")
    return melds.map((meld, i) => {
      const faces = tiles(meld.replace(/^\S+ /, ""));
      const closed = meld.startsWith("ankan");
      const button = el("button", { type: "button", class: "pick meld", "aria-label": word("ui.lab.remove", { tile: meld }), title: word("ui.lab.remove", { tile: meld }) }, faces.map((face, at) => tile(closed && (at === 0 || at === 3) ? "back" : face, "")));
      button.addEventListener("click", () => {
        melds = melds.filter((_, at) => at !== i);
        changed();
      });
      return button;
    });
  if (key === "bonus") {
    const set = place.bonus.split(" ").filter(Boolean);
    return set.map((face) => pick(face, word("ui.lab.remove", { tile: tileName(face) }), () => add(face)));
  }
  const list = tiles(/** @type {any} */ (place)[key]), lock = found?.answer?.furiten;
  return list.map((face, i) => {
    const cause = lock && ((key === "river" && lock.since && lock.since.turn === i + 1 && lock.tile?.replace("0", "5") === face.replace("0", "5")) || (key === "passed" && !lock.since && lock.tile === face));
    const drawn = key === "hand" && found?.answer?.drawn && i === list.length - 1;
    return pick(face, word("ui.lab.remove", { tile: tileName(face) }), () => {
      /** @type {any} */ (place)[key] = row(list.filter((_, at) => at !== i));
      changed();
    }, `${cause ? "cause" : ""}${key === "tile" ? "offer" : ""}${drawn ? "drawn" : ""}`);
  });
}

function buildRows() {
  byId("rows").replaceChildren(
    ...ROWS.map((key) => {
      const box = el("div", { class: key === "hand" ? "tiles big" : "tiles mid", id: `tiles-${key}` });
      const label = word(/** @type {any} */ (LABELS)[key]);
      const input = el("input", { id: `text-${key}`, spellcheck: "false", autocomplete: "off", "aria-label": key === "hand" ? word("ui.lab.hand_text") : word("ui.lab.as_text", { what: label }) });
      input.addEventListener("input", () => {
        const text = /** @type {HTMLInputElement} */ (input).value;
        if (key === "meld") melds = text.split(",").map((one) => one.trim()).filter(Boolean);
        else /** @type {any} */ (place)[key] = text.trim();
        changed();
      });
      return el("div", { class: key === "hand" ? "row" : "row line", id: `row-${key}` }, el("h3", {}, label), box, el("label", { class: "field text" }, input));
    }),
  );
}

function drawPosition() {
  for (const key of ROWS) {
    const shown = laid(key), input = byId(`text-${key}`);
    byId(`tiles-${key}`).replaceChildren(...(shown.length ? shown : [el("span", { class: "none" }, word("ui.lab.none"))]));
    if (document.activeElement !== input) input.value = key === "meld" ? melds.join(", ") : /** @type {any} */ (place)[key];
  }
  byId("count").textContent = word("ui.lab.count", { count: tiles(place.hand).length });
  for (const node of /** @type {Iterable<any>} */ (document.querySelectorAll("[data-field]"))) {
    const value = /** @type {any} */ (place)[node.dataset.field];
    if (node.type === "checkbox") node.checked = value === "1";
    else if (document.activeElement !== node) node.value = value || "";
    if (value && node.closest("details")) node.closest("details").open = true; // what was told must be seen
  }
}

/** @param {string} face */
function add(face) {
  if (face.length > 2 || "fs".includes(face[0])) {
    const set = place.bonus.split(" ").filter(Boolean);
    place.bonus = (set.includes(face) ? set.filter((one) => one !== face) : [...set, face]).join(" ");
    return changed();
  }
  const [digit, suit] = face, number = digit === "0" ? 5 : Number(digit);
  if (target === "chi") melds = [...melds, `chi ${row([face, `${number + 1}${suit}`, `${number + 2}${suit}`])}`];
  else if (target === "pon") melds = [...melds, `pon ${row([`${number}${suit}`, `${number}${suit}`, face])}`];
  else if (target === "kan" || target === "ankan") melds = [...melds, `${target} ${row([face, ...Array(3).fill(`${number}${suit}`)])}`];
  else if (target === "tile") place.tile = place.tile === face ? "" : face;
  else if (target === "hand") {
    const list = tiles(place.hand), wanted = found?.wanted ?? 13;
    place.hand = row(list.length < wanted ? sorted([...list, face]) : [...list, face]);
  } else /** @type {any} */ (place)[target] = row([...tiles(/** @type {any} */ (place)[target]), face]);
  changed();
}

function buildTools() {
  const options = (/** @type {string} */ field, /** @type {[string, string][]} */ pairs) => {
    const select = document.querySelector(`[data-field="${field}"]`);
    select?.replaceChildren(...pairs.map(([value, text]) => el("option", { value }, text)));
  };
  const winds = /** @type {[string, string][]} */ ([..."ESWN"].map((wind) => [wind, word(`seat.${wind}`)]));
  options("round", winds);
  options("seat", winds);
  options("from", [["", word("ui.lab.from.auto")], ...winds]);
  options("via", ["discard", "kakan", "ankan", "kita"].map((via) => [via === "discard" ? "" : via, word(`ui.lab.via.${via}`)]));
  options("rules", books.map(({ name, title }) => [name, title]));
  const family = books.find(({ name }) => name === place.rules)?.family;
  options("against", [["", word("ui.lab.nothing")], .../** @type {[string, string][]} */ (books.filter((book) => book.family === family).map(({ name, title }) => [name, title]))]);
  byId("targets").replaceChildren(
    ...TARGETS.map((name) => {
      const input = el("input", { type: "radio", name: "to", value: name, checked: name === target });
      input.addEventListener("change", () => {
        target = name;
        drawPalette();
      });
      return el("label", { hidden: name === "bonus" && !found?.bonus.length }, input, word(`ui.lab.to.${name}`));
    }),
  );
  byId("row-bonus").hidden = !found?.bonus.length;
  drawPalette();
}

function drawPalette() {
  const faces = target === "bonus" ? [found?.bonus || []] : SUITS.map((suit) => [...suit.slice(0, -1)].map((digit) => digit + suit.slice(-1)));
  byId("palette").replaceChildren(
    ...faces.map((row) => el("div", { class: "tiles small" }, row.map((/** @type {string} */ face) => pick(face, word("ui.lab.add", { tile: tileName(face) }), () => add(face))))),
  );
}

// The ruling

const cap = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Claims that differ in their own tiles only share a line. @param {any[]} rulings */
function lines(rulings) {
  /** @type {Map<string, { ruling: any, uses: string[][] }>} */
  const all = new Map();
  for (const ruling of rulings) {
    const key = JSON.stringify([ruling.claim, ruling.verdict, ruling.reasons.map((/** @type {any} */ reason) => reason.text)]);
    const line = all.get(key) || { ruling, uses: [] };
    if (ruling.uses.length) line.uses.push(ruling.uses);
    all.set(key, line);
  }
  return [...all.values()].map(({ ruling, uses }) => {
    const ok = ruling.verdict === "allowed", lock = ruling.reasons.some((/** @type {any} */ reason) => reason.until.length);
    const why = ruling.reasons.map((/** @type {any} */ reason) => el("span", { class: "reason" }, reason.text));
    return el(
      "div",
      { class: "verdict", "data-claim": ruling.claim, "data-verdict": ruling.verdict },
      el("span", { class: `claim ${ok ? "ok" : "no main"}` }, cap(word(`claim.${ruling.claim}`))),
      el("span", { class: `why${lock ? " lock" : ""}` }, uses.map((faces) => el("span", { class: "tiles" }, faces.map((face) => tile(face)))), ok ? (uses.length ? "" : word("ui.lab.yes")) : ruling.verdict === "unknown" ? word("ui.unknown") : why),
    );
  });
}

/**
 * Tiles of which the same is refused for the same reasons share a row.
 * @param {{ tile: string, rulings: any[] }[]} offered @param {Map<string, any>} waits
 */
function together(offered, waits) {
  /** @type {Map<string, { faces: string[], rulings: any[] }>} */
  const all = new Map();
  for (const { tile: face, rulings } of offered) {
    const refused = !waits.has(face) && rulings.every(({ verdict }) => verdict === "refused");
    const texts = [...new Set(rulings.flatMap(({ reasons }) => reasons.map((/** @type {any} */ reason) => reason.text)))];
    const key = refused ? JSON.stringify(texts) : face, row = all.get(key);
    if (row) row.faces.push(face);
    else all.set(key, { faces: [face], rulings });
    if (row) row.rulings = [...row.rulings, ...rulings].map((ruling) => ({ ...ruling, uses: [] }));
  }
  return [...all.values()];
}

/** What a win by draw would be. @param {any} win */
function worth(win) {
  if (!win) return "";
  const parts = Object.entries(win.yaku).map(([name, size]) => `${name.replaceAll("_", " ")} ${size}`).join(", ");
  return el("div", {}, el("span", { class: `claim ${win.refused ? "no" : "ok"}` }, word(win.refused ? "ui.lab.no" : "ui.lab.yes")), el("div", { class: "why" }, win.refused ? win.refused.replaceAll("_", " ") : parts));
}

/** @param {string} trouble */
function drawRuling(trouble) {
  const box = byId("ruling");
  byId("byname").textContent = found && !trouble ? word("ui.lab.by", { rules: [found.title, ...place.options.split(" ").filter(Boolean)].join(", ") }) : "";
  if (trouble) return box.replaceChildren(el("p", { class: "trouble", role: "status" }, trouble));
  const { answer } = found;
  inFamily(found.family);
  drawPosition();
  if (!answer) return box.replaceChildren(el("p", { class: "trouble", role: "status" }, word("ui.lab.wanted", { count: found.wanted, more: found.wanted + 1 })));
  const lock = answer.furiten;
  const state = answer.waits.length
    ? waitsLine(answer.waits.map((/** @type {any} */ wait) => [wait.tile, wait.left, !wait.ron || !wait.ron.refused]), word("ui.waits"))
    : el("p", { class: "badge free" }, answer.shanten ? word("ui.lab.shanten", { count: answer.shanten }) : word("ui.not_ready"));
  const badge = lock ? el("p", { class: "badge", "data-code": lock.code }, icon("lock"), el("span", {}, lock.text)) : answer.waits.length ? el("p", { class: "badge free" }, word("ui.no_lock")) : "";
  /** @type {Map<string, any>} */
  const waits = new Map(answer.waits.map((/** @type {any} */ wait) => [wait.tile, wait]));
  const order = [...found.tiles].sort((a, b) => Number(waits.has(b.tile)) - Number(waits.has(a.tile)));
  const rows = together(order, waits).map(({ faces, rulings }) =>
    el(
      "tr",
      { "data-tile": faces.join(" "), class: faces.includes(place.tile) ? "asked" : "" },
      el("th", { scope: "row" }, el("span", { class: "tilehead" }, faces.map((face) => tile(face, faces.length > 1 ? tileName(face) : "")), faces.length > 1 ? "" : el("span", {}, faces[0]))),
      el("td", {}, lines(rulings)),
      el("td", {}, worth(waits.get(faces[0])?.tsumo)),
    ),
  );
  const others = found.others;
  const section = (/** @type {string} */ title, /** @type {any} */ ...kids) => el("div", { class: "pad sect" }, el("h3", {}, title), kids);
  const exits = answer.discards.map((/** @type {any} */ exit) => el("div", { class: "verdict" }, el("span", { class: "tiles" }, tile(exit.discard)), el("span", {}, waitsLine(exit.waits.map((/** @type {any} */ wait) => [wait.tile, wait.left, true])), exit.furiten && el("span", { class: "why lock" }, exit.furiten.text), exit.riichi && el("span", { class: "why" }, word("ui.lab.in_riichi")))));
  const remarks = [...answer.notes, ...answer.assumptions].map(({ text }) => el("li", {}, text));
  box.replaceChildren(
    el("div", { class: "pad" }, badge, state),
    ...(place.tile && answer.verdicts.length ? [section(word("ui.lab.offer") + ` · ${place.tile}`, lines(answer.verdicts))] : []),
    ...(answer.drawn ? [section(word("ui.own_turn"), lines(answer.verdicts)), ...(exits.length ? [section(word("ui.lab.exits"), exits)] : [])] : []),
    ...(rows.length ? [el("table", { class: "verdicts" }, el("thead", {}, el("tr", {}, ["ui.lab.tile", "ui.lab.act", "ui.lab.draw"].map((key) => el("th", { scope: "col" }, word(key))))), el("tbody", {}, rows, el("tr", { class: "others" }, el("th", { scope: "row" }, word("ui.lab.others", { count: others })), el("td", { colspan: 2 }, word("ui.lab.others_why")))))] : []),
    ...(remarks.length ? [section(word("ui.lab.notes"), el("ul", { class: "remarks" }, remarks))] : []),
    ...(found.against ? [change(found.against)] : []),
  );
}

/** @param {{ title: string, changes: { asked: string, here: string, there: string, allowed: [boolean, boolean] }[] }} other */
function change(other) {
  const told = (/** @type {string} */ key, /** @type {string} */ text, /** @type {boolean} */ good) => el("span", { class: good ? "yes" : "no" }, word(key, { text: text || word("ui.no_lock") }));
  return el(
    "div",
    { class: "pad change", id: "change" },
    el("h3", {}, word("ui.lab.change", { rules: other.title })),
    other.changes.length ? other.changes.map(({ asked: what, here, there, allowed }) => el("p", {}, what && el("b", {}, cap(what)), told("ui.lab.here", here, allowed[0]), told("ui.lab.there", there, allowed[1]))) : el("p", {}, word("ui.lab.same")),
  );
}

// Starting

/** @param {{ id: string, title: string, family: string }} one */
const nameOf = ({ id, family }) => `${family} ${id}`;

/** Open an example at a line; without one, where it begins. @param {string} name @param {number} [at] */
async function openExample(name, at) {
  const [family, id] = [name.slice(0, name.indexOf(" ")), name.slice(name.indexOf(" ") + 1)];
  let told;
  try {
    told = await ask(`/api/lab/example?${new URLSearchParams({ family, id })}`);
  } catch (error) {
    const { status, message } = /** @type {any} */ (error);
    return note(status ? message : word("ui.lab.offline"));
  }
  note("");
  example = name;
  byId("examples").value = name;
  byId("shut").hidden = false;
  const block = byId("block");
  block.show(told);
  choose(at != null && told.lines[at] ? at : block.constructor.first(told));
}

/** Show a line of the example, and lay it out where one position tells it. @param {number} number */
function choose(number) {
  const block = byId("block"), told = block.told.lines[number]?.asked?.place;
  line = number;
  byId("lab").classList.toggle("told", !told);
  if (told) {
    const { meld, ...rest } = told;
    place = { ...EMPTY, ...rest };
    melds = meld || [];
    found = null;
    buildTools();
    settled();
  } else history.replaceState(null, "", `#${written()}`);
  block.choose(number);
}

function closeExample() {
  example = "";
  line = -1;
  byId("block").hidden = byId("shut").hidden = true;
  byId("examples").value = "";
  byId("lab").classList.remove("told");
  settled();
}

/** The example before or after the open one. @param {number} step */
function along(step) {
  const at = examples.findIndex((one) => nameOf(one) === example);
  const next = examples[at < 0 ? (step > 0 ? 0 : examples.length - 1) : (at + step + examples.length) % examples.length];
  if (next) openExample(nameOf(next));
}

/** @param {{ id: string, title: string, family: string }[]} examples */
function buildExamples(examples) {
  const group = (/** @type {string} */ family, /** @type {string} */ label) => el("optgroup", { label }, examples.filter((one) => one.family === family).map((one) => el("option", { value: nameOf(one) }, `${one.id} ${one.title}`)));
  const select = byId("examples");
  select.replaceChildren(el("option", { value: "" }, word("ui.lab.examples.pick")), group("riichi", "riichi.md"), group("singapore", "singapore.md"), group("cases", word("ui.lab.cases")));
  select.value = example;
  select.onchange = () => (select.value ? openExample(select.value) : closeExample());
}

for (const node of /** @type {Iterable<any>} */ (document.querySelectorAll("[data-field]")))
  node.addEventListener(node.type === "text" ? "input" : "change", () => {
    const key = node.dataset.field;
    /** @type {any} */ (place)[key] = node.type === "checkbox" ? (node.checked ? "1" : "") : node.value.trim();
    if (key === "rules") {
      const family = books.find(({ name }) => name === place.rules)?.family;
      if (books.find(({ name }) => name === place.against)?.family !== family) place.against = "";
      buildTools();
    }
    changed();
  });
byId("link").prepend(icon("link"));
byId("link").addEventListener("click", () => copy(byId("link").querySelector(".txt"), location.href, "ui.link"));
byId("clear").addEventListener("click", () => {
  place = { ...EMPTY, rules: place.rules, against: place.against };
  melds = [];
  changed();
});
byId("before").append(icon("prev"));
byId("after").append(icon("next"));
byId("before").addEventListener("click", () => along(-1));
byId("after").addEventListener("click", () => along(1));
byId("shut").addEventListener("click", closeExample);
byId("block").addEventListener("choose", (/** @type {CustomEvent} */ event) => choose(event.detail));
addEventListener("hashchange", arrive);

/** Show what the address holds. */
function arrive() {
  const parts = new URLSearchParams(location.hash.slice(1)), name = parts.get("example");
  if (name) return openExample(name, Number(parts.get("line") ?? -1));
  read();
  buildTools();
  changed();
}

/** @type {any[]} */
let examples = [];
function build() {
  buildRows();
  buildTools();
  buildExamples(examples);
}
frame(() => {
  build();
  const block = byId("block");
  if (block.told && example) {
    block.show(block.told);
    if (line >= 0) block.choose(line);
  }
  settled();
});
read();
if (location.hash.length < 2) place = { ...EMPTY, ...START };
[books, examples] = await Promise.all([ask("/api/play").then(({ rules }) => rules), ask("/api/lab/examples").then((all) => all.examples)]);
build();
if (location.hash.includes("example=")) arrive();
else settled();
