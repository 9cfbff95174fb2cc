// What a link to a dialog tells the screen below it.

/** For a link to a dialog over the same screen: its frame shows this title until the dialog has loaded. */
export function opensDialog(title: string) {
  return { preventScrollReset: true, ...opensDialogElsewhere(title) };
}

/** The same for a link to a dialog over another screen, which begins at its top. */
export function opensDialogElsewhere(title: string) {
  return { state: { dialog: title } };
}

/** The title of the dialog that a navigation leads to; undefined if it leads elsewhere. */
export function dialogTitle(state: unknown): string | undefined {
  if (typeof state !== "object" || !state || !("dialog" in state)) return undefined;
  return typeof state.dialog === "string" ? state.dialog : undefined;
}
