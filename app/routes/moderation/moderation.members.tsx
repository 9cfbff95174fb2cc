import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { casePath, describeState, MODERATION_PATH } from "~/models/safety/case/case";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { searchMembers } from "~/models/safety/staff/member-search.server";
import { Button } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Field } from "~/ui/field";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const QUERY_MAX = 200;

export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Members · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, QUERY_MAX);
  return { query, ...(await searchMembers(moderator.id, query)) };
}

export default function Members() {
  const { query, members, strikes } = useLoaderData<typeof loader>();
  const form = useQueryForm({ q: query });
  return (
    <ModerationPage title={t("Members")} current="members">
      <Form ref={form} className="stack">
        <Field
          name="q"
          label={t("Name or email")}
          hint={t("Start of a name, or a full email address")}
          type="search"
          defaultValue={query}
          maxLength={QUERY_MAX}
          autoComplete="off"
        />
        <Button icon="search">{t("Search")}</Button>
      </Form>
      {members.length ? (
        <ul className="card divided px-4">
          {members.map((member) => (
            <li key={member.id} className="py-3">
              <p className="cluster">
                <b>{member.name}</b>
                <Badge tone="quiet">{describeState(member.state)}</Badge>
              </p>
              <p className="text-soft">
                <Trans text="Joined {date}" values={{ date: <DateTime at={member.joinedAt} as="date" /> }} />{" "}
                ·{" "}
                {member.sanctions ? t("Decisions: {count}", { count: member.sanctions }) : t("No decisions")}
              </p>
              <p className="cluster">
                {member.caseId ? (
                  <Link to={casePath(member.caseId)} className="link py-1">
                    {t("Open Case")}
                  </Link>
                ) : null}
                <Link to={`${MODERATION_PATH}/log?member=${member.id}`} className="link py-1">
                  {t("Log")}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      ) : query ? (
        <p>{t("No members found.")}</p>
      ) : null}
      {strikes.length ? (
        <Card title={t("Strikes")} note={t("For this email")}>
          <ul>
            {strikes.map(({ kind, at, expiresAt }) => (
              <li key={at}>
                <Trans
                  text="{sanction}, {date}, kept until {end}"
                  values={{
                    sanction: sanctionNames[kind],
                    date: <DateTime at={at} as="date" />,
                    end: <DateTime at={expiresAt} as="date" />,
                  }}
                />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </ModerationPage>
  );
}
