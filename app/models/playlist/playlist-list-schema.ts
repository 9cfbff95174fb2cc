// The queries of a member's playlists and of a playlist's songs.
import { z } from "zod";
import { cursorField, cursorNumber, timedPage } from "~/models/cursor";

/** The query of a member's playlists; each of the two lists goes on by itself. */
export const playlistsPage = z.object({ own: timedPage.shape.cursor, shared: timedPage.shape.cursor });
export type PlaylistCursors = z.output<typeof playlistsPage>;

/** The query of a playlist's songs. */
export const songPage = z.object({ cursor: cursorField({ position: cursorNumber }) });
export type SongCursor = NonNullable<z.output<typeof songPage>["cursor"]>;
