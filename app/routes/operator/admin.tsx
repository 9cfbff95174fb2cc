import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import {
  ActivityCard,
  CalendarsCard,
  ErrorsCard,
  HealthCard,
  SetupCard,
} from "~/components/operator/operator-overview";
import { SIGN_UP_DAYS } from "~/durations";
import { env } from "~/env.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
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
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { listCalendars } from "~/models/show/calendar/calendar.server";
import { ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { PostButton } from "~/ui/form";
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

/** `hour` and `heldUntil` are formatted. */
function NetworksCard({
  networks,
}: {
  networks: { network: string; hour: string; count: number; heldUntil: string | null }[];
}) {
  return (
    <Card title={t("Sign-Ups by Network")} note={t("Last {days} days, UTC", { days: SIGN_UP_DAYS })}>
      {networks.length ? (
        <>
          <p className="mb-2 text-soft">
            {t(
              "Holding a network makes its new accounts wait for approval. Accounts that are already in stay in: look at them to decide about several at once.",
            )}
          </p>
          <ul className="divided">
            {networks.map(({ network, hour, count, heldUntil }) => (
              <li key={`${network} ${hour}`} className="py-2">
                <p className="break-words">
                  <Trans
                    text="{network}: {count} in the hour from {hour}"
                    values={{ network: <b>{network}</b>, count, hour }}
                  />
                </p>
                <div className="cluster">
                  <Link
                    to={`${NEWCOMERS_PATH}?${new URLSearchParams({ show: "new", by: "network", value: network })}`}
                    className="link py-1"
                  >
                    {t("Look at the Accounts")}
                  </Link>
                  <PostButton
                    to="/admin/networks"
                    fields={{ network, held: String(!heldUntil) }}
                    aria-label={
                      heldUntil
                        ? t("Stop holding {network}", { network })
                        : t("Hold new accounts of {network}", { network })
                    }
                  >
                    {heldUntil ? t("Stop Holding") : t("Hold New Accounts")}
                  </PostButton>
                </div>
                {heldUntil ? (
                  <p className="text-soft">
                    {t("New accounts wait for approval until {time}.", { time: heldUntil })}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t("No one has joined in the last {days} days.", { days: SIGN_UP_DAYS })}</p>
      )}
    </Card>
  );
}
