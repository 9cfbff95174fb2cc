import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { localPath } from "~/auth/return-path";
import { NewMatch } from "~/components/match/new-match";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { makeOpeners } from "~/models/conversation/openers";
import { getSharedTaste } from "~/models/conversation/openers.server";
import { markMatchSeen } from "~/models/match/match.server";
import { toPublicMember } from "~/models/member/member.server";
import { getMemberPage } from "~/models/member/member-card.server";
import { faceOf, shortName } from "~/models/public-member";

const MAX_SHARED = 5;

export { afterOwnSubmit as shouldRevalidate } from "~/root";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `You and ${data.member.name} Like Each Other · B-Side` : "B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const found = await getMemberPage(viewer, id);
  const { card } = orNotFound(found?.mutual ? found : undefined);
  await markMatchSeen(viewer.id, id);
  const taste = await getSharedTaste(viewer.id, id);
  const to = new URL(request.url).searchParams.get("to");
  return {
    member: { id: card.id, name: shortName(card), firstName: card.firstName, picture: faceOf(card) },
    ownPicture: faceOf(toPublicMember(viewer)),
    score: card.compatibilityScore,
    shared: taste.artists.slice(0, MAX_SHARED),
    openers: makeOpeners(taste),
    nextPath: to === null ? "/discover" : localPath(to),
  };
}

export default function NewMatchPage() {
  return <NewMatch {...useLoaderData<typeof loader>()} />;
}
