import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Goer, ShowPoster } from "~/components/show/show-poster";
import { orNotFound, requireMember } from "~/http/page.server";
import { markSeen } from "~/live/notification-rows.server";
import { findNotable } from "~/models/match/like-with-note.server";
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
      ? `${nameShow(data.show.artists)} · ${describeDate(data.show.date)} · Shows · B-Side`
      : "B-Side",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const { people, ...show } = orNotFound(await getShow(viewer, params.id ?? ""));
  await markSeen(viewer.id, ["show"], show.id);
  const ids = [...people.together, ...people.going].map(({ id }) => Number(id));
  const notable = await findNotable(viewer.id, ids);
  const goersOf = (cards: MemberCardDto[]) => cards.map((card) => toGoer(card, notable.has(Number(card.id))));
  return {
    show,
    widths: show.artists.map(posterWidth),
    unit: readDistanceUnit(request, viewer),
    people: { together: goersOf(people.together), going: goersOf(people.going) },
  };
}

function toGoer(card: MemberCardDto, canSendNote: boolean): Goer {
  return {
    ...{ id: card.id, name: shortName(card), age: card.age, picture: cardFace(card) },
    score: card.compatibilityScore,
    shared: card.shared.artists[0] ?? null,
    canSendNote,
  };
}

export default function Show() {
  return <ShowPoster {...useLoaderData<typeof loader>()} />;
}
