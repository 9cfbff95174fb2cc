// Handles the playlist forms.
import { assistFinding } from "~/actions/catalog/find-release.server";
import { submitCoverForm, submitForm } from "~/forms/form.server";
import { type Outcome, submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { isFetchRequest } from "~/http/page.server";
import type { Message } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { type PlaylistInput, type SongInput, songPageOf } from "~/models/playlist/playlist";
import { playlistInput, songInput, songMove } from "~/models/playlist/playlist-schema";
import { moveSong } from "~/models/playlist/song.server";
import { songPath } from "~/models/playlist/song-list.server";

/** Handles a playlist form with this change. */
export function submitPlaylist(
  request: Request,
  errorTitle: Message,
  change: (member: Member, input: PlaylistInput, version?: string) => Promise<Outcome>,
) {
  return submitCoverForm(request, { schema: playlistInput, cover: "coverImageUrl", errorTitle }, change);
}

/** Handles a song form with this change. */
export function submitSong(
  request: Request,
  errorTitle: Message,
  change: (member: Member, input: SongInput) => Promise<Outcome>,
) {
  return submitForm(
    request,
    { schema: songInput, errorTitle, assist: assistFinding({ title: "title" }) },
    change,
  );
}

/** Moves a song of a playlist. Without scripts, the page with the song then opens. */
export function submitSongMove(request: Request, playlistId: string, songId: string) {
  const page = `${songPageOf(playlistId, request.url)}#song-${encodeURIComponent(songId)}`;
  return submitButton(request, { page }, async (member, form) => {
    const { before } = parseInput(songMove, Object.fromEntries(form));
    await moveSong(member.id, playlistId, songId, before);
    return isFetchRequest(request) ? {} : { to: await songPath(playlistId, songId) };
  });
}
