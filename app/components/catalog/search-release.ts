// The buttons of find-release.tsx with scripts.
import { t } from "~/language/text";
import { catalogMessages } from "~/models/catalog/catalog-messages";
import type { FoundReleases, ReleaseDto } from "~/models/catalog/release";

type Title = "album" | "title";

/** Searches for the input of a form. */
export async function search(form: HTMLFormElement, title: Title): Promise<FoundReleases> {
  const words = read(form, "search");
  const query: Record<string, string> = words
    ? { search: words }
    : { artist: read(form, "artist"), title: read(form, title) };
  const response = await fetch(`/api/catalog/releases?${new URLSearchParams(query)}`);
  if (!response.ok) return { message: await response.text() };
  const { releases } = await response.json();
  return releases.length ? { releases } : { message: t(catalogMessages.nothingFound) };
}

/** Fills in a release; its cover, if `onCover` takes one, arrives a little later. */
export function fillIn(
  form: HTMLFormElement,
  title: Title,
  release: ReleaseDto,
  onCover?: (url: string) => void,
): FoundReleases {
  const { id, artist, year, format } = release;
  const values = { artist, [title]: release.title, ...(onCover ? { year, format } : {}) };
  for (const [name, value] of Object.entries(values)) {
    const input = inputOf(form, name);
    if (!input || value === null) continue;
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // A missing cover doesn't keep the rest from being filled in.
  if (onCover)
    takeCover(id).then(
      (url) => url && onCover(url),
      () => undefined,
    );
  return { message: t(catalogMessages.filledIn) };
}

function inputOf(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}

function read(form: HTMLFormElement, name: string): string {
  return inputOf(form, name)?.value ?? "";
}

async function takeCover(id: string): Promise<string | undefined> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/catalog/releases/${id}/cover`, { method: "POST", headers, body: "{}" });
  return response.ok ? (await response.json()).imageUrl : undefined;
}
