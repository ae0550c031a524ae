// The lists to find one's way by: what the audit found, and the rounds with their results.
import { el, icon } from "./dom.js";
import { word } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {Record<string, "lock" | "no" | "miss" | "alert">} */
const LOOKS = { furiten: "lock", lock: "lock", refused: "no", missed: "miss", illegal: "alert", disagree: "alert" };
/** @type {[string, string[]][]} */
const FILTERS = [["all", []], ["wins", ["missed", "refused"]], ["locks", ["furiten", "lock"]], ["illegal", ["illegal", "disagree"]]];

const MANY = 100;

class Findings extends HTMLElement {
  /** @type {Game | null} */
  game = null;
  key = "";
  /** @type {string[]} */
  kinds = [];
  /** @type {HTMLElement[]} */
  buttons = [];

  /** @param {Game} game @param {number} at */
  show(game, at) {
    const key = `${document.documentElement.lang} ${this.kinds}`;
    if (this.game !== game || this.key !== key) {
      // where locks come and go with every discard, they are not what one looks for first
      if (this.game !== game) this.kinds = game.doc.findings.filter(({ kind }) => kind === "lock").length > MANY ? FILTERS[1][1] : [];
      this.game = game;
      this.key = key;
      this.draw(game);
    }
    for (const button of this.buttons) {
      const here = String(Number(button.dataset.event) === at);
      if (button.getAttribute("aria-current") === here) continue;
      button.setAttribute("aria-current", here);
      if (here === "true") keepInView(button);
    }
  }

  /** The events of those that are listed. */
  get events() {
    return this.buttons.map((button) => Number(button.dataset.event));
  }

  /** @param {Game} game */
  draw(game) {
    const all = game.doc.findings, shown = all.filter(({ kind }) => !this.kinds.length || this.kinds.includes(kind));
    this.buttons = shown.map((found) => {
      const round = game.doc.rounds[found.round];
      const where = [game.text(round.short), found.turn && word("ui.turn", { turn: found.turn })].filter(Boolean).join(", ");
      const who = (found.seat ?? -1) >= 0 ? ` \u00b7 ${game.name(round, found.seat ?? 0)}` : "";
      const button = el("button", { type: "button", class: `finding ${found.kind}`, "data-event": found.event, "data-seat": found.seat ?? -1 }, icon(LOOKS[found.kind]), el("b", {}, game.text(found.title)), el("span", { class: "where" }, where + who));
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("seek", { detail: found.event })));
      return button;
    });
    const filters = FILTERS.map(([name, kinds]) => {
      const on = String(this.kinds.join() === kinds.join());
      const button = el("button", { type: "button", "aria-pressed": on }, word(`ui.filter.${name}`));
      button.addEventListener("click", () => {
        this.kinds = kinds;
        this.draw(game);
        /** @type {HTMLElement | null} */ (this.querySelector("[aria-pressed=true]"))?.focus();
      });
      return button;
    });
    this.replaceChildren(
      el("header", {}, el("h2", {}, word("ui.findings")), el("span", { class: "aside" }, String(all.length))),
      el("div", { class: "filters", role: "group", "aria-label": word("ui.filter") }, filters),
      shown.length ? el("ol", { class: "list" }, this.buttons.map((button) => el("li", {}, button))) : el("p", { class: "quiet" }, word("ui.nothing")),
    );
  }
}
customElements.define("mg-findings", Findings);

class Rounds extends HTMLElement {
  /** @type {Game | null} */
  game = null;
  key = "";
  number = -1;
  /** @type {HTMLElement[]} */
  buttons = [];

  /** @param {Game} game @param {number} at */
  show(game, at) {
    const number = game.roundAt(at), key = document.documentElement.lang;
    if (this.game !== game || this.key !== key) {
      this.game = game;
      this.key = key;
      this.number = -1;
      this.draw(game);
    }
    if (this.number === number) return;
    this.number = number;
    this.buttons.forEach((button, i) => button.setAttribute("aria-current", String(i === number)));
    if (this.buttons[number]) keepInView(this.buttons[number]);
  }

  /** @param {Game} game */
  draw(game) {
    this.buttons = game.doc.rounds.map((round) => {
      const gain = round.wins.length === 1 && round.wins[0].gain != null ? `+${round.wins[0].gain.toLocaleString("en")}` : "";
      const button = el("button", { type: "button", title: game.text(round.result) }, el("b", {}, game.text(round.short)), el("span", { class: "res" }, game.text(round.result)), el("span", { class: "pts" }, gain));
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("seek", { detail: round.start })));
      return button;
    });
    this.replaceChildren(el("header", {}, el("h2", {}, word("ui.rounds"))), el("ol", { class: "list rounds" }, this.buttons.map((button) => el("li", {}, button))));
  }
}
customElements.define("mg-rounds", Rounds);

/** Scroll the list to a row, and never the page; once everything is drawn, since lists share the height. @param {HTMLElement} row */
function keepInView(row) {
  queueMicrotask(() => {
    const list = row.closest(".list");
    if (!list) return;
    const top = row.offsetTop, bottom = top + row.offsetHeight; // the list is what rows are placed in
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  });
}
