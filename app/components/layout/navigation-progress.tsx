// The bar at the top of the page while the next page loads.
import { useSlowNavigation } from "~/browser/navigation";

/** Appears once a navigation takes longer than 150 ms, without moving the page. */
export function NavigationProgress() {
  return (
    <div aria-live="polite">
      {useSlowNavigation() ? (
        <div role="progressbar" aria-label="Loading page" className="navigation-progress" />
      ) : null}
    </div>
  );
}
