import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { type Goer, ShowPoster } from "~/components/show/show-poster";
import { describeDate } from "~/days";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { offerAlert } from "~/models/alert/alert.server";
import { findPlannable } from "~/models/conversation/plan/plan.server";
import { newPlanPath, planPath } from "~/models/conversation/plan/plan-path";
import { findNotable } from "~/models/match/like-with-note.server";
import { cardFace } from "~/models/match/member-card";
import { readDistanceUnit } from "~/models/member/distance.server";
import type { MemberCardDto } from "~/models/member/member";
import { posterWidth } from "~/models/music/sleeve-letters";
import { markSeen } from "~/models/notification/notification-reading.server";
import { shortName } from "~/models/public-member";
import { nameShow } from "~/models/show/show";
import { getShow } from "~/models/show/show-list.server";
import { suggestTrip } from "~/models/trip/trip.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(
          t("{show} · Shows", { show: `${nameShow(data.show.artists)} · ${describeDate(data.show.date)}` }),
        )
      : COMMUNITY_NAME,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const { people, ...show } = orNotFound(await getShow(viewer, params.id ?? ""));
  await markSeen(viewer.id, ["show"], show.id);
  const ids = [...people.together, ...people.going].map(({ id }) => Number(id));
  const [notable, plannable] = await Promise.all([
    findNotable(viewer.id, ids),
    findPlannable(viewer.id, ids),
  ]);
  const goersOf = (cards: MemberCardDto[]) =>
    cards.map((card) => {
      const id = Number(card.id);
      return toGoer(show.id, card, { canSendNote: notable.has(id), talk: plannable.get(id) });
    });
  const isOver = show.isPast || show.isCancelled;
  return {
    show,
    alert: isOver ? null : await offerAlert(viewer.id, { showId: show.id }),
    widths: show.artists.map(posterWidth),
    unit: readDistanceUnit(request, viewer),
    seenBy: viewer.showsGoing,
    trip: show.isPast ? undefined : await suggestTrip(viewer.id, show),
    people: { together: goersOf(people.together), going: goersOf(people.going) },
  };
}

type Plannable = Awaited<ReturnType<typeof findPlannable>> extends Map<number, infer Found> ? Found : never;

function toGoer(
  showId: string,
  card: MemberCardDto,
  { canSendNote, talk }: { canSendNote: boolean; talk: Plannable | undefined },
): Goer {
  return {
    ...{ id: card.id, name: shortName(card), age: card.age, picture: cardFace(card) },
    score: card.compatibilityScore,
    shared: card.shared.artists[0] ?? null,
    canSendNote: !talk && canSendNote,
    plan: talk ? toPlanLink(talk, showId) : null,
  };
}

/** A viewer with a plan for this show is led to it. */
function toPlanLink({ conversationId, showId: planned }: Plannable, showId: string): Goer["plan"] {
  return planned === showId
    ? { to: planPath(conversationId), label: t("Your Plan") }
    : { to: newPlanPath(conversationId, showId), label: t("Propose a Plan") };
}

export default function Show() {
  return <ShowPoster {...useLoaderData<typeof loader>()} />;
}
