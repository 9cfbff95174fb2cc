// Why a file was not taken.
import { useEffect, useRef } from "react";
import { Icon } from "./icons";

type LineError = { line: number; says: string };

export type ImportTrouble = {
  /** What is wrong with all of it. */
  refused?: string | null;
  errors?: LineError[];
  errorCount?: number;
};

const NONE: LineError[] = [];

/** One sentence, or what is wrong in which line; takes the focus when it appears. */
export function ImportErrors({ refused, errors = NONE, errorCount = 0 }: ImportTrouble) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer asks for the focus
  useEffect(() => summary.current?.focus(), [refused, errors]);
  const lines = `${errorCount.toLocaleString("en-US")} ${errorCount === 1 ? "line" : "lines"}`;
  const more = errorCount - errors.length;
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="notice notice-error">
      <span className="notice-strip">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 p-4">
        <p className="font-display text-lead font-extrabold">Nothing was added</p>
        <p>{refused ?? `${lines} of the file cannot be read. Mend them and choose the file again.`}</p>
        <ul className="mt-1 text-note">
          {errors.map(({ line, says }) => (
            <li key={line}>
              <b>Line {line}:</b> {says}
            </li>
          ))}
        </ul>
        {more > 0 ? <p className="text-note">And {more.toLocaleString("en-US")} more.</p> : null}
      </div>
    </div>
  );
}
