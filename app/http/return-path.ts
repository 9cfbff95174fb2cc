// Paths to come back to: on this origin, or nowhere.

/** `typed` when it is a path on this origin, else "/". Control characters, backslashes and "//" are refused whole. */
export function localPath(typed: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/evil.example" would leave
  if (!typed?.startsWith("/") || /[\u0000-\u0020\u007f\\]|\/\//.test(typed)) return "/";
  const url = new URL(typed, "http://here.invalid");
  return url.origin === "http://here.invalid" ? url.pathname + url.search : "/";
}
