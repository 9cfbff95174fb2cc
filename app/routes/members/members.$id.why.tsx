import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { ReasonsList } from "~/components/member/reasons-list";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import type { Why } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { getPreferences } from "~/models/music/preferences.server";
import { shortName } from "~/models/public-member";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Why ${data.score}%? · ${data.name} · B-Side` : "B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs): Promise<Why> {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const { card } = orNotFound(await getMemberPage(viewer, id));
  const [reasons, own] = await Promise.all([getReasons(viewer.id, id), getPreferences(viewer.id)]);
  return {
    name: shortName(card),
    firstName: card.firstName,
    score: reasons?.score ?? card.compatibilityScore,
    reasons: reasons ?? null,
    ownMusic: own !== null,
  };
}

export default function WhyThisScore() {
  const why = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <>
      <PageHeader title={`Why ${why.score}%?`} text={`You and ${why.name}`} />
      <div className="card reasons p-4">
        <ReasonsList {...why} level="h2" />
      </div>
      <p className="mt-4">
        <ButtonLink to={`/members/${id}`} icon="back">
          Their page
        </ButtonLink>
      </p>
    </>
  );
}
