// What this community calls itself and its color, in pages, mails and the browser alike.

const head =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLMetaElement>("meta[name=application-name]");
const { COMMUNITY_NAME: given, COMMUNITY_COLOR: color } =
  head === undefined ? process.env : ({} as NodeJS.ProcessEnv);

/** What the operator calls it, which the head of every page tells scripts. */
export const COMMUNITY_NAME: string = (head ? head.content : given) || "B-Side";

/** Whether it has a name of its own, and B-Side is only what it runs on. */
export const HAS_OWN_NAME = COMMUNITY_NAME !== "B-Side";

/** Its color, such as #2b6cb0; undefined for the red of B-Side. */
export const COMMUNITY_COLOR: string | undefined =
  (head ? head.dataset.color : color?.toLowerCase()) || undefined;

/** The letter that stands for a name. */
export function firstLetter(name: string): string {
  return ([...name][0] ?? "").toUpperCase();
}

/** The title of a page, with what it is about first: "Discover · B-Side". */
export function titled(page: string): string {
  return `${page} · ${COMMUNITY_NAME}`;
}

/** The path of a file of the community's own, whose name changes with what is in it. */
export function communityFile(version: string, extension: "css" | "png"): string {
  return `/assets/community-${version}.${extension}`;
}
