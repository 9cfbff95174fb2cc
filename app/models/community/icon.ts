// The icons of a community without a logo, and the card that links to its address show elsewhere.
import { firstLetter } from "~/community";
import { drawLine, isDrawn, widthOf } from "~/models/music/sleeve-letters";
import { accentsOf } from "./palette";

/** As in tokens.css. */
const [PAPER, INK, VINYL, GROOVE, ON_ACCENT, RED] = [
  "#f3ecdd",
  "#1b1714",
  "#1b1714",
  "#3d3630",
  "#fff8ee",
  "#b3261b",
];
const MARK = 64;
const CARD = { width: 1200, height: 630, margin: 80, icon: 260 };
/** The share of a square that launchers never crop. */
const SAFE_SHARE = 0.62;

type Look = { name: string; color: string | undefined };
/** A square picture as a data URL, in place of the record. */
type Logo = string | undefined;

/** An icon as SVG: the logo, or a record with the first letter on its label. */
export function drawIcon(look: Look, logo: Logo, isMaskable = false): string {
  const side = isMaskable ? MARK * SAFE_SHARE : MARK;
  const paper = isMaskable ? `<path fill="${PAPER}" d="M0 0h${MARK}v${MARK}H0z"/>` : "";
  return `${openSvg(MARK, MARK)}${paper}${drawMark(look, logo, (MARK - side) / 2, (MARK - side) / 2, side)}</svg>`;
}

/** The card that a link to the landing page shows elsewhere, as SVG: the icon and the name, if we can draw its letters. */
export function drawShareCard(look: Look, logo: Logo): string {
  const { width, height, margin, icon } = CARD;
  const name = look.name.toUpperCase();
  const paper = `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>`;
  const top = (height - icon) / 2;
  if (!isDrawn(name))
    return `${openSvg(width, height)}${paper}${drawMark(look, logo, (width - icon) / 2, top, icon)}</svg>`;
  const left = 2 * margin + icon;
  const size = Math.min(200, (width - left - margin) / widthOf(name));
  const line = drawLine(name, { x: left, y: height / 2 + size * 0.36, size, fill: INK });
  return `${openSvg(width, height)}${paper}${drawMark(look, logo, margin, top, icon)}${line}</svg>`;
}

function openSvg(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
}

function drawMark({ name, color }: Look, logo: Logo, x: number, y: number, side: number): string {
  if (logo) return `<image x="${x}" y="${y}" width="${side}" height="${side}" href="${logo}"/>`;
  const accent = color ? accentsOf(color).light.accent : RED;
  const letter = firstLetter(name);
  return [
    `<g transform="translate(${x} ${y})scale(${side / MARK})">`,
    `<circle cx="32" cy="32" r="32" fill="${VINYL}"/>`,
    `<circle cx="32" cy="32" r="28.5" fill="none" stroke="${GROOVE}" stroke-width="1.5"/>`,
    `<circle cx="32" cy="32" r="22" fill="${accent}"/>`,
    isDrawn(letter) ? drawLine(letter, { x: 32, y: 44, size: 34, fill: ON_ACCENT, align: "center" }) : "",
    "</g>",
  ].join("");
}
