import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { ReasonsList } from "~/components/member/reasons-list";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { getWhy } from "~/models/match/why.server";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(t("Why {score}%? · {name}", { score: data.score, name: data.name }))
      : COMMUNITY_NAME,
  },
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
      <PageHeader
        title={t("Why {score}%?", { score: why.score })}
        text={t("You and {name}", { name: why.name })}
      />
      <div className="card reasons p-4 md:overflow-hidden">
        <ReasonsList {...why} level="h2" />
      </div>
      <p className="mt-4">
        <ButtonLink to={`/members/${id}`} icon="back">
          {t("Their page")}
        </ButtonLink>
      </p>
    </>
  );
}
