// The code of dialogs, which a page fetches once it is there.
import type { Dialog } from "./dialog";

let loaded: typeof Dialog | undefined;

/** Fetches the code of dialogs. */
export async function loadDialog(): Promise<typeof Dialog> {
  loaded ??= (await import("./dialog")).Dialog;
  return loaded;
}

/** The component, if its code is there. */
export function loadedDialog(): typeof Dialog | undefined {
  return loaded;
}
