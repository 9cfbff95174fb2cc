// Forms that the browser fetches apart from their page, so that each page carries the library of its own form only.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A form that the server renders with its page (`served`, which must come from a `.server` module: empty in the
 * browser) and the browser fetches. It stands inside a `<Suspense>`: until it is there, the served form works as
 * without scripts. `address` is the page it stands on.
 */
export function fetchedForm<Props>(
  served: ComponentType<Props> | undefined,
  address: string,
  fetchForm: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | LazyExoticComponent<ComponentType<Props>> {
  return served ?? lazy(async () => ({ default: await fetchForm().catch(() => doWithout(address)) }));
}

/** The form's scripts did not come: the one that is served will do, on this page or on the one we were going to. */
function doWithout(address: string): Promise<never> {
  if (!window.location.href.endsWith(address)) window.location.assign(address);
  return new Promise(() => undefined);
}
