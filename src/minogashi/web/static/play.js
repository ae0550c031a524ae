// The play page: tables to sit at, and the table. It shows what the server says this seat may see, and sends choices.
import { actPanel } from "./act.js";
import { badge, sentence, waitsLine } from "./badges.js";
import { ask, copy, frame, note } from "./chrome.js";
import { byId, el, icon } from "./dom.js";
import "./felt.js";
import { Table } from "./table.js";
import { inFamily, tileName, word } from "./words.js";

/** @type {Table | null} */
let table = null;
/** Draws the page that is open, again. */
let draw = () => {};

// Tables that this browser sits at

/** @typedef {{ room: string, token: string, title: string, when: number, invitations?: Record<string, string> }} Mine */
const SHOWN = 30;

/** @returns {Mine[]} */
function mine() {
  try {
    return JSON.parse(localStorage.getItem("tables") || "[]");
  } catch {
    return [];
  }
}

/** @param {Mine} one */
function keep(one) {
  try {
    localStorage.setItem("tables", JSON.stringify([one, ...mine().filter(({ room }) => room !== one.room)].slice(0, SHOWN)));
  } catch {
    // nothing can be kept here: the address still holds the seat
  }
}

const seatAt = (/** @type {string} */ room, /** @type {string} */ token) => `/play?room=${encodeURIComponent(room)}#${token}`;

// The lobby

/** @type {{ rules: { name: string, title: string, family: string, seats: number }[], seats: string[] }} */
let offers = { rules: [], seats: [] };

async function openLobby() {
  byId("lobby").hidden = false;
  draw = drawLobby;
  offers = await ask("/api/play");
  draw();
}

function drawLobby() {
  const options = offers.rules.map(({ name, title }) => el("option", { value: name, selected: name === "tenhou" }, title));
  const rules = /** @type {HTMLSelectElement} */ (el("select", { name: "rules" }, options));
  const seats = el("fieldset", {}), length = el("select", { name: "winds" });
  const setOut = () => {
    const book = offers.rules.find(({ name }) => name === rules.value);
    length.replaceChildren(...(book?.family === "singapore" ? [1, 4] : [1, 2]).map((winds) => el("option", { value: winds, selected: winds > 1 }, word(`ui.play.length.${winds}`))));
    const kinds = offers.seats.filter((kind) => kind !== "me");
    seats.replaceChildren(
      el("legend", {}, word("ui.play.seats")),
      ...[...Array(book?.seats || 4).keys()].map((seat) => {
        const choices = seat === 0 ? ["me"] : kinds;
        return el("label", { class: "field" }, word("ui.play.seat", { number: seat + 1 }), el("select", { name: "seat" }, choices.map((kind) => el("option", { value: kind, selected: kind === "sensible" }, word(`ui.play.${kind}`)))));
      }),
    );
  };
  rules.addEventListener("change", setOut);
  setOut();
  const form = /** @type {HTMLFormElement} */ (el(
    "form",
    {},
    el("div", { class: "fields" }, el("label", { class: "field grow" }, word("ui.play.game"), rules), el("label", { class: "field" }, word("ui.play.length"), length), el("label", { class: "field grow" }, word("ui.play.name"), el("input", { name: "name", maxlength: 24, autocomplete: "nickname" }))),
    seats,
    el("button", { class: "wide-btn first" }, word("ui.play.start")),
  ));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    layOut({ rules: String(given.get("rules")), seats: given.getAll("seat").map(String), name: String(given.get("name")), winds: Number(given.get("winds")) });
  });
  const list = mine();
  byId("lobby").replaceChildren(
    el("section", { class: "panel" }, el("header", {}, el("h2", {}, word("ui.play.new"))), form),
    el(
      "section",
      { class: "panel" },
      el("header", {}, el("h2", {}, word("ui.play.mine"))),
      list.length
        ? el("ol", { class: "list" }, list.map(({ room, token, title, when }) => el("li", {}, el("a", { href: seatAt(room, token) }, el("b", {}, title), el("span", { class: "where" }, new Date(when).toLocaleString(document.documentElement.lang))))))
        : el("p", { class: "quiet" }, word("ui.play.none")),
    ),
  );
}

/** @param {{ rules: string, seats: string[], name: string, winds: number }} wanted */
async function layOut(wanted) {
  try {
    const seated = await ask("/api/rooms", { body: wanted });
    const title = offers.rules.find(({ name }) => name === wanted.rules)?.title || wanted.rules;
    keep({ room: seated.room, token: seated.token, title, when: Date.now(), invitations: seated.invitations });
    location.href = seatAt(seated.room, seated.token);
  } catch (error) {
    note(/** @type {Error} */ (error).message);
  }
}

/** @param {string} room @param {string} invitation */
function openInvitation(room, invitation) {
  byId("lobby").hidden = false;
  draw = () => {
    const form = /** @type {HTMLFormElement} */ (el("form", {}, el("label", { class: "field" }, word("ui.play.name"), el("input", { name: "name", maxlength: 24, autocomplete: "nickname" })), el("button", { class: "wide-btn first" }, word("ui.play.sit"))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const seated = await ask(`/api/rooms/${encodeURIComponent(room)}/seat`, { body: { invitation, name: String(new FormData(form).get("name")) } });
        keep({ room, token: seated.token, title: word("ui.play.title"), when: Date.now() });
        history.replaceState(null, "", seatAt(room, seated.token));
        byId("lobby").hidden = true;
        openTable(room, seated.token);
      } catch (error) {
        const { status, message } = /** @type {any} */ (error);
        note(status === 403 ? word("ui.play.no_seat") : message);
      }
    });
    byId("lobby").replaceChildren(el("section", { class: "panel" }, el("header", {}, el("h2", {}, word("ui.play.invited"))), form));
  };
  draw();
}

// The table

/** @param {string} room @param {string} token */
function openTable(room, token) {
  const now = new Table(room, token);
  table = now;
  draw = () => drawTable(now);
  now.pace = Number(byId("pace").value);
  for (const id of ["pace", "helpbtn"]) byId(id).hidden = false;
  const invitations = Object.entries(mine().find((one) => one.room === room)?.invitations || {});
  byId("invite").hidden = !invitations.length;
  byId("invitelist").replaceChildren(
    ...invitations.map(([seat, invitation]) => {
      const link = `${location.origin}/play?room=${encodeURIComponent(room)}#invitation=${invitation}`;
      const button = el("button", { type: "button" }, word("ui.play.copy"));
      button.addEventListener("click", () => copy(button, link, "ui.play.copy"));
      return el("li", {}, word("ui.play.seat", { number: Number(seat) + 1 }), el("input", { readonly: true, value: link, "aria-label": word("ui.play.invite") }), button);
    }),
  );
  now.addEventListener("shown", () => draw());
  now.addEventListener("said", (/** @type {any} */ event) => {
    const { kind, text } = event.detail;
    note(kind === "well" ? "" : kind === "lost" ? word("ui.play.lost") : kind === "refused" ? word("ui.play.no_seat") : text);
  });
  now.follow();
}

/** @param {Table} now */
function drawTable(now) {
  const { game, state } = now;
  if (!game || !state) return;
  inFamily(state.family);
  byId("table").hidden = false;
  byId("what").replaceChildren(el("b", {}, state.title));
  document.title = `${now.menu.length ? "\u25cf " : ""}${state.title} \u00b7 minogashi`;
  if (state.missing && byId("invitelist").children.length && !byId("invites").open && !byId("invites").dataset.seen) {
    byId("invites").dataset.seen = "1";
    byId("invites").showModal();
  }
  byId("act").replaceChildren(...actPanel(now));
  if (now.at < 0) return;
  const felt = byId("felt");
  felt.show(game, now.at, { me: state.seat, open: now.ended });
  felt.classList.toggle("asked", now.menu.length > 0);
  drawHand(now);
  drawReading(now);
  drawLocks(now);
  drawLog(now);
}

/** Make the tiles of the own hand that may be thrown into buttons. @param {Table} now */
function drawHand(now) {
  const menu = now.menu, throwing = menu.some(({ claim }) => claim === "discard");
  const barred = new Map(now.rulings.filter(({ claim, verdict }) => claim === "discard" && verdict === "refused").map((ruling) => [now.game?.text(ruling.word).split(" ").pop(), ruling]));
  for (const slot of hand()) {
    const face = slot.dataset.face || "", choice = throwing ? menu.findIndex(({ claim, tiles }) => claim === "discard" && tiles === face) : -1;
    const why = barred.get(face)?.reasons?.map((number) => now.game?.parts(now.game.doc.reasons[number]).join("")).join("; ");
    slot.classList.toggle("cannot", throwing && choice < 0);
    if (choice < 0) {
      for (const name of ["data-choice", "role", "tabindex", "aria-label"]) slot.removeAttribute(name);
      if (throwing && why) slot.title = why;
      continue;
    }
    slot.dataset.choice = String(choice);
    slot.setAttribute("role", "button");
    slot.setAttribute("tabindex", "0");
    slot.setAttribute("aria-label", word("ui.play.throws", { tile: tileName(face) }));
  }
}

/** @returns {HTMLElement[]} */
const hand = () => [...document.querySelectorAll('#felt .seat[data-pos="0"] .hand > .slot')].map((node) => /** @type {HTMLElement} */ (node));

/** @param {Table} now */
function drawReading(now) {
  const game = /** @type {import("./game.js").Game} */ (now.game), me = now.state?.seat ?? 0, shown = now.frame;
  const number = shown?.waits?.[me] ?? -1, locks = shown?.locks?.[me] || [];
  const rows = now.state?.family === "singapore" ? [] : locks;
  const free = (/** @type {string} */ text) => el("p", { class: "badge free" }, text);
  byId("reading").replaceChildren(
    number < 0 ? free(word("ui.not_ready")) : waitsLine(game.doc.waits[number], word("ui.waits")),
    ...(shown?.safety != null && shown.who === me ? [el("p", { class: "legend" }, word("ui.safety"), ["g", "t", "s", "n"].map((level) => el("span", {}, el("i", { "data-safe": level }), word(`safe.bar.${level}`))))] : []),
    ...rows.map((lock) => badge(game, game.doc.reasons[lock], game.doc.reasons[lock].event ?? -1, () => {})),
  );
}

/** Every lock of the game, those not in force too. @param {Table} now */
function drawLocks(now) {
  const game = /** @type {import("./game.js").Game} */ (now.game), state = /** @type {import("./table.js").State} */ (now.state);
  const found = (now.frame?.locks?.[state.seat] || []).map((number) => game.doc.reasons[number]);
  byId("locks").hidden = state.family !== "singapore" || !state.locks.length;
  byId("locks").replaceChildren(
    el("header", {}, el("h2", {}, word("ui.play.locks"))),
    el("dl", { class: "locks" }, state.locks.map((code) => {
      const held = found.filter((one) => one.code === code);
      return el("div", { class: "lockrow" + (held.length ? " on" : "") }, el("dt", {}, word(`ui.lock.${code}`)), el("dd", {}, held.length ? held.map((one, i) => [i ? el("br") : "", sentence(game, one, one.event ?? -1, () => {})]) : el("span", { class: "none" }, word("ui.play.no_locks"))));
    })),
  );
}

const LINES = 40;
/** @param {Table} now */
function drawLog(now) {
  const game = /** @type {import("./game.js").Game} */ (now.game), me = now.state?.seat;
  const start = game.doc.rounds[game.roundAt(now.at)].start;
  const causes = new Set((now.frame?.locks?.[me ?? 0] || []).map((number) => game.doc.reasons[number].event));
  const lines = [];
  for (let at = now.at; at >= start && lines.length < LINES; at--) {
    const shown = game.doc.frames[at];
    if (shown.hush != null && shown.who !== me) continue;
    lines.push(el("li", { class: at === now.at ? "here" : causes.has(at) ? "lock" : "" }, game.text(shown.say)));
  }
  byId("log").replaceChildren(el("header", {}, el("h2", {}, word("ui.play.log"))), el("ol", { class: "log" }, lines));
}

// Pressing

/** @param {EventTarget | null} target */
const slotOf = (target) => /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(".slot[data-choice]") : null);

byId("felt").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const slot = slotOf(event.target);
  if (slot) table?.answer(Number(slot.dataset.choice));
});

/** @param {number} step */
function along(step) {
  const slots = hand().filter((slot) => slot.dataset.choice), at = slots.findIndex((slot) => slot === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : slots.length - 1) : (at + step + slots.length) % slots.length;
  slots[next]?.focus();
}

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target), { key } = event;
  if (!table || event.ctrlKey || event.metaKey || event.altKey || byId("help").open || byId("invites").open || target.matches?.("select, input")) return;
  const slot = slotOf(target);
  if (slot && (key === "Enter" || key === " ")) table.answer(Number(slot.dataset.choice));
  else if (key === "ArrowRight" || key === "ArrowLeft") along(key === "ArrowRight" ? 1 : -1);
  else if (key === "d") /** @type {HTMLElement | null} */ (document.querySelector('#felt .seat[data-pos="0"] .slot.drawn[data-choice]'))?.click();
  else if (/^\d$/.test(key)) /** @type {HTMLElement | null} */ (document.querySelector(`#act [data-key="${key}"]`))?.click();
  else if (key === "?") byId("help").showModal();
  else return;
  event.preventDefault();
});
byId("pace").addEventListener("change", () => table && (table.pace = Number(byId("pace").value)));
byId("helpbtn").addEventListener("click", () => byId("help").showModal());
byId("invite").addEventListener("click", () => byId("invites").showModal());
addEventListener("hashchange", () => location.reload());

byId("invite").prepend(icon("link"));
frame(() => draw());
const room = new URLSearchParams(location.search).get("room"), secret = location.hash.slice(1);
if (room && secret.startsWith("invitation=")) openInvitation(room, secret.slice("invitation=".length));
else if (room && secret) openTable(room, secret);
else openLobby();
