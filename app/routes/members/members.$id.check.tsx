import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { ScoreSum } from "~/components/member/score-sum";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { getScoreSheet } from "~/models/match/why.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(t("Check {score}% · {name}", { score: data.sheet.score, name: data.sheet.name }))
      : COMMUNITY_NAME,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  return { memberId: String(id), sheet: orNotFound(await getScoreSheet(viewer, id)) };
}

export default function CheckThisNumber() {
  const { memberId, sheet } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={t("Check This Number")}
        text={t("You and {name} · {score}%", { name: sheet.name, score: sheet.score })}
      />
      <ScoreSum memberId={memberId} sheet={sheet} />
    </>
  );
}
