import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { titled } from "~/community";
import { ShowForm } from "~/components/show/show-form";
import { toDate } from "~/days";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { dayAt } from "~/matching/cell";
import { SUGGESTED_TOWNS } from "~/models/member/place/place";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { showErrors, showMessages, YEARS_AHEAD } from "~/models/show/show";
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
