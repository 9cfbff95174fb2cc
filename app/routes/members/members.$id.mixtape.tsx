import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { MixtapeCard } from "~/components/match/mixtape-card";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { getMixtape } from "~/models/match/mixtape.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("Your Mixtape with {name}", { name: data.name })) : COMMUNITY_NAME },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const { names, artists, score } = orNotFound(await getMixtape(viewer, id));
  return { memberId: String(id), name: names[1], artists, score };
}

export default function MixtapePage() {
  const mixtape = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Your Mixtape")}
        text={t("With {name}. Save it, or send it.", { name: mixtape.name })}
      />
      <MixtapeCard {...mixtape} />
    </div>
  );
}
