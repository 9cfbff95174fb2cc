// How the two handles of a slider share one track.

export type Handle = 0 | 1;
export type Span = [number, number];

/**
 * Where both handles stand after one was moved. `asked` is Radix's answer, which sorts and so lets handles change
 * places; here the moving one stops at the other. `handle` is the one that moves, or null when it shows only now.
 */
export function moveHandle(
  current: Span,
  asked: Span,
  handle: Handle | null,
): { span: Span; handle: Handle } {
  const moving = handle ?? movingHandle(current, asked);
  const still = current[moving === 0 ? 1 : 0];
  const wanted = asked[0] === still ? asked[1] : asked[0];
  return moving === 0
    ? { span: [Math.min(wanted, still), still], handle: 0 }
    : { span: [still, Math.max(wanted, still)], handle: 1 };
}

/** The nearest value a slider can stand on; anything that is not a number becomes `fallback`. */
export function onStep(value: number, min: number, max: number, step: number, fallback: number): number {
  if (!Number.isFinite(value)) return fallback;
  const stepped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, stepped));
}

function movingHandle(current: Span, asked: Span): Handle {
  if (asked[1] === current[1]) return 0;
  if (asked[0] === current[0]) return 1;
  return asked[0] === current[1] ? 0 : 1;
}
