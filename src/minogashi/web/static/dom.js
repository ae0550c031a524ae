// Small helpers: elements, tiles, icons. Nothing on these pages knows a rule; what a frame does not say is not drawn.
import "./faces.js";
import { tileName } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick`) and children; false and null children are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...any} kids
 * @returns {HTMLElement}
 */
export function el(tag, attrs = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attrs)) {
    if (value === false || value == null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...kids.flat(Infinity).filter((kid) => kid != null && kid !== false));
  return node;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * A tile face. An empty label hides it from screen readers.
 * @param {string} face
 * @param {string} [label]
 */
export function tile(face, label = tileName(face)) {
  const node = document.createElement("span");
  turnTile(node, face, label);
  return node;
}

/** Make a tile that is there show another face. @param {Element} node @param {string} face @param {string} [label] */
export function turnTile(node, face, label = tileName(face)) {
  node.className = `tile t-${face}`;
  if (label) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", label);
    node.removeAttribute("aria-hidden");
  } else {
    node.removeAttribute("role");
    node.removeAttribute("aria-label");
    node.setAttribute("aria-hidden", "true");
  }
}

const ICONS = {
  lock: "M4.5 7.5V5a3.5 3.5 0 0 1 7 0v2.5M3.5 7.5h9v6h-9z",
  miss: "M2 8c3-4.5 9-4.5 12 0-3 4.5-9 4.5-12 0zM3 13.5 13 2.5",
  no: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6zM4 12 12 4",
  alert: "M8 2.5 14 13.5H2zM8 6.5v3.2M8 11.8v.1",
  first: "M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9",
  prev: "M10 3.5 5.5 8l4.5 4.5",
  next: "M6 3.5 10.5 8 6 12.5",
  last: "M4.5 3.5 9 8l-4.5 4.5M11.5 3.5v9",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11M8 2.5v11",
  eye: "M1.5 8c3.2-5 9.8-5 13 0-3.2 5-9.8 5-13 0zM8 6.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 1 0 0-3.6z",
  link: "M6.5 9.5 9.5 6.5M7 4.5 8.5 3a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7",
  turn: "M3 8a5 5 0 0 1 8.7-3.4L13 6M13 2.5V6H9.5M13 8a5 5 0 0 1-8.7 3.4L3 10M3 13.5V10h3.5",
  open: "M2 4.5h4.5l1.5 2h6v6.5H2z",
  file: "M4 1.8h5l3 3v9.4H4zM9 1.8v3h3",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A wind in its box. @param {string} wind @param {boolean} you */
export const windBox = (wind, you) => el("span", { class: "wind" + (you ? " you" : "") }, wind);
