// The bar at the top of the page while the next page loads.

import { useSlowNavigation } from "~/browser/navigation";
import { t } from "~/language/text";

/** Appears once a navigation takes longer than 150 ms, without moving the page. */
export function NavigationProgress() {
  return (
    <div aria-live="polite">
      {useSlowNavigation() ? (
        <div
          role="progressbar"
          aria-label={t("Loading page")}
          className="fixed left-0 top-0 z-progress h-[3px] w-full origin-left animate-[navigation-progress_10s_cubic-bezier(0.05,0.8,0.2,1)_both] bg-red motion-reduce:animate-none"
        />
      ) : null}
    </div>
  );
}
