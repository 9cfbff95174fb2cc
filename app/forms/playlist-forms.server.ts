// The server's side of the playlist forms: rendering and handling them. See lazy-form.ts.
import type { Member } from "~/models/member/member.server";
import type { PlaylistInput, SongInput } from "~/models/playlist/playlist";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { submitBasicForm, submitCoverForm } from "./basic-form.server";
import type { Outcome } from "./mutation.server";

export { PlaylistForm } from "./playlist-form";
export { SongForm } from "./song-form";

/** Handles a playlist form with this change. */
export function submitPlaylist(
  request: Request,
  errorTitle: string,
  change: (member: Member, input: PlaylistInput) => Promise<Outcome>,
) {
  return submitCoverForm(request, { schema: playlistInput, cover: "coverImageUrl", errorTitle }, change);
}

/** Handles a song form with this change. */
export function submitSong(
  request: Request,
  errorTitle: string,
  change: (member: Member, input: SongInput) => Promise<Outcome>,
) {
  return submitBasicForm(request, { schema: songInput, errorTitle }, change);
}
