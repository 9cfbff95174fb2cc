// The preview that sounds on this page: one at a time, played by the one element there is.

export type Song = { previewUrl: string; artist: string; title: string };

/** The song that was pressed last, and how far it has got, in seconds. */
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

/** How far the song at a URL has got, if it was pressed last; "failed" if it could not be played. */
export function previewAt(url: string): Preview | "failed" | undefined {
  if (current?.song.previewUrl === url) return current;
  return failed.has(url) ? "failed" : undefined;
}

/** Plays a song from where it stood, or pauses it; returns the element that plays it. */
export function togglePreview(song: Song): HTMLAudioElement {
  if (!audio || audio.paused || current?.song.previewUrl !== song.previewUrl) return startPreview(song);
  audio.pause();
  return audio;
}

/** Plays a song from where it stood. The element is made within a press: browsers let no other one sound. */
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

/** Pauses the song that plays, if one does. */
export function pausePreview() {
  audio?.pause();
}

/** Goes some seconds back (-1) or ahead (1) in the song at a URL, if it was pressed last. */
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

/** Tells every button; a song that has failed or ended begins again the next time. */
export function showPreview(preview: Preview | undefined, { hasFailed = false } = {}) {
  if (hasFailed && current) failed.add(current.song.previewUrl);
  if (!preview && current) positions.delete(current.song.previewUrl);
  current = preview;
  for (const listener of listeners) listener();
}

export function currentPreview(): Preview | undefined {
  return current;
}
