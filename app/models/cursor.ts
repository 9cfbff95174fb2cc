// Cursors: where the next page of a list begins, as the last row's values in the columns that order the list.
import { z } from "zod";
import { msg, t } from "~/language/text";
import { exactString, saying } from "./fields";

const CURSOR = msg("The cursor is invalid");
const CURSOR_MAX = 4000;

/** A time in ms, or a number that rows are ordered by. */
export const cursorNumber = z
  .number({ errorMap: saying(CURSOR) })
  .int()
  .safe();
/** Text that rows are ordered by. */
export const cursorText = exactString(CURSOR);

/** The schema of an optional cursor with these values, as `splitPage()` writes them. */
export function cursorField<Shape extends z.ZodRawShape>(shape: Shape) {
  const values = z.object(shape);
  return exactString(CURSOR)
    .max(CURSOR_MAX)
    .transform((text, context): z.output<typeof values> => {
      const parsed = values.safeParse(decode(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: t(CURSOR) });
      return z.NEVER;
    })
    .optional();
}

/** The query of a list ordered by time, then by a number such as a member's id. */
export const numberedPage = z.object({ cursor: cursorField({ at: cursorNumber, id: cursorNumber }) });
export type NumberedCursor = NonNullable<z.output<typeof numberedPage>["cursor"]>;

/** The query of a list ordered by time, then by a text id. */
export const timedPage = z.object({ cursor: cursorField({ at: cursorNumber, id: cursorText }) });
export type TimedCursor = NonNullable<z.output<typeof timedPage>["cursor"]>;

/** Splits rows, of which one more than `size` was read, into a page and the parameters of the next one. */
export function splitPage<Row>(
  rows: Row[],
  size: number,
  cursorOf: (last: Row) => Record<string, string | number | boolean | null>,
): { page: Row[]; next?: { cursor: string } } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  if (rows.length <= size || last === undefined) return { page };
  return { page, next: { cursor: encodeCursor(cursorOf(last)) } };
}

/** The text of a cursor with these values. */
export function encodeCursor(values: Record<string, string | number | boolean | null>): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** The URL of another page of one list among several on a screen; `name` is both its parameter and the id of its heading. */
export function listPath(path: string, params: URLSearchParams, name: string, cursor?: string): string {
  const changed = new URLSearchParams(params);
  if (cursor) changed.set(name, cursor);
  else changed.delete(name);
  return `${path}?${changed}#${name}`;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
