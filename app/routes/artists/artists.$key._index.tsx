import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { ArtistPage } from "~/components/artist/artist-page";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { offerAlert } from "~/models/alert/alert.server";
import { artistNameAt, artistPath, readArtist } from "~/models/artist/artist";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { toMemberCardData } from "~/models/match/member-card";
import { readDistanceUnit } from "~/models/member/distance.server";
import { posterWidth } from "~/models/music/sleeve-letters";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("{name} · Artists", { name: data.artist.name })) : COMMUNITY_NAME },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const { pathname, searchParams: query } = new URL(request.url);
  const named = artistNameAt(pathname);
  const { key, spelling } = orNotFound(readArtist(named, query.get("as")));
  if (named !== key) throw redirect(orNotFound(artistPath(spelling ?? key)));
  const cursor = query.get("cursor") || undefined;
  const { page, next } = await getArtistPage(viewer.id, key, { spelling, cursor });
  const { members, ...artist } = page;
  const path = orNotFound(artistPath(artist.name));
  const unit = readDistanceUnit(request, viewer);
  return {
    artist,
    unit,
    path,
    posterWidth: posterWidth(artist.name),
    fans: members.map((card) => {
      const { id, name, age, distance, picture, score } = toMemberCardData(card, 0, unit);
      const alsoShared = card.shared.artists.filter((other) => readArtist(other)?.key !== key);
      return { id, name, age, distance, picture, score, alsoShared: alsoShared.slice(0, ALSO_SHARED) };
    }),
    alert: next === null ? await offerAlert(viewer.id, { artist: artist.name }) : null,
    firstPage: cursor ? path : undefined,
    nextPage: next === null ? undefined : `${path}${path.includes("?") ? "&" : "?"}cursor=${next}`,
  };
}

const ALSO_SHARED = 2;

export default function Artist() {
  return <ArtistPage {...useLoaderData<typeof loader>()} />;
}
