// Forms that the browser fetches apart from their page, so that each page carries the library of its own form only.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A form that the server renders with its page (`served`, which must come from a `.server` module: empty in the
 * browser) and the browser fetches. Inside a `<Suspense>` the served form works as without scripts until it is there;
 * without one the whole page does.
 */
export function fetchedForm<Props>(
  served: ComponentType<Props> | undefined,
  fetchForm: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | LazyExoticComponent<ComponentType<Props>> {
  return served ?? lazy(async () => ({ default: await fetchForm().catch(() => doWithout()) }));
}

/** The form's scripts did not come: the one that is served will do, once the page it stands on is served. */
function doWithout(): Promise<never> {
  const { href } = window.location;
  const served = performance.getEntriesByType("navigation")[0]?.name;
  if (served !== undefined && served.split("#")[0] !== href.split("#")[0]) window.location.assign(href);
  return new Promise(() => undefined);
}
