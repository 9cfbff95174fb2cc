// What a link to a dialog tells the screen below it.

/** For a link to a screen that opens as a dialog: its frame shows this title until the screen has loaded. */
export function opensDialog(title: string) {
  return { preventScrollReset: true, state: { dialog: title } };
}

/** The title of the dialog that a navigation leads to; undefined if it leads elsewhere. */
export function dialogTitle(state: unknown): string | undefined {
  if (typeof state !== "object" || !state || !("dialog" in state)) return undefined;
  return typeof state.dialog === "string" ? state.dialog : undefined;
}
