// The playing speed of voice notes, until the page is left.

const speeds = [1, 1.5, 2];
let speed = 1;
const listeners = new Set<() => void>();

/** For useSyncExternalStore. */
export function subscribeToSpeed(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function voiceSpeed(): number {
  return speed;
}

/** Switches to the next of the three speeds, for every note. */
export function changeSpeed() {
  speed = speeds[speeds.indexOf(speed) + 1] ?? 1;
  for (const listener of listeners) listener();
}
