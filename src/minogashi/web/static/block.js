// An example of the rule pages: its lines with the engine's answers, and the table at the line that was chosen.
import { badge, waitsLine } from "./badges.js";
import "./claims.js";
import { el, icon } from "./dom.js";
import "./felt.js";
import { Game } from "./game.js";
import { language, word } from "./words.js";

/**
 * @typedef {{ word: string, who: string, expected: string, got: string, right: boolean, told: Record<string, string>, place: Record<string, any> | null }} Asked
 * @typedef {{ text: string, at?: number, asked?: Asked }} Line
 * @typedef {{ id: string, title: string, family: string, rules: string, options: Record<string, string>, seat: number,
 *   why: string, lines: Line[], frames: any }} Told
 */

class Block extends HTMLElement {
  /** @type {Told | null} */
  told = null;
  /** @type {Game | null} */
  game = null;
  chosen = -1;

  /** The line to begin with: the last question that can be laid out, else the last of all. @param {Told} told */
  static first(told) {
    const last = (/** @type {(asked: Asked) => any} */ which) => told.lines.findLastIndex(({ asked }) => asked && which(asked));
    const laid = last(({ place, word: ask }) => place && (ask === "ron" || ask === "claims"));
    return laid >= 0 ? laid : last(({ place }) => place) >= 0 ? last(({ place }) => place) : last(() => true);
  }

  /** @param {Told} told */
  show(told) {
    this.told = told;
    this.game = told.frames && new Game(told.frames);
    this.hidden = false;
    this.felt = /** @type {any} */ (el("mg-felt", { class: "felt" }));
    this.claims = /** @type {any} */ (el("mg-claims", { class: "part" }));
    this.states = el("div", { class: "part", "aria-live": "polite" });
    this.hint = el("p", { class: "quiet", id: "hint" });
    const set = Object.entries(told.options).map(([option, value]) => `${option}=${value}`);
    this.replaceChildren(
      el("div", { class: "story" }, el("h2", {}, `${told.id} ${told.title}`), el("p", { class: "quiet" }, [told.rules, ...set].join(", ")), told.why && el("p", { class: "quiet" }, told.why), el("ol", {}, told.lines.map((line, number) => this.line(line, number)))),
      ...(this.game ? [el("div", { class: "stage" }, this.felt), el("div", { class: "moment" }, this.states, this.claims, this.hint)] : []),
    );
    this.classList.toggle("plain", !this.game);
  }

  /** @param {Line} line @param {number} number */
  line(line, number) {
    const { asked } = line;
    const press = () => this.dispatchEvent(new CustomEvent("choose", { detail: number }));
    const kind = asked ? "asked" : this.said(line, number) ? "act" : "setup";
    const text = asked ? question(asked) : this.said(line, number) || line.text;
    // the title has the line as the block writes it, with its short answer
    const answer = asked && [
      el("b", { class: "got" }, asked.told[language]),
      asked.right ? "" : el("span", { class: "wrong" }, icon("alert"), word("ui.block.page", { text: asked.expected })),
    ];
    return el("li", { class: kind }, el("button", { type: "button", title: line.text, onclick: press }, el("span", {}, text), answer));
  }

  /** What the event of a line is called; a line that is no event has no such text. @param {Line} line @param {number} number */
  said({ at = -1 }, number) {
    const before = this.told?.lines[number - 1]?.at ?? -1;
    return this.game && number && at > 0 && at !== before ? this.game.text(this.game.doc.frames[at].say) : "";
  }

  /** Show the table at a line; -1 chooses none. @param {number} number */
  choose(number) {
    this.chosen = number;
    const line = this.told?.lines[number];
    this.querySelectorAll("li > button").forEach((button, at) => (at === number ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    if (!this.told || !this.game || !line) return;
    const view = { me: this.told.seat, open: true }, at = line.at ?? 0;
    const jump = (/** @type {number} */ event) => this.dispatchEvent(new CustomEvent("choose", { detail: this.told?.lines.findIndex((one) => (one.at ?? -1) >= event) }));
    this.felt.show(this.game, at, view);
    this.claims.show(this.game, at, view, jump);
    this.drawStates(at, jump);
    /** @type {HTMLElement} */ (this.hint).textContent = line.asked ? word(line.asked.place ? "ui.block.laid" : "ui.block.no_place") : "";
  }

  /** Waits and locks of every seat whose hand is told, the hero first. @param {number} at @param {(event: number) => void} jump */
  drawStates(at, jump) {
    const game = /** @type {Game} */ (this.game), me = this.told?.seat ?? 0;
    const frame = game.doc.frames[at], round = game.doc.rounds[0];
    const waits = (/** @type {number} */ seat) => frame.waits?.[seat] ?? -1;
    const seats = game.places(me).filter(({ seat }) => waits(seat) >= 0 || frame.locks?.[seat]?.length);
    /** @type {HTMLElement} */ (this.states).replaceChildren(
      ...seats.map(({ seat }) =>
        el(
          "section",
          { class: "readyseat", "data-seat": seat },
          el("h3", {}, el("span", { class: seat === me ? "wind you" : "wind" }, game.wind(round, seat)), el("span", { class: "name" }, game.name(round, seat)), frame.riichi?.includes(seat) && el("span", { class: "chip riichi" }, word("ui.riichi"))),
          waits(seat) >= 0 && waitsLine(game.doc.waits[waits(seat)], word("ui.waits")),
          (frame.locks?.[seat] || []).map((lock) => badge(game, game.doc.reasons[lock], at, jump)),
        ),
      ),
    );
  }
}
customElements.define("mg-block", Block);

/** @param {Asked} asked */
function question({ word: ask, who }) {
  return word(`ui.block.ask.${ask}`, { who: who && word(`wind.${who}`) });
}
