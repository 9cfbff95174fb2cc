// The lines of an imported file that cannot be read, and why.
import type { UnreadableLine } from "db/column-types";

/** Lists the first unreadable lines of a file, and how many of all `count` are not listed. */
export function UnreadableLines({ lines, count }: { lines: UnreadableLine[]; count: number }) {
  const more = count - lines.length;
  return (
    <>
      <ul className="mt-1 text-note">
        {lines.map(({ line, message }) => (
          <li key={line}>
            <b>Line {line}:</b> {message}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-note">And {more.toLocaleString("en-US")} more.</p> : null}
    </>
  );
}
