/** A terminal's screen as an SVG: what the README shows is what the program drew. */

/** Cells of one style that follow each other. Colours are CSS, undefined where they are the terminal's own. */
export type Run = {
  text: string;
  foreground: string | number | undefined;
  background: string | number | undefined;
  isBold: boolean;
  isDim: boolean;
  isInverse: boolean;
};

const palettes = {
  dark: {
    ground: "#16181d",
    text: "#d7dae0",
    ansi: ["#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"],
  },
  light: {
    ground: "#ffffff",
    text: "#24292f",
    ansi: ["#24292f", "#cf222e", "#116329", "#8a5a00", "#0550ae", "#8250df", "#1b7c83", "#6e7781"],
  },
} as const;
export type Appearance = keyof typeof palettes;

/** Pixels. */
const cell = { width: 8.4, height: 18, size: 14 };
const margin = 14;

const cube = (level: number) => (level === 0 ? 0 : 55 + level * 40);

/** A colour as CSS: a number is one of the terminal's 256. */
function css(colour: string | number, { ansi }: (typeof palettes)[Appearance]): string {
  if (typeof colour === "string") {
    return colour;
  }
  if (colour < 16) {
    return ansi[colour % 8] ?? "";
  }
  const levels =
    colour < 232
      ? [Math.floor((colour - 16) / 36), Math.floor((colour - 16) / 6) % 6, (colour - 16) % 6].map(cube)
      : Array.from({ length: 3 }, () => 8 + (colour - 232) * 10);
  return `rgb(${levels.join(",")})`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const round = (value: number) => String(Math.round(value * 10) / 10);

function runElements(
  run: Run,
  column: number,
  row: number,
  palette: (typeof palettes)[Appearance],
): string[] {
  const own = run.foreground === undefined ? palette.text : css(run.foreground, palette);
  const ground = run.background === undefined ? undefined : css(run.background, palette);
  const fill = run.isInverse ? (ground ?? palette.ground) : own;
  const behind = run.isInverse ? own : ground;
  const width = round([...run.text].length * cell.width);
  const x = round(margin + column * cell.width);
  const y = margin + row * cell.height;
  const style = `${run.isBold ? ' font-weight="bold"' : ""}${run.isDim ? ' opacity="0.65"' : ""}`;
  return [
    ...(behind === undefined
      ? []
      : [`<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${behind}"/>`]),
    ...(run.text.trim() === ""
      ? []
      : [
          `<text x="${x}" y="${y + 14}" fill="${fill}" textLength="${width}"${style}>${escaped(run.text)}</text>`,
        ]),
  ];
}

/** Half blocks are two colours a cell: drawn as areas, or fonts would leave lines between them. */
function blockElements(
  run: Run,
  column: number,
  row: number,
  palette: (typeof palettes)[Appearance],
): string[] {
  const x = round(margin + column * cell.width);
  const y = margin + row * cell.height;
  const width = round([...run.text].length * cell.width);
  const half = cell.height / 2;
  const area = (top: number, height: number, colour: string | number | undefined) =>
    colour === undefined
      ? []
      : [`<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${css(colour, palette)}"/>`];
  const upper = run.text.startsWith("▀") ? run.foreground : run.background;
  const lower = run.text.startsWith("▀") ? run.background : run.foreground;
  return [...area(y, half, upper), ...area(y + half, half, lower)];
}

/** What a picture shows in words, and of how many columns the terminal is. */
type Frame = { title: string; columns: number };

/** The rows as an SVG of its own. */
export function screenSvg(
  rows: readonly (readonly Run[])[],
  { title, columns }: Frame,
  appearance: Appearance,
): string {
  const palette = palettes[appearance];
  const width = round(columns * cell.width + 2 * margin);
  const height = rows.length * cell.height + 2 * margin;
  const body = rows.flatMap((runs, row) => {
    let column = 0;
    return runs.flatMap((run) => {
      const draw = /^[▀▄]+$/.test(run.text) ? blockElements : runElements;
      const elements = draw(run, column, row, palette);
      column += [...run.text].length;
      return elements;
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${palette.ground}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.size}" xml:space="preserve" shape-rendering="crispEdges">`,
    ...body,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}
