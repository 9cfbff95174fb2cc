// Forms that the browser fetches apart from their page, so that each page carries the library of its own form only.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const early: Promise<unknown>[] = [];
let isAlive = false;

/**
 * A form that the server renders with its page (`served`, which must come from a `.server` module: empty in the
 * browser) and the browser fetches. Inside a `<Suspense>` the served form works as without scripts until it is there;
 * without one the whole page does. Where a page has one form of several, `id` tells which was served.
 */
export function fetchedForm<Props>(
  served: ComponentType<Props> | undefined,
  fetchForm: () => Promise<ComponentType<Props>>,
  id?: string,
): ComponentType<Props> | LazyExoticComponent<ComponentType<Props>> {
  if (served) return served;
  let known: ComponentType<Props> | undefined;
  const fetched = async () => {
    known = await fetchForm();
    return { default: known };
  };
  if (!isAlive && (id === undefined || document.getElementById(id))) {
    early.push(fetched().catch(() => undefined));
  }
  return lazy(() => (known ? atOnce({ default: known }) : fetched().catch(() => doWithout())));
}

/**
 * Resolves when the forms that were served with this page are there, which is when the page may come to life: coming to
 * life in two steps, it would lose what is typed, clicked or told in between.
 */
export async function servedFormsFetched() {
  isAlive = true;
  await Promise.all(early);
}

/** What React takes without waiting a moment. */
function atOnce<Value>(value: Value) {
  // biome-ignore lint/suspicious/noThenProperty: a promise would be waited for
  return { then: (take: (value: Value) => void) => take(value) } as PromiseLike<Value> as Promise<Value>;
}

/** The form's scripts did not come: the one that is served will do, once the page it stands on is served. */
function doWithout(): Promise<never> {
  const { href } = window.location;
  const served = performance.getEntriesByType("navigation")[0]?.name;
  if (served !== undefined && served.split("#")[0] !== href.split("#")[0]) window.location.assign(href);
  return new Promise(() => undefined);
}
