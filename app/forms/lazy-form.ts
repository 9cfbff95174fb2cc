// Forms in chunks of their own: the profile's tabs use different form libraries, and together they weigh 139,600 bytes.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const initialForms: Promise<unknown>[] = [];
let hasStarted = false;

/**
 * A form that the server renders with its page (`served`, from a `.server` module, which is empty in the browser) and
 * the browser fetches. Inside a `<Suspense>` the served form works as without scripts until then; without one the whole
 * page does. `id` is the form's, which tells whether it was served.
 */
export function lazyForm<Props>(
  served: ComponentType<Props> | undefined,
  fetchForm: () => Promise<ComponentType<Props>>,
  id: string,
): ComponentType<Props> | LazyExoticComponent<ComponentType<Props>> {
  if (served) return served;
  let known: ComponentType<Props> | undefined;
  const fetched = async () => {
    known = await fetchForm();
    return { default: known };
  };
  if (!hasStarted && document.getElementById(id)) {
    initialForms.push(fetched().catch(() => undefined));
  }
  return lazy(() =>
    known ? resolveSynchronously({ default: known }) : fetched().catch(() => keepServedForm()),
  );
}

/**
 * Resolves once the forms served with this page are loaded, so that the page hydrates in one step: in two steps, input,
 * clicks and events in between would be lost.
 */
export async function initialFormsLoaded() {
  hasStarted = true;
  await Promise.all(initialForms);
}

/** A thenable that React unwraps synchronously. */
function resolveSynchronously<Value>(value: Value) {
  // biome-ignore lint/suspicious/noThenProperty: a promise would suspend
  return { then: (take: (value: Value) => void) => take(value) } as PromiseLike<Value> as Promise<Value>;
}

/** Falls back to the served form when its chunk fails to load, reloading a page that was not served. */
function keepServedForm(): Promise<never> {
  const { href } = window.location;
  const served = performance.getEntriesByType("navigation")[0]?.name;
  if (served !== undefined && served.split("#")[0] !== href.split("#")[0]) window.location.assign(href);
  return new Promise(() => undefined);
}
