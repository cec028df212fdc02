// Measures every frame once it is loaded, with all that can be unfolded unfolded.
"use strict";

const channels = (colour) => (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);

const luminance = ([red, green, blue]) => {
  const linear = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};

const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const opaque = (colour) => colour.length < 4 || colour[3] === 1;

// What an element stands on: the nearest background that hides all behind it.
const ground = (view, element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = channels(view.getComputedStyle(at).backgroundColor);
    if (opaque(colour)) return colour;
  }
  return [255, 255, 255];
};

const ownText = (element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");

const scrolls = (element) => element.closest(".scroll, pre") !== null;

const measure = (frame) => {
  const view = frame.contentWindow;
  const page = frame.contentDocument;
  page.querySelectorAll("details").forEach((details) => { details.open = true; });
  const width = page.documentElement.clientWidth;
  let least = { ratio: 21, name: "" };
  const wider = new Set();
  for (const element of page.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (box.right > width + 1 && !scrolls(element)) wider.add(element.tagName);
    if (!ownText(element)) continue;
    const style = view.getComputedStyle(element);
    const ink = channels(element.namespaceURI.endsWith("svg") ? style.fill : style.color);
    const ratio = contrast(ink, ground(view, element));
    if (ratio < least.ratio) {
      least = { ratio, name: `${element.tagName}.${element.getAttribute("class")} ${ratio.toFixed(2)}` };
    }
  }
  const tables = [...page.querySelectorAll("table")];
  const words = [...page.querySelectorAll("svg text")].filter((text) => text.textContent.trim() !== "");
  const letters = words.map((text) => text.getBoundingClientRect().height);
  return {
    width,
    dark: view.matchMedia("(prefers-color-scheme: dark)").matches,
    overflow: Math.max(0, page.documentElement.scrollWidth - width),
    wider: [...wider],
    requests: view.performance.getEntriesByType("resource").length,
    scripts: page.scripts.length,
    images: page.images.length,
    broken: window.broken !== undefined,
    contrast: least.ratio,
    faintest: least.name,
    plots: page.querySelectorAll("svg[role=img][aria-label]").length,
    letters: letters.length === 0 ? 99 : Math.min(...letters),
    tables: tables.length,
    tables_with_headings: tables.filter((table) => table.querySelector("thead th[scope=col]")).length,
    headings: [...page.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => Number(heading.tagName[1])),
  };
};

window.addEventListener("load", () => {
  const seen = [...document.querySelectorAll("iframe")].map(measure);
  document.getElementById("told").textContent = `MEASURED${JSON.stringify(seen)}DERUSAEM`;
});
