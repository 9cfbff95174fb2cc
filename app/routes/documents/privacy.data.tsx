import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { KeptData } from "~/components/document/kept-data";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { GRACE_DAYS } from "~/durations";
import { describeKeptData } from "~/models/document/kept-data.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Your Data") }];

export function loader() {
  return describeKeptData();
}

export default function Data() {
  const kept = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="prose"
      title="Your Data"
      text={`What ${COMMUNITY_NAME} keeps about members, why, for how long, and what becomes of it. This page is made from the list that the export and the deletion of accounts follow.`}
    >
      <ul className="tips mb-6">
        <li>There are no analytics, no ads and no trackers.</li>
        <li>
          You can download what is yours at any time: Settings, Download Your Data. It comes as a ZIP file.
        </li>
        <li>{`If you delete your account, you can come back for ${GRACE_DAYS} days. Then it is erased.`}</li>
        <li>
          Moderators see what was reported, as it was at that moment. They never read along, and every look is
          logged.
        </li>
      </ul>
      <KeptData {...kept} />
    </VisitorPage>
  );
}
