// Copies of playlists: a member's own copy of a playlist that they can see.
import { randomUUID } from "node:crypto";
import { playlist } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { PlaylistDto } from "./playlist";
import { addWholePlaylist, findPlaylist } from "./playlist.server";
import { canViewPlaylist, isOwner } from "./playlist-access.server";
import { summaries, toPlaylistDto } from "./playlist-list.server";
import { listSongTexts } from "./song-list.server";

/**
 * Copies the songs of a playlist that the member can see, under this name or the original's; a repeat with the same id returns
 * the first copy. Description and cover aren't copied. Refuses a playlist that the member can't see (absent), more than 200
 * playlists and an id that is taken (conflict), and more than 20 an hour, counted with new playlists (too-many).
 */
export async function copyPlaylist(
  memberId: number,
  playlistId: string,
  { id = randomUUID(), name }: { id?: string; name?: string },
): Promise<PlaylistDto> {
  await consumeRateLimit("playlist", memberId);
  return transaction(async (tx) => {
    const original = await findPlaylist(tx, memberId, playlistId, canViewPlaylist(memberId));
    const text = { name: name ?? original.playlist.name, description: "" };
    const isMine = and(eq(playlist.id, id), isOwner(memberId), eq(playlist.name, text.name));
    const [existing] = await summaries(memberId, isMine, 1, tx);
    if (existing) return toPlaylistDto(existing, memberId);
    const songs = await listSongTexts(original.playlist.id, tx);
    return toPlaylistDto(await addWholePlaylist(tx, memberId, id, { ...text, songs }), memberId);
  });
}
