import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { GRACE_DAYS } from "~/durations";
import { t } from "~/language/text";
import type { KeptData as KeptDataDto } from "~/models/document/kept-data";
import { describeKeptData } from "~/models/document/kept-data.server";
import { Card } from "~/ui/card";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your Data")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  // Reading the session sets a member's language.
  await getCurrentSession(request);
  return describeKeptData();
}

export default function KeptDataPage() {
  const kept = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="prose"
      title={t("Your Data")}
      text={t(
        "What {community} keeps about members, why, for how long, and what becomes of it. This page is made from the list that the export and the deletion of accounts follow.",
        { community: COMMUNITY_NAME },
      )}
    >
      <ul className="tips mb-6">
        <li>{t("There are no analytics, no ads and no trackers.")}</li>
        <li>
          {t(
            "You can download what is yours at any time: Settings, Download Your Data. It comes as a ZIP file.",
          )}
        </li>
        <li>
          {t("If you delete your account, you can come back for {graceDays} days. Then it is erased.", {
            graceDays: GRACE_DAYS,
          })}
        </li>
        <li>
          {t(
            "Moderators see what was reported, as it was at that moment. They never read along, and every look is logged.",
          )}
        </li>
      </ul>
      <KeptData {...kept} />
    </VisitorPage>
  );
}

/** A card for each group, whose list opens without scripts, and one for each question about all of them. */
function KeptData({ groups, stays, unexported, evidence }: KeptDataDto) {
  return (
    <div className="stack">
      {groups.map(({ title, why, until, things }) => (
        <Card key={title} title={title}>
          <p>{why}</p>
          <p className="mt-2">
            <b>{t("How long:")}</b> {until}
          </p>
          <details className="open:pb-3">
            <summary className="py-2.5">
              <span className="min-w-0">
                {things.map(([name]) => name).join(" · ")}
                <span className="sr-only">{` (${title})`}</span>
              </span>
            </summary>
            <List>
              {things.map(([name, words]) => (
                <li key={name}>
                  <b>{t("{label}:", { label: name })}</b> {words}
                </li>
              ))}
            </List>
          </details>
        </Card>
      ))}
      <Answer title={t("What stays after your account is erased")} lines={stays} />
      <Card title={t("What your export leaves out")}>
        <p>{unexported.join(" · ")}</p>
      </Card>
      <Answer title={t("What moderators see if you're reported")} lines={evidence} />
    </div>
  );
}

function Answer({ title, lines }: { title: string; lines: string[] }) {
  return (
    <Card title={title}>
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </Card>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="tips">{children}</ul>;
}
