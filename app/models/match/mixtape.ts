// The card of a match, to save or send: two first names, the sleeves and artists that both share, and the score.
import { COMMUNITY_COLOR, COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";
import { accentsOf } from "~/models/community/palette";
import { drawSleeve } from "~/models/music/sleeve";
import { sleeveColors } from "~/models/music/sleeve-layouts";
import { drawLine, round, widthOf } from "~/models/music/sleeve-letters";
import { setText, toDrawable } from "~/models/music/sleeve-text";
import type { SleeveWords } from "~/models/music/sleeve-url";
import { MIXTAPE_SIZE } from "./mixtape-size";

/** The content of a card; `sleeves` may be empty. */
export type Mixtape = { names: [string, string]; score: number; sleeves: SleeveWords[]; artists: string[] };

const { width: WIDTH, height: HEIGHT } = MIXTAPE_SIZE;
const MARGIN = 60;
const INNER = WIDTH - 2 * MARGIN;
const BAND = 96;
const NAMES = { top: 140, height: 190 };
const SLEEVES = { top: 372, gap: 24, max: 3, largest: 468 };
const TRACKS = { gap: 56, height: 64, size: 54, end: 1270 };
const LABEL = { x: 900, y: 1140, radius: 120 };

const { paper, ink } = sleeveColors;
const red = COMMUNITY_COLOR ? accentsOf(COMMUNITY_COLOR).light.accent : sleeveColors.red;
/** The width that the band has for names beside the title, in ems. */
const NAME_EMS = 11;

/** Draws the card as SVG. Two members who share nothing yet get one sleeve with both names. */
export function drawMixtape({ names, score, sleeves, artists }: Mixtape): string {
  const place = toDrawable(COMMUNITY_NAME).toUpperCase();
  const title = toDrawable(names.join(" & "));
  const shown = sleeves.length ? sleeves.slice(0, SLEEVES.max) : [{ artist: COMMUNITY_NAME, title }];
  const side = Math.min(SLEEVES.largest, (INNER - SLEEVES.gap * (shown.length - 1)) / shown.length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<path fill="${paper}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="${red}" d="M0 0h${WIDTH}v${BAND}H0z"/>`,
    drawLine(place, { x: MARGIN, y: 69, size: 56 * Math.min(1, NAME_EMS / widthOf(place)), fill: paper }),
    drawLine(toDrawable(t("THE MIXTAPE")), {
      x: WIDTH - MARGIN,
      y: 69,
      size: 56,
      fill: paper,
      weight: "light",
      align: "right",
    }),
    setText(title, { box: [MARGIN, NAMES.top, INNER, NAMES.height], fill: ink, valign: "middle", lines: 2 })
      .svg,
    ...shown.map((words, index) => placeSleeve(words, MARGIN + index * (side + SLEEVES.gap), side)),
    drawTracks(artists, SLEEVES.top + side + TRACKS.gap),
    score ? drawLabel(score) : "",
    "</svg>",
  ].join("");
}

function placeSleeve(words: SleeveWords, x: number, side: number): string {
  const { svg } = drawSleeve(words);
  const box = `x="${round(x)}" y="${SLEEVES.top}" width="${round(side)}" height="${round(side)}"`;
  return `${svg.replace("<svg ", `<svg ${box} `)}<rect ${box} fill="none" stroke="${ink}" stroke-width="3"/>`;
}

/** The artists as the songs of a second side, as many as fit beside the label. */
function drawTracks(artists: string[], top: number): string {
  const room = Math.floor((TRACKS.end - top) / TRACKS.height);
  return artists
    .slice(0, room)
    .map((artist, index) => {
      const y = top + index * TRACKS.height;
      const number = drawLine(`B${index + 1}`, {
        x: MARGIN,
        y: y + TRACKS.size * 0.8,
        size: TRACKS.size,
        fill: red,
      });
      const { svg } = setText(toDrawable(artist), {
        box: [MARGIN + 84, y, LABEL.x - LABEL.radius - MARGIN - 108, TRACKS.size],
        fill: ink,
        weight: "light",
        isCaps: false,
        lines: 1,
        max: TRACKS.size,
        min: 40,
      });
      return number + svg;
    })
    .join("");
}

function drawLabel(score: number): string {
  const { x, y, radius } = LABEL;
  const number = setText(`${score}%`, {
    box: [x - radius + 24, y - 50, 2 * radius - 48, 84],
    fill: paper,
    align: "center",
    valign: "middle",
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${red}"/><circle cx="${x}" cy="${y}" r="${radius - 10}" fill="none" stroke="${paper}" stroke-width="2"/>${number.svg}<circle cx="${x}" cy="${y + 74}" r="9" fill="${paper}"/>`;
}
