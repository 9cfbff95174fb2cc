// A voice note's player: the browser's own without scripts, and ours with them.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { currentPreview, pausePreview, subscribe } from "~/browser/preview";
import { voiceSpeed } from "~/browser/voice-speed";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { IconButton } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Fetched once a note is played. */
const VoiceControls = lazy(() => import("./voice-controls"));

/** The line has the same height with either player. */
const NOTE =
  "voice my-0.5 flex min-h-12 w-[280px] max-w-full flex-wrap items-center rounded border border-edge bg-inset pr-2 text-ink";

/**
 * Plays one sound at a time: starting a note stops other notes and songs, and a song stops the note. `name` identifies the note
 * to screen readers. A note that is being sent has no `url` yet. A page that refreshes would stop the note: there it is a link
 * to the same one at `stillUrl`, which doesn't refresh.
 */
export function VoiceNote({
  url,
  seconds,
  name,
  stillUrl,
}: {
  url: string | undefined;
  seconds: number;
  name: string;
  stillUrl?: string;
}) {
  const isHydrated = useHydrated();
  if (!url) return <span className={`${NOTE} pl-3`}>{formatDuration(seconds)}</span>;
  if (stillUrl)
    return (
      <a href={stillUrl} className={`${NOTE} link pl-3`}>
        <Icon name="play" size={20} className="mr-2 flex-none" />
        <span className="min-w-0 flex-1">
          {t("Play {name}, {duration}", { name, duration: formatDuration(seconds) })}
        </span>
      </a>
    );
  if (isHydrated) return <Player url={url} seconds={seconds} name={name} />;
  return (
    <span className={NOTE}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has the words of what somebody says */}
      <audio controls preload="none" src={url} title={name} className="h-11 w-full" />
    </span>
  );
}

function Player({ url, seconds, name }: { url: string; seconds: number; name: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [hasPlayed, setHasPlayed] = useState(false);
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (!isPlaying) return;
    return subscribe(() => {
      if (currentPreview()?.isPlaying) audio.current?.pause();
    });
  }, [isPlaying]);

  function press() {
    const sound = audio.current;
    if (!sound) return;
    setHasPlayed(true);
    setHasFailed(false);
    if (!sound.paused) return sound.pause();
    if (sound.error) sound.load();
    sound.playbackRate = voiceSpeed();
    // The element's error event reports a failure.
    sound.play().catch(() => undefined);
  }

  function begin() {
    for (const other of document.querySelectorAll("audio")) if (other !== audio.current) other.pause();
    pausePreview();
    setIsPlaying(true);
  }

  return (
    <span className={NOTE}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has the words of what somebody says */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        className="hidden"
        onPlay={begin}
        onPause={() => setIsPlaying(false)}
        onError={() => {
          setIsPlaying(false);
          setHasFailed(true);
        }}
      />
      <IconButton
        type="button"
        name={isPlaying ? t("Pause {name}", { name }) : t("Play {name}", { name })}
        icon={isPlaying ? "pause" : "play"}
        onClick={press}
      />
      {hasPlayed && !hasFailed ? (
        <Suspense fallback={<Length seconds={seconds} />}>
          <VoiceControls audio={audio} seconds={seconds} name={name} />
        </Suspense>
      ) : (
        <Length seconds={seconds} />
      )}
      {hasPlayed ? (
        <span role="status" className="basis-full empty:basis-0">
          {hasFailed ? t("This voice note can't be played right now.") : null}
        </span>
      ) : null}
    </span>
  );
}

function Length({ seconds }: { seconds: number }) {
  return (
    <>
      <span className="h-3 flex-1 rounded border border-edge bg-paper" />
      <span className="ml-2 min-w-[2.5em] tabular-nums">{formatDuration(seconds)}</span>
    </>
  );
}
