// The addresses of shows, for screens that only link to them.

export const SHOWS_PATH = "/shows";
export const NEW_SHOW_PATH = `${SHOWS_PATH}/new`;

/** The address of a show's page. */
export function showPath(id: string): string {
  return `${SHOWS_PATH}/${encodeURIComponent(id)}`;
}

/** The form that adds a show of an artist. */
export function newShowPath(artist?: string): string {
  return artist ? `${NEW_SHOW_PATH}?${new URLSearchParams({ artist })}` : NEW_SHOW_PATH;
}
