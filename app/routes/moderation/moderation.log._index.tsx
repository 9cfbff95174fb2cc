import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { titled } from "~/community";
import { ModerationPage, NextPage } from "~/components/safety/moderation-page";
import { parseInput } from "~/http/body.server";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { casePath, MODERATION_PATH } from "~/models/safety/case/case";
import { actionNames, type LogEntry } from "~/models/safety/staff/moderation-log";
import { listActors, listLog } from "~/models/safety/staff/moderation-log.server";
import { logFilters } from "~/models/safety/staff/moderation-log-schema";
import { Button, ButtonAnchor } from "~/ui/button";
import { DateTime } from "~/ui/date-time";
import { SelectField } from "~/ui/field";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const LOG_PATH = `${MODERATION_PATH}/log`;

export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Log · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = new URL(request.url).searchParams;
  const filters = parseInput(logFilters, Object.fromEntries(query));
  const [{ entries, next }, actors] = await Promise.all([listLog(moderator.id, filters), listActors()]);
  const { before: _, ...kept } = filters;
  const search = new URLSearchParams(
    Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return {
    entries,
    actors,
    only: Object.entries({ case: filters.case, member: filters.member }).filter(([, id]) => id !== undefined),
    action: filters.action ?? "",
    actor: filters.actor === undefined ? "" : String(filters.actor),
    isFiltered: search !== "",
    csv: `${LOG_PATH}/export.csv${search && `?${search}`}`,
    next: next === undefined ? undefined : `${LOG_PATH}?${search && `${search}&`}before=${next}`,
  };
}

export default function Log() {
  const { entries, actors, only, action, actor, isFiltered, csv, next } = useLoaderData<typeof loader>();
  const form = useQueryForm({ action, actor });
  return (
    <ModerationPage
      title={t("Log")}
      current="log"
      text={
        only.length
          ? t(
              "{about, select, case {Entries about one case. They can't be changed.} member {Entries about one member. They can't be changed.} other {Entries about one case and one member. They can't be changed.}}",
              { about: only.map(([name]) => name).join(" ") },
            )
          : t("What moderators viewed and did. Entries can't be changed.")
      }
    >
      <Form ref={form} className="grid grid-cols-2 gap-4">
        {only.map(([name, id]) => (
          <input key={name} type="hidden" name={name} value={id} />
        ))}
        <SelectField name="action" label={t("Action")} defaultValue={action}>
          <option value="">{t("All")}</option>
          {Object.entries(actionNames).map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <SelectField name="actor" label={t("Moderator")} defaultValue={actor}>
          <option value="">{t("Everyone")}</option>
          {actors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="cluster col-span-full">
          <Button>{t("Apply")}</Button>
          {isFiltered ? (
            <Link to={LOG_PATH} className="link py-2">
              {t("Show All")}
            </Link>
          ) : null}
          <ButtonAnchor href={csv}>{t("Download CSV")}</ButtonAnchor>
        </div>
      </Form>
      {entries.length ? <Entries entries={entries} /> : <p>{t("No entries.")}</p>}
      <NextPage to={next}>{t("Older")}</NextPage>
    </ModerationPage>
  );
}

function Entries({ entries }: Pick<SerializeFrom<typeof loader>, "entries">) {
  return (
    <ul className="card divided px-4">
      {entries.map((entry) => (
        <li key={entry.id} className="py-2">
          <p>
            <b>{entry.actorName || t("The server")}</b> · {describeAction(entry)}
            {entry.memberName ? ` · ${entry.memberName}` : ""}
          </p>
          <p className="cluster text-sm text-soft">
            <span>
              <DateTime at={entry.at} as="date" />, <DateTime at={entry.at} as="clock" />
            </span>
            {entry.caseId ? (
              <Link to={casePath(entry.caseId)} className="link py-1">
                {t("Case")}
              </Link>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

function describeAction({ action, detail }: Pick<LogEntry, "action" | "detail">): string {
  const name = t(actionNames[action]);
  return detail ? t("{label}: {text}", { label: name, text: detail }) : name;
}
