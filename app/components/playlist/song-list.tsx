// The numbered songs of a playlist.
import { useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useDragOrder } from "~/browser/use-drag-order";
import { focusMain } from "~/browser/use-focus";
import { IconButton } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import {
  canRemoveSong,
  formatDuration,
  type PlaylistRole,
  type SongDto,
  songsAfter,
} from "~/models/playlist/playlist";
import { useMoveQueue } from "./use-move-queue";

/** Lists the songs of the playlist at `address`. Its owner reorders them with buttons and, with scripts, by dragging. */
export function SongList({
  songs,
  address,
  role,
  viewerId,
}: {
  songs: SongDto[];
  address: string;
  role: PlaylistRole;
  viewerId: string;
}) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const { move, waiting } = useMoveQueue(address);
  const order = useDragOrder(move);
  const ordered = songsAfter(songs, waiting);
  const actionOf = (songId: string, verb: "move" | "remove") => `${address}/songs/${songId}/${verb}`;
  const focused = useRef<string>();

  // A button loses the focus when its song moves or is removed, or when it becomes disabled at the end of the list.
  useEffect(() => {
    if (document.activeElement !== document.body || !focused.current) return;
    const [songId, verb] = focused.current.split(" ");
    const button = (which?: string) => document.querySelector<HTMLButtonElement>(`[id="${songId} ${which}"]`);
    const same = button(verb);
    if (same) (same.disabled ? button(verb === "up" ? "down" : "up") : same)?.focus();
    else focusMain();
  });

  /** All songs share one form, because a Remix form for each would dominate the rendering time of a long list. */
  function sendButton(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const songId = submitter.closest("li")?.dataset.song ?? "";
    if (submitter.name) move(songId, submitter.value);
    else {
      const action = actionOf(songId, "remove");
      // Each has a fetcher of its own, because a newer submission in the same one would cancel the older.
      submit({}, { method: "post", action, navigate: false, fetcherKey: action });
    }
  }

  function saveFocus(target: Element) {
    focused.current = target.id || undefined;
  }

  return (
    <form method="post" onSubmit={sendButton}>
      <ol ref={order.list} className="songs card divided" onFocus={(event) => saveFocus(event.target)}>
        {ordered.map((song, index) => (
          <li
            key={song.id}
            id={`song-${song.id}`}
            data-song={song.id}
            className={order.classOf(song.id, index === ordered.length - 1)}
          >
            <span className="song-number">{index + 1}</span>
            <SongDetails song={song} viewerId={viewerId} />
            <span className="song-duration">{formatDuration(song.duration)}</span>
            <span className="song-actions">
              {role === "owner" && songs.length > 1 ? (
                <>
                  <MoveButtons
                    song={song}
                    action={actionOf(song.id, "move")}
                    up={ordered[index - 1]?.id}
                    down={index === ordered.length - 1 ? undefined : (ordered[index + 2]?.id ?? "")}
                  />
                  {hydrated ? (
                    <span className="icon-button song-handle" aria-hidden="true" {...order.handleOf(song.id)}>
                      <Icon name="menu" />
                    </span>
                  ) : null}
                </>
              ) : null}
              {canRemoveSong(role, song, viewerId) ? (
                <IconButton
                  id={`${song.id} remove`}
                  name={`Remove ${song.title}`}
                  icon="trash"
                  formAction={actionOf(song.id, "remove")}
                />
              ) : null}
            </span>
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
      <IconButton
        key={verb}
        id={`${song.id} ${verb}`}
        name={`Move ${song.title} ${verb}`}
        icon={verb}
        formAction={action}
        field="before"
        value={before}
        disabled={before === undefined}
      />
    ),
  );
}
