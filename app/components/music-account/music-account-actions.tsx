// Members' actions on a music account: import over a period, refresh, disconnect, and making a number follow its play count.
import { useFetcher } from "@remix-run/react";
import { PLAY_PERIODS, type PlayPeriod } from "db/column-types";
import { musicServices } from "~/integrations/music-service";
import { t } from "~/language/text";
import {
  DEFAULT_PERIOD,
  isReadable,
  type MusicAccountDto,
  musicAccountPath,
  newArtistsPath,
  periodLabels,
} from "~/models/music-account/music-account";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField } from "~/ui/field";
import { Form } from "~/ui/form";

export function MusicAccountActions({ account }: { account: MusicAccountDto }) {
  const { id, service, isActive, artistCount, period } = account;
  const { playCount, newArtistCount } = account;
  const canImport = musicServices[service].artists === "imported";
  const refreshing = useFetcher();
  const disconnecting = useFetcher();
  const isRefreshing = refreshing.state !== "idle";
  const isDisconnecting = disconnecting.state !== "idle";
  const name = musicServices[service].name;
  return (
    <>
      <div className="cluster mt-4 items-end">
        {isActive && newArtistCount > 0 ? (
          <ButtonLink to={newArtistsPath(id)} variant="primary" aria-label={t("New on {name}", { name })}>
            {t("{count} new", { count: newArtistCount })}
          </ButtonLink>
        ) : null}
        {isActive && isReadable(account) && artistCount !== null && canImport ? (
          <ButtonLink
            to={musicAccountPath(id, "import")}
            variant="primary"
            aria-label={t("Import from {name}", { name })}
          >
            {t("Import")}
          </ButtonLink>
        ) : null}
        {isActive && isReadable(account) ? (
          <Form fetcher={refreshing} action={musicAccountPath(id, "refresh")} className="cluster items-end">
            {period ? <PeriodField id={`period-${id}`} chosen={period} /> : null}
            <Button isPending={isRefreshing} aria-label={t("Refresh {name}", { name })}>
              {isRefreshing ? t("Refreshing...") : t("Refresh")}
            </Button>
          </Form>
        ) : null}
        <Form fetcher={disconnecting} action={musicAccountPath(id, "disconnect")}>
          <Button variant="danger" isPending={isDisconnecting} aria-label={t("Disconnect {name}", { name })}>
            {isDisconnecting ? t("Disconnecting...") : t("Disconnect")}
          </Button>
        </Form>
      </div>
      {isActive && playCount !== null && canImport ? <FollowsCount account={account} /> : null}
      {isRefreshing || isDisconnecting ? (
        <progress className="upload-progress" aria-label={t("Contacting {name}", { name })} />
      ) : null}
    </>
  );
}

function FollowsCount({ account: { id, service, followsCount } }: { account: MusicAccountDto }) {
  const saving = useFetcher();
  const name = musicServices[service].name;
  return (
    <Form fetcher={saving} action={musicAccountPath(id, "counts")} className="cluster mt-4 items-end">
      <CheckField
        name="followsCount"
        id={`follows-${id}`}
        label={t("Keep my Total Scrobbles up to date")}
        hint={t("We ask once a week.")}
        defaultChecked={followsCount}
      />
      <Button isPending={saving.state !== "idle"} aria-label={t("Save for {name}", { name })}>
        {t("Save")}
      </Button>
    </Form>
  );
}

export function PeriodField({ id, chosen = DEFAULT_PERIOD }: { id: string; chosen?: string }) {
  return (
    <SelectField name="period" id={id} label={t("Most played")} defaultValue={chosen}>
      {PLAY_PERIODS.map((period: PlayPeriod) => (
        <option key={period} value={period}>
          {t(periodLabels[period])}
        </option>
      ))}
    </SelectField>
  );
}
