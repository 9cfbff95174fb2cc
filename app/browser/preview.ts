// The preview playing on this page: one at a time, in a single audio element.

export type Song = { previewUrl: string; artist: string; title: string };

/** The song that was started last, and its position in seconds. */
export type Preview = { song: Song; isPlaying: boolean; time: number; duration: number };

const SEEK_SECONDS = 5;

let audio: HTMLAudioElement | undefined;
let current: Preview | undefined;
const failed = new Set<string>();
const positions = new Map<string, number>();
const listeners = new Set<() => void>();

/** For useSyncExternalStore. */
export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The state of the song at a URL, if it was started last; "failed" if it could not be played. */
export function previewAt(url: string): Preview | "failed" | undefined {
  if (current?.song.previewUrl === url) return current;
  return failed.has(url) ? "failed" : undefined;
}

/** Plays a song from where it stopped, or pauses it; returns the element that plays it. */
export function togglePreview(song: Song): HTMLAudioElement {
  if (!audio || audio.paused || current?.song.previewUrl !== song.previewUrl) return startPreview(song);
  audio.pause();
  return audio;
}

/**
 * Plays a song from where it stopped. The element is made in the click's handler, because browsers block the sound of others.
 */
export function startPreview(song: Song): HTMLAudioElement {
  const url = song.previewUrl;
  audio ??= document.createElement("audio");
  failed.delete(url);
  if (current?.song.previewUrl !== url) {
    if (current) positions.set(current.song.previewUrl, audio.currentTime);
    audio.src = url;
    audio.currentTime = positions.get(url) ?? 0;
    showPreview({ song, isPlaying: true, time: audio.currentTime, duration: 0 });
  }
  // The element's error event reports a failure.
  audio.play().catch(() => undefined);
  return audio;
}

/** Pauses the song that is playing, if any. */
export function pausePreview() {
  audio?.pause();
}

/** Seeks some seconds back (-1) or ahead (1) in the song at a URL, if it was started last. */
export function seekPreview(url: string, direction: -1 | 1): boolean {
  if (!audio || current?.song.previewUrl !== url) return false;
  audio.currentTime = Math.max(0, audio.currentTime + direction * SEEK_SECONDS);
  return true;
}

/** Ends the song at a URL, whose button is gone. */
export function endPreview(url: string) {
  if (current?.song.previewUrl !== url) return;
  audio?.pause();
  showPreview(undefined);
}

/** Updates every button; a song that has failed or ended starts over the next time. */
export function showPreview(preview: Preview | undefined, { hasFailed = false } = {}) {
  if (hasFailed && current) failed.add(current.song.previewUrl);
  if (!preview && current) positions.delete(current.song.previewUrl);
  current = preview;
  for (const listener of listeners) listener();
}

export function currentPreview(): Preview | undefined {
  return current;
}
