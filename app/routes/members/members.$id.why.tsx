import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { ReasonsList } from "~/components/member/reasons-list";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { getWhy } from "~/models/match/why.server";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(`Why ${data.score}%? · ${data.name}`) : COMMUNITY_NAME },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  return orNotFound(await getWhy(viewer, memberIdParam(params.id)));
}

export default function WhyThisScore() {
  const why = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <>
      <PageHeader title={`Why ${why.score}%?`} text={`You and ${why.name}`} />
      <div className="card reasons p-4 md:overflow-hidden">
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
