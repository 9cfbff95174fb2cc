import { removeDirections } from "~/clean-text";
import { downloadRoute } from "~/http/download.server";
import { toFileName } from "~/models/playlist/file/m3u";
import { PLAYLIST_FORMATS, type PlaylistFormat } from "~/models/playlist/file/playlist-file";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { playlistPath } from "~/models/playlist/playlist";
import { getPlaylistText } from "~/models/playlist/song-list.server";

const types: Record<PlaylistFormat, string> = {
  jspf: "application/jspf+json",
  xspf: "application/xspf+xml",
  m3u8: "audio/x-mpegurl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

export const loader = downloadRoute({
  page: ({ params }) => playlistPath(params.id ?? ""),
  open: async (member, { params }) => {
    const format = PLAYLIST_FORMATS.find((each) => each === params.format);
    const playlist = format && (await getPlaylistText(member.id, params.id ?? ""));
    return (
      playlist && {
        name: `playlist.${format}`,
        title: `${toFileName(removeDirections(playlist.name))}.${format}`,
        type: types[format],
        content: writePlaylistFile(playlist, format),
      }
    );
  },
});
