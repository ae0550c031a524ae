// A table that is being played at: the game as it grew so far, the head that walks it at a calm pace, the answers.
import { ask } from "./chrome.js";
import { Game } from "./game.js";

/**
 * @typedef {{ claim: string, tiles?: string, then?: string, waits?: string }} Entry
 * @typedef {{ rules: string, title: string, family: string, seats: number, seat: number, names: string[], missing: number,
 *   over: boolean, stamp: number, at: number, since: number, menu: Entry[], doc: any,
 *   results: { round: number, wins: { seat: number, worth: string }[] }[], locks: string[] }} State
 */

const LISTS = ["reasons", "rulings", "offers", "racks", "rivers", "waits", "scores", "safety", "frames"];
/** So many events long a claim that was refused stays before the eyes. */
const HOLD = 6;

export class Table extends EventTarget {
  /** @param {string} room @param {string} token */
  constructor(room, token) {
    super();
    this.path = `/api/rooms/${encodeURIComponent(room)}`;
    this.token = token;
    /** @type {State | null} */
    this.state = null;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Map<number, { seat: number, worth: string }[]>} */
    this.results = new Map();
    /** The frame that is shown; it follows the last one. */
    this.at = -1;
    this.pace = 550;
    this.timer = 0;
    /** Waits for a press: the end of a hand, or a claim that was refused. */
    this.held = false;
    this.busy = false;
  }

  /** Look until the page is left. */
  async follow() {
    for (;;) {
      try {
        const wait = this.state ? `&wait=${this.state.stamp}` : "";
        this.take(await ask(`${this.path}?since=${this.last}${wait}`, { token: this.token }));
        this.say("well", "");
      } catch (error) {
        const { status, message } = /** @type {any} */ (error);
        if (status === 401 || status === 403) return this.say("refused", message);
        this.say("lost", message);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  /** The number of the last event that is known here. */
  get last() {
    return this.game ? this.game.last : -1;
  }

  /** @param {State} state */
  take(state) {
    if (state.at < this.last || (this.state && state.at === this.last && state.stamp < this.state.stamp && state.since >= 0)) return;
    const first = !this.game;
    const doc = this.game?.doc || { schema: "minogashi.frames/1", title: "", format: "", profile: state.rules, family: state.family, seats: state.seats, names: state.names, view: state.seat, texts: {}, rounds: [], findings: [], choices: [], game: 1, games: 1 };
    const grown = /** @type {any} */ (doc);
    for (const name of LISTS) grown[name] = (grown[name] || []).slice(0, state.doc[name][0]).concat(state.doc[name][1]);
    const [from, texts] = state.doc.texts;
    for (const language of Object.keys(texts)) grown.texts[language] = (grown.texts[language] || []).slice(0, from).concat(texts[language]);
    grown.rounds = grown.rounds.slice(0, state.doc.rounds[0]).concat(state.doc.rounds[1]);
    grown.names = state.names;
    for (const result of state.results) this.results.set(result.round, result.wins);
    this.state = state;
    this.game ||= new Game(/** @type {any} */ (grown));
    if (first) {
      this.at = this.last;
      this.held = this.ended && !state.over;
    }
    this.show();
    this.walk();
  }

  get frame() {
    return this.game?.doc.frames[this.at];
  }

  /** Whether the frame shown is the last of its round. */
  get ended() {
    return Boolean(this.game && this.at >= 0 && this.game.doc.rounds[this.game.roundAt(this.at)]?.end === this.at);
  }

  /** The menu, once everything before it was shown. @returns {Entry[]} */
  get menu() {
    return this.state && this.at === this.last && !this.busy ? this.state.menu : [];
  }

  /** The rulings on the tile on offer, or on the own turn, for the own seat. */
  get rulings() {
    const { game, frame, state } = this;
    if (!game || !frame || !state || frame.offer == null || frame.offer < 0) return [];
    const answers = game.doc.offers[frame.offer].answers.find(({ seat }) => seat === state.seat);
    return (answers?.rulings || []).map((number) => game.doc.rulings[number]);
  }

  /** Whether something was refused that its player may have hoped for. */
  get refused() {
    const offer = this.frame?.offer;
    if (offer == null || offer < 0 || this.game?.doc.offers[offer].event !== this.at) return false;
    const locks = this.state?.locks || [];
    const told = (/** @type {import("./game.js").Ruling} */ ruling) => ruling.claim === "ron" || (ruling.reasons || []).some((number) => locks.includes(String(this.game?.doc.reasons[number].code)));
    return this.rulings.some((ruling) => ruling.main && ruling.verdict === "refused" && told(ruling));
  }

  walk() {
    if (this.timer || this.held || this.at >= this.last) return;
    const frame = this.frame, own = frame?.who === this.state?.seat;
    const quick = this.at < 0 || own || frame?.hush != null;
    const wait = this.refused ? Math.max(1200, HOLD * this.pace) : quick ? Math.min(this.pace, 180) : this.pace;
    this.timer = window.setTimeout(() => this.step(), wait);
  }

  step() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.at >= this.last) return;
    do this.at += 1;
    while (!this.pace && this.at < this.last && !this.ended && !this.refused);
    this.held = this.ended && this.at < this.last;
    this.show();
    this.walk();
  }

  /** Go on from where the walk waits. */
  goOn() {
    this.held = false;
    this.step();
  }

  show() {
    this.dispatchEvent(new Event("shown"));
  }

  /** @param {string} kind @param {string} text */
  say(kind, text) {
    this.dispatchEvent(new CustomEvent("said", { detail: { kind, text } }));
  }

  /** @param {number} choice */
  async answer(choice) {
    if (this.busy || !this.menu[choice] || !this.state) return;
    this.busy = true;
    try {
      const found = await ask(`${this.path}/answer`, { token: this.token, body: { at: this.state.at, choice } });
      this.busy = false;
      this.take(found);
    } catch (error) {
      this.busy = false;
      const { status, message } = /** @type {any} */ (error);
      this.say(status ? "refused_answer" : "lost", message);
      this.show();
    }
  }
}
