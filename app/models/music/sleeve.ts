// Sleeves for records, songs and playlists without a picture: drawn from artist and title, the same for everybody.
import { type Layout, layouts, type Pen, schemes, sleeveColors, type Words } from "./sleeve-layouts";
import { isDrawn } from "./sleeve-letters";
import { abbreviate, setText, toDrawable, visibility } from "./sleeve-text";
import type { SleeveWords } from "./sleeve-url";

/** The space between title and artist. */
const GAP = 13;
const ARTIST = { weight: "light", min: 25, max: 36, lines: 1 } as const;
const ARTIST_HEIGHT = 28;
const names = Object.keys(layouts) as (keyof typeof layouts)[];

const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]|\u200d|\ufe0f|\u20e3)+/gu;

/** Sizes at which words are left out, or replaced by a few letters: media queries in a picture see the picture's own width. */
const STYLES =
  "text{font-family:system-ui,sans-serif;font-weight:800}.i{display:none}@media(max-width:127px){.m{display:none}}@media(max-width:79px){.s{display:none}.i{display:inline}}";

/** Draws the sleeve of a record, song or playlist. */
export function drawSleeve(given: SleeveWords): { svg: string; layout: keyof typeof layouts } {
  const [first, second] = [toDrawable(given.artist), toDrawable(given.title)];
  const [artist, title] = second ? [withoutEmoji(first), withoutEmoji(second)] : ["", withoutEmoji(first)];
  const { name, pen } = makePen(artist, title);
  const layout: Layout = layouts[name](pen);
  return { svg: svgOf(pen.ground, layout.art, drawWords(layout, title, artist)), layout: name };
}

/** The layout of a sleeve with these words, and what it is drawn with. */
export function makePen(artist: string, title: string): { name: keyof typeof layouts; pen: Pen } {
  const draw = numbersFrom(`${artist}\n${title}`.toLowerCase());
  const pick: Pen["pick"] = (values) => values[draw(values.length)] ?? values[0];
  const name = names[draw(names.length)] ?? "poster";
  return { name, pen: { ...pick(schemes), title, artist, draw, pick } };
}

/** A sleeve with its words in front of its drawing. */
export function svgOf(ground: Pen["ground"], art: string, words: string): string {
  const back = `<path fill="${sleeveColors[ground]}" d="M0 0h400v400H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><style>${STYLES}</style>${back}${art}<g>${words}</g></svg>`;
}

function drawWords(layout: Layout, title: string, artist: string): string {
  const block = layout.title && drawBlock(layout.title, title, artist);
  const apart = layout.artist && drawArtist(layout.artist, artist);
  const small = layout.small ?? layout.title;
  const isShort = block && !visibility(block.size);
  if (!small || isShort) return (block?.svg ?? "") + (apart ?? "");
  const letters = setText(abbreviate(title), {
    ...small,
    isCaps: true,
    fill: sleeveColors[small.fill],
    className: "i",
  });
  return (block?.svg ?? "") + (apart ?? "") + letters.svg;
}

/** The title, with the artist above or below it. */
function drawBlock({ artist: side, ...spec }: NonNullable<Layout["title"]>, title: string, artist: string) {
  const fill = sleeveColors[spec.fill];
  if (!side || !artist) return setText(title, { ...spec, fill });
  const [x, y, width, height] = spec.box;
  const used = ARTIST_HEIGHT + GAP;
  const set = setText(title, {
    ...spec,
    fill,
    box: [x, side === "above" ? y + used : y, width, height - used],
  });
  const top = side === "below" ? set.bottom + GAP : set.top - used;
  return { ...set, svg: set.svg + drawArtist({ ...spec, box: [x, top, width, ARTIST_HEIGHT] }, artist) };
}

function drawArtist({ isTurned, ...spec }: Words, artist: string): string {
  const { svg } = setText(artist, { ...ARTIST, ...spec, fill: sleeveColors[spec.fill] });
  return isTurned && svg ? `<g transform="translate(0 400)rotate(-90)">${svg}</g>` : svg;
}

/** Leaves out emoji beside words in the display face. */
function withoutEmoji(text: string): string {
  const words = text.replace(EMOJI, " ").replace(/ +/g, " ").trim();
  return words && isDrawn(words) ? words : text;
}

/** Returns numbers that look random, and are the same for the same text. */
function numbersFrom(text: string): (count: number) => number {
  let state = 2166136261;
  for (const one of text) state = Math.imul(state ^ (one.codePointAt(0) ?? 0), 16777619);
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}
