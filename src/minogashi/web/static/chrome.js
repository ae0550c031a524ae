// What the lab and the play page share around their content: pages, language, theme, notes.
import { byId, el, icon, tile } from "./dom.js";
import { language, languages, speak, word } from "./words.js";

/** @param {string} key @param {string} [value] */
function kept(key, value) {
  try {
    if (value == null) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch {
    // nothing can be kept here: the page works without
  }
  return null;
}

/** Set up the head of a page. `redraw` is called when the language was changed. @param {() => void} redraw */
export function frame(redraw) {
  byId("brand").prepend(tile("back", ""));
  byId("theme").prepend(icon("theme"));
  const root = document.documentElement, theme = kept("theme");
  if (theme) root.dataset.theme = theme;
  byId("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept("theme", root.dataset.theme);
  });
  speak(kept("language") || language);
  const choice = byId("language");
  choice.replaceChildren(...languages.map((one) => el("option", { value: one }, one)));
  choice.value = language;
  choice.addEventListener("change", () => {
    speak(choice.value);
    kept("language", choice.value);
    redraw();
  });
}

/** A sentence across the page, or none. @param {string} text */
export function note(text) {
  byId("note").textContent = text;
  byId("note").hidden = !text;
}

/** Copy a text, and say so on the button. @param {HTMLElement} button @param {string} text @param {string} label */
export async function copy(button, text, label) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = word("ui.play.copied");
    setTimeout(() => (button.textContent = word(label)), 1600);
  } catch {
    // no clipboard here: the text can be marked by hand
  }
}

/**
 * Ask the server. Gives the answer, or throws an error that has its `status` (0: it cannot be reached).
 * @param {string} path @param {{ body?: any, token?: string, signal?: AbortSignal }} [more] @returns {Promise<any>}
 */
export async function ask(path, { body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  let answer, found;
  try {
    answer = await fetch(path, body === undefined ? { headers, signal } : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body), signal });
    found = await answer.json();
  } catch (error) {
    throw Object.assign(new Error(String(error)), { status: 0 });
  }
  if (!answer.ok) throw Object.assign(new Error(found.error), { status: answer.status });
  return found;
}
