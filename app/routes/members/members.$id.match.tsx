import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { localPath } from "~/auth/return-path";
import { COMMUNITY_NAME, titled } from "~/community";
import { NewMatch } from "~/components/match/new-match";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { makeOpeners } from "~/models/conversation/openers";
import { getTalkingPoints } from "~/models/conversation/openers.server";
import { markMatchSeen } from "~/models/match/match.server";
import { cardFace } from "~/models/match/member-card";
import { getMemberPage } from "~/models/match/member-card.server";
import { getAnthem } from "~/models/member/anthem.server";
import { getOwnFace } from "~/models/member/member.server";
import { shortName } from "~/models/public-member";
import { ButtonLink } from "~/ui/button";

const MAX_SHARED = 5;

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("You and {name} Like Each Other", { name: data.member.name })) : COMMUNITY_NAME },
];

/** The page, and with `?sheet` what the sheet over another page shows: null once the match has ended. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const { searchParams } = new URL(request.url);
  const found = await getMemberPage(viewer, id);
  if (!found?.mutual && searchParams.has("sheet")) return null;
  const { card } = orNotFound(found?.mutual ? found : undefined);
  await markMatchSeen(viewer.id, id);
  const [points, anthem] = await Promise.all([getTalkingPoints(viewer.id, id), getAnthem(viewer.id, id)]);
  const [first] = points.artists ?? [];
  const to = searchParams.get("to");
  return {
    member: { id: card.id, name: shortName(card), firstName: card.firstName, picture: cardFace(card) },
    ownPicture: await getOwnFace(viewer),
    score: card.compatibilityScore,
    shared: points.artists?.slice(0, MAX_SHARED) ?? [],
    wanted: points.wanted ?? null,
    openers: makeOpeners(points).map(({ text }) => text),
    music: anthem?.title
      ? { artist: anthem.artist ?? "", title: anthem.title, previewUrl: anthem.previewUrl, isAnthem: true }
      : first
        ? { artist: first, isAnthem: false }
        : null,
    nextPath: to === null ? "/discover" : localPath(to),
  };
}

export default function NewMatchPage() {
  const match = useLoaderData<typeof loader>();
  if (!match) return null;
  return (
    <section className="card mx-auto my-6 max-w-[512px] px-4 py-6">
      <NewMatch
        match={match}
        heading={
          <>
            <p className="eyebrow">{t("It's mutual! You two like each other.")}</p>
            <h1>{t("You and {name}", { name: match.member.name })}</h1>
          </>
        }
      >
        <ButtonLink to={match.nextPath} className="mt-3 w-full">
          {t("Keep Looking")}
        </ButtonLink>
      </NewMatch>
    </section>
  );
}
