// This community's name and color, in pages, mails and the browser alike.

const head =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLMetaElement>("meta[name=application-name]");
const { COMMUNITY_NAME: given, COMMUNITY_COLOR: color } =
  head === undefined ? process.env : ({} as NodeJS.ProcessEnv);

/** The operator's name for it; scripts read it from the head of the page. */
export const COMMUNITY_NAME: string = (head ? head.content : given) || "B-Side";

/** Whether it has a name of its own, so that B-Side is only the software. */
export const HAS_OWN_NAME = COMMUNITY_NAME !== "B-Side";

/** Its color, such as #2b6cb0; undefined for the red of B-Side. */
export const COMMUNITY_COLOR: string | undefined =
  (head ? head.dataset.color : color?.toLowerCase()) || undefined;

/** The letter that represents a name. */
export function firstLetter(name: string): string {
  return ([...name][0] ?? "").toUpperCase();
}

/** The title of a page, most specific part first: "Discover · B-Side". */
export function titled(page: string): string {
  return `${page} · ${COMMUNITY_NAME}`;
}

/** The path of one of the community's own files, whose name changes with its content. */
export function communityFile(version: string, extension: "css" | "png"): string {
  return `/assets/community-${version}.${extension}`;
}
