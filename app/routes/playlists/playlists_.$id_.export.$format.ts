import type { LoaderFunctionArgs } from "@remix-run/node";
import { removeDirections } from "~/clean-text";
import { privateHeaders } from "~/http/error-response.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { toFileName } from "~/models/playlist/file/m3u";
import { PLAYLIST_FORMATS, type PlaylistFormat } from "~/models/playlist/file/playlist-file";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { getPlaylistText } from "~/models/playlist/song-list.server";

const types: Record<PlaylistFormat, string> = {
  jspf: "application/jspf+json",
  xspf: "application/xspf+xml",
  m3u8: "audio/x-mpegurl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const format = orNotFound(PLAYLIST_FORMATS.find((each) => each === params.format));
  const playlist = orNotFound(await getPlaylistText(member.id, params.id ?? ""));
  const filename = encodeURIComponent(`${toFileName(removeDirections(playlist.name))}.${format}`);
  return new Response(writePlaylistFile(playlist, format), {
    headers: {
      ...privateHeaders,
      "Content-Type": types[format],
      // The first name is for programs that don't read the second (RFC 6266).
      "Content-Disposition": `attachment; filename="playlist.${format}"; filename*=UTF-8''${filename.replace(/['()*]/g, "_")}`,
    },
  });
}
