// Waits, and the badge of a lock: what it is, since which tile, until when.
import { el, icon, tile } from "./dom.js";
import { word } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Grounds} Grounds */

/**
 * The sentence of a reason; its cause leads to its event.
 * @param {Game} game @param {Grounds} grounds @param {number} at @param {(event: number) => void} jump
 */
export function sentence(game, grounds, at, jump) {
  const [what, since, until] = game.parts(grounds);
  return [el("b", {}, what), cause(since, grounds, at, jump), el("span", { class: "end" }, until)];
}

/** @param {string} text @param {Grounds} grounds @param {number} at @param {(event: number) => void} jump */
function cause(text, grounds, at, jump) {
  const event = grounds.event ?? -1;
  if (!text || event < 0 || event === at) return text;
  const [, space, said] = /** @type {RegExpMatchArray} */ (text.match(/^(\s*)(.*)$/s));
  const link = el("a", { class: "jump", href: `#event=${event}` }, said);
  link.addEventListener("click", (click) => {
    click.preventDefault();
    jump(event);
  });
  return [space, link];
}

/** @param {Game} game @param {Grounds} grounds @param {number} at @param {(event: number) => void} jump */
export const badge = (game, grounds, at, jump) =>
  el("p", { class: "badge" }, icon("lock"), el("span", { class: "said" }, sentence(game, grounds, at, jump)));

/** @param {import("./game.js").Wait[]} waits @param {string} [label] */
export const waitsLine = (waits, label) =>
  el(
    "div",
    { class: "waits", role: "group", "aria-label": word("ui.waits") },
    label && el("span", { class: "label" }, label),
    waits.map(([face, left, good]) =>
      el(
        "span",
        { class: "wait" + (good ? "" : " dry") },
        el("span", { class: "tilebox" }, tile(face)),
        el("span", {}, el("b", {}, word("ui.left", { count: left })), !good && el("small", {}, word("ui.no_yaku"))),
      ),
    ),
  );
