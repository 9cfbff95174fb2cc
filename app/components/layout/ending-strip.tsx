// The strip on every page from a month before the community ends.

import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { EXPORT_PATH } from "~/models/account/export/export";
import { describeEnd, describeErasure, type Ending } from "~/models/community/ending";

/** Members have the way to their data in it. */
export function EndingStrip({ ending, isMember }: { ending: Ending; isMember: boolean }) {
  return (
    <aside aria-label={t("The end")} className="border-b bg-inset print:hidden">
      <div className="page flex items-start justify-between text-sm">
        <details className="min-w-0">
          <summary className="py-3 font-semibold">{describeEnd(ending)}</summary>
          <p className="max-w-prose pb-3">{describeErasure(ending)}</p>
        </details>
        {isMember ? (
          <Link to={EXPORT_PATH} className="link ml-4 inline-block py-3">
            <Trans
              text="Download<span> Your Data</span>"
              tags={{ span: <span className="max-sm:sr-only" /> }}
            />
          </Link>
        ) : null}
      </div>
    </aside>
  );
}
