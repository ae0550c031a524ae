// Texts that stand out from their ground by less than 4.5 to 1.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (top, under) => [0, 1, 2].map((i) => (top[i] * top[3] + under[i] * (255 - top[3])) / 255).concat(255);
  const ground = (node) => {
    const stack = [];
    for (; node; node = node.parentElement) stack.push(rgb(getComputedStyle(node).backgroundColor));
    return stack.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 255]);
  };
  const poor = [];
  for (const node of document.querySelectorAll("body *")) {
    const says = [...node.childNodes].some((kid) => kid.nodeType === 3 && kid.textContent.trim());
    if (!says || !node.checkVisibility() || node.closest("script, svg, .vh")) continue;
    const [a, b] = [light(over(rgb(getComputedStyle(node).color), ground(node))), light(ground(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${node.tagName}.${node.className} ${node.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return poor;
}
