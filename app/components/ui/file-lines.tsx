// Lines of an imported file, and what could not be read in them.
import type { FileLine } from "db/column-types";

/** Lists the first lines of a kind, and how many of all `count` are not listed. `name` is what a line is called. */
export function FileLines({
  lines,
  count,
  name = "Line",
}: {
  lines: FileLine[];
  count: number;
  name?: string;
}) {
  const more = count - lines.length;
  return (
    <>
      <ul className="mt-1 text-note">
        {lines.map(({ line, message }) => (
          <li key={line}>
            <b>
              {name} {line}:
            </b>{" "}
            {message}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-note">And {more.toLocaleString("en-US")} more.</p> : null}
    </>
  );
}
