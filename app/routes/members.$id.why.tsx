import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { ButtonLink } from "~/components/button";
import { PageHead } from "~/components/page-head";
import { ReasonsList } from "~/components/reasons-list";
import { found, memberIdOf, requireMember } from "~/http/member.server";
import type { Why } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { getShownMember } from "~/models/member-card.server";
import { shortName } from "~/models/person";
import { getPreferences } from "~/models/preferences.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Why ${data.score}%? · ${data.name} · B-Side` : "B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs): Promise<Why> {
  const viewer = await requireMember(request);
  const id = memberIdOf(params.id);
  const { card } = found(await getShownMember(viewer, id));
  const [reasons, own] = await Promise.all([getReasons(viewer.id, id), getPreferences(viewer.id)]);
  return {
    name: shortName(card),
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
      <PageHead title={`Why ${why.score}%?`} text={`You and ${why.name}`} />
      <div className="sleeve max-w-dialog p-4">
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
