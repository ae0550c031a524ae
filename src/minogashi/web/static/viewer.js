// The replay viewer: walks frames that were computed beforehand. One step is one redraw, no request.
import { badge, waitsLine } from "./badges.js";
import "./claims.js";
import { byId, el, icon, tile } from "./dom.js";
import "./felt.js";
import { Game } from "./game.js";
import "./lists.js";
import "./shelf.js";
import "./walk.js";
import { language, languages, speak, word } from "./words.js";

/** @type {Game | null} */
let game = null;
let at = 0;
const view = { me: 0, open: true };
/** The file that was given, to open another game of it. @type {Blob & { name?: string } | null} */
let given = null;
/** The frames that the page brought along, if it is one file. */
const own = byId("frames");

/** @param {number} event */
function go(event) {
  if (!game) return;
  at = Math.min(Math.max(event, game.doc.rounds[0].start), game.last);
  draw();
}

function draw() {
  if (!game) return;
  byId("felt").show(game, at, view);
  drawReading(game);
  byId("walk").show(game, at, view);
  byId("offer").show(game, at, view, go);
  drawReady(game);
  byId("findings").show(game, at);
  byId("rounds").show(game, at);
  keepPlace();
}

/** The waits and locks of the seat below. @param {Game} now */
function drawReading(now) {
  const frame = now.doc.frames[at], number = frame.waits?.[view.me] ?? -1, locks = frame.locks?.[view.me] || [];
  const safe = frame.who === view.me && frame.safety != null;
  const rack = now.doc.racks[frame.racks[view.me]];
  const key = [number, locks, safe, rack.hand.includes("back"), language].join(" ");
  const box = byId("reading");
  if (box.game === now && box.key === key) return;
  box.game = now;
  box.key = key;
  const free = (/** @type {string} */ text) => el("p", { class: "badge free" }, text);
  const legend = el("p", { class: "legend" }, word("ui.safety"), ["g", "t", "s"].map((level) => el("span", {}, el("i", { "data-safe": level }), word(`safe.bar.${level}`))));
  const state = number < 0 ? free(word(rack.hand.includes("back") ? "ui.hidden" : "ui.not_ready")) : waitsLine(now.doc.waits[number]);
  const badges = locks.map((lock) => badge(now, now.doc.reasons[lock], -1, go));
  box.replaceChildren(state, ...badges, ...(number >= 0 && !badges.length ? [free(word("ui.no_lock"))] : []), ...(safe ? [legend] : []));
}

/** The other ready seats, as far as their hands lie open. @param {Game} now */
function drawReady(now) {
  const frame = now.doc.frames[at], box = byId("ready"), round = now.doc.rounds[now.roundAt(at)];
  const key = [view.me, view.open, round.start, frame.waits, JSON.stringify(frame.locks), frame.riichi, language].join(" ");
  if (box.game === now && box.key === key) return;
  box.game = now;
  box.key = key;
  const seats = now.places(view.me).slice(1).filter(({ seat }) => view.open && ((frame.waits?.[seat] ?? -1) >= 0 || frame.locks?.[seat]?.length));
  box.hidden = !seats.length;
  box.replaceChildren(
    el("header", {}, el("h2", {}, word("ui.others"))),
    ...seats.map(({ seat }) =>
      el(
        "section",
        { class: "readyseat", "data-seat": seat },
        el("h3", {}, el("span", { class: "wind" }, now.wind(round, seat)), el("span", { class: "name" }, now.name(round, seat)), frame.riichi?.includes(seat) && el("span", { class: "chip riichi" }, word("ui.riichi"))),
        (frame.waits?.[seat] ?? -1) >= 0 && waitsLine(now.doc.waits[frame.waits?.[seat] ?? 0], word("ui.waits")),
        (frame.locks?.[seat] || []).map((lock) => badge(now, now.doc.reasons[lock], -1, go)),
      ),
    ),
  );
}

// The address holds the place. It follows after a pause, so that holding a key down costs nothing.
let timer = 0;
function place() {
  const parts = new URLSearchParams({ event: String(at), seat: String(view.me) });
  if (!view.open) parts.set("hands", "0");
  parts.set("lang", language);
  return `#${parts}`;
}
function keepPlace() {
  clearTimeout(timer);
  const { hash } = location; // a link that was followed meanwhile, and is about to be read, is not written over
  timer = window.setTimeout(() => game && location.hash === hash && history.replaceState(history.state, "", place()), 250);
}
function readPlace() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (parts.has("lang")) speak(String(parts.get("lang")));
  if (!game) return;
  const seat = Number(parts.get("seat") ?? Math.max(0, game.doc.view));
  view.me = Number.isInteger(seat) && seat >= 0 && seat < game.doc.seats ? seat : 0;
  view.open = parts.get("hands") !== "0";
  at = Number(parts.get("event")) || 0;
}

async function copyLink() {
  history.replaceState(history.state, "", place());
  const note = byId("link").querySelector(".txt");
  try {
    await navigator.clipboard.writeText(location.href);
    note.textContent = word("ui.copied");
    setTimeout(() => (note.textContent = word("ui.link")), 1600);
  } catch {
    // no clipboard here: the address bar has the link
  }
}

/** The next event of a rising list. @param {number[]} events @param {number} step */
function along(events, step) {
  const next = step > 0 ? events.find((event) => event > at) : events.findLast((event) => event < at);
  if (next != null) go(next);
}

/** @param {number} step */
function round(step) {
  if (!game) return;
  const now = game.roundAt(at), start = game.doc.rounds[now].start;
  const number = step < 0 && at > start ? now : Math.min(Math.max(now + step, 0), game.doc.rounds.length - 1);
  go(game.doc.rounds[number].start);
}

function hands() {
  view.open = !view.open;
  byId("hands").setAttribute("aria-pressed", String(view.open));
  draw();
}

function turnTable() {
  if (!game) return;
  view.me = (view.me + 1) % game.doc.seats;
  draw();
}

/** @param {"first" | "prev" | "next" | "last"} name */
function step(name) {
  if (!game) return;
  const now = game.doc.rounds[game.roundAt(at)];
  go({ first: now.start, prev: at - 1, next: at + 1, last: now.end }[name]);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => step("next"),
  ArrowLeft: () => step("prev"),
  ArrowDown: () => game && along(game.doc.choices[view.me], 1),
  ArrowUp: () => game && along(game.doc.choices[view.me], -1),
  PageDown: () => game && along(byId("findings").events, 1),
  PageUp: () => game && along(byId("findings").events, -1),
  Home: () => step("first"),
  End: () => step("last"),
  "[": () => round(-1),
  "]": () => round(1),
  h: hands,
  r: turnTable,
  b: copyLink,
  "?": () => byId("help").showModal(),
};

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!game || event.ctrlKey || event.metaKey || event.altKey || byId("help").open || !(event.key in KEYS)) return;
  if (target.matches?.("select, textarea, input:not([type=range])")) return;
  event.preventDefault();
  KEYS[event.key]();
});

// Opening

/** @param {any} doc */
function start(doc) {
  game = new Game(doc);
  readPlace();
  const title = doc.title.split("/").pop();
  byId("what").replaceChildren(el("b", {}, title), ` \u00b7 ${doc.profile} \u00b7 ${word("ui.seats", { count: doc.seats })}`);
  document.title = `${title} \u00b7 minogashi`;
  byId("games").hidden = doc.games < 2;
  byId("games").replaceChildren(...[...Array(doc.games).keys()].map((n) => el("option", { value: n + 1, selected: n + 1 === doc.game }, `${word("ui.game")} ${n + 1}`)));
  byId("hands").setAttribute("aria-pressed", String(view.open));
  page("viewer");
  go(at);
}

/** @param {"viewer" | "shelf" | ""} name */
function page(name) {
  byId("viewer").hidden = name !== "viewer";
  byId("shelf").hidden = name !== "shelf";
  for (const id of ["turn", "hands", "link", "helpbtn"]) byId(id).hidden = name !== "viewer";
  byId("open").hidden = name !== "viewer" || own != null;
  if (name !== "viewer") byId("games").hidden = true;
}

/** @param {Promise<Response>} asked */
async function receive(asked) {
  say(word("ui.reading"));
  try {
    const answer = await asked, doc = await answer.json();
    if (!answer.ok) throw new Error(doc.error);
    say("");
    start(doc);
  } catch (error) {
    say(`${word("ui.unread")}: ${/** @type {Error} */ (error).message}`);
    if (!game) openShelf();
  }
}

/** @param {string} text */
function say(text) {
  byId("note").textContent = text;
  byId("note").hidden = !text;
}

/** @param {Blob & { name?: string }} blob @param {number} [number] */
function give(blob, number = 1) {
  given = blob;
  history.pushState(null, "", "/");
  receive(fetch(`/api/frames?${new URLSearchParams({ game: String(number), name: blob.name || "" })}`, { method: "POST", body: blob }));
}

function openShelf() {
  game = null;
  document.title = "minogashi";
  byId("what").replaceChildren();
  page("shelf");
  byId("shelf").load();
}

/** Open what the address names. */
function route() {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("record")) return openShelf();
  return receive(fetch(`/api/frames?${asked}`));
}

function listen() {
  byId("walk").addEventListener("step", (/** @type {CustomEvent} */ event) => step(event.detail));
  for (const id of ["walk", "findings", "rounds"]) byId(id).addEventListener("seek", (/** @type {CustomEvent} */ event) => go(event.detail));
  byId("hands").addEventListener("click", hands);
  byId("turn").addEventListener("click", turnTable);
  byId("link").addEventListener("click", copyLink);
  byId("helpbtn").addEventListener("click", KEYS["?"]);
  byId("felt").addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    go(at + Math.sign(event.deltaY));
  }, { passive: false });
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  byId("language").replaceChildren(...languages.map((one) => el("option", { value: one }, one)));
  byId("language").addEventListener("change", (/** @type {any} */ event) => {
    speak(event.target.value);
    if (game) history.replaceState(history.state, "", place());
    if (game) start(game.doc);
    else byId("shelf").draw();
  });
  addEventListener("hashchange", () => {
    readPlace();
    go(at);
  });
}

function listenForRecords() {
  byId("open").addEventListener("click", () => {
    history.pushState(null, "", "/");
    openShelf();
  });
  byId("shelf").addEventListener("given", (/** @type {CustomEvent} */ event) => give(event.detail));
  byId("games").addEventListener("change", (/** @type {any} */ event) => {
    const asked = new URLSearchParams(location.search);
    if (!asked.has("record") && given) return give(given, Number(event.target.value));
    asked.set("game", event.target.value);
    history.pushState(null, "", `/?${asked}`);
    return route();
  });
  addEventListener("popstate", () => {
    if (!location.hash) route();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) give(file);
  });
  addEventListener("paste", (event) => {
    if (/** @type {HTMLElement} */ (event.target).matches?.("input, textarea")) return;
    const file = event.clipboardData?.files[0], text = event.clipboardData?.getData("text");
    if (file) give(file);
    else if (text?.trim()) give(new Blob([text]));
  });
}

for (const [id, name] of /** @type {[string, any][]} */ ([["turn", "turn"], ["hands", "eye"], ["link", "link"], ["theme", "theme"], ["open", "open"]])) byId(id).prepend(icon(name));
byId("brand").prepend(tile("back", ""));
listen();
readPlace();
speak(language);
byId("language").value = language;
if (own) {
  byId("brand").removeAttribute("href");
  start(JSON.parse(own.textContent));
} else {
  listenForRecords();
  route();
}
