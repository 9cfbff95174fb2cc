import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { MixtapeCard } from "~/components/match/mixtape-card";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { getMixtape } from "~/models/match/mixtape.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(`Your Mixtape with ${data.name}`) : COMMUNITY_NAME },
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
      <PageHeader title="Your Mixtape" text={`With ${mixtape.name}. Save it, or send it.`} />
      <MixtapeCard {...mixtape} />
    </div>
  );
}
