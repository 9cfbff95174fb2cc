// The round label at every song and record, and on an artist's page: it plays 30 seconds if there is a preview, and opens a
// music service.
import { type KeyboardEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { endPreview, previewAt, type Song, seekPreview, subscribe, togglePreview } from "~/browser/preview";
import { useFetchedComponent } from "~/browser/use-dialog-hash";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { type Listenable, listenPath, nameListenable } from "~/models/music/listen";

export type Listened = Listenable & { previewUrl?: string };

type ListenButtonProps = {
  song: Listened;
  /** The songs that are played after it. */
  songs?: Listened[];
  /** Where its page opens without scripts: in a new tab if it is in a frame. */
  target?: "_blank";
};

/** Opens a menu and plays the preview, if there is one; the arrow keys seek. Without scripts it is a link to a page. */
export function ListenButton({ song, songs = [], target }: ListenButtonProps) {
  if (useHydrated()) return <Listen song={song} songs={songs} />;
  return (
    <span className="preview">
      <a href={listenPath(song, song.previewUrl)} target={target} className="listen">
        <ListenLabel isPlaying={false} />
        <span className="sr-only">{t("Listen to {song}", { song: nameListenable(song) })}</span>
      </a>
    </span>
  );
}

function Listen({ song, songs }: { song: Listened; songs: Listened[] }) {
  const [isOpen, setOpen] = useState(false);
  const name = nameListenable(song);
  const { preview, toggle, seek } = usePreview(song, songs);
  const state = preview === "failed" ? undefined : preview;

  function press() {
    toggle();
    setOpen(!isOpen && !state?.isPlaying);
  }

  return (
    <span className="preview">
      <button
        type="button"
        className="listen"
        aria-expanded={isOpen}
        // Fetches the menu's code before the click ends.
        onPointerEnter={() => loadMenu().catch(() => undefined)}
        onClick={press}
        onKeyDown={seek}
      >
        <ListenLabel isPlaying={state?.isPlaying ?? false} />
        <span className="sr-only">
          {state?.isPlaying ? t("Pause {song}", { song: name }) : t("Listen to {song}", { song: name })}
        </span>
      </button>
      {isOpen ? <Menu song={song} onClose={() => setOpen(false)} /> : null}
      {state ? (
        <span className="preview-time">
          {formatDuration(state.time)} / {formatDuration(state.duration ? Math.round(state.duration) : null)}
        </span>
      ) : null}
      {preview ? (
        <span role="status" className={preview === "failed" ? "preview-time" : undefined}>
          {preview === "failed" ? t("No preview") : null}
        </span>
      ) : null}
    </span>
  );
}

const loadMenu = async () => (await import("./listen-menu")).ListenMenu;

/** Opens the page of the song if its code can't be fetched. */
function Menu(props: { song: Listened; onClose: () => void }) {
  const ListenMenu = useFetchedComponent(loadMenu, listenPath(props.song, props.song.previewUrl));
  return ListenMenu ? <ListenMenu {...props} /> : null;
}

/** A label on the lower corner of the sleeve in `children`; the time of a preview comes below it. */
export function ListenSleeve({
  song,
  target,
  children,
}: Pick<ListenButtonProps, "song" | "target"> & { children: ReactNode }) {
  return (
    <div className="listen-sleeve relative">
      {children}
      <ListenButton song={song} target={target} />
    </div>
  );
}

/** The state of a song's preview, if it has one and was started, and functions that play it and seek in it. */
export function usePreview(song: Listened, songs: Listened[]) {
  const url = song.previewUrl;
  const preview = useSyncExternalStore(
    subscribe,
    () => (url === undefined ? undefined : previewAt(url)),
    () => undefined,
  );
  useEffect(() => {
    if (url !== undefined) return () => endPreview(url);
  }, [url]);

  async function toggle() {
    if (!isPlayable(song)) return;
    const audio = togglePreview(song);
    const { followPreview } = await import("~/browser/preview-player");
    followPreview(audio, songs.filter(isPlayable));
  }

  function seek(event: KeyboardEvent) {
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
    if (url !== undefined && direction && seekPreview(url, direction)) event.preventDefault();
  }

  return { preview, toggle, seek };
}

function ListenLabel({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg aria-hidden="true" className="listen-label" viewBox="0 0 32 32">
      <circle cx="16" cy="16" r="15" />
      <path d={isPlaying ? "M11.5 10.5h3v11h-3zm6 0h3v11h-3z" : "M12.5 10v12l9.5-6z"} />
    </svg>
  );
}

/**
 * The browser's own player for a preview, for pages without scripts and for those that load none for it. `name` says what it
 * plays, to screen readers.
 */
export function NativePlayer({ url, name }: { url: string; name?: string }) {
  // biome-ignore lint/a11y/useMediaCaption: nobody has the words of 30 seconds of a song
  return <audio controls preload="none" src={url} title={name} className="preview h-11 w-64" />;
}

function isPlayable(song: Listened): song is Listened & Song {
  return song.previewUrl !== undefined;
}
