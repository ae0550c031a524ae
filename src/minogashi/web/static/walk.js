// Walking a round: time lanes with the play head across them, buttons, and what just happened.
import { el, icon } from "./dom.js";
import { word } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

class Walk extends HTMLElement {
  /** @type {Game | null} */
  game = null;
  key = "";
  first = 0;
  /** @type {HTMLInputElement | null} */
  range = null;

  connectedCallback() {
    if (this.range) return;
    const button = (/** @type {"first" | "prev" | "next" | "last"} */ name) => {
      const node = el("button", { class: "tool", type: "button", "data-label": `ui.${name}`, "data-step": name, "aria-label": word(`ui.${name}`) }, icon(name));
      node.addEventListener("click", () => this.dispatchEvent(new CustomEvent("step", { detail: name })));
      return node;
    };
    this.range = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, max: 1, value: 0, step: 1, "data-label": "ui.event", "aria-label": word("ui.event") }));
    this.range.addEventListener("input", () => this.dispatchEvent(new CustomEvent("seek", { detail: this.first + Number(this.range?.value) })));
    this.lanes = el("div", { class: "lanes" }, this.range);
    this.say = el("b", { role: "status" });
    this.count = el("span", {});
    this.append(
      el("div", { class: "buttons" }, button("first"), button("prev"), button("next"), button("last")),
      this.lanes,
      el("p", { class: "pos" }, this.say, this.count),
    );
  }

  /** @param {Game} game @param {number} at @param {import("./felt.js").View} view */
  show(game, at, view) {
    const number = game.roundAt(at), round = game.doc.rounds[number], frame = game.doc.frames[at];
    const range = /** @type {HTMLInputElement} */ (this.range);
    const key = `${number} ${view.me} ${view.open} ${document.documentElement.lang}`;
    if (this.game !== game || this.key !== key) {
      this.game = game;
      this.key = key;
      this.first = round.start;
      range.max = String(round.end - round.start);
      this.draw(game, round, view);
    }
    const hidden = frame.hush != null && frame.who !== view.me && !view.open;
    const said = game.text(hidden ? frame.hush : frame.say);
    range.value = String(at - round.start);
    range.setAttribute("aria-valuetext", said);
    /** @type {HTMLElement} */ (this.say).textContent = said;
    const turn = frame.turn ? ` \u00b7 ${word("ui.turn", { turn: frame.turn })}` : "";
    /** @type {HTMLElement} */ (this.count).textContent = word("ui.place", { event: at, last: game.last }) + turn;
  }

  /** @param {Game} game @param {import("./game.js").Round} round @param {import("./felt.js").View} view */
  draw(game, round, view) {
    const length = Math.max(1, round.end - round.start);
    const part = (/** @type {number} */ event) => `${((event - round.start) / length) * 100}%`;
    const bar = (/** @type {HTMLElement} */ lane, /** @type {string} */ look, /** @type {number} */ start, /** @type {number} */ end = -1) => {
      const node = el("i", { class: look });
      node.style.left = part(start);
      if (end >= 0) node.style.width = `${((end - start) / length) * 100}%`;
      lane.append(node);
    };
    const seats = [...Array(game.doc.seats).keys()].sort((a, b) => "ESWN".indexOf(round.winds[a]) - "ESWN".indexOf(round.winds[b]));
    const lanes = seats.map((seat) => {
      const lane = el("div", { class: "lane" + (seat === view.me ? " you" : ""), "aria-hidden": "true" }, el("i", { class: "name" }, game.wind(round, seat)));
      if (seat === view.me || view.open) {
        for (const span of round.ready) if (span.seat === seat) bar(lane, "ready", span.start, span.end);
        for (const span of round.locked) if (span.seat === seat) bar(lane, "shut", span.start, span.end);
      }
      for (const [who, event] of round.riichi) if (who === seat) bar(lane, "stickmark", event);
      return lane;
    });
    /** @type {HTMLElement} */ (this.lanes).replaceChildren(...lanes, /** @type {HTMLElement} */ (this.range));
  }
}
customElements.define("mg-walk", Walk);
