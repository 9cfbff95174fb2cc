// Finding a record in the catalog from inside a form, which choosing fills in.
import { useActionData } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Field } from "~/components/ui/field";
import { useBrokenImage } from "~/components/ui/use-broken-image";
import {
  catalogErrors,
  describeRelease,
  type FoundReleases,
  type ReleaseDto,
} from "~/models/catalog/release";
import { sleeveUrl } from "~/models/music/sleeve-url";
import { formatNames } from "~/models/record/record";

/**
 * A button that asks the catalog for what is typed, and up to six releases to choose from. `title` is the field that takes a
 * release's title; `onCover` gets the URL of a chosen release's cover, and makes it a search for records. Without scripts the
 * buttons post the form (find-release.server.ts).
 */
export function FindRelease({
  title,
  onCover,
}: {
  title: "album" | "title";
  onCover?: (url: string) => void;
}) {
  const answer = useActionData<{ found?: FoundReleases; typed?: Record<string, string> }>();
  const [found, setFound] = useState<FoundReleases>();
  const [isPending, setPending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { releases = [], message } = found ?? answer?.found ?? {};

  const field = (name: string) => box.current?.closest("form")?.elements.namedItem(name);
  const read = (name: string) => (field(name) as HTMLInputElement | null)?.value ?? "";

  async function search(event: MouseEvent | KeyboardEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const query = { artist: read("artist"), title: read(title), barcode: read("barcode") };
    setFound(await fetchReleases(query).catch(() => ({ message: catalogErrors.unreachable })));
    setPending(false);
  }

  async function choose(event: MouseEvent, release: ReleaseDto) {
    event.preventDefault();
    const { artist, year, format } = release;
    const values = { artist, [title]: release.title, ...(onCover ? { year, format } : {}) };
    for (const [name, value] of Object.entries(values)) {
      const input = field(name) as HTMLInputElement | null;
      if (!input || value === null) continue;
      input.value = String(value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setFound({ message: catalogErrors.filledIn });
    box.current?.focus();
    if (onCover && release.coverUrl)
      await takeCover(release.id).then(
        (url) => url && onCover(url),
        () => undefined,
      );
  }

  return (
    <div ref={box} tabIndex={-1} className="stack">
      {/* Enter presses the first button of a form. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      {onCover ? (
        <Field
          name="barcode"
          label="Barcode"
          hint="Optional. It finds the exact release."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={answer?.typed?.barcode}
          onKeyDown={(event) => (event.key === "Enter" ? search(event) : undefined)}
        />
      ) : null}
      <div>
        <Button name="find" value="releases" icon="search" isPending={isPending} onClick={search}>
          {isPending ? "Searching MusicBrainz..." : onCover ? "Find This Record" : "Look It Up"}
        </Button>
      </div>
      <p role="status" className={message ? "text-note" : "sr-only"}>
        {message ?? (releases.length ? `${releases.length} found. Choose one.` : "")}
      </p>
      {releases.length ? (
        <ul className="divided" aria-label="Releases found">
          {releases.map((release) => (
            <li key={release.id} className="flex items-center py-2">
              <Thumbnail release={release} />
              <p className="min-w-0 flex-1 px-3 text-note" dir="auto">
                <b>{release.title}</b>
                <span className="block">{release.artist}</span>
                <span className="block text-soft">
                  {describeRelease(release, release.format && formatNames[release.format])}
                </span>
              </p>
              <Button
                name="choose"
                value={release.id}
                aria-label={`Choose ${release.title}, ${describeRelease(release, release.format && formatNames[release.format])}`}
                onClick={(event) => choose(event, release)}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The cover of a release, or its sleeve. */
function Thumbnail({ release }: { release: ReleaseDto }) {
  const { isBroken, image } = useBrokenImage(release.coverUrl);
  const url = (isBroken ? null : release.coverUrl) ?? sleeveUrl(release);
  return (
    <span className="release-cover bg-inset">
      <img key={url} {...image} src={url} alt="" width="64" height="64" loading="lazy" decoding="async" />
    </span>
  );
}

async function fetchReleases(query: Record<string, string>): Promise<FoundReleases> {
  const response = await fetch(`/api/catalog/releases?${new URLSearchParams(query)}`);
  if (!response.ok) return { message: await response.text() };
  const { releases } = await response.json();
  return releases.length ? { releases } : { message: catalogErrors.nothingFound };
}

async function takeCover(id: string): Promise<string | undefined> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/catalog/releases/${id}/cover`, { method: "POST", headers, body: "{}" });
  return response.ok ? (await response.json()).imageUrl : undefined;
}
