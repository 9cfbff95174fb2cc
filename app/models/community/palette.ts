// The operator's color as the accent of both themes, lightened or darkened as contrast needs.

type Rgb = [red: number, green: number, blue: number];
/** `accent` is the color of text; `fill` is filled with it and written on in `onFill`. */
export type Accent = { accent: string; pressed: string; fill: string; fillPressed: string; onFill: string };

/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
/** The backgrounds of the accent and the text on it, as in tokens.css, and the color it is mixed with until it can be read. */
const THEMES = {
  light: { beside: ["#f3ecdd", "#fbf7ec", "#e8dfcb"], mixedWith: "#000000", written: "#fff8ee" },
  dark: { beside: ["#131110", "#1d1a17", "#2a2521"], mixedWith: "#ffffff", written: "#1a0e0b" },
};
const STEP = 0.02;
/** For black or white that has to change, since gray would look like a disabled button. */
const GRAY_CONTRAST = 12;
/** The least difference between two channels of a color that isn't gray. */
const HUE = 24;
/** How much further a pressed button's color is mixed. */
const PRESSED = 0.2;

/** The text on a fill that is too bright for the light theme's own. */
const INK = "#131110";

/** The accents of a color such as #2b6cb0: the color itself wherever it can be read, and on buttons wherever text on it can. */
export function accentsOf(color: string): Record<keyof typeof THEMES, Accent> {
  return { light: accentOf(color, THEMES.light), dark: accentOf(color, THEMES.dark) };
}

function accentOf(color: string, { beside, mixedWith, written }: (typeof THEMES)["light"]): Accent {
  const reaches = (share: number, least: number) =>
    [...beside, written].every((other) => contrast(mix(color, mixedWith, share), other) >= least);
  const isGray = Math.max(...parse(color)) - Math.min(...parse(color)) < HUE;
  const least = isGray && !reaches(0, LEAST_CONTRAST) ? GRAY_CONTRAST : LEAST_CONTRAST;
  let share = 0;
  while (share < 1 && !reaches(share, least)) share += STEP;
  const accent = mix(color, mixedWith, share);
  const pressed = mix(accent, mixedWith, PRESSED);
  const fillPressed = mix(color, "#ffffff", PRESSED);
  const isBright = share > 0 && !isGray && contrast(color, INK) >= LEAST_CONTRAST;
  return isBright
    ? { accent, pressed, fill: color, fillPressed, onFill: INK }
    : { accent, pressed, fill: accent, fillPressed: pressed, onFill: written };
}

/** The rules that override the accent in tokens.css; paper is light, whatever the theme. */
export function accentStyles(color: string): string {
  const { light, dark } = accentsOf(color);
  const rules = ({ accent, pressed, fill, fillPressed, onFill }: Accent) =>
    `{--red:${accent};--red-press:${pressed};--fill:${fill};--fill-press:${fillPressed};--on-fill:${onFill}}`;
  return [
    `:root${rules(light)}`,
    `.dark${rules(dark)}`,
    `@media (prefers-color-scheme:dark){:root:not(.light)${rules(dark)}}`,
    `@media print{:root:root${rules(light)}}`,
  ].join("\n");
}

/** The contrast of two colors, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, other: string, share: number): string {
  const others = parse(other);
  const parts = parse(color).map((part, i) => Math.round(part + ((others[i] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function parse(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
}
