// The layouts of drawn sleeves: each draws on a square of 400 units and says where the words go.
import { drawLine, isDrawn, round, widthOf } from "./sleeve-letters";
import { type Box, breakLines, CAP, toCase, visibility } from "./sleeve-text";

/** The app's light paper, ink and red, and their four companions. */
export const sleeveColors = {
  paper: "#f3ecdd",
  ink: "#1b1714",
  red: "#b3261b",
  mustard: "#dba63f",
  rose: "#e2b09d",
  sky: "#a3bdc1",
  petrol: "#1e4b55",
};

type Color = keyof typeof sleeveColors;

/** A ground, the color of the words on it, and two that are seen on it. */
export type Scheme = { ground: Color; words: Color; one: Color; two: Color };

export const schemes: [Scheme, ...Scheme[]] = [
  { ground: "paper", words: "ink", one: "red", two: "petrol" },
  { ground: "paper", words: "red", one: "ink", two: "mustard" },
  { ground: "paper", words: "petrol", one: "mustard", two: "red" },
  { ground: "paper", words: "ink", one: "sky", two: "red" },
  { ground: "ink", words: "paper", one: "red", two: "mustard" },
  { ground: "ink", words: "mustard", one: "rose", two: "red" },
  { ground: "ink", words: "paper", one: "sky", two: "red" },
  { ground: "red", words: "paper", one: "ink", two: "rose" },
  { ground: "red", words: "paper", one: "mustard", two: "ink" },
  { ground: "mustard", words: "ink", one: "red", two: "paper" },
  { ground: "mustard", words: "ink", one: "petrol", two: "paper" },
  { ground: "rose", words: "ink", one: "red", two: "paper" },
  { ground: "rose", words: "petrol", one: "petrol", two: "red" },
  { ground: "sky", words: "ink", one: "red", two: "paper" },
  { ground: "sky", words: "ink", one: "petrol", two: "mustard" },
  { ground: "petrol", words: "paper", one: "mustard", two: "rose" },
  { ground: "petrol", words: "rose", one: "sky", two: "paper" },
];

/** A box for words, which has one color of the drawing behind it. */
export type Words = {
  box: Box;
  fill: Color;
  align?: "left" | "center";
  valign?: "top" | "middle" | "bottom";
  min?: number;
  max?: number;
  isCaps?: boolean;
  lines?: number;
  /** Reads upwards: the box is that of the sleeve on its right side. */
  isTurned?: true;
};

/** What a layout draws, and where the words go that aren't part of the drawing. */
export type Layout = {
  art: string;
  /** The title with the artist above or below it, or only the title if the artist is elsewhere. */
  title?: Words & { artist?: "above" | "below" };
  artist?: Words;
  /** Where a small sleeve has a few large letters if the title is too long for it; by default in the title's place. */
  small?: Words | false;
};

/** What a layout draws with. */
export type Pen = Scheme & {
  title: string;
  artist: string;
  /** The next number from 0 up to and excluding `count`: always the same for the same words. */
  draw: (count: number) => number;
  pick: <Value>(values: readonly [Value, ...Value[]]) => Value;
  /** Leaves no band for words: the drawing has the whole square. */
  isWordless?: true;
};

const SIDE = 400;
const EDGE = 26;
const INNER = SIDE - 2 * EDGE;
const WHOLE: Box = [EDGE, EDGE, INNER, INNER];
/** The width of words at the bottom, which leaves the right corner to the round label of Listen. */
const BESIDE_LABEL = INNER - 72;

function rect(x: number, y: number, width: number, height: number, fill: Color): string {
  return shape(`M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`, fill);
}

function shape(path: string, fill: Color): string {
  return `<path fill="${sleeveColors[fill]}" d="${path}"/>`;
}

function circle(x: number, y: number, radius: number, fill: Color): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${sleeveColors[fill]}"/>`;
}

function ring(x: number, y: number, radius: number, width: number, color: Color): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${sleeveColors[color]}" stroke-width="${round(width)}"/>`;
}

function line(path: string, width: number, color: Color, more = ""): string {
  return `<path fill="none" stroke="${sleeveColors[color]}" stroke-width="${round(width)}"${more} d="${path}"/>`;
}

function times(count: number, each: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => each(index)).join("");
}

/** The words in a band at the top or at the bottom, and the rest of the square for a drawing. */
function band({ draw, words, title: text, isWordless }: Pen) {
  const isTop = draw(2) === 0;
  const height = text.length > 36 ? 144 : 108;
  const title: NonNullable<Layout["title"]> = {
    box: isTop ? [EDGE, EDGE, INNER, height] : [EDGE, SIDE - EDGE - height, BESIDE_LABEL, height],
    fill: words,
    valign: isTop ? "top" : "bottom",
    isCaps: draw(4) > 0 || text.length > 20,
    artist: draw(3) > 0 ? "below" : "above",
  };
  if (isWordless) return { title, from: 0, to: SIDE };
  return { title, from: isTop ? EDGE + height + 18 : 0, to: isTop ? SIDE : SIDE - EDGE - height - 18 };
}

/** The title alone, each line as wide as the sleeve. */
function poster({ title, artist, words, one }: Pen): Layout {
  const text = toCase(title, true);
  const gap = 14;
  const room = artist ? 284 : INNER;
  const ways = [1, 2, 3, 4, 5].flatMap((count) => {
    const lines = isDrawn(text) ? breakLines(text, count, "heavy") : undefined;
    if (lines?.length !== count) return [];
    const sizes = lines.map((each) => INNER / widthOf(each));
    const taken = sizes.reduce((sum, size) => sum + size * CAP, gap * (count - 1));
    return taken <= room && Math.min(...sizes) > 40 ? [{ lines, sizes, taken }] : [];
  });
  const best = ways.sort((a, b) => b.taken - a.taken)[0];
  const name: Words = { box: [EDGE, SIDE - EDGE - 26, BESIDE_LABEL, 26], fill: words, lines: 1 };
  const rule = rect(EDGE, SIDE - EDGE - 46, INNER, 6, one);
  if (!best || best.taken < 70) {
    return {
      art: artist ? rule : "",
      title: { box: [EDGE, EDGE, INNER, room], fill: words, lines: 6 },
      artist: name,
    };
  }
  const isReadable = best.sizes.every((size) => visibility(size) === undefined);
  let y = EDGE;
  const set = best.lines.map((each, index) => {
    const size = best.sizes[index] ?? 0;
    y += size * CAP + (index ? gap : 0);
    return drawLine(each, { x: EDGE, y, size, fill: sleeveColors[words] });
  });
  const left = artist ? SIDE - EDGE - 62 - y : SIDE - EDGE - y - 16;
  const art = set.join("") + (left > 40 ? rect(EDGE, y + 16, INNER, left, one) : artist ? rule : "");
  return {
    art: isReadable ? art : `<g class="s">${art}</g>`,
    artist: name,
    small: isReadable ? false : { box: WHOLE, fill: words },
  };
}

/** The title again and again, once in another color. */
function echo(pen: Pen): Layout {
  const { title, artist, words, one, draw } = pen;
  const text = toCase(title, true);
  const width = widthOf(text);
  const size = Math.min(INNER / width, 150);
  if (!isDrawn(text) || size < 44) return stripes(pen);
  const step = size * CAP + Math.max(8, size * 0.1);
  const count = Math.max(2, Math.floor((artist ? 300 : INNER + 6) / step));
  const chosen = draw(count);
  const art = times(count, (index) =>
    drawLine(text, {
      x: EDGE,
      y: EDGE + size * CAP + index * step,
      size,
      fill: sleeveColors[index === chosen ? words : one],
      className: visibility(size),
    }),
  );
  return {
    art,
    artist: { box: [EDGE, SIDE - EDGE - 28, BESIDE_LABEL, 28], fill: words, lines: 1 },
    small: visibility(size) ? { box: WHOLE, fill: words } : undefined,
  };
}

/** One enormous letter, cut by the edges. */
function initial(pen: Pen): Layout {
  const { title, one, draw, words } = pen;
  const name = title
    .replace(/^(the|a|an)\s+(?=\S)/i, "")
    .normalize("NFD")
    .toUpperCase();
  const letter = name.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
  if (!letter || !isDrawn(letter)) return sun(pen);
  const height = title.length > 36 ? 124 : 96;
  const size = (SIDE + 56 - EDGE - height - 22) / CAP;
  const width = widthOf(letter) * size;
  const left = draw(2) ? EDGE - 8 : SIDE - width + 12;
  return {
    art: drawLine(letter, { x: left, y: SIDE + 56, size, fill: sleeveColors[one] }),
    title: { box: [EDGE, EDGE, INNER, height], fill: words, artist: "below" },
    small: false,
  };
}

function stripes(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const count = 5 + draw(4);
  const step = (to - from) / count;
  const isGrowing = draw(2) === 0;
  const odd = draw(count);
  const art = times(count, (index) => {
    const part = (isGrowing ? index + 1 : count - index) / (count + 1);
    return rect(
      0,
      from + index * step + (step * (1 - part)) / 2,
      SIDE,
      step * part,
      index === odd ? two : one,
    );
  });
  return { art, title };
}

function diagonals(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const width = 26 + 10 * draw(3);
  const lean = (to - from) * (draw(2) ? 0.7 : -0.7);
  const art = times(Math.ceil(900 / (2 * width)), (index) => {
    const x = -300 + index * 2 * width;
    const color = index % 4 === 1 ? two : one;
    return shape(
      `M${round(x)} ${round(to)}h${width}L${round(x + width + lean)} ${round(from)}h${-width}z`,
      color,
    );
  });
  return { art, title };
}

/** A sun cut by the edge, or on a horizon. */
function sun(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const x = 120 + draw(5) * 40;
  const height = to - from;
  if (draw(2)) {
    const horizon = from + height * 0.68;
    const art = circle(x, horizon - 30, 92, one) + rect(0, horizon, SIDE, to - horizon, two);
    return { art, title };
  }
  const radius = height * 0.46;
  const art =
    circle(x, from + height / 2, radius, one) +
    circle(x + radius * 0.42, from + height / 2 - radius * 0.2, radius * 0.36, two);
  return { art, title };
}

/** Rings around a corner of the drawing. */
function rings(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const [x, y] = [draw(2) ? 0 : SIDE, from === 0 ? 0 : SIDE];
  const width = 16 + draw(3) * 5;
  const count = Math.floor((to - from) / (2 * width));
  const art = times(count, (index) =>
    ring(x, y, (index * 2 + 1) * width - width / 2 + 4, width, index % 3 === 1 ? two : one),
  );
  return { art, title };
}

/** Dots that grow towards an edge, in rows of dashes without length. */
function halftone(pen: Pen): Layout {
  const { draw, one } = pen;
  const { title, from, to } = band(pen);
  const step = 25;
  const rows = Math.floor((to - from) / step);
  const isDown = from > 0;
  const art = times(rows, (index) => {
    const part = (isDown ? index + 1 : rows - index) / rows;
    const y = isDown ? to - (rows - index - 0.5) * step : (index + 0.5) * step;
    const shift = index % 2 ? 0 : step / 2;
    return line(
      `M${shift} ${round(y)}H420`,
      step * (0.16 + 1.02 * part),
      one,
      ` stroke-linecap="round" stroke-dasharray="0 ${step}"`,
    );
  });
  const spot = draw(2) ? circle(80 + draw(4) * 80, (from + to) / 2, (to - from) * 0.27, pen.two) : "";
  return { art: art + spot, title };
}

/** As many rows of square tiles as fit beside the words, from the edge on. */
function tiled({ from, to }: { from: number; to: number }, columns: number) {
  const side = SIDE / columns;
  const rows = Math.floor((to - from) / side);
  const start = from > 0 ? SIDE - rows * side : 0;
  return (draw: (x: number, y: number, index: number) => string) =>
    times(rows * columns, (index) =>
      draw((index % columns) * side, start + Math.floor(index / columns) * side, index),
    );
}

/** How far tiles overlap, so that no seam shows. */
const SEAM = 0.7;

/** Tiles of quarters, halves, dots and squares. */
function tiles(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const { title, ...room } = band(pen);
  const columns = 5 + draw(2);
  const side = SIDE / columns;
  const quarter = (x: number, y: number, turn: number, color: Color) => {
    const [left, top, right, bottom] = [round(x), round(y), round(x + side + SEAM), round(y + side + SEAM)];
    const arc = `A${round(side)} ${round(side)} 0 0 1`;
    const paths = [
      `M${left} ${top}H${right}${arc} ${left} ${bottom}z`,
      `M${right} ${top}V${bottom}${arc} ${left} ${top}z`,
      `M${right} ${bottom}H${left}${arc} ${right} ${top}z`,
      `M${left} ${bottom}V${top}${arc} ${right} ${bottom}z`,
    ];
    return shape(paths[turn] ?? "", color);
  };
  const art = tiled(
    room,
    columns,
  )((x, y) => {
    const color = pen.pick([one, one, two, words]);
    const kind = draw(7);
    if (kind < 4) return quarter(x, y, kind, color);
    if (kind === 4) return circle(x + side / 2, y + side / 2, side * 0.36, color);
    return rect(x, y, side + SEAM, kind === 5 ? side / 2 : side + SEAM, color);
  });
  return { art, title };
}

function triangles(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const { title, ...room } = band(pen);
  const columns = pen.pick([6, 8]);
  const end = round(SIDE / columns + SEAM);
  const art = tiled(
    room,
    columns,
  )((x, y) => {
    const color = pen.pick([one, one, two, words]);
    const path = [
      `h${end}l${-end} ${end}z`,
      `h${end}v${end}z`,
      `v${end}h${end}z`,
      `m${end} 0v${end}h${-end}z`,
    ][draw(5)];
    return path ? shape(`M${round(x)} ${round(y)}${path}`, color) : "";
  });
  return { art, title };
}

/** Leaves in a pattern. */
function leaves(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const { title, ...room } = band(pen);
  const columns = pen.pick([4, 5, 6]);
  const side = SIDE / columns;
  const [near, far] = [side * 0.07, side * 0.93];
  const isMirrored = draw(2) === 0;
  const odd = draw(columns);
  const art = tiled(
    room,
    columns,
  )((x, y, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`;
    const isFalling = (isMirrored ? column + row : column) % 2 === 0;
    const path = isFalling
      ? `M${at(near, near)}Q${at(far, near)} ${at(far, far)}Q${at(near, far)} ${at(near, near)}z`
      : `M${at(far, near)}Q${at(far, far)} ${at(near, far)}Q${at(near, near)} ${at(far, near)}z`;
    return shape(path, (column + row * 2) % columns === odd ? two : row % 2 && columns > 4 ? words : one);
  });
  return { art, title };
}

/** Somebody who doesn't exist: hair, a face in light and shade, shoulders. */
function portrait(pen: Pen): Layout {
  const { draw, ground, one, two, words } = pen;
  const { title, from, to } = band(pen);
  const [x, base] = [150 + draw(3) * 50, to];
  const scale = (to - from) / 280;
  const at = (px: number, py: number) => `${round(x + px * scale)} ${round(base + py * scale)}`;
  const face: Color =
    ground === "paper"
      ? "rose"
      : ground === "rose"
        ? "paper"
        : ground === "ink"
          ? "paper"
          : two === "ink"
            ? "paper"
            : two;
  const hair = face === words ? one : words;
  const cloth = one === face ? words : one;
  const backdrop = draw(2) ? circle(x, base - 150 * scale, 128 * scale, cloth) : "";
  const shoulders = `M${at(-140, 0)}C${at(-130, -70)} ${at(-60, -74)} ${at(-34, -92)}H${round(x + 34 * scale)}C${at(60, -74)} ${at(130, -70)} ${at(140, 0)}z`;
  const neck = `M${at(-34, -130)}V${round(base - 84 * scale)}Q${at(0, -54)} ${at(34, -84)}V${round(base - 130 * scale)}z`;
  const head = `M${at(-60, -200)}C${at(-60, -130)} ${at(-30, -96)} ${at(0, -96)}C${at(30, -96)} ${at(60, -130)} ${at(60, -200)}C${at(60, -280)} ${at(-60, -280)} ${at(-60, -200)}z`;
  const shade = `M${at(0, -256)}C${at(40, -256)} ${at(60, -236)} ${at(60, -200)}C${at(60, -130)} ${at(30, -96)} ${at(0, -96)}z`;
  const cuts = [
    // Short, with a parting
    `M${at(-66, -190)}C${at(-76, -290)} ${at(76, -290)} ${at(66, -190)}C${at(50, -226)} ${at(10, -236)} ${at(-20, -236)}C${at(-44, -228)} ${at(-58, -214)} ${at(-66, -190)}z`,
    // A bob
    `M${at(-74, -130)}C${at(-96, -300)} ${at(96, -300)} ${at(74, -130)}H${round(x + 52 * scale)}C${at(62, -180)} ${at(52, -214)} ${at(40, -226)}H${round(x - 40 * scale)}C${at(-52, -214)} ${at(-62, -180)} ${at(-52, -130)}z`,
    // An afro
    `M${at(-60, -180)}C${at(-130, -190)} ${at(-110, -300)} ${at(0, -300)}C${at(110, -300)} ${at(130, -190)} ${at(60, -180)}C${at(58, -220)} ${at(30, -236)} ${at(0, -236)}C${at(-30, -236)} ${at(-58, -220)} ${at(-60, -180)}z`,
    // A hat
    `M${at(-100, -214)}Q${at(0, -232)} ${at(100, -214)}L${at(98, -202)}Q${at(0, -220)} ${at(-98, -202)}zM${at(-62, -220)}L${at(-50, -276)}Q${at(0, -264)} ${at(50, -276)}L${at(62, -220)}Q${at(0, -232)} ${at(-62, -220)}z`,
  ];
  const glasses = draw(3)
    ? ""
    : circle(x - 26 * scale, base - 186 * scale, 20 * scale, hair) +
      circle(x + 26 * scale, base - 186 * scale, 20 * scale, hair) +
      rect(x - 26 * scale, base - 190 * scale, 52 * scale, 6 * scale, hair);
  const half = shape(shade, cloth === face || backdrop ? hair : cloth).replace("/>", ' opacity=".28"/>');
  return {
    art:
      backdrop +
      shape(shoulders, backdrop ? hair : cloth) +
      shape(neck, face) +
      shape(head, face) +
      half +
      shape(cuts[draw(4)] ?? "", hair) +
      glasses,
    title,
  };
}

/** Two heads in profile, overlapping. */
function profiles(pen: Pen): Layout {
  const { one, two, draw } = pen;
  const { title, from, to } = band(pen);
  const scale = (to - from) / 270;
  const head = (x: number, way: 1 | -1, color: Color) => {
    const at = (px: number, py: number) => `${round(x + way * px * scale)} ${round(to + py * scale)}`;
    return shape(
      `M${at(-70, 0)}C${at(-66, -50)} ${at(-84, -80)} ${at(-92, -130)}C${at(-104, -230)} ${at(-20, -262)} ${at(36, -240)}C${at(66, -226)} ${at(74, -196)} ${at(70, -170)}L${at(92, -128)}L${at(72, -120)}L${at(76, -102)}L${at(68, -94)}L${at(72, -82)}C${at(70, -58)} ${at(40, -60)} ${at(26, -62)}C${at(22, -40)} ${at(36, -14)} ${at(48, 0)}z`,
      color,
    );
  };
  const isFacing = draw(2) === 0;
  const art = isFacing ? head(96, 1, one) + head(304, -1, two) : head(140, 1, two) + head(250, 1, one);
  return { art, title };
}

/** Ridges behind each other, as of a signal. */
function ridges(pen: Pen): Layout {
  const { draw, ground, one } = pen;
  const { title, from, to } = band(pen);
  const count = 9;
  const top = from + (from > 0 ? 52 : 84);
  const step = (to - 18 - top) / (count - 1);
  const art = times(count, (index) => {
    const y = top + index * step;
    let path = `M-6 ${round(y)}`;
    for (let x = 18; x < SIDE; x += 28) {
      const middle = 1 - Math.min(1, Math.abs(x - 200) / 150);
      const rise = middle * middle * (14 + draw(62)) + draw(5);
      path += `Q${x} ${round(y - rise * 1.6)} ${x + 14} ${round(y - rise * 0.25)}`;
    }
    return `<path fill="${sleeveColors[ground]}" stroke="${sleeveColors[one]}" stroke-width="6" stroke-linejoin="round" d="${path}L406 ${round(y)}"/>`;
  });
  return { art, title };
}

/** Hills in front of a sun. */
function hills(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const title: Layout["title"] = { ...band(pen).title, box: [EDGE, EDGE, INNER, 128], valign: "top" };
  const hill = (y: number, lean: number, color: Color) =>
    shape(
      `M0 ${y}C90 ${y - 70 + lean} 150 ${y + 40} 230 ${y - 10}S340 ${y - 80 - lean} 400 ${y - 30 + lean}V400H0z`,
      color,
    );
  const art =
    circle(90 + draw(6) * 44, 224, 54, two) +
    hill(262, draw(60) - 30, one) +
    hill(318, 30 - draw(60), two === words ? one : words) +
    hill(372, draw(40) - 20, two);
  return { art, title };
}

/** The words on the label of a record. */
function label(pen: Pen): Layout {
  const { one, two, ground, words } = pen;
  const on: Color = ["paper", "mustard", "rose", "sky"].includes(ground) ? ground : "paper";
  const disc: Color = words === "paper" || ground === "ink" ? one : words === "red" ? "ink" : words;
  const fill: Color = "ink";
  const groove: Color = disc === "ink" ? "petrol" : disc === "petrol" ? "ink" : ground;
  const art =
    circle(200, 200, 190, disc) +
    [178, 166, 154, 142].map((radius) => ring(200, 200, radius, 3, groove)).join("") +
    circle(200, 200, 128, on) +
    ring(200, 200, 120, 4, two === on ? one : two) +
    circle(200, 200, 7, disc);
  return {
    art,
    title: { box: [112, 116, 176, 70], fill, align: "center", valign: "bottom", min: 25 },
    artist: { box: [124, 218, 152, 40], fill, align: "center", valign: "top", lines: 2, max: 30 },
    small: { box: [112, 112, 176, 78], fill, align: "center", valign: "bottom" },
  };
}

/** A wall of plain blocks, one of them with the words. */
function blocks(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const x = 96 + draw(3) * 36;
  const y = 210 + draw(3) * 24;
  const gap = 10;
  const isLeft = draw(2) === 0;
  const column = isLeft ? 0 : SIDE - x + gap;
  const split = 90 + draw(4) * 30;
  const wide: Box = isLeft
    ? [x + EDGE - gap, EDGE, SIDE - x - 2 * EDGE + gap, y - 2 * EDGE]
    : [EDGE, EDGE, SIDE - x - 2 * EDGE + gap, y - 2 * EDGE];
  const art =
    rect(column, 0, x - gap, split, two) +
    rect(column, split + gap, x - gap, SIDE, one) +
    rect(isLeft ? x : 0, y, SIDE - x, SIDE, draw(2) ? one : words) +
    rect(isLeft ? 250 + gap : 0, y + 70, isLeft ? SIDE : 150 - gap, SIDE, two);
  return { art, title: { box: wide, fill: words, artist: "below" } };
}

/** A moon over the sea, in a frame. */
function sea({ draw, one, two, ground, words, title }: Pen): Layout {
  const room = title.length > 36 ? 138 : 96;
  const height = INNER - room - 18;
  const horizon = EDGE + height * 0.62;
  const moon = 90 + draw(6) * 44;
  const night: Color = ground === "petrol" ? "ink" : one === "ink" ? "ink" : "petrol";
  const light: Color = ["red", "ink", "petrol"].includes(ground) ? pickLight(two) : ground;
  const glints = times(5, (index) =>
    rect(moon - 44 + index * 7, horizon + 12 + (index * height) / 14, 88 - index * 14, 6, light),
  );
  return {
    art:
      rect(EDGE, EDGE, INNER, height, night) +
      circle(moon, horizon - height * 0.27, height * 0.19, light) +
      rect(EDGE, horizon, INNER, 5, light) +
      glints,
    title: {
      box: [EDGE, SIDE - EDGE - room, BESIDE_LABEL, room],
      fill: words,
      valign: "bottom",
      isCaps: draw(3) > 0 || title.length > 20,
      artist: "below",
    },
  };
}

function pickLight(color: Color): Color {
  return color === "red" || color === "ink" ? "paper" : color;
}

/** Bars of a meter. */
function bars(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const count = 8 + draw(3) * 2;
  const step = SIDE / count;
  const red = draw(count);
  const isDown = from > 0;
  const art = times(count, (index) => {
    const height = (to - from) * (0.25 + draw(70) / 100);
    return rect(
      index * step + step * 0.14,
      isDown ? SIDE - height : 0,
      step * 0.72,
      height,
      index === red ? two : one,
    );
  });
  return { art, title };
}

/** Rays from a point on the edge. */
function rays(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const [x, y] = [100 + draw(3) * 100, from > 0 ? to : 0];
  const count = 7 + draw(3) * 2;
  const [height, up] = [to - from, from > 0 ? -1 : 1];
  const reach = (angle: number): string => {
    // Up to the side or to the words, whichever is nearer.
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const side = dx > 0.001 ? (SIDE - x) / dx : dx < -0.001 ? -x / dx : Number.POSITIVE_INFINITY;
    const far = Math.min(side, height / Math.max(dy, 0.001));
    return `${round(x + dx * far)} ${round(y + up * dy * far)}`;
  };
  const part = Math.PI / (2 * count - 1);
  const corner = (first: number, second: number) =>
    [Math.atan2(height, SIDE - x), Math.atan2(height, -x)]
      .filter((angle) => angle > first && angle < second)
      .map((angle) => `L${reach(angle)}`)
      .join("");
  const art = times(count, (index) => {
    const [first, second] = [2 * index * part, (2 * index + 1) * part];
    return shape(`M${x} ${round(y)}L${reach(first)}${corner(first, second)}L${reach(second)}z`, one);
  });
  return { art: art + circle(x, y, 62, two), title };
}

/** A rainbow of arches. */
function arches(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const { title, from, to } = band(pen);
  const isDown = from > 0;
  const x = 140 + draw(4) * 40;
  const base = isDown ? to : 0;
  const colors: Color[] = [one, two, words, one];
  const width = (to - from) / 5.6;
  const art = colors
    .map((color, index) => {
      const radius = (4 - index) * width * 1.12 + 22;
      return ring(x, base, radius, width * 0.82, color);
    })
    .join("");
  return { art, title };
}

/** A moon in its phases. */
function phases(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const columns = 3 + draw(2);
  const rows = columns - 1;
  const [stepX, stepY] = [INNER / columns, (to - from - 18) / rows];
  const radius = Math.min(stepX, stepY) * 0.41;
  const count = rows * columns;
  const full = 1 + draw(count - 2);
  const art = times(count, (index) => {
    const x = EDGE + ((index % columns) + 0.5) * stepX;
    const y = from + (from > 0 ? 0 : 18) + (Math.floor(index / columns) + 0.5) * stepY;
    if (index === full) return circle(x, y, radius, two);
    const isWaxing = index < full;
    const lit = isWaxing ? (index + 1) / (full + 1) : (count - index) / (count - full + 0.5);
    const [top, bottom, wide] = [round(y - radius), round(y + radius), round(radius)];
    const inner = round(Math.abs(1 - 2 * lit) * radius);
    const sweep = isWaxing ? 1 : 0;
    return shape(
      `M${round(x)} ${top}A${wide} ${wide} 0 0 ${sweep} ${round(x)} ${bottom}A${inner} ${wide} 0 0 ${lit > 0.5 ? sweep : 1 - sweep} ${round(x)} ${top}z`,
      one,
    );
  });
  return { art, title };
}

/** Petals around a middle. */
function flower(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const [x, y] = [130 + draw(4) * 47, (from + to) / 2 + (from > 0 ? 0 : 8)];
  const radius = (to - from) * 0.5;
  const count = pen.pick([5, 6, 8, 10, 12]);
  const wide = radius * (count > 8 ? 0.16 : 0.26);
  const art = times(
    count,
    (index) =>
      `<ellipse cx="${round(x)}" cy="${round(y - radius * 0.56)}" rx="${round(wide)}" ry="${round(radius * 0.42)}" fill="${sleeveColors[one]}" transform="rotate(${round((index * 360) / count)} ${round(x)} ${round(y)})"/>`,
  );
  return { art: art + circle(x, y, radius * 0.24, two), title };
}

/** A strip of paper along the side, with the artist across it. */
function strip(pen: Pen): Layout {
  const { draw, ground, words, one, two } = pen;
  const on: Color =
    one === "ink" || one === "petrol" || one === "red" ? one : "paper" === ground ? "ink" : "paper";
  const fill: Color = on === "paper" ? "ink" : "paper";
  const width = 74;
  const disc = draw(2)
    ? circle(250, 258, 96, two) + circle(250, 258, 30, ground)
    : rect(118, 190, 256, 184, two) + circle(246, 282, 66, one === on && on !== "ink" ? words : one);
  return {
    art: disc + rect(0, 0, width, SIDE, on),
    title: { box: [width + 24, EDGE, SIDE - width - 24 - EDGE, 124], fill: words },
    artist: { box: [EDGE, 0, INNER, width], fill, lines: 1, max: 44, valign: "middle", isTurned: true },
  };
}

/** Squares that bulge, as on a curved board. */
function board(pen: Pen): Layout {
  const { draw, one } = pen;
  const { title, from, to } = band(pen);
  const [columns, rows] = [8, 5];
  const bend = (part: number, middle: number) => {
    const far = part - middle;
    return part - far * (1 - Math.abs(far)) * 0.5;
  };
  const [middleX, middleY] = [0.3 + draw(5) / 10, 0.5];
  const xAt = (index: number) => bend(index / columns, middleX);
  const first = xAt(0);
  const last = xAt(columns);
  const x = (index: number) => ((xAt(index) - first) / (last - first)) * SIDE;
  const y = (index: number) =>
    from +
    ((bend(index / rows, middleY) - bend(0, middleY)) / (bend(1, middleY) - bend(0, middleY))) * (to - from);
  let path = "";
  for (let row = 0; row < rows; row++)
    for (let column = row % 2; column < columns; column += 2)
      path += `M${round(x(column))} ${round(y(row))}H${round(x(column + 1))}V${round(y(row + 1))}H${round(x(column))}z`;
  return { art: shape(path, one), title };
}

/** Waves from side to side. */
function waves(pen: Pen): Layout {
  const { draw, one, two } = pen;
  const { title, from, to } = band(pen);
  const count = 5 + draw(2);
  const step = (to - from) / count;
  const length = pen.pick([50, 100]);
  const art = times(count, (index) => {
    const y = round(from + (index + 0.5) * step);
    const rise = round(step * 0.42);
    return line(
      `M${-length} ${y}q${length / 2} ${-2 * rise} ${length} 0${`t${length} 0`.repeat(Math.ceil(SIDE / length) + 1)}`,
      step * 0.36,
      index === 1 ? two : one,
    );
  });
  return { art, title };
}

/** A stair of the record's name in small steps of color. */
function stairs(pen: Pen): Layout {
  const { draw, one, two, words } = pen;
  const count = 5 + draw(3);
  const isRising = draw(2) === 0;
  const height = 250;
  const step = SIDE / count;
  const art = times(count, (index) => {
    const part = (isRising ? index + 1 : count - index) / count;
    return rect(
      index * step,
      SIDE - height * part,
      step + 0.5,
      height * part,
      [one, two, words][index % 3] ?? one,
    );
  });
  const title: Layout["title"] = { box: [EDGE, EDGE, INNER, 104], fill: words, artist: "below" };
  return { art, title };
}

export const layouts = {
  poster,
  echo,
  initial,
  stripes,
  diagonals,
  sun,
  rings,
  halftone,
  tiles,
  triangles,
  portrait,
  profiles,
  ridges,
  hills,
  label,
  blocks,
  sea,
  bars,
  rays,
  arches,
  phases,
  flower,
  leaves,
  strip,
  board,
  waves,
  stairs,
} satisfies Record<string, (pen: Pen) => Layout>;
