// The act panel: what may be done, and what is refused with its reason; the end of a hand.
import { sentence } from "./badges.js";
import { el, icon, tile, windBox } from "./dom.js";
import { tokens } from "./game.js";
import { word } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const cap = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const faces = (/** @type {string | undefined} */ row) => el("span", { class: "tiles" }, tokens(row || "").map(({ face }) => tile(face)));
const nothing = () => {};

/** What the panel shows at this moment. @param {Table} table @returns {HTMLElement[]} */
export function actPanel(table) {
  const { game, state, frame } = table;
  if (!state || !game) return [];
  if (state.missing) return [head(word("ui.play.waiting", { count: state.missing }))];
  if (!frame) return [];
  if (table.ended || (state.over && table.at === table.last)) return result(table);
  const rows = [...allowed(table), ...refused(table)];
  const offer = frame.offer != null && frame.offer >= 0 ? game.doc.offers[frame.offer] : null;
  const passing = table.menu.findIndex(({ claim }) => claim === "pass");
  const mine = table.menu.length > 0;
  if (offer && offer.seat !== state.seat && (mine || rows.length)) {
    const how = offer.how.map((text) => game.text(text)).join(" \u00b7 ");
    const ask = mine ? word("ui.play.answer") : rows.length ? "" : word("ui.play.no_claim");
    const last = passing >= 0 ? [row("pass", word("ui.play.pass"), "0", word("ui.play.pass_why"), { choice: passing, table, look: "" })] : table.at < table.last ? [row("pass", word("ui.play.go_on"), "0", "", { go: true, table, look: "" })] : [];
    return [
      el("div", { class: "offerhead" }, offer.tile && tile(offer.tile), el("div", {}, el("h2", {}, game.text(offer.title)), el("p", {}, [how, ask].filter(Boolean).join(". ")))),
      el("ul", { class: "act-list" }, rows, last),
    ];
  }
  if (!mine) return [head(word("ui.play.thinking"), game.text(frame.hush != null && frame.who !== state.seat ? frame.hush : frame.say))];
  const drawn = game.doc.racks[frame.racks[state.seat]].drawn;
  const claims = rows.length > 0;
  const last = passing >= 0 ? [row("pass", word("ui.play.pass"), "0", "", { choice: passing, table, look: "" })] : [];
  return [
    el("div", { class: "offerhead" }, drawn && tile(drawn), el("div", {}, el("h2", {}, word("ui.play.your_turn")), el("p", {}, word(claims ? "ui.play.turn_what" : "ui.play.throw_what")))),
    ...(claims || last.length ? [el("ul", { class: "act-list" }, rows, last)] : []),
  ];
}

/** @param {string} title @param {string} [text] */
const head = (title, text) => el("div", { class: "offerhead" }, el("div", {}, el("h2", {}, title), text && el("p", {}, text)));

/** @param {Table} table */
function allowed(table) {
  let number = 0;
  return table.menu.flatMap((entry, choice) => {
    if (entry.claim === "discard" || entry.claim === "pass") return [];
    number += 1;
    const offer = table.frame?.offer ?? -1;
    const taken = offer >= 0 && ["chi", "pon", "daiminkan"].includes(entry.claim) ? ` ${table.game?.doc.offers[offer].tile}` : "";
    const text = entry.then
      ? [el("span", {}, word("ui.play.throws", { tile: "" })), faces(entry.then), el("span", { class: "more" }, word("ui.waits"), " "), faces(entry.waits)]
      : entry.tiles ? faces(entry.tiles + taken) : "";
    return [row(entry.claim, cap(word(`claim.${entry.claim}`)), number < 10 ? String(number) : "", text, { choice, table, look: "ok" })];
  });
}

/** The refused claims, each once: those that say something first. @param {Table} table */
function refused(table) {
  const game = /** @type {import("./game.js").Game} */ (table.game);
  const open = new Set(table.menu.map(({ claim }) => claim));
  const shown = table.rulings.filter(({ claim, verdict }) => verdict !== "allowed" && !open.has(claim) && claim !== "discard");
  const claims = [...new Set([...shown.filter(({ main }) => main), ...shown].map(({ claim }) => claim))];
  if (!table.menu.length && !table.refused) return [];
  return claims.map((claim) => {
    const ruling = shown.find((one) => one.claim === claim && one.main) || /** @type {import("./game.js").Ruling} */ (shown.find((one) => one.claim === claim));
    const grounds = (ruling.reasons || []).map((number) => game.doc.reasons[number]);
    const first = ruling.main ? grounds : grounds.slice(0, 1);
    const lock = first.some((one) => (one.event ?? -1) >= 0);
    const text = ruling.verdict === "unknown" ? word("ui.unknown") : first.map((one, i) => [i ? el("br") : "", el("span", { "data-code": one.code }, sentence(game, one, one.event ?? -1, nothing))]);
    return row(claim, cap(game.text(ruling.word)), "", text, { table, look: "no", lock });
  });
}

/**
 * @param {string} name @param {string} label @param {string} key @param {any} text
 * @param {{ table: Table, choice?: number, look: string, lock?: boolean, go?: boolean }} more
 */
function row(name, label, key, text, { table, choice, look, lock, go }) {
  const id = `why-${name}-${choice ?? "no"}`;
  const button = el("button", { type: "button", class: `act-btn ${look}`, "aria-disabled": look === "no" && "true", "aria-describedby": id, "data-claim": name, "data-choice": choice, "data-key": key || null, "data-go": Boolean(go) }, el("b", { class: label.length > 8 ? "long" : "" }, label), key && el("kbd", {}, key));
  button.addEventListener("click", () => {
    if (go) table.goOn();
    else if (choice != null) table.answer(choice);
  });
  return el("li", { class: "act-row" + (name === "pass" ? " pass" : "") }, button, el("div", { id, class: lock ? "lockwhy" : "why" }, lock && icon("lock"), el("span", {}, text)));
}

/** How a hand ended, and the points. @param {Table} table */
function result(table) {
  const game = /** @type {import("./game.js").Game} */ (table.game), state = /** @type {import("./table.js").State} */ (table.state);
  const number = game.roundAt(table.at), round = game.doc.rounds[number];
  const frame = game.doc.frames[round.end] || game.doc.frames[table.last];
  const before = game.doc.scores[game.doc.frames[round.start].scores];
  const after = table.at < table.last ? game.doc.scores[game.doc.frames[round.end + 1]?.scores ?? frame.scores] : game.doc.scores[game.doc.frames[table.last].scores];
  const wins = (table.results.get(number) || []).map(({ seat, worth }) => {
    const rack = game.doc.racks[frame.racks[seat]];
    const melds = (rack.melds || []).flatMap((meld) => tokens(meld.tiles).map(({ face }) => tile(face)));
    return el("div", {}, el("p", {}, windBox(game.wind(round, seat), seat === state.seat), " ", el("b", {}, name(table, seat))), el("div", { class: "tiles" }, tokens(rack.hand).map(({ face }) => tile(face)), melds, rack.drawn && el("span", { class: "last" }, tile(rack.drawn))), el("p", { class: "worth" }, worth));
  });
  const points = el("table", { class: "points" }, el("tbody", {}, [...Array(game.doc.seats).keys()].map((seat) => {
    const gain = after[seat] - before[seat];
    return el("tr", {}, el("th", { scope: "row" }, windBox(game.wind(round, seat), seat === state.seat), " ", name(table, seat)), el("td", { class: gain > 0 ? "up" : "" }, gain ? `${gain > 0 ? "+" : "\u2212"}${Math.abs(gain).toLocaleString("en")}` : ""), el("td", {}, after[seat].toLocaleString("en")));
  })));
  const over = state.over && table.at >= table.last - 1;
  const next = el("button", { type: "button", class: "wide-btn first", "data-go": true, "data-key": "0" }, word("ui.play.next"), el("kbd", {}, "0"));
  next.addEventListener("click", () => table.goOn());
  const leave = el("a", { class: "wide-btn", href: "/play" }, word("ui.play.leave"));
  return [
    el("div", { class: "offerhead" }, el("div", {}, el("h2", {}, over ? word("ui.play.over") : word("ui.play.result")), el("p", {}, `${game.text(round.label)}: ${game.text(round.result)}`))),
    el("div", { class: "result" }, wins, points),
    ...(over ? [leave] : table.at < table.last ? [next] : []),
  ];
}

/** @param {Table} table @param {number} seat */
export function name(table, seat) {
  const game = /** @type {import("./game.js").Game} */ (table.game);
  const round = game.doc.rounds[game.roundAt(Math.max(0, table.at))];
  return game.name(round, seat) + (seat === table.state?.seat ? ` (${word("ui.you")})` : "");
}
