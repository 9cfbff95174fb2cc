import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { titled } from "~/community";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { TownField } from "~/components/place/town-field";
import { toDate } from "~/days";
import { BasicDisclosure, BasicField, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { dayAt } from "~/matching/cell";
import { SUGGESTED_TOWNS } from "~/models/member/place/place";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { SHOW_NOTE_MAX, showErrors, showMessages, VENUE_MAX, YEARS_AHEAD } from "~/models/show/show";
import { addShow } from "~/models/show/show.server";
import { SHOWS_PATH, showPath } from "~/models/show/show-path";
import { showInput } from "~/models/show/show-schema";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Add Show · Shows")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { cell, placeName } = await requireMember(request);
  const artist = new URL(request.url).searchParams.get("artist") ?? "";
  const today = dayAt(cell);
  return {
    id: randomUUID(),
    artist: artist.slice(0, MAX_ARTIST_NAME),
    town: placeName ?? "",
    towns: [...new Set([...(placeName ? [placeName] : []), ...SUGGESTED_TOWNS])],
    dates: { first: toDate(today), last: toDate(today + YEARS_AHEAD * 365) },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: showInput, errorTitle: showErrors.add }, async (member, input) => {
    const { id, isNew } = await addShow(member, input);
    return { flash: isNew ? undefined : showMessages.known, to: showPath(id) };
  });
}

export const clientAction = createClientAction({ errorTitle: showErrors.add });

export default function AddShow() {
  const form = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog title={t("Add Show")} closeTo={`${SHOWS_PATH}${search}`}>
      <ShowForm {...form} />
    </RouteDialog>
  );
}

/** Posts to its own page. `artist` and `town` are prefilled; `dates` are the first and the last day that a show can be on. */
function ShowForm({
  id,
  artist,
  town,
  towns,
  dates,
}: {
  id: string;
  artist: string;
  town: string;
  towns: string[];
  dates: { first: string; last: string };
}) {
  const artistField = { list: ARTIST_SUGGESTIONS, autoComplete: "off", maxLength: MAX_ARTIST_NAME } as const;
  return (
    <BasicForm id="add-show" schema={fetchSchema} defaults={{ artist, town }}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <BasicField name="artist" label={t("Artist")} required {...artistField} />
      <BasicField name="artist2" label={t("With")} isOptional {...artistField} />
      <BasicDisclosure summary={t("More artists")} names={["artist3", "artist4"]}>
        <BasicField name="artist3" label={t("Third artist")} {...artistField} />
        <BasicField name="artist4" label={t("Fourth artist")} {...artistField} />
      </BasicDisclosure>
      <ArtistSuggestions />
      <BasicField
        name="date"
        label={t("Date")}
        type="date"
        required
        min={dates.first}
        max={dates.last}
        placeholder="2026-12-04"
      />
      <BasicField name="doors" label={t("Doors")} type="time" isOptional placeholder="19:30" />
      <BasicField name="venue" label={t("Venue")} required autoComplete="off" maxLength={VENUE_MAX} />
      <TownField name="town" label={t("Town")} required saved={town} towns={towns} />
      <BasicField
        name="link"
        label={t("Link")}
        type="url"
        isOptional
        inputMode="url"
        placeholder="https://"
      />
      <BasicTextArea
        name="note"
        label={t("Note")}
        isOptional
        rows={2}
        maxLength={SHOW_NOTE_MAX}
        hint={t("Everyone sees the show. Nobody sees who added it.")}
      />
      <BasicSubmit pending={t("Adding...")}>{t("Add Show")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/show/show-schema")).showInput;
}
