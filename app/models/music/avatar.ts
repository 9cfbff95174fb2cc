// The avatar of a member without a photo: a company sleeve in the pattern of their first artist, whose hole shows the initial
// on the label.
import { artistKey } from "~/matching/artist-key";
import { makePen, svgOf } from "./sleeve";
import { type Layout, layouts, type Pen, type Scheme, sleeveColors } from "./sleeve-layouts";
import { setText, toDrawable } from "./sleeve-text";

/** Patterns that stay whole around the hole. */
const patterns = [
  "stripes",
  "diagonals",
  "rings",
  "halftone",
  "tiles",
  "triangles",
  "leaves",
  "bars",
  "rays",
  "arches",
  "phases",
  "board",
  "waves",
] as const satisfies (keyof typeof layouts)[];

/** Grounds that are light enough for a label. */
const LIGHT = new Set<Scheme["ground"]>(["paper", "mustard", "rose", "sky"]);

const HOLE = 148;
const LABEL = 128;
/** Room for one letter on the label. */
const LETTER = { width: 190, height: 152 };

/**
 * Draws the avatar of a name, the same for every spelling of the artist. Its colors are those of the artist's own sleeve, or of
 * the name without an artist.
 */
export function drawAvatar({ firstName, artist }: { firstName: string; artist: string }): string {
  const { name, pen } = makePen("", artistKey(toDrawable(artist)) || firstName);
  const isPattern = (each: string): each is (typeof patterns)[number] => patterns.includes(each as never);
  const pattern = isPattern(name) ? name : pen.pick(patterns);
  const whole: Pen = { ...pen, isWordless: true };
  const { art }: Layout = layouts[pattern](whole);
  const [label, fill] = LIGHT.has(pen.ground) ? [pen.ground, pen.words] : [pen.words, pen.ground];
  const middle = 200;
  const disc = (radius: number, color: Scheme["ground"]) =>
    `<circle cx="${middle}" cy="${middle}" r="${radius}" fill="${sleeveColors[color]}"/>`;
  const { width, height } = LETTER;
  const letter = setText(initialOf(firstName), {
    box: [middle - width / 2, middle - height / 2, width, height],
    fill: sleeveColors[fill],
    align: "center",
    valign: "middle",
    lines: 1,
  });
  return svgOf(pen.ground, art + disc(HOLE, "ink") + disc(LABEL, label), letter.svg);
}

/** The first letter of a name as a reader sees it, with its accents. */
function initialOf(firstName: string): string {
  const [first] = new Intl.Segmenter().segment(toDrawable(firstName).toUpperCase());
  return first?.segment ?? "";
}
