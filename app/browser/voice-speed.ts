// How fast voice notes play, for as long as the page stays.

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

/** Goes on to the next of the three speeds, for every note. */
export function changeSpeed() {
  speed = speeds[speeds.indexOf(speed) + 1] ?? 1;
  for (const listener of listeners) listener();
}
