// Finding a record in the catalog from inside a form, and filling the form in.
import { useActionData } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { isComposing } from "~/browser/composing";
import { EnterButton } from "~/forms/enter-button";
import { t } from "~/language/text";
import { describeRelease, type FoundReleases, type ReleaseDto, UNREACHABLE } from "~/models/catalog/release";
import { formatNames } from "~/models/record/format-names";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";

/**
 * A button that searches the catalog for the input, and up to six releases to choose from. `title` is the field for a release's
 * title; `onCover` gets the URL of a chosen release's cover, and makes it a search for records with a field of its own. Enter
 * sends the form if it `isReady`. Without scripts the buttons post the form (find-release.server.ts).
 */
export function FindRelease({
  title,
  isReady = true,
  onCover,
}: {
  title: "album" | "title";
  isReady?: boolean;
  onCover?: (url: string) => void;
}) {
  const answer = useActionData<{ found?: FoundReleases; typed?: Record<string, string> }>();
  const [found, setFound] = useState<FoundReleases>();
  const [isPending, setPending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { releases = [], message } = found ?? answer?.found ?? {};

  async function press(event: MouseEvent | KeyboardEvent, chosen?: ReleaseDto) {
    event.preventDefault();
    const form = box.current?.closest("form");
    if (isPending || !form) return;
    setPending(!chosen);
    // Loaded once it is needed, like a form's schema.
    const next = import("./search-release").then(({ search, fillIn }) =>
      chosen ? fillIn(form, title, chosen, onCover) : search(form, title),
    );
    setFound(await next.catch(() => ({ message: t(UNREACHABLE) })));
    setPending(false);
    if (chosen) box.current?.focus();
  }

  return (
    <div ref={box} tabIndex={-1} className="stack">
      <EnterButton disabled={!isReady}>{t("Save")}</EnterButton>
      {onCover ? (
        <Field
          name="search"
          label={t("Artist, album or barcode")}
          hint={t("Find it and we'll fill in the rest.")}
          autoComplete="off"
          maxLength={200}
          defaultValue={answer?.typed?.search}
          onKeyDown={(event) => event.key === "Enter" && !isComposing(event) && press(event)}
        />
      ) : null}
      <div>
        <Button name="find" value="releases" icon="search" isPending={isPending} onClick={press}>
          {isPending ? t("Searching...") : onCover ? t("Find This Record") : t("Look It Up")}
        </Button>
      </div>
      <p role="status" className={message ? "text-sm" : "sr-only"}>
        {message ?? (releases.length ? t("{count} found. Choose one.", { count: releases.length }) : "")}
      </p>
      {releases.length ? <ReleaseList releases={releases} onChoose={press} /> : null}
    </div>
  );
}

function ReleaseList({
  releases,
  onChoose,
}: {
  releases: ReleaseDto[];
  onChoose: (event: MouseEvent, release: ReleaseDto) => void;
}) {
  return (
    <ul className="divided" aria-label={t("Releases found")}>
      {releases.map((release) => (
        <li key={release.id} className="flex items-center py-2">
          <img
            className="h-16 w-16 flex-none bg-inset"
            src={release.coverUrl}
            alt=""
            width="64"
            height="64"
            loading="lazy"
            decoding="async"
          />
          <p id={release.id} className="min-w-0 flex-1 px-3 text-sm" dir="auto">
            <b>{release.title}</b>
            <span className="block">{release.artist}</span>
            <span className="block text-soft">
              {describeRelease(release, release.format && t(formatNames[release.format]))}
            </span>
          </p>
          <Button
            name="choose"
            value={release.id}
            aria-describedby={release.id}
            onClick={(event) => onChoose(event, release)}
          >
            {t("Choose")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
