// The numbered songs of a playlist.
import { useSubmit } from "@remix-run/react";
import { type FocusEvent, type FormEvent, useEffect, useRef } from "react";
import { useDragOrder } from "~/browser/use-drag-order";
import { focusMain } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { ListenButton } from "~/components/music/listen-button";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  canRemoveSong,
  type PlaylistRole,
  SONGS_PER_PAGE,
  type SongDto,
  type SongPage,
  songsAfter,
} from "~/models/playlist/playlist";
import { Disclosure } from "~/ui/disclosure";
import { DragHandle } from "~/ui/drag-handle";
import { Icon } from "~/ui/icon";
import { Sleeve } from "~/ui/sleeve";
import { useMoveQueue } from "./use-move-queue";

/** The ids of the songs to move before, "" for the end of the list, undefined if the song can't move. */
type Moves = Record<"up" | "down", string | undefined>;

/**
 * Lists a page of the playlist at `address`; `songs` are those on the page and next to it. The owner reorders them from a
 * song's menu and, with scripts, by dragging.
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
  const { shown, count, drag, move, movesOf } = useSongOrder(songs, page, address);
  const sendButton = useSongButtons(address, move);
  const saveFocus = useSongFocus();
  const isOrdered = role === "owner" && count > 1;
  // Without scripts the response redirects to this page.
  const search = page.cursor ? `?${new URLSearchParams({ cursor: page.cursor })}` : "";
  return (
    <form method="post" onSubmit={sendButton}>
      <ol ref={drag.list} className="songs card divided" onFocus={saveFocus}>
        {shown.map((song, index) => (
          <li
            key={song.id}
            id={`song-${song.id}`}
            data-row={song.id}
            className={drag.classOf(song.id, index === shown.length - 1)}
          >
            <span className="w-8 shrink-0 text-center font-display text-xl font-extrabold leading-normal text-soft">
              {page.offset + index + 1}
            </span>
            <Sleeve artist={song.artist} title={song.title} size="small" />
            <SongDetails song={song} viewerId={viewerId} />
            <div className="ml-auto flex flex-wrap items-center justify-end">
              <ListenButton song={song} songs={shown} />
              <span className="min-w-target shrink-0 text-right tabular-nums text-soft">
                {formatDuration(song.duration)}
              </span>
              {isOrdered ? <DragHandle {...drag.handleOf(song.id)} /> : null}
              <SongMenu
                song={song}
                address={address}
                search={search}
                moves={isOrdered ? movesOf(index) : undefined}
                isRemovable={canRemoveSong(role, song, viewerId)}
              />
            </div>
          </li>
        ))}
      </ol>
    </form>
  );
}

/** The page's songs, `shown` in the order after the pending moves; `count` includes the songs next to the page. */
function useSongOrder(songs: SongDto[], page: SongPage, address: string) {
  const { move, waiting } = useMoveQueue(address);
  const ordered = songsAfter(songs, waiting);
  const first = page.before ? 1 : 0;
  const shown = ordered.slice(first, first + SONGS_PER_PAGE);
  const knowsEnd = page.after.length < 2;
  const drag = useDragOrder((songId, before) => {
    const next = before || ordered[first + shown.length]?.id;
    if (next || knowsEnd) move(songId, next ?? "");
  });

  function movesOf(index: number): Moves {
    const position = first + index;
    const isLast = position === ordered.length - 1;
    const down = ordered[position + 2]?.id ?? (knowsEnd && !isLast ? "" : undefined);
    return { up: ordered[position - 1]?.id, down };
  }

  return { shown, count: ordered.length, drag, move, movesOf };
}

/**
 * Restores the focus: a button loses it when its song moves, leaves the page or is removed, or when it is disabled at the end.
 */
function useSongFocus() {
  const focused = useRef<string>();

  useEffect(() => {
    if (document.activeElement !== document.body || !focused.current) return;
    const [, verb, songId] = /^(up|down|remove)-(.+)$/.exec(focused.current) ?? [];
    const button = (which?: string) => document.querySelector<HTMLButtonElement>(`[id="${which}-${songId}"]`);
    const same = button(verb);
    const pageLink = document.querySelector<HTMLElement>(`[rel="${verb === "up" ? "prev" : "next"}"]`);
    if (same) (same.disabled ? button(verb === "up" ? "down" : "up") : same)?.focus();
    else if (verb !== "remove" && pageLink) pageLink.focus();
    else focusMain();
  });

  return (event: FocusEvent) => {
    focused.current = event.target.id || undefined;
  };
}

/**
 * Submits the pressed button of a song. All songs share one form, because a Remix form for each would dominate the rendering
 * time of a long list.
 */
function useSongButtons(address: string, move: (songId: string, before: string) => void) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const songId = submitter.closest<HTMLElement>("[data-row]")?.dataset.row ?? "";
    if (submitter.name) return move(songId, submitter.value);
    const action = actionOf(address, songId, "remove");
    // Each has a fetcher of its own, because a newer submission in the same one would cancel the older.
    submit({}, { method: "post", action, navigate: false, fetcherKey: action });
  };
}

function actionOf(address: string, songId: string, verb: "move" | "remove") {
  return `${address}/songs/${songId}/${verb}`;
}

function SongDetails({ song, viewerId }: { song: SongDto; viewerId: string }) {
  const { title, artist, album, addedBy } = song;
  return (
    // What doesn't fit beside it moves to the next line.
    <span className="min-w-0 flex-[1_1_7rem] px-2">
      <b className="block" dir="auto">
        {title}
      </b>
      <span className="block text-sm" dir="auto">
        <ArtistLink name={artist} />
        {album ? ` · ${album}` : null}
      </span>
      {addedBy && addedBy.id !== viewerId ? (
        <span className="block small-print">{t("Added by {name}", { name: addedBy.firstName })}</span>
      ) : null}
    </span>
  );
}

/** Moves the song within its playlist and removes it, where the viewer can. */
function SongMenu({
  song,
  address,
  search,
  moves,
  isRemovable,
}: {
  song: SongDto;
  address: string;
  search: string;
  moves: Moves | undefined;
  isRemovable: boolean;
}) {
  if (!moves && !isRemovable) return null;
  return (
    <Disclosure
      label={t("More options for {title}", { title: song.title })}
      icon={<Icon name="more" />}
      className="options-menu"
    >
      <ul>
        {moves ? (
          <MoveButtons song={song} action={`${actionOf(address, song.id, "move")}${search}`} moves={moves} />
        ) : null}
        {isRemovable ? (
          <li>
            <button
              type="submit"
              id={`remove-${song.id}`}
              className="nav-link w-full"
              formAction={`${actionOf(address, song.id, "remove")}${search}`}
            >
              <Trans
                text="Remove {title}"
                values={{ title: <span className="sr-only">{song.title}</span> }}
              />
            </button>
          </li>
        ) : null}
      </ul>
    </Disclosure>
  );
}

function MoveButtons({ song, action, moves }: { song: SongDto; action: string; moves: Moves }) {
  return (["up", "down"] as const).map((verb) => (
    <li key={verb}>
      <button
        type="submit"
        id={`${verb}-${song.id}`}
        className="nav-link w-full disabled:text-soft"
        formAction={action}
        name="before"
        value={moves[verb]}
        disabled={moves[verb] === undefined}
      >
        <span>
          <Trans
            text="{verb, select, up {Move {title} up} other {Move {title} down}}"
            values={{ title: <span className="sr-only">{song.title}</span>, verb }}
          />
        </span>
      </button>
    </li>
  ));
}
