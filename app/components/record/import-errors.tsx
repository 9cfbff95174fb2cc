// The reasons why a file was not imported.
import type { FileLine } from "db/column-types";
import { useEffect, useRef } from "react";
import { countLines } from "~/models/record/record";
import { FileLines } from "~/ui/file-letters";
import { NoticeStrip } from "~/ui/notice";

/** The first lines of a file that cannot be read, and how many there are. */
export type UnreadableFile = { unreadable: FileLine[]; unreadableCount: number };

/** Lists the lines of a file without readable ones; takes the focus when it appears. */
export function ImportErrors({ title, unreadable, unreadableCount }: UnreadableFile & { title: string }) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response takes the focus
  useEffect(() => summary.current?.focus(), [unreadable]);
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="card notice">
      <NoticeStrip kind="error" />
      <div className="min-w-0 p-4">
        <p className="font-display text-lead font-extrabold">{title}</p>
        <p>
          {`${countLines(unreadableCount)} couldn't be read. Fix ${unreadableCount === 1 ? "it" : "them"} and choose the file again.`}
        </p>
        <FileLines lines={unreadable} count={unreadableCount} />
      </div>
    </div>
  );
}
