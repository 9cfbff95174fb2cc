// The strip on every page from a month before the community ends.
import { Link } from "@remix-run/react";
import { EXPORT_PATH } from "~/models/account/export/export";
import { describeEnd, describeErasure, type Ending } from "~/models/community/ending";

/** Members have the way to their data in it. */
export function EndingStrip({ ending, isMember }: { ending: Ending; isMember: boolean }) {
  return (
    <aside aria-label="The end" className="border-b bg-inset print:hidden">
      <div className="page flex items-start justify-between text-sm">
        <details className="min-w-0">
          <summary className="py-3 font-semibold">{describeEnd(ending)}</summary>
          <p className="max-w-prose pb-3">{describeErasure(ending)}</p>
        </details>
        {isMember ? (
          <Link to={EXPORT_PATH} className="link ml-4 inline-block py-3">
            Download<span className="max-sm:sr-only"> Your Data</span>
          </Link>
        ) : null}
      </div>
    </aside>
  );
}
