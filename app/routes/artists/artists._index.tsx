import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { FindArtist } from "~/components/artist/find-artist";
import { DidYouMean, LovedWall } from "~/components/artist/loved-wall";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { ARTISTS_PATH, artistPath } from "~/models/artist/artist";
import { lovedPage } from "~/models/artist/artist-schema";
import { listLoved } from "~/models/artist/loved-artists.server";
import { lookUpArtist } from "~/models/music/artist.server";
import { getPreferences } from "~/models/music/preferences.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Artists")) }];

/** Shows the wall, or redirects to the page of the typed artist, if it is clear who is meant. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const query = new URL(request.url).searchParams;
  const text = query.get("artist");
  const asked = text === null ? undefined : await lookUpArtist(viewer.id, text);
  const path = asked && artistPath(asked.name);
  if (path && !asked.near.length) throw redirect(path);
  const { cursor } = parseInput(lovedPage, { cursor: query.get("cursor") || undefined });
  const { artists, next } = await listLoved(viewer.id, cursor?.from);
  const own = artists.length ? [] : ((await getPreferences(viewer.id))?.topArtists ?? []);
  return {
    text: text ?? "",
    error: text === null || asked ? undefined : t("Type an artist's name."),
    asked,
    wall: {
      artists,
      own,
      firstPage: cursor ? ARTISTS_PATH : undefined,
      nextPage: next && `${ARTISTS_PATH}?${new URLSearchParams(next)}`,
    },
  };
}

export default function Artists() {
  const { text, error, asked, wall } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Artists")} />
      <FindArtist text={text} error={error} isOnWall className="mb-8 max-w-form" />
      {asked ? <DidYouMean {...asked} /> : null}
      <LovedWall {...wall} />
    </>
  );
}
