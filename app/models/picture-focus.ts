// The focal point of a photo: what every crop keeps in view, in percent of its width and height.

export type Focus = { x: number; y: number };

/** Where faces usually are: a little above the middle. */
export const DEFAULT_FOCUS: Focus = { x: 50, y: 30 };

/** The text of a focal point in columns and form fields: "50 30". */
export function formatFocus({ x, y }: Focus): string {
  return `${x} ${y}`;
}

/** Reads what `formatFocus` wrote; undefined for anything but two whole numbers from 0 to 100. */
export function parseFocus(text: string): Focus | undefined {
  const [, x, y] = /^(\d{1,3}) (\d{1,3})$/.exec(text) ?? [];
  if (x === undefined || y === undefined || Number(x) > 100 || Number(y) > 100) return undefined;
  return { x: Number(x), y: Number(y) };
}

/** The focal point in a column; the default where none was chosen. */
export function readFocus(stored: string | null): Focus {
  return (stored && parseFocus(stored)) || DEFAULT_FOCUS;
}

/** The CSS that keeps a focal point in view. */
export function focusStyle({ x, y }: Focus): { objectPosition: string } {
  return { objectPosition: `${x}% ${y}%` };
}
