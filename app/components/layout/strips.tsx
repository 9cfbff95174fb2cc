// The strips above every page: that the community ends, and that the member's account is paused.
import { Link, useFetcher } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { EXPORT_PATH } from "~/models/account/export/export";
import { PAUSE_PATH } from "~/models/account/leaving/pause";
import { describeEnd, describeErasure, type Ending } from "~/models/community/ending";
import { Button } from "~/ui/button";
import { ViewerField } from "~/ui/viewer-field";

/** The strip on every page from a month before the community ends. Members have the way to their data in it. */
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

/** The strip on every page while the account is paused. The shared form would weigh on every page. */
export function PausedStrip() {
  const sender = useFetcher();
  // Only after this button: the one in the settings moves the focus to its sentence.
  useFocusAfterwards("main", sender.state !== "idle");
  return (
    <div className="card cluster mb-4 justify-between p-4">
      <p>{t("Your account is paused, so you're not in Discover.")}</p>
      <sender.Form method="post" action={PAUSE_PATH}>
        <ViewerField />
        <Button name="paused" value="false" isPending={sender.state !== "idle"}>
          {t("Resume")}
        </Button>
      </sender.Form>
    </div>
  );
}
