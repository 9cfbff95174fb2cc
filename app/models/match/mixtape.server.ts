// The mixtape card of two members who match: what is on it, and its picture.
import sharp from "sharp";
import { getReasons } from "~/matching/reasons.server";
import { readSpellings } from "~/matching/spelling.server";
import type { Member } from "~/models/member/member.server";
import { getMemberPage } from "./member-card.server";
import { drawMixtape, type Mixtape } from "./mixtape";
import { listRecordsInCommon } from "./records-in-common.server";

const RECORDS = 3;

/** The card of the viewer and a member whom they match with; undefined without a match. */
export async function getMixtape(viewer: Member, id: number): Promise<Mixtape | undefined> {
  const found = await getMemberPage(viewer, id);
  if (!found?.mutual) return undefined;
  const [reasons, { records }] = await Promise.all([
    getReasons(viewer.id, id),
    listRecordsInCommon(viewer.id, id, RECORDS),
  ]);
  const spell = await readSpellings(records.map(({ artist }) => artist));
  const artists = reasons?.artists.map(({ name }) => name) ?? [];
  return {
    names: [viewer.firstName, found.card.firstName],
    score: found.card.compatibilityScore,
    sleeves: [
      ...records.map(({ artist, album }) => ({ artist: spell(artist), title: album })),
      ...artists.map((artist) => ({ artist: "", title: artist })),
    ],
    artists,
  };
}

/** The card as a PNG file. */
export async function paintMixtape(mixtape: Mixtape): Promise<Uint8Array<ArrayBuffer>> {
  return sharp(Buffer.from(drawMixtape(mixtape)))
    .png({ palette: true })
    .toBuffer();
}
