// The one table of messages, as the page brought it along. A language is chosen once for the whole page.
/** @type {Record<string, Record<string, string>>} */
const all = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const languages = Object.keys(all);

/** @type {string} */
export let language = document.documentElement.lang;
/** @type {string} */
let family = "";

/** @param {string} wanted */
export function speak(wanted) {
  if (!(wanted in all)) return;
  language = document.documentElement.lang = wanted;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(/** @type {any} */ (node).dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", word(/** @type {any} */ (node).dataset.label));
  for (const node of document.querySelectorAll("[data-placeholder]")) node.setAttribute("placeholder", word(/** @type {any} */ (node).dataset.placeholder));
  for (const node of document.querySelectorAll("[data-title]")) node.setAttribute("title", hint(/** @type {any} */ (node)));
}

/** A button's title tells its key too. @param {HTMLElement} node */
const hint = (node) => word(node.dataset.title || "") + (node.dataset.key ? ` (${node.dataset.key})` : "");

/** The words of a rule family stand before the common ones. @param {string} name */
export function inFamily(name) {
  family = name;
}

/**
 * The text of a key with its slots filled.
 * @param {string} key
 * @param {Record<string, string | number>} [slots]
 */
export function word(key, slots) {
  const table = all[language] || {};
  const text = table[`${family}/${key}`] ?? table[key] ?? key;
  return slots ? text.replace(/\{(\w+)\}/g, (_, name) => String(slots[name] ?? "")) : text;
}

/** @param {string} face */
export const tileName = (face) => word(`name.${face}`);
