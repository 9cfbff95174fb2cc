// The rest of a playing preview: its time, the songs after it, and the lock screen's controls.
import { currentPreview, type Song, showPreview, startPreview } from "./preview";

const followed = new WeakSet<HTMLAudioElement>();
let queue: Song[] = [];
/** Whether the song started after another one: if it can't be played, it is then skipped. */
let isPlayingThrough = false;

/** Shows what an element plays, and then plays the following songs. */
export function followPreview(audio: HTMLAudioElement, songs: Song[]) {
  queue = songs;
  isPlayingThrough = false;
  if (!followed.has(audio)) {
    followed.add(audio);
    for (const event of ["play", "pause", "timeupdate", "durationchange"])
      audio.addEventListener(event, () => update(audio));
    audio.addEventListener("ended", () => playNext(false));
    audio.addEventListener("error", () => playNext(true));
    setHandlers(audio);
  }
  // It may have failed while this was loading.
  if (audio.error) playNext(true);
  else update(audio);
}

function update(audio: HTMLAudioElement) {
  const song = currentPreview()?.song;
  if (!song || audio.error) return;
  const duration = Number.isFinite(audio.duration) ? audio.duration : 0;
  showPreview({ song, isPlaying: !audio.paused, time: audio.currentTime, duration });
  const session = navigator.mediaSession;
  if (!session) return;
  const { artist, title } = song;
  if (session.metadata?.title !== title || session.metadata.artist !== artist)
    session.metadata = new MediaMetadata({ artist, title });
  session.playbackState = audio.paused ? "paused" : "playing";
  if (duration && session.setPositionState)
    session.setPositionState({ duration, position: Math.min(audio.currentTime, duration) });
  setHandler("previoustrack", neighbor(-1) && (() => start(-1)));
  setHandler("nexttrack", neighbor(1) && (() => start(1)));
}

/** Plays the next song after one has ended, or after a failure on the way. */
function playNext(hasFailed: boolean) {
  const next = neighbor(1);
  const continues = next && (!hasFailed || isPlayingThrough);
  showPreview(undefined, { hasFailed });
  if (continues) {
    isPlayingThrough = true;
    startPreview(next);
  } else if (navigator.mediaSession) {
    navigator.mediaSession.playbackState = "none";
  }
}

function start(step: -1 | 1) {
  const song = neighbor(step);
  isPlayingThrough = true;
  if (song) startPreview(song);
}

function neighbor(step: -1 | 1): Song | undefined {
  const url = currentPreview()?.song.previewUrl;
  const index = queue.findIndex(({ previewUrl }) => previewUrl === url);
  return index < 0 ? undefined : queue[index + step];
}

function setHandlers(audio: HTMLAudioElement) {
  setHandler("play", () => void audio.play());
  setHandler("pause", () => audio.pause());
  setHandler("seekto", ({ seekTime }) => {
    if (seekTime !== undefined) audio.currentTime = seekTime;
  });
}

/** Browsers throw for actions that they don't support. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | undefined) {
  try {
    navigator.mediaSession?.setActionHandler(action, handler ?? null);
  } catch {}
}
