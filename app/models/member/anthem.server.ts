// Anthems: chosen by members, and shown to those who can see them.

import { db } from "db/client.server";
import type { Anthem } from "db/column-types";
import { member } from "db/schema";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { canSee } from "~/models/access.server";
import { fetchLinkDetails, withLinkDetails } from "~/models/conversation/link-details.server";
import type { LinkDetails } from "~/models/conversation/message";
import type { SharedContent } from "~/models/conversation/share";
import { hideMissingPreviews, previewOf } from "~/models/preview.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { AnthemDto } from "./anthem";

type SongShare = Extract<SharedContent, { messageType: "music_share" }>;
type LinkShare = Extract<SharedContent, { messageType: "youtube_link" | "spotify_link" }>;

/** Sets a member's anthem, or removes it. Refuses more than 60 changes a minute (too-many). */
export async function saveAnthem(memberId: number, anthem: Anthem | null): Promise<AnthemDto | undefined> {
  await consumeRateLimit("song", memberId);
  const share = anthem && toShare(anthem);
  if (share) await fetchLinkDetails(memberId, share);
  await db.update(member).set({ anthem }).where(eq(member.id, memberId));
  return readAnthem(memberId, anthem);
}

/** The anthem of a member whom the viewer can see. */
export async function getAnthem(viewerId: number, memberId: number): Promise<AnthemDto | undefined> {
  const [row] = await db.select({ anthem: member.anthem }).from(member).where(canSee(viewerId, memberId));
  return row && readAnthem(memberId, row.anthem);
}

/** The anthems of members whom the viewer can see anyway, in words, by member; links without known details are missing. */
export async function listAnthemWords(
  memberIds: number[],
): Promise<Map<number, { artist: string; title: string }>> {
  if (!memberIds.length) return new Map();
  const rows = await db
    .select({ id: member.id, anthem: member.anthem })
    .from(member)
    .where(and(inArray(member.id, memberIds), isNotNull(member.anthem)));
  const shares = rows.flatMap(({ id, anthem }) => (anthem ? { id, ...toShare(anthem) } : []));
  const known = await withLinkDetails<(typeof shares)[number] & { link?: LinkDetails }>(
    shares,
    ({ id }) => id,
  );
  return new Map(
    known.flatMap((share) => {
      const { artist, title } =
        share.messageType === "music_share" ? share.metadata : (share.link ?? { artist: null, title: null });
      return title ? [[share.id, { artist: artist ?? "", title }] as const] : [];
    }),
  );
}

/** A member's anthem as it is shown. */
export async function readAnthem(memberId: number, anthem: Anthem | null): Promise<AnthemDto | undefined> {
  return anthem ? (await readSongs([{ memberId, song: anthem }])).get(memberId) : undefined;
}

/** The songs that members have chosen as they are shown, by member. */
export async function readSongs(
  chosen: { memberId: number; song: Anthem }[],
): Promise<Map<number, AnthemDto>> {
  const shares = chosen.map(({ memberId, song }) => ({ memberId, ...toShare(song) }));
  const songs = shares.flatMap((share) => (share.messageType === "music_share" ? share : []));
  const links = shares.flatMap((share) => (share.messageType === "music_share" ? [] : share));
  const [previews, known] = await Promise.all([
    hideMissingPreviews(songs.map(({ metadata }) => previewOf(metadata))),
    withLinkDetails<(typeof links)[number] & { link?: LinkDetails }>(links, ({ memberId }) => memberId),
  ]);
  return new Map([
    ...songs.map(({ memberId, metadata: { type, artist, title } }, index) => {
      const shown: AnthemDto = { type, artist, title, url: null, pictureUrl: null, ...previews[index] };
      return [memberId, shown] as const;
    }),
    ...known.map(({ memberId, metadata: { type, url }, link }) => {
      const { title = null, artist = null, pictureUrl = null } = link ?? {};
      return [memberId, { type, artist, title, url, pictureUrl }] as const;
    }),
  ]);
}

/** The anthem as it would be shared in a chat. */
export function toShare(anthem: Anthem): SongShare | LinkShare {
  switch (anthem.type) {
    case "song":
      return { messageType: "music_share", metadata: anthem };
    case "youtube":
      return { messageType: "youtube_link", metadata: anthem };
    case "spotify":
      return { messageType: "spotify_link", metadata: anthem };
  }
}
