import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { type Goer, ShowPoster } from "~/components/show/show-poster";
import { orNotFound, requireMember } from "~/http/page.server";
import { markSeen } from "~/live/notification-rows.server";
import { canSendNote } from "~/models/match/like-with-note.server";
import { cardFace } from "~/models/match/member-card";
import { readDistanceUnit } from "~/models/member/distance.server";
import type { MemberCardDto } from "~/models/member/member";
import { posterWidth } from "~/models/music/sleeve-letters";
import { shortName } from "~/models/public-member";
import { describeDate, nameShow } from "~/models/show/show";
import { getShow } from "~/models/show/show-list.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(`${nameShow(data.show.artists)} · ${describeDate(data.show.date)} · Shows`)
      : COMMUNITY_NAME,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const { people, ...show } = orNotFound(await getShow(viewer, params.id ?? ""));
  await markSeen(viewer.id, ["show"], show.id);
  const goersOf = (cards: MemberCardDto[]) => Promise.all(cards.map((card) => toGoer(viewer.id, card)));
  return {
    show,
    widths: show.artists.map(posterWidth),
    unit: readDistanceUnit(request, viewer),
    people: { together: await goersOf(people.together), going: await goersOf(people.going) },
  };
}

async function toGoer(viewerId: number, card: MemberCardDto): Promise<Goer> {
  return {
    ...{ id: card.id, name: shortName(card), age: card.age, picture: cardFace(card) },
    score: card.compatibilityScore,
    shared: card.shared.artists[0] ?? null,
    canSendNote: await canSendNote(viewerId, Number(card.id)),
  };
}

export default function Show() {
  return <ShowPoster {...useLoaderData<typeof loader>()} />;
}
