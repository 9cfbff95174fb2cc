// The code of dialogs, which a page fetches once it is loaded.
import { useFetchedComponent } from "~/browser/use-dialog-hash";
import type { Dialog } from "./dialog";

let loaded: typeof Dialog | undefined;

/** Fetches the code of dialogs. */
export async function loadDialog(): Promise<typeof Dialog> {
  loaded ??= (await import("./dialog")).Dialog;
  return loaded;
}

/** The component, if its code is loaded. */
export function loadedDialog(): typeof Dialog | undefined {
  return loaded;
}

/** The component, at once if its code is loaded. If it can't be fetched, the page at `fallback` opens instead. */
export function useDialog(fallback: string) {
  return useFetchedComponent(loadDialog, fallback, loadedDialog());
}
