// The button that plays 30 seconds of a song.
import { type KeyboardEvent, useEffect, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { endPreview, previewAt, type Song, seekPreview, subscribe, togglePreview } from "~/browser/preview";
import { IconButton } from "~/components/ui/button";
import { formatDuration } from "~/durations";

/**
 * Plays a song, and then those after it in `songs`; nothing without a preview. The arrow keys go back and ahead. Without
 * scripts it is the browser's own player.
 */
export function PlayButton({ song, songs = [] }: { song: Partial<Song>; songs?: Partial<Song>[] }) {
  return isPlayable(song) ? <Player song={song} songs={songs.filter(isPlayable)} /> : null;
}

function Player({ song, songs }: { song: Song; songs: Song[] }) {
  const { previewUrl: url, artist, title } = song;
  const isHydrated = useHydrated();
  const preview = useSyncExternalStore(
    subscribe,
    () => previewAt(url),
    () => undefined,
  );
  useEffect(() => () => endPreview(url), [url]);
  if (!isHydrated) return <NativePlayer url={url} name={`${title} by ${artist}`} />;
  const state = preview === "failed" ? undefined : preview;

  async function press() {
    const audio = togglePreview(song);
    const { followPreview } = await import("~/browser/preview-player");
    followPreview(audio, songs);
  }

  function seek(event: KeyboardEvent) {
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
    if (direction && seekPreview(url, direction)) event.preventDefault();
  }

  return (
    <span className="preview">
      <IconButton
        type="button"
        name={`${state?.isPlaying ? "Pause" : "Play"} ${title} by ${artist}`}
        icon={state?.isPlaying ? "pause" : "play"}
        onClick={press}
        onKeyDown={seek}
      />
      {state ? (
        <span className="preview-time">
          {formatDuration(state.time)} / {formatDuration(state.duration ? Math.round(state.duration) : null)}
        </span>
      ) : null}
      {preview ? (
        <span role="status" className={preview === "failed" ? "preview-time" : undefined}>
          {preview === "failed" ? "No preview" : null}
        </span>
      ) : null}
    </span>
  );
}

/**
 * The browser's own player of a preview, for pages without scripts and for those that load none for it. `name` says what it
 * plays, to those who hear the page.
 */
export function NativePlayer({ url, name }: { url: string; name?: string }) {
  // biome-ignore lint/a11y/useMediaCaption: nobody has the words of 30 seconds of a song
  return <audio controls preload="none" src={url} title={name} className="preview" />;
}

function isPlayable(song: Partial<Song>): song is Song {
  return song.previewUrl !== undefined;
}
