// The songs of a playlist, numbered, with what can be done to each.
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatDuration, mayRemoveSong, type PlaylistRole, type ShownSong } from "~/models/playlist";
import { IconButton } from "./button";
import { type DragOrder, useDragOrder } from "./drag-order";
import { Icon } from "./icons";

/** `address` is the playlist's. Its owner moves songs by buttons and, with scripts, by dragging. */
export function SongList({
  songs,
  address,
  role,
  viewerId,
}: {
  songs: ShownSong[];
  address: string;
  role: PlaylistRole;
  viewerId: string;
}) {
  const dragged = useFetcher();
  const order = useDragOrder((songId, before) =>
    dragged.submit({ before }, { method: "post", action: `${address}/songs/${songId}/move` }),
  );
  const focused = useRef<string>();

  // A button that moves with its song, or is at its end, loses the focus.
  useEffect(() => {
    if (document.activeElement !== document.body || !focused.current) return;
    const [songId, verb] = focused.current.split(" ");
    const button = (which?: string) => document.querySelector<HTMLButtonElement>(`[id="${songId} ${which}"]`);
    const first = button(verb);
    (first?.disabled ? button(verb === "up" ? "down" : "up") : first)?.focus();
  });

  return (
    <ol ref={order.list} className="songs sleeve" onFocus={(event) => noteFocus(event.target)}>
      {songs.map((song, place) => (
        <li
          key={song.id}
          id={`song-${song.id}`}
          data-song={song.id}
          className={order.classOf(song.id, place === songs.length - 1)}
        >
          <span className="song-number">{place + 1}</span>
          <Words song={song} viewerId={viewerId} />
          <span className="song-duration">{formatDuration(song.duration)}</span>
          <span className="song-tools">
            {role === "owner" && songs.length > 1 ? (
              <Moves
                song={song}
                address={address}
                up={songs[place - 1]?.id}
                down={place === songs.length - 1 ? undefined : (songs[place + 2]?.id ?? "")}
                order={order}
              />
            ) : null}
            {mayRemoveSong(role, song, viewerId) ? <Remove song={song} address={address} /> : null}
          </span>
        </li>
      ))}
    </ol>
  );

  function noteFocus(target: Element) {
    focused.current = target.id || undefined;
  }
}

function Words({ song, viewerId }: { song: ShownSong; viewerId: string }) {
  const { title, artist, album, addedBy } = song;
  return (
    <span className="song-words">
      <b className="block" dir="auto">
        {title}
      </b>
      <span className="block text-note" dir="auto">
        {[artist, album].filter(Boolean).join(" · ")}
      </span>
      {addedBy && addedBy.id !== viewerId ? (
        <span className="block text-note text-soft">added by {addedBy.firstName}</span>
      ) : null}
    </span>
  );
}

/** `up` is the song to go before, `down` likewise with a blank for the end; undefined where it cannot go. */
function Moves({
  song,
  address,
  up,
  down,
  order,
}: {
  song: ShownSong;
  address: string;
  up?: string;
  down?: string;
  order: DragOrder;
}) {
  const fetcher = useFetcher();
  const hydrated = useHydrated();
  const action = `${address}/songs/${song.id}/move`;

  // Two moves of a song on their way at once could arrive in the other order.
  function waitForTheLast(event: FormEvent) {
    if (fetcher.state === "submitting") event.preventDefault();
  }

  return (
    <>
      {[{ verb: "up", before: up } as const, { verb: "down", before: down } as const].map(
        ({ verb, before }) => (
          <fetcher.Form key={verb} method="post" action={action} onSubmit={waitForTheLast}>
            <input type="hidden" name="before" value={before ?? song.id} />
            <IconButton
              id={`${song.id} ${verb}`}
              name={`Move ${song.title} ${verb}`}
              icon={verb}
              disabled={before === undefined}
            />
          </fetcher.Form>
        ),
      )}
      {hydrated ? (
        <span className="song-handle" aria-hidden="true" {...order.handleOf(song.id)}>
          <Icon name="menu" />
        </span>
      ) : null}
    </>
  );
}

function Remove({ song, address }: { song: ShownSong; address: string }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={`${address}/songs/${song.id}/remove`}>
      <IconButton name={`Remove ${song.title}`} icon="trash" />
    </fetcher.Form>
  );
}
