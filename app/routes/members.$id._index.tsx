import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MemberProfile } from "~/components/member-profile";
import { found, memberIdOf, requireMember } from "~/http/member.server";
import { getShownMember } from "~/models/member-card.server";
import { shortName } from "~/models/person";
import { listRecordsInCommon } from "~/models/record.server";

const COMMON_RECORDS = 12;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${shortName(data.card)} · Members · B-Side` : "B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdOf(params.id);
  if (id === viewer.id) throw redirect("/profile");
  const [shown, common] = await Promise.all([
    getShownMember(viewer, id),
    listRecordsInCommon(viewer.id, id, COMMON_RECORDS),
  ]);
  return { ...found(shown), common };
}

export default function MemberPage() {
  return <MemberProfile {...useLoaderData<typeof loader>()} />;
}
