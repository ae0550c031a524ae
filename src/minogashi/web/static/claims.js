// The claim window: what every seat could ask for, what was refused and why, and what it did.
import { sentence } from "./badges.js";
import { el, tile, windBox } from "./dom.js";
import { tokens } from "./game.js";
import { word } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

class Claims extends HTMLElement {
  /** @type {Game | null} */
  game = null;
  key = "";

  /**
   * @param {Game} game @param {number} at @param {import("./felt.js").View} view @param {(event: number) => void} jump
   */
  show(game, at, view, jump) {
    const frame = game.doc.frames[at];
    const number = frame.offer ?? -1;
    const hidden = frame.hush != null && frame.who !== view.me && !view.open;
    const say = game.text(hidden ? frame.hush : frame.say);
    const offer = number < 0 ? null : game.doc.offers[number];
    const own = offer?.via === "turn" && offer.seat !== view.me && !view.open;
    const key = [number, number < 0 || own ? say : "", view.me, view.open, document.documentElement.lang].join(" ");
    if (this.game === game && this.key === key) return;
    this.game = game;
    this.key = key;
    if (!offer || own) {
      this.replaceChildren(el("header", {}, el("h2", {}, say)), el("p", { class: "quiet" }, word("ui.no_offer")));
      return;
    }
    const round = game.doc.rounds[game.roundAt(at)];
    const order = [...offer.answers].sort((a, b) => Number(b.seat === view.me) - Number(a.seat === view.me));
    this.replaceChildren(
      el(
        "div",
        { class: "offerhead" },
        offer.tile && tile(offer.tile),
        el("div", {}, el("h2", {}, game.text(offer.title)), el("p", {}, offer.how.map((text) => game.text(text)).join(" \u00b7 "))),
      ),
      ...order.filter(({ seat }) => seat === view.me || view.open).map((answers) => this.seat(game, round, answers, offer.event, view.me, jump)),
    );
  }

  /**
   * @param {Game} game @param {import("./game.js").Round} round @param {import("./game.js").Answers} answers
   * @param {number} at @param {number} me @param {(event: number) => void} jump
   */
  seat(game, round, answers, at, me, jump) {
    const { seat } = answers, you = seat === me;
    const name = game.name(round, seat) + (you ? ` (${word("ui.you")})` : "");
    const box = el(
      "section",
      { class: "claimseat" + (you ? " you" : ""), "data-seat": seat },
      el("h3", {}, windBox(game.wind(round, seat), you), el("span", { class: "name" }, name), el("span", { class: "did" }, game.text(answers.did))),
    );
    /** @type {Map<string, Set<string>>} */
    const plain = new Map();
    const rulings = answers.rulings.map((number) => game.doc.rulings[number]);
    const uses = grouped(rulings.filter((ruling) => ruling.main));
    for (const { ruling, tiles } of uses) box.append(row(game, ruling, tiles, at, jump));
    for (const ruling of rulings.filter((one) => !one.main)) {
      const why = (ruling.reasons || []).map((reason) => game.parts(game.doc.reasons[reason]).join(""))[0] || "";
      plain.set(why, (plain.get(why) || new Set()).add(game.text(ruling.word)));
    }
    for (const [why, names] of plain) box.append(el("p", { class: "claimrest" }, [...names].map((one) => [el("span", { class: "claim no" }, cap(one)), " "]), why));
    return box;
  }
}
customElements.define("mg-claims", Claims);

/** The same claim with other own tiles shares a line. @param {import("./game.js").Ruling[]} rulings */
function grouped(rulings) {
  /** @type {Map<string, { ruling: import("./game.js").Ruling, tiles: string[] }>} */
  const lines = new Map();
  for (const ruling of rulings) {
    const key = JSON.stringify([ruling.claim, ruling.word, ruling.verdict, ruling.reasons]);
    const line = lines.get(key) || { ruling, tiles: [] };
    if (ruling.uses) line.tiles.push(ruling.uses);
    lines.set(key, line);
  }
  return lines.values();
}

/**
 * @param {Game} game @param {import("./game.js").Ruling} ruling @param {string[]} tiles @param {number} at
 * @param {(event: number) => void} jump
 */
function row(game, ruling, tiles, at, jump) {
  const ok = ruling.verdict === "allowed", reasons = (ruling.reasons || []).map((reason) => game.doc.reasons[reason]);
  const shown = tiles.map((uses) => el("span", { class: "tiles" }, tokens(uses).map(({ face }) => tile(face))));
  const why = reasons.map((reason, i) => [i ? el("br") : "", el("span", { class: "reason" + ((reason.event ?? -1) >= 0 ? " lock" : ""), "data-code": reason.code }, sentence(game, reason, at, jump))]);
  return el(
    "div",
    { class: "claimrow", "data-claim": ruling.claim, "data-verdict": ruling.verdict },
    el("span", { class: "do" }, el("span", { class: "claim " + (ok ? "ok" : "no main"), title: ok ? "" : reasons.map((reason) => game.parts(reason).join("")).join("; ") }, cap(game.text(ruling.word)))),
    ok ? el("span", { class: "why" }, word("ui.allowed"), shown) : el("span", { class: "why" }, ruling.verdict === "unknown" ? word("ui.unknown") : why, shown),
  );
}

/** @param {string} text */
const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);
