// Faces as pictures. All faces of the sprite are drawn onto one sheet for each look that tiles have, so that a step
// moves pictures and draws no path, which takes a third off its time. A tile shows its part of the sheet.

/** A face, and its cell on a sheet: the margin keeps what lies next to it out of a picture that is scaled. */
const FACE = { width: 60, height: 80 }, CELL = { width: 64, height: 84, margin: 2 }, COLUMNS = 8;
/** The looks, and the tiles that have them: as they are, thrown as drawn, called away, and both. */
const SHEETS = /** @type {[string, string][]} */ ([["", ""], ["dim", ".dim > "], ["gone", ".gone > "], ["dim gone", ".dim.gone > "]]);
/** A called tile stays as a ghost of itself. */
const GHOST = 0.34;

const symbols = [...document.querySelectorAll("symbol")];
const sheet = { width: COLUMNS * CELL.width, height: Math.ceil(symbols.length / COLUMNS) * CELL.height };
const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);

/** Where on the sheet a face is. @param {number} at */
const spot = (at) => ({
  x: (at % COLUMNS) * CELL.width + CELL.margin,
  y: Math.floor(at / COLUMNS) * CELL.height + CELL.margin,
});

/** The rules that give each face its part of a sheet. */
function parts() {
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(4)}%`;
  const size = `.tile { background-size: ${percent(sheet.width / FACE.width)} ${percent(sheet.height / FACE.height)}; }`;
  const places = symbols.map((symbol, at) => {
    const { x, y } = spot(at);
    return `.${symbol.id} { background-position: ${percent(x / (sheet.width - FACE.width))} ${percent(y / (sheet.height - FACE.height))}; }`;
  });
  return [size, ...places].join("\n");
}

/** A sheet as an SVG, in the colours that the page's theme gives this look. @param {string} look */
function drawing(look) {
  const probe = document.createElement("i");
  probe.className = `cell ${look}`;
  probe.hidden = true;
  document.body.append(probe);
  const colour = (/** @type {string} */ whole) => {
    probe.style.color = whole;
    return getComputedStyle(probe).color;
  };
  const art = symbols.map((symbol, at) => {
    const { x, y } = spot(at), inside = symbol.innerHTML.replace(/var\(--t-[^)]*\)/g, colour);
    return `<g transform="translate(${x} ${y})">${inside}</g>`;
  });
  probe.remove();
  const shared = document.querySelector(".sprite > defs")?.outerHTML || "", opacity = look.includes("gone") ? GHOST : 1;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}">`;
  return `data:image/svg+xml,${encodeURIComponent(`${head}${shared}<g opacity="${opacity}">${art.join("")}</g></svg>`)}`;
}

/** How many pixels a unit has where tiles are largest: the own hand on a table that fills the window. */
const scale = () => Math.min(3, Math.ceil((devicePixelRatio * Math.min(innerWidth, innerHeight)) / 15 / FACE.width));

/** A sheet as pixels. Fails where the browser does not give its canvas out as it is. @param {string} address */
async function pixels(address) {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = address;
  await image.decode();
  canvas.width = sheet.width * scale();
  canvas.height = sheet.height * scale();
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#123456";
  pen.fillRect(0, 0, 1, 1);
  if (pen.getImageData(0, 0, 1, 1).data.join() !== "18,52,86,255") throw new Error("the canvas is guarded");
  pen.clearRect(0, 0, 1, 1);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const found = canvas.toDataURL();
  image.src = found;
  await image.decode(); // it is there when the rules ask for it
  return found;
}

let made = { number: 0, scale: 0 };

/** Draw the sheets anew: at once as vectors, then as pixels. */
async function drawFaces() {
  const number = made.number + 1;
  made = { number, scale: scale() };
  const sheets = SHEETS.map(([look]) => drawing(look));
  const show = () => rules.replaceSync([parts(), ...SHEETS.map(([, whose], i) => `${whose}.tile { background-image: url("${sheets[i]}"); }`)].join("\n"));
  show();
  for (const [i, address] of sheets.entries()) sheets[i] = await pixels(address).catch(() => address);
  if (number === made.number) show();
}

new MutationObserver(drawFaces).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawFaces);
addEventListener("resize", () => scale() > made.scale && drawFaces());
drawFaces();
