// The numbered songs of a playlist.
import { useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useDragOrder } from "~/browser/use-drag-order";
import { focusMain } from "~/browser/use-focus";
import { PlayButton } from "~/components/music/play-button";
import { Disclosure } from "~/components/ui/disclosure";
import { Icon } from "~/components/ui/icon";
import { Sleeve } from "~/components/ui/sleeve";
import { formatDuration } from "~/durations";
import {
  canRemoveSong,
  type PlaylistRole,
  SONGS_PER_PAGE,
  type SongDto,
  type SongPage,
  songsAfter,
} from "~/models/playlist/playlist";
import { useMoveQueue } from "./use-move-queue";

/**
 * Lists a page of the playlist at `address`; `songs` are those on the page and those next to it. The owner reorders them from
 * a song's menu and, with scripts, by dragging.
 */
export function SongList({
  songs,
  page,
  address,
  role,
  viewerId,
}: {
  songs: SongDto[];
  page: SongPage;
  address: string;
  role: PlaylistRole;
  viewerId: string;
}) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const { move, waiting } = useMoveQueue(address);
  const ordered = songsAfter(songs, waiting);
  const first = page.before ? 1 : 0;
  const shown = ordered.slice(first, first + SONGS_PER_PAGE);
  const isOrdered = role === "owner" && ordered.length > 1;
  const knowsEnd = page.after.length < 2;
  const order = useDragOrder((songId, before) => {
    const next = before || ordered[first + shown.length]?.id;
    if (next || knowsEnd) move(songId, next ?? "");
  });
  const actionOf = (songId: string, verb: "move" | "remove") => `${address}/songs/${songId}/${verb}`;
  // Without scripts the answer leads back to this page.
  const search = page.cursor ? `?${new URLSearchParams({ cursor: page.cursor })}` : "";
  const focused = useRef<string>();

  // A button loses the focus when its song moves, leaves the page or is removed, or when it becomes disabled at the end.
  useEffect(() => {
    if (document.activeElement !== document.body || !focused.current) return;
    const [songId, verb] = focused.current.split(" ");
    const button = (which?: string) => document.querySelector<HTMLButtonElement>(`[id="${songId} ${which}"]`);
    const same = button(verb);
    const pageLink = document.querySelector<HTMLElement>(`[rel="${verb === "up" ? "prev" : "next"}"]`);
    if (same) (same.disabled ? button(verb === "up" ? "down" : "up") : same)?.focus();
    else if (verb !== "remove" && pageLink) pageLink.focus();
    else focusMain();
  });

  /** All songs share one form, because a Remix form for each would dominate the rendering time of a long list. */
  function sendButton(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const songId = submitter.closest<HTMLElement>("[data-row]")?.dataset.row ?? "";
    if (submitter.name) move(songId, submitter.value);
    else {
      const action = actionOf(songId, "remove");
      // Each has a fetcher of its own, because a newer submission in the same one would cancel the older.
      submit({}, { method: "post", action, navigate: false, fetcherKey: action });
    }
  }

  /** The id of the song that the one at an index of `ordered` moves before to go down; "" is the end of the playlist. */
  function belowNext(index: number) {
    const isLast = index === ordered.length - 1;
    return ordered[index + 2]?.id ?? (knowsEnd && !isLast ? "" : undefined);
  }

  function saveFocus(target: Element) {
    focused.current = target.id || undefined;
  }

  return (
    <form method="post" onSubmit={sendButton}>
      <ol ref={order.list} className="songs card divided" onFocus={(event) => saveFocus(event.target)}>
        {shown.map((song, index) => (
          <li
            key={song.id}
            id={`song-${song.id}`}
            data-row={song.id}
            className={order.classOf(song.id, index === shown.length - 1)}
          >
            <span className="song-number">{page.offset + index + 1}</span>
            <Sleeve artist={song.artist} title={song.title} size="small" />
            <SongDetails song={song} viewerId={viewerId} />
            <div className="song-tools">
              <PlayButton song={song} songs={shown} />
              <span className="song-duration">{formatDuration(song.duration)}</span>
              {isOrdered && hydrated ? (
                <span className="icon-button drag-handle" aria-hidden="true" {...order.handleOf(song.id)}>
                  <Icon name="menu" />
                </span>
              ) : null}
              {isOrdered || canRemoveSong(role, song, viewerId) ? (
                <Disclosure
                  label={`More options for ${song.title}`}
                  icon={<Icon name="more" />}
                  className="options-menu"
                >
                  <ul>
                    {isOrdered ? (
                      <MoveButtons
                        song={song}
                        action={`${actionOf(song.id, "move")}${search}`}
                        up={ordered[first + index - 1]?.id}
                        down={belowNext(first + index)}
                      />
                    ) : null}
                    {canRemoveSong(role, song, viewerId) ? (
                      <li>
                        <button
                          type="submit"
                          id={`${song.id} remove`}
                          className="nav-link"
                          formAction={`${actionOf(song.id, "remove")}${search}`}
                        >
                          Remove <span className="sr-only">{song.title}</span>
                        </button>
                      </li>
                    ) : null}
                  </ul>
                </Disclosure>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </form>
  );
}

function SongDetails({ song, viewerId }: { song: SongDto; viewerId: string }) {
  const { title, artist, album, addedBy } = song;
  return (
    <span className="song-text">
      <b className="block" dir="auto">
        {title}
      </b>
      <span className="block text-note" dir="auto">
        {[artist, album].filter(Boolean).join(" · ")}
      </span>
      {addedBy && addedBy.id !== viewerId ? (
        <span className="block small-print">Added by {addedBy.firstName}</span>
      ) : null}
    </span>
  );
}

/** `up` and `down` are the ids of the song to move before, "" for the end of the list, undefined if it cannot move. */
function MoveButtons({
  song,
  action,
  up,
  down,
}: {
  song: SongDto;
  action: string;
  up?: string;
  down?: string;
}) {
  return [{ verb: "up", before: up } as const, { verb: "down", before: down } as const].map(
    ({ verb, before }) => (
      <li key={verb}>
        <button
          type="submit"
          id={`${song.id} ${verb}`}
          className="nav-link"
          formAction={action}
          name="before"
          value={before}
          disabled={before === undefined}
        >
          <span>
            Move <span className="sr-only">{song.title}</span> {verb}
          </span>
        </button>
      </li>
    ),
  );
}
