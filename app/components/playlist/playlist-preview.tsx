// The preview of an imported playlist.

import { Link } from "@remix-run/react";
import type { ImportedSong } from "db/column-types";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  CHOSEN_FIELD,
  type ListedImport,
  type PlaylistPreview as Preview,
  SONGS_IN_FILE,
} from "~/models/playlist/file/playlist-file";
import { describeSongs, PLAYLIST_IMPORT_PATH, playlistPath, SONGS_MAX } from "~/models/playlist/playlist";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { FieldGroup } from "~/ui/field";
import { FileLetters, FileLines } from "~/ui/file-letters";

type Summary = Pick<Preview, "songCount" | "leftOutCount" | "changedCount" | "repeatCount" | "excessCount">;
type Details = Pick<Preview, "songs" | "songCount" | "leftOut" | "leftOutCount" | "changed" | "changedCount">;

/** Says how many songs the playlist would have, and how many are left out or changed. */
export function PreviewSummary({ songCount, leftOutCount, changedCount, repeatCount, excessCount }: Summary) {
  return (
    <>
      <p>
        {t("{count, plural, one {# song} other {# songs}} ready to import, in this order.", {
          count: songCount,
        })}
      </p>
      {leftOutCount > 0 ? (
        <p>{t("{count, plural, one {# song} other {# songs}} will be left out.", { count: leftOutCount })}</p>
      ) : null}
      {changedCount > 0 ? (
        <p>
          {t("{count, plural, one {# song} other {# songs}} will be added with changes.", {
            count: changedCount,
          })}
        </p>
      ) : null}
      {repeatCount > 0 ? (
        <p>
          {t(
            "{count, plural, one {# song comes up again} other {# songs come up again}} and will be added once.",
            { count: repeatCount },
          )}
        </p>
      ) : null}
      {excessCount > 0 ? (
        <p>
          {songCount < SONGS_MAX
            ? t("We read up to {max, number} songs of a file.", { max: SONGS_IN_FILE })
            : t("A playlist can hold up to {max} songs.", { max: SONGS_MAX })}{" "}
          {t("The last {count, number} won't be added.", { count: excessCount })}
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
          <h3 className="mt-4">{t("Left out")}</h3>
          <FileLines lines={leftOut} count={leftOutCount} name={t("Song")} />
        </>
      ) : null}
      {changedCount > 0 ? (
        <>
          <h3 className="mt-4">{t("Changed")}</h3>
          <FileLines lines={changed} count={changedCount} name={t("Song")} />
        </>
      ) : null}
      <h3 className="mt-4">{t("Songs")}</h3>
      <ol className="divided">
        {songs.map((song) => (
          <PreviewedSong key={`${song.artist}\n${song.title}\n${song.album}`} song={song} />
        ))}
      </ol>
      {more > 0 ? <p className="mt-2">{t("And {count, number} more.", { count: more })}</p> : null}
      <FileLetters encoding={encoding} path={PLAYLIST_IMPORT_PATH} />
    </>
  );
}

function PreviewedSong({ song: { title, artist, album, duration } }: { song: ImportedSong }) {
  return (
    <li className="py-2">
      <p dir="auto">
        <Trans text="{title} by {artist}" values={{ title: <b>{title}</b>, artist }} />
      </p>
      <p className="small-print" dir="auto">
        {[album, duration === null ? "" : formatDuration(duration)].filter(Boolean).join(" · ")}
      </p>
    </li>
  );
}

/** The playlists of a file with checkboxes, or that they are imported, and links to their previews. */
export function PlaylistBoxes({
  lists,
  search,
  chosen,
  error,
}: {
  lists: ListedImport[];
  /** The query of the previews. */
  search: string;
  /** The ids of the checked ones. */
  chosen: string[];
  error?: string;
}) {
  return (
    <FieldGroup id={CHOSEN_FIELD} legend={t("Playlists in this file")} error={error}>
      <ul className="divided">
        {lists.map((list) => (
          <li key={list.id} className="flex items-start justify-between gap-4 py-1">
            {list.isAdded ? (
              <span className="min-w-0 py-2" dir="auto">
                {list.name} <span className="text-sm">{t("(imported)")}</span>
              </span>
            ) : (
              <label className="check-field min-w-0">
                <input
                  type="checkbox"
                  name={CHOSEN_FIELD}
                  value={list.id}
                  defaultChecked={chosen.includes(list.id)}
                />
                <span className="min-w-0">
                  <bdi className="break-words">{list.name}</bdi>
                  <span className="block text-sm">{describeListed(list)}</span>
                </span>
              </label>
            )}
            <Link
              to={list.isAdded ? playlistPath(list.id) : `${PLAYLIST_IMPORT_PATH}/${list.id}${search}`}
              className="link shrink-0 py-2"
            >
              {list.isAdded ? t("Open", { as: "button" }) : t("Preview")}
              <span className="sr-only">{` ${list.name}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

function describeListed({ songCount, leftOutCount }: ListedImport): string {
  const songs = describeSongs(songCount);
  return leftOutCount ? t("{songs}, {count, number} left out", { songs, count: leftOutCount }) : songs;
}
