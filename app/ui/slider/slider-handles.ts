// The values of a slider's handles.

/** The values after moving the handle at `index` to `wanted`: it stops at the other one. */
export function moveHandle(values: number[], index: number, wanted: number): number[] {
  const [first = wanted, last = wanted] = values;
  const moved = index === 0 ? Math.min(wanted, last) : Math.max(wanted, first);
  return values.map((value, each) => (each === index ? moved : value));
}

/** The nearest valid value of a slider; anything that is not a number becomes `fallback`. */
export function snapToStep(value: number, min: number, max: number, step: number, fallback: number): number {
  if (!Number.isFinite(value)) return fallback;
  const stepped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, stepped));
}
