// How the two handles of a slider share one track.

export type Handle = 0 | 1;
export type Span = [number, number];

/**
 * The positions of both handles after one was moved. `asked` are Radix's values, which it sorts, so that handles could
 * swap places; here the moving handle stops at the other. `handle` is the moving one, null if not known yet.
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

/** The nearest valid value of a slider; anything that is not a number becomes `fallback`. */
export function snapToStep(value: number, min: number, max: number, step: number, fallback: number): number {
  if (!Number.isFinite(value)) return fallback;
  const stepped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, stepped));
}

function movingHandle(current: Span, asked: Span): Handle {
  if (asked[1] === current[1]) return 0;
  if (asked[0] === current[0]) return 1;
  return asked[0] === current[1] ? 0 : 1;
}
