// The records to open: those of the folder given to the server, and any that are dropped, pasted or chosen.
import { el, icon } from "./dom.js";
import { word } from "./words.js";

const SHOWN = 200;

class Shelf extends HTMLElement {
  /** @type {{ id: string, size: number }[]} */
  records = [];

  connectedCallback() {
    if (this.list) return;
    this.file = /** @type {HTMLInputElement} */ (el("input", { type: "file", class: "vh", tabindex: -1, "aria-hidden": "true" }));
    this.file.addEventListener("change", () => this.file?.files?.[0] && this.give(this.file.files[0]));
    this.find = /** @type {HTMLInputElement} */ (el("input", { type: "search", "data-label": "ui.search", "aria-label": word("ui.search"), "data-placeholder": "ui.search", placeholder: word("ui.search"), autocomplete: "off", spellcheck: "false" }));
    this.find.addEventListener("input", () => this.draw());
    this.list = el("ol", { class: "list" });
    this.note = el("p", { class: "quiet", role: "status" });
    const choose = el("button", { type: "button", class: "choose", "data-word": "ui.choose" }, word("ui.choose"));
    choose.addEventListener("click", () => this.file?.click());
    this.append(
      el("div", { class: "drop panel" }, icon("file"), el("p", { "data-word": "ui.drop" }, word("ui.drop")), choose, this.file, el("p", { class: "quiet", "data-word": "ui.drop_more" }, word("ui.drop_more"))),
      el("section", { class: "panel" }, el("header", {}, el("h2", { "data-word": "ui.shelf" }, word("ui.shelf")), this.find), this.list, this.note),
    );
  }

  /** @param {Blob & { name?: string }} blob */
  give(blob) {
    this.dispatchEvent(new CustomEvent("given", { detail: blob }));
  }

  async load() {
    const answer = await fetch("/api/records");
    this.records = answer.ok ? (await answer.json()).records : [];
    this.draw();
  }

  draw() {
    const wanted = (this.find?.value || "").toLowerCase(), records = this.records;
    const found = records.filter(({ id }) => id.toLowerCase().includes(wanted));
    this.list?.replaceChildren(
      ...found.slice(0, SHOWN).map(({ id, size }) => {
        const [, folder, name] = /** @type {RegExpMatchArray} */ (id.match(/^(.*\/)?([^/]*)$/));
        return el("li", {}, el("a", { href: `/?${new URLSearchParams({ record: id })}` }, el("b", {}, name), el("span", { class: "where" }, [folder, kb(size)].filter(Boolean).join(" \u00b7 "))));
      }),
    );
    const more = found.length - SHOWN;
    if (this.note) this.note.textContent = more > 0 ? word("ui.more", { count: more }) : records.length ? "" : word("ui.empty");
  }
}
customElements.define("mg-shelf", Shelf);

/** @param {number} size */
const kb = (size) => `${Math.max(1, Math.round(size / 1024)).toLocaleString("en")} KB`;
