// The frames of one game, and how to find one's way in them.
import { inFamily, language, word } from "./words.js";

/**
 * @typedef {{ code: string, what: number, since?: number, until?: number, event?: number, tile?: [number, number] }} Grounds
 * @typedef {{ claim: string, word: number, verdict: string, uses?: string, reasons?: number[], main?: boolean }} Ruling
 * @typedef {{ seat: number, rulings: number[], did?: number }} Answers
 * @typedef {{ seat: number, tile: string, via: string, event: number, title: number, how: number[], answers: Answers[] }} Offer
 * @typedef {{ hand: string, drawn?: string, melds?: { tiles: string, word: number }[], aside?: string }} Rack
 * @typedef {{ tile: string, level: string, texts: number[] }} Safety
 * @typedef {{ say: number, left: number, scores: number, dora: string, racks: number[], rivers: number[], sticks?: number,
 *   who?: number, turn?: number, hush?: number, waits?: number[], locks?: number[][], riichi?: number[], offer?: number,
 *   safety?: number }} Frame
 * @typedef {{ seat: number, start: number, end: number }} Span
 * @typedef {{ name: string, label: number, short: number, start: number, end: number, winds: string, honba: number,
 *   result: number, wins: { seat: number, source: number, tile: string, gain: number | null }[], ready: Span[],
 *   locked: Span[], riichi: [number, number][] }} Round
 * @typedef {{ kind: string, round: number, event: number, title: number, seat?: number, turn?: number }} Finding
 * @typedef {[string, number, boolean]} Wait
 * @typedef {{ schema: string, title: string, format: string, profile: string, family: string, seats: number, names: string[],
 *   view: number, texts: Record<string, string[]>, reasons: Grounds[], rulings: Ruling[], offers: Offer[], racks: Rack[],
 *   rivers: string[], waits: Wait[][], scores: number[][], safety: Safety[][], rounds: Round[], findings: Finding[],
 *   choices: number[][], frames: Frame[], game: number, games: number }} Frames
 */

export const SCHEMA = "minogashi.frames/1";

/** `1z 7z:t` as tiles with flags. @param {string} row @returns {{ face: string, flags: string }[]} */
export const tokens = (row) =>
  row ? row.split(" ").map((token) => ({ face: token.split(":")[0], flags: token.split(":")[1] || "" })) : [];

export class Game {
  /** @param {Frames} doc */
  constructor(doc) {
    if (doc.schema !== SCHEMA) throw new Error(`${doc.schema} is not ${SCHEMA}`);
    this.doc = doc;
    inFamily(doc.family);
  }

  /** @param {number | undefined} number */
  text(number) {
    return number == null || number < 0 ? "" : (this.doc.texts[language] || this.doc.texts.en)[number];
  }

  get last() {
    return this.doc.frames.length - 1;
  }

  /** Which round an event stands in. @param {number} at */
  roundAt(at) {
    const found = this.doc.rounds.findIndex((round) => at <= round.end);
    return found < 0 ? this.doc.rounds.length - 1 : found;
  }

  /** @param {Round} round @param {number} seat */
  wind(round, seat) {
    return word(`wind.${round.winds[seat]}`);
  }

  /** The player's name, or the seat's where the record has none. @param {Round} round @param {number} seat */
  name(round, seat) {
    return this.doc.names[seat] || word(`seat.${round.winds[seat]}`);
  }

  /** The three parts of a lock's sentence. @param {Grounds} grounds */
  parts(grounds) {
    return [this.text(grounds.what), this.text(grounds.since), this.text(grounds.until)];
  }

  /** The place at the table, 0 below to 3 left, of each seat as `me` sees it; three seats leave the far side empty. @param {number} me */
  places(me) {
    const around = this.doc.seats === 3 ? [0, 1, 3] : [0, 1, 2, 3];
    return around.map((pos, step) => ({ pos, seat: (me + step) % this.doc.seats }));
  }
}
