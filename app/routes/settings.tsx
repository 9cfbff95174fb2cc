import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/page-head";
import { SignedInBrowsers } from "~/components/signed-in-browsers";
import { found } from "~/http/member.server";
import { getVisit } from "~/http/session.server";
import { listSessions } from "~/models/session.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Settings · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { member, sessionId } = found(await getVisit(request));
  return { browsers: await listSessions(member.id, sessionId) };
}

export default function Settings() {
  const { browsers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Settings" />
      <SignedInBrowsers browsers={browsers} />
    </>
  );
}
