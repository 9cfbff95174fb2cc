// The cards of the operators' page.

import { FIGURES_DAYS } from "~/durations";
import { formatNumber } from "~/language/intl";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { DayCounts, Part } from "~/models/operator/overview";
import { Badge, Card } from "~/ui/card";

const states = {
  working: { word: msg("Working"), tone: "green" },
  failing: { word: msg("Failing"), tone: "red" },
  off: { word: msg("Not in use"), tone: "quiet" },
} as const;

/** The state of each part. */
export function HealthCard({ parts }: { parts: Part[] }) {
  return (
    <Card title={t("Health")}>
      <ul className="divided">
        {parts.map(({ name, state, detail }) => (
          <li key={name} className="py-2">
            <p className="cluster justify-between">
              <b>{name}</b>
              <Badge tone={states[state].tone}>{t(states[state].word)}</Badge>
            </p>
            <p className="text-soft">{detail}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the operator has left to set up, and what they may want to know; renders nothing without either. */
export function SetupCard({ problems, notes }: { problems: string[]; notes: string[] }) {
  if (!problems.length && !notes.length) return null;
  return (
    <Card
      title={problems.length ? t("Left to Set Up") : t("Setup")}
      note={problems.length ? <Badge tone="red">{problems.length}</Badge> : undefined}
    >
      <ul className="tips">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {notes.map((note) => (
          <li key={note} className="text-soft">
            {t("For your information: {note}", { note })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The calendars that shows are read from; renders nothing without any. */
export function CalendarsCard({
  calendars,
}: {
  calendars: {
    id: string;
    name: string;
    hostname: string;
    readAt: string | null;
    events: number;
    shows: number;
    error: string | null;
  }[];
}) {
  if (!calendars.length) return null;
  return (
    <Card title={t("Calendars of Shows")} note={t("Every six hours")}>
      <ul className="divided">
        {calendars.map(({ id, name, hostname, readAt, events, shows, error }) => (
          <li key={id} className="py-2">
            <p className="cluster justify-between">
              <b>{name === hostname ? name : `${name} (${hostname})`}</b>
              {error ? <Badge tone="red">{t("Not read")}</Badge> : null}
            </p>
            <p className="text-soft">
              {readAt
                ? t("Read {time}: {events} events, {shows} with artists we know", {
                    time: readAt,
                    events: formatNumber(events),
                    shows: formatNumber(shows),
                  })
                : t("Not read yet")}
            </p>
            {error ? <p>{error}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The last errors, without their messages: the log has those under the same ids. */
export function ErrorsCard({
  errors,
}: {
  errors: { id: string; at: string; route: string; errorClass: string }[];
}) {
  return (
    <Card title={t("Last Errors")} note={t("Since the start")}>
      {errors.length ? (
        <ul className="divided">
          {errors.map(({ id, at, route, errorClass }) => (
            <li key={id} className="py-2">
              <p>
                <Trans text="{errorClass} in {route}" values={{ errorClass: <b>{errorClass}</b>, route }} />
              </p>
              <p className="text-soft">{at}</p>
              <p className="text-sm text-soft">{id}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t("No errors.")}</p>
      )}
    </Card>
  );
}

/** Sign-ups and active members by day; null if they could not be counted. */
export function ActivityCard({ days }: { days: DayCounts[] | null }) {
  return (
    <Card title={t("Members by Day")} note={t("Last {days} days, UTC", { days: FIGURES_DAYS })}>
      {days ? (
        <table className="w-full">
          <thead>
            <tr className="text-left">
              <th scope="col">{t("Day")}</th>
              <th scope="col" className="text-right">
                {t("Sign-ups")}
              </th>
              <th scope="col" className="text-right">
                {t("Active")}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, signUps, active }) => (
              <tr key={day}>
                <th scope="row" className="border-t border-line py-1 text-left">
                  {day}
                </th>
                <td className="border-t border-line py-1 text-right">{formatNumber(signUps)}</td>
                <td className="border-t border-line py-1 text-right">{formatNumber(active)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{t("The members can't be counted right now.")}</p>
      )}
      <p className="mt-4 text-soft">
        {t(
          "Active members signed in, sent a message, liked or passed, played trivia, or added a record or a song. Signing out removes a sign-in from the count.",
        )}
      </p>
    </Card>
  );
}
