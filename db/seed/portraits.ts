// Draws public/portraits/: the demo members and the sample cards of the landing page. Run with `tsx db/seed/portraits.ts`.
// Faces: Open Peeps by Pablo Stanley (CC0 1.0). The record sleeves behind them are our own.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAvatar } from "@dicebear/core";
import * as openPeeps from "@dicebear/open-peeps";
import { optimize } from "svgo";
import { type PortraitShape, portraitShape } from "./portrait-shapes";

type Options = openPeeps.Options;

interface Portrait {
  head: NonNullable<Options["head"]>[number];
  face: NonNullable<Options["face"]>[number];
  /** From 1, the lightest, to 5. */
  skin: 1 | 2 | 3 | 4 | 5;
  /** Hair color of heads that are not drawn in ink; hats and bands match the clothes. */
  hair?: keyof typeof colors;
  beard?: NonNullable<Options["facialHair"]>[number];
  glasses?: NonNullable<Options["accessories"]>[number];
}

const colors = {
  ink: "#1b1714",
  paper: "#efe6d3",
  kraft: "#d8c7a4",
  red: "#b3261b",
  brick: "#8e1c13",
  rose: "#e3b09d",
  green: "#1d5a3c",
  moss: "#3d7a58",
  sage: "#b9c7ab",
  chestnut: "#5a3521",
  copper: "#a9512a",
  straw: "#d9b56f",
  silver: "#d5cfc4",
};

const skins = ["#f5d5b8", "#e5b289", "#c98d61", "#9c6240", "#74492f"];

/** Background, print, and clothes that contrast with both. */
const sleeves: (keyof typeof colors)[][] = [
  ["paper", "red", "green"],
  ["green", "moss", "paper"],
  ["rose", "paper", "red"],
  ["kraft", "paper", "ink"],
  ["red", "brick", "paper"],
  ["sage", "green", "rose"],
  ["paper", "sage", "red"],
  ["rose", "red", "paper"],
  ["kraft", "green", "red"],
  ["sage", "paper", "green"],
];

const PRINT_SIZE = 704;
/** Prints for sleeves of 704 × 704, in `currentColor`. */
const prints = [
  `<circle cx="352" cy="330" r="285" fill="currentColor"/>`,
  `<path fill="currentColor" d="M352 704 0 560V400zM352 704 0 240V60zM352 704 60 0h170zM352 704 410 0h170zM352 704 704 100v190zM352 704 704 430v150z"/>`,
  `<path fill="currentColor" d="M0 430h704v274H0z"/>`,
  `<g fill="none" stroke="currentColor" stroke-width="22"><circle cx="352" cy="352" r="90"/><circle cx="352" cy="352" r="160"/><circle cx="352" cy="352" r="230"/><circle cx="352" cy="352" r="300"/></g>`,
  `<path fill="currentColor" d="M72 704V340a280 280 0 0 1 560 0v364z"/>`,
  `<path fill="currentColor" d="M0 0h88v704H0zM176 0h88v704h-88zM352 0h88v704h-88zM528 0h88v704h-88z"/>`,
  `<path fill="currentColor" d="M0 704A704 704 0 0 1 704 0v704z"/>`,
];

const portraits: Record<string, Portrait> = {
  robin: { head: "shaved3", face: "smile", skin: 2, glasses: "glasses2" },
  maya: { head: "bun2", face: "smile", skin: 5 },
  theo: { head: "short4", face: "calm", skin: 1, hair: "straw", beard: "chin" },
  priya: { head: "long", face: "smile", skin: 3 },
  diego: { head: "short5", face: "cute", skin: 3, beard: "moustache6" },
  hannah: { head: "mediumBangs2", face: "calm", skin: 1, hair: "chestnut" },
  jun: { head: "medium1", face: "calm", skin: 2, glasses: "glasses3" },
  wren: { head: "mohawk", face: "smile", skin: 1, hair: "red" },
  amara: { head: "cornrows2", face: "calm", skin: 5 },
  elias: { head: "short2", face: "smile", skin: 1, beard: "full" },
  noor: { head: "hijab", face: "smile", skin: 2 },
  caleb: { head: "hatBeanie", face: "smile", skin: 2, beard: "full2" },
  sofia: { head: "mediumBangs", face: "cheeky", skin: 2 },
  ines: { head: "longCurly", face: "smile", skin: 2 },
  marcus: { head: "flatTop", face: "calm", skin: 5, beard: "goatee2", glasses: "glasses" },
  lily: { head: "buns", face: "cute", skin: 2 },
  owen: { head: "shaved1", face: "contempt", skin: 1 },
  zadie: { head: "bantuKnots", face: "smile", skin: 4 },
  kai: { head: "pomp", face: "smile", skin: 3 },
  tess: { head: "bangs", face: "smile", skin: 1, hair: "chestnut", glasses: "glasses5" },
  andre: { head: "dreads2", face: "calm", skin: 5, beard: "chin" },
  "mei-lin": { head: "bangs2", face: "cute", skin: 1 },
  gabriel: { head: "grayShort", face: "smile", skin: 2, hair: "chestnut", beard: "moustache9" },
  ruth: { head: "grayBun", face: "calm", skin: 1, hair: "silver", glasses: "glasses4" },
  silas: { head: "noHair1", face: "serious", skin: 1, beard: "full3" },
  ximena: { head: "medium2", face: "smile", skin: 3 },
  freddie: { head: "twists", face: "smileTeethGap", skin: 5 },
  iris: { head: "grayMedium", face: "smile", skin: 1, hair: "straw" },
  dominic: { head: "short1", face: "smile", skin: 3 },
  saoirse: { head: "mediumBangs2", face: "smile", skin: 1, hair: "copper" },
  jamal: { head: "shaved2", face: "calm", skin: 5, beard: "full" },
  bea: { head: "mediumBangs3", face: "cheeky", skin: 1, glasses: "glasses3" },
  walter: { head: "noHair3", face: "old", skin: 5, hair: "silver", glasses: "glasses2", beard: "moustache9" },
  anya: { head: "mediumStraight", face: "contempt", skin: 1 },
  tomas: { head: "short3", face: "cute", skin: 3 },
  june: { head: "hatHip", face: "smile", skin: 2 },
  parker: { head: "medium3", face: "calm", skin: 1, beard: "full2" },
  naomi: { head: "medium3", face: "smile", skin: 3 },
  devon: { head: "flatTopLong", face: "eyesClosed", skin: 5 },
  elise: { head: "bun", face: "cheeky", skin: 1 },
  rhys: { head: "shaved1", face: "smile", skin: 1, beard: "moustache7" },
  imani: { head: "longAfro", face: "smile", skin: 4 },
  leo: { head: "noHair2", face: "calm", skin: 1, glasses: "glasses3", beard: "chin" },
  camila: { head: "longCurly", face: "cute", skin: 3 },
  malik: { head: "dreads1", face: "calm", skin: 5, beard: "goatee1" },
  sunny: { head: "turban", face: "cute", skin: 4, beard: "full2" },
  freya: { head: "bangs", face: "contempt", skin: 1, hair: "straw" },
  kwame: { head: "twists2", face: "smile", skin: 5 },
  poppy: { head: "grayBun", face: "cute", skin: 1, hair: "copper" },
  aarav: { head: "short5", face: "tired", skin: 4, glasses: "glasses" },
  zeynep: { head: "longBangs", face: "smile", skin: 2, glasses: "glasses2" },
  blessing: { head: "cornrows", face: "calm", skin: 5, hair: "red" },
  callum: { head: "short4", face: "contempt", skin: 1, hair: "copper", beard: "full4" },
  jonas: { head: "hatHip", face: "calm", skin: 1, glasses: "sunglasses" },
  lea: { head: "medium1", face: "smile", skin: 1, glasses: "glasses5" },
  mateusz: { head: "grayShort", face: "smile", skin: 1, hair: "straw", beard: "moustache6" },
  yara: { head: "long", face: "smile", skin: 3 },
  chidera: { head: "afro", face: "smile", skin: 5, glasses: "glasses3" },
  luana: { head: "afro", face: "smileLOL", skin: 4 },
  hana: { head: "medium2", face: "calm", skin: 1 },
  lachlan: { head: "hatBeanie", face: "cheeky", skin: 1, beard: "full" },
  delroy: { head: "dreads1", face: "calm", skin: 5, beard: "full" },
  chloe: { head: "bangs2", face: "contempt", skin: 2 },
  "sample-1": { head: "longAfro", face: "smile", skin: 4, glasses: "glasses4" },
  "sample-2": { head: "pomp", face: "calm", skin: 1, beard: "full2" },
  "sample-3": { head: "mediumBangs3", face: "smile", skin: 4 },
  "sample-4": { head: "hatHip", face: "smile", skin: 2, beard: "goatee2", glasses: "glasses3" },
  "sample-5": { head: "bun", face: "smile", skin: 3 },
  // Further photos of members from above.
  "robin-2": { head: "shaved3", face: "smileBig", skin: 2, glasses: "sunglasses" },
  "robin-3": { head: "hatBeanie", face: "calm", skin: 2, glasses: "glasses2" },
  "maya-2": { head: "bun2", face: "smileBig", skin: 5, glasses: "glasses5" },
  "maya-3": { head: "hatHip", face: "calm", skin: 5 },
  "maya-4": { head: "bun2", face: "eyesClosed", skin: 5 },
};

/** Draws a portrait: a face on a printed sleeve. */
function drawPortrait(portrait: Portrait, number: number, shape: PortraitShape) {
  const [background, print, clothes] = sleeves[number % sleeves.length] as [
    keyof typeof colors,
    keyof typeof colors,
    keyof typeof colors,
  ];
  const peep = createAvatar(openPeeps, {
    head: [portrait.head],
    face: [portrait.face],
    facialHair: portrait.beard ? [portrait.beard] : [],
    facialHairProbability: portrait.beard ? 100 : 0,
    accessories: portrait.glasses ? [portrait.glasses] : [],
    accessoriesProbability: portrait.glasses ? 100 : 0,
    maskProbability: 0,
    skinColor: [hex(skins[portrait.skin - 1] ?? "")],
    clothingColor: [hex(colors[clothes])],
    headContrastColor: [hex(colors[portrait.hair ?? "chestnut"])],
  }).toString();
  const figure = peep
    .slice(peep.indexOf("<g mask"), peep.lastIndexOf("</svg>"))
    .replace(' mask="url(#viewboxMask)"', "");
  const { width, height, left, top, scale } = shape;
  const size = width === height ? "" : ` width="${width}" height="${height}"`;
  const longest = Math.max(width, height);
  const cover = `translate(${(width - longest) / 2} ${(height - longest) / 2}) scale(${longest / PRINT_SIZE})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 ${width} ${height}" fill="none">
    <path fill="${colors[background]}" d="M0 0h${width}v${height}H0z"/>
    <g color="${colors[print]}"${width === height ? "" : ` transform="${cover}"`}>${prints[number % prints.length]}</g>
    <g transform="translate(${left} ${top}) scale(${scale})">${figure.replaceAll('"#000"', `"${colors.ink}"`)}</g>
  </svg>`;
  return optimize(svg, { multipass: true, floatPrecision: 0 }).data;
}

function hex(color: string) {
  return color.replace("#", "");
}

const folder = join(process.cwd(), "public/portraits");
mkdirSync(folder, { recursive: true });
for (const [number, [name, portrait]] of Object.entries(portraits).entries()) {
  writeFileSync(join(folder, `${name}.svg`), drawPortrait(portrait, number, portraitShape(name)));
}
