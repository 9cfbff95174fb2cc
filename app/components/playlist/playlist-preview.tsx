// The preview of an imported playlist.
import { Link } from "@remix-run/react";
import type { ImportedSong } from "db/column-types";
import { FileLetters, FileLines } from "~/components/ui/file-letters";
import { formatDuration } from "~/durations";
import { PLAYLISTS_IN_FILE, type PlaylistPreview as Preview } from "~/models/playlist/file/playlist-file";
import { describeSongs, PLAYLIST_IMPORT_PATH, SONGS_MAX } from "~/models/playlist/playlist";
import type { TextEncoding } from "~/models/text-encoding";

type Summary = Pick<Preview, "songCount" | "leftOutCount" | "changedCount" | "repeatCount" | "excessCount">;
type Details = Pick<Preview, "songs" | "songCount" | "leftOut" | "leftOutCount" | "changed" | "changedCount">;

/** Says how many songs the playlist would have, and how many are left out or changed. */
export function PreviewSummary({ songCount, leftOutCount, changedCount, repeatCount, excessCount }: Summary) {
  return (
    <>
      <p>{`${describeSongs(songCount)} ready to import, in this order.`}</p>
      {leftOutCount > 0 ? <p>{`${describeSongs(leftOutCount)} will be left out.`}</p> : null}
      {changedCount > 0 ? <p>{`${describeSongs(changedCount)} will be added with changes.`}</p> : null}
      {repeatCount > 0 ? <p>{`${describeRepeats(repeatCount)} and will be added once.`}</p> : null}
      {excessCount > 0 ? (
        <p>
          {`A playlist can hold up to ${SONGS_MAX} songs. The last ${excessCount.toLocaleString("en-US")} won't be added.`}
        </p>
      ) : null}
    </>
  );
}

/** Lists the first songs that are left out or changed, and the first that would be added. */
export function PreviewDetails({
  songs,
  songCount,
  leftOut,
  leftOutCount,
  changed,
  changedCount,
  encoding,
}: Details & { encoding?: TextEncoding }) {
  const more = songCount - songs.length;
  return (
    <>
      {leftOutCount > 0 ? (
        <>
          <h3 className="mt-4">Left out</h3>
          <FileLines lines={leftOut} count={leftOutCount} name="Song" />
        </>
      ) : null}
      {changedCount > 0 ? (
        <>
          <h3 className="mt-4">Changed</h3>
          <FileLines lines={changed} count={changedCount} name="Song" />
        </>
      ) : null}
      <h3 className="mt-4">Songs</h3>
      <ol className="divided">
        {songs.map((song) => (
          <PreviewedSong key={`${song.artist}\n${song.title}\n${song.album}`} song={song} />
        ))}
      </ol>
      {more > 0 ? <p className="mt-2">And {more.toLocaleString("en-US")} more.</p> : null}
      <FileLetters encoding={encoding} path={PLAYLIST_IMPORT_PATH} />
    </>
  );
}

function PreviewedSong({ song: { title, artist, album, duration } }: { song: ImportedSong }) {
  return (
    <li className="py-2">
      <p dir="auto">
        <b>{title}</b> by {artist}
      </p>
      <p className="small-print" dir="auto">
        {[album, duration === null ? "" : formatDuration(duration)].filter(Boolean).join(" · ")}
      </p>
    </li>
  );
}

/** Links to the other playlists of a file, and says how many were not read. */
export function OtherPlaylists({
  others,
  otherCount,
  search,
}: {
  others: Preview["others"];
  otherCount: number;
  search: string;
}) {
  if (!others.length) return null;
  return (
    <section aria-labelledby="other-playlists" className="mt-4 border-t border-line pt-4">
      <h3 id="other-playlists">Also in this file</h3>
      <ul>
        {others.map(({ id, name, isAdded }) => (
          <li key={id}>
            <Link to={`${PLAYLIST_IMPORT_PATH}/${id}${search}`} className="link inline-block py-2" dir="auto">
              {name}
            </Link>
            {isAdded ? " (imported)" : null}
          </li>
        ))}
      </ul>
      {otherCount > 0 ? (
        <p className="text-note">
          {`The first ${PLAYLISTS_IN_FILE} playlists of a file are read. It has ${otherCount} more.`}
        </p>
      ) : null}
    </section>
  );
}

function describeRepeats(count: number): string {
  return count === 1 ? "1 song comes up again" : `${count.toLocaleString("en-US")} songs come up again`;
}
