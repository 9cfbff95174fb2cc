import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { NetworksCard } from "~/components/operator/networks-card";
import {
  ActivityCard,
  CalendarsCard,
  ErrorsCard,
  HealthCard,
  SetupCard,
} from "~/components/operator/operator-overview";
import { env } from "~/env.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { OPERATOR_INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { MATCHING_PATH } from "~/models/match/matching-figures";
import { countActivity, countPictures } from "~/models/operator/activity.server";
import { checkParts } from "~/models/operator/health.server";
import { describeSchedule, getLastBackup, lacksBackup } from "~/models/operator/last-backup.server";
import { formatBytes, formatTime } from "~/models/operator/overview";
import { listSetupNotes, listSetupProblems } from "~/models/operator/setup.server";
import { getDatabaseBytes, getFreeDiskBytes } from "~/models/operator/space.server";
import { version } from "~/models/operator/version.server";
import { listNetworks } from "~/models/safety/newcomer/network.server";
import { listCalendars } from "~/models/show/calendar/calendar.server";
import { ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Operations")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOperator(request);
  const unknown = () => undefined;
  const [parts, problems, databaseBytes, freeBytes, pictures, backup, days, networks, calendars] =
    await Promise.all([
      checkParts(),
      listSetupProblems().catch(() => env.warnings),
      getDatabaseBytes().catch(unknown),
      getFreeDiskBytes(),
      countPictures().catch(unknown),
      getLastBackup(),
      countActivity().catch(() => null),
      listNetworks(),
      listCalendars(),
    ]);
  return {
    parts,
    setup: { problems, notes: listSetupNotes() },
    days,
    networks: networks.map(({ network, at, count, heldUntil }) => ({
      ...{ network, count, hour: formatTime(at) },
      heldUntil: heldUntil && formatTime(heldUntil),
    })),
    calendars: calendars.map((calendar) => ({
      ...calendar,
      readAt: calendar.readAt && formatTime(calendar.readAt),
    })),
    databaseBytes,
    freeBytes,
    pictures,
    backup: backup && { ...backup, at: formatTime(backup.at) },
    errors: log.listBugs().map((bug) => ({ ...bug, at: formatTime(bug.at) })),
    version: { ...version, builtAt: formatTime(version.builtAt) },
    schedule: describeSchedule(),
    lacksBackup: lacksBackup(backup),
  };
}

export default function Operations() {
  const {
    parts,
    setup,
    days,
    networks,
    calendars,
    errors,
    version,
    backup,
    schedule,
    lacksBackup,
    ...storage
  } = useLoaderData<typeof loader>();
  const { version: number, commit, builtAt } = version;
  return (
    <>
      <PageHeader
        title={t("Operations")}
        text={t("This machine and its database. Times are in UTC.")}
        aside={
          <div className="cluster">
            <ButtonLink to={MATCHING_PATH}>{t("Matching")}</ButtonLink>
            <ButtonLink to={OPERATOR_INVITATIONS_PATH}>{t("Invitations")}</ButtonLink>
          </div>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <SetupCard {...setup} />
          <HealthCard parts={parts} />
          <Card title={t("Version")}>
            <DescriptionList
              figures={[
                { label: t("Version"), value: number },
                ...(commit ? [{ label: t("Commit"), value: commit }] : []),
                { label: t("Built"), value: builtAt },
              ]}
            />
          </Card>
          <Card title={t("Storage")}>
            <DescriptionList
              figures={[
                { label: t("Database"), value: bytesOrUnknown(storage.databaseBytes) },
                { label: t("Pictures"), value: storage.pictures ?? t("Unknown") },
                { label: t("Free disk space"), value: bytesOrUnknown(storage.freeBytes) },
              ]}
            />
          </Card>
          <Card
            title={t("Last Backup")}
            note={lacksBackup ? <Badge tone="red">{t("Back up now")}</Badge> : null}
          >
            <DescriptionList
              figures={[
                { label: t("Made"), value: backup ? backup.at : t("Never") },
                ...(backup?.bytes ? [{ label: t("Size"), value: formatBytes(backup.bytes) }] : []),
                { label: t("Schedule"), value: schedule },
              ]}
            />
          </Card>
          <ErrorsCard errors={errors} />
        </div>
        <div className="grid gap-4">
          <NetworksCard networks={networks} />
          <CalendarsCard calendars={calendars} />
          <ActivityCard days={days} />
        </div>
      </div>
    </>
  );
}

function bytesOrUnknown(bytes: number | undefined): string {
  return bytes === undefined ? t("Unknown") : formatBytes(bytes);
}
