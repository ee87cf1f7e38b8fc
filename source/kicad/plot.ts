/** Reads and adapts the SVG that kicad-cli plots; one user unit is 1 mm, measured from the page's corner. Pure. */
import { isReadable, type Label } from "../picture/labels.js";
import type { Point, Rectangle, View } from "../picture/geometry.js";

/** How one kind of drawing is told and drawn, by the colours of KiCad's built-in theme. */
export type Style = {
  /** What it is drawn on. */
  paper: readonly [number, number, number];
  /** SGR parameters of texts that are written as characters. */
  letters: string;
  /** CSS colour of the ring around a place. */
  marker: string;
  /** Least width of a line by its colour, in pixels; `usual` for all others. Thinner ones would fade away. */
  leastWidths: Readonly<Record<string, number>>;
};

/** The colour of the board's outline in KiCad's built-in theme. */
export const outlineColour = "#D0D2CD";

export const boardStyle: Style = {
  paper: [0, 16, 35],
  letters: "97;40",
  marker: "#00FFFF",
  leastWidths: { [outlineColour]: 0.8, "#F2EDA1": 0.4 },
};

export const schematicStyle: Style = {
  paper: [245, 244, 239],
  letters: "30;107",
  marker: "#FF00FF",
  leastWidths: {},
};

const usualLeastWidth = 0.5;

/** A text: what it says, and its letters as lines, already turned and mirrored. */
const strokedText = /<g class="stroked-text"><desc>([^<]*)<\/desc>(.*?)<\/g>/gs;

/** The same text once more, unseen, for those who search the drawing: alone, or in a group that turns it. */
const unseenText = /<g transform="[^"]*">\s*<text [^>]*>[^<]*<\/text>\s*<\/g>|<text [^>]*>[^<]*<\/text>/g;

/** A plotted drawing: SVG without its frame, and the texts in it. */
export type Plot = { content: string; labels: Label[] };

/** Reads what kicad-cli plotted. */
export function readPlot(svg: string): Plot {
  const start = svg.indexOf(">", svg.indexOf("<svg")) + 1;
  const content = svg
    .slice(start, svg.lastIndexOf("</svg>"))
    .replace(unseenText, "");
  const labels = [...content.matchAll(strokedText)].flatMap(([, text = "", letters = ""]) => {
    const area = areaOfLetters(letters);
    return area ? [{ text: decode(text), area }] : [];
  });
  return { content, labels };
}

/** `M12.3 45.6` or `L12.3 45.6`: an end of one of the lines that make a letter. */
const lineEnd = /[ML](-?[\d.]+) (-?[\d.]+)/g;

function areaOfLetters(letters: string): Rectangle | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, x, y] of letters.matchAll(lineEnd)) {
    [left, right] = [Math.min(left, Number(x)), Math.max(right, Number(x))];
    [top, bottom] = [Math.min(top, Number(y)), Math.max(bottom, Number(y))];
  }
  return left <= right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}

/** The board's outline alone; "" where the plot has none. Texts are left out, so that the groups are not nested. */
export function outlineOf({ content }: Plot): string {
  const drawn = new RegExp(
    `<g style="[^"]*${outlineColour}[^"]*">.*?</g>|<path style="[^"]*${outlineColour}[^"]*"[^>]*>`,
    "gs",
  );
  return (content.replace(strokedText, "").match(drawn) ?? []).join("");
}

/**
 * The content as it is drawn in a view: lines wide enough to be seen, no text whose letters are too small to be read,
 * and a ring around each of `marks`.
 */
export function contentFor({ content }: Plot, style: Style, view: View, marks: readonly Point[]): string {
  const drawn = content
    .replace(strokedText, (element, text: string, letters: string) => {
      const area = areaOfLetters(letters);
      return area && isReadable({ text, area }, view) ? element : "";
    })
    .replace(/stroke:(#\w+); stroke-width:([\d.]+)/g, (_, colour: string, width: string) => {
      const least = (style.leastWidths[colour] ?? usualLeastWidth) * view.scale;
      return `stroke:${colour}; stroke-width:${Math.max(Number(width), least)}`;
    });
  return drawn + marks.map((mark) => ring(mark, style.marker, view.scale)).join("");
}

/** A ring of a fixed size on the screen. */
function ring({ x, y }: Point, colour: string, scale: number): string {
  return `<circle cx="${x}" cy="${y}" r="${4 * scale}" fill="none" stroke="${colour}" stroke-width="${scale}"/>`;
}
