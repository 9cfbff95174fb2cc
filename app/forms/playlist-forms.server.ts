// The server's side of the playlists' forms: rendered with their pages, and their doors. See fetched-form.ts.
import type { PlaylistInput, SongInput } from "~/models/playlist";
import { playlistInput, songInput } from "~/models/playlist-input";
import { submitFlatForm, submitPictureForm } from "./flat-form.server";

export { PlaylistForm } from "./playlist-form";
export { SongForm } from "./song-form";

/** Reads what the form of a playlist sends and runs the operation, which returns where to go on. */
export function submitPlaylist(
  request: Request,
  memberId: number,
  run: (input: PlaylistInput) => Promise<string>,
  trouble: string,
) {
  return submitPictureForm(request, memberId, playlistInput, "coverImageUrl", run, trouble);
}

/** The same of a song. */
export function submitSong(request: Request, run: (input: SongInput) => Promise<string>, trouble: string) {
  return submitFlatForm(request, songInput, run, trouble);
}
