// The card of a music service: its purpose, the connected account, and the buttons.

import { Link } from "@remix-run/react";
import type { MusicService } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { VerifiedListenerBadge } from "~/components/member/verified-listener";
import { isUsernameService, musicServices } from "~/integrations/music-service";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { describeListener, VERIFIED_LISTENERS_HELP } from "~/models/member/verified-listener";
import { isReadable, type MusicAccountDto } from "~/models/music-account/music-account";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import type { FormRefusal } from "~/ui/form-refusal";
import { Connect } from "./connect-service";
import { ServiceMark } from "./connected-services";
import { MusicAccountActions } from "./music-account-actions";
import { ProfileLink } from "./profile-links";

/** One service; `answer` is the action data of its refused form. */
export function MusicAccountCard({
  service,
  account,
  isSetUp,
  linksProfiles,
  isProvable,
  answer,
}: {
  service: MusicService;
  account?: MusicAccountDto;
  isSetUp: boolean;
  /** Whether members link to profiles at services that are not set up. */
  linksProfiles: boolean;
  /** Whether members can prove here that an account is theirs. */
  isProvable: boolean;
  answer?: FormRefusal;
}) {
  // Connect and Disconnect replace each other.
  const status = useFocusOnChange<HTMLDivElement>(account?.id);
  const isConnected = account?.isActive ?? false;
  const canProve = account?.isProven === false && isProvable;
  // An unverified account can be connected again once it can be verified, or linked to.
  const isUnverified = account?.isVerified === false;
  const canConnect =
    !isConnected || canProve || (isUnverified && (isSetUp || (linksProfiles && !account.profileUrl)));
  // A ListenBrainz account can be imported from before it is verified.
  const isUsed = account !== undefined && isConnected && isReadable(account);
  return (
    <Card
      title={musicServices[service].name}
      mark={<ServiceMark service={service} />}
      note={isConnected ? <Badge tone="green">{t("Connected")}</Badge> : undefined}
    >
      <div ref={status} tabIndex={-1}>
        {account ? <Connected account={account} /> : <p>{purposeOf(service, isSetUp)}</p>}
      </div>
      {isUsed ? <MusicAccountActions account={account} /> : null}
      {canConnect ? (
        <Connect
          service={service}
          isSetUp={isSetUp}
          isProvable={isProvable}
          answer={answer}
          username={isConnected ? account?.serviceUsername : undefined}
        />
      ) : null}
      {account && !isUsed ? <MusicAccountActions account={account} /> : null}
    </Card>
  );
}

function purposeOf(service: MusicService, isSetUp: boolean) {
  const { name, purpose } = musicServices[service];
  return isSetUp || isUsernameService(service)
    ? t(purpose)
    : t("Link your {name} profile. Others can open it from yours.", { name });
}

function Connected({ account }: { account: MusicAccountDto }) {
  const {
    service,
    serviceUsername,
    isActive,
    isVerified,
    isWithheld,
    playCount,
    artistCount,
    period,
    readAt,
    profileUrl,
  } = account;
  if (!isActive) {
    const name = musicServices[service].name;
    return (
      <p>
        {isUsernameService(service)
          ? t(
              "{name} doesn't show {username} any more: the account is gone or private. We've stopped asking. Connect it again once it's back.",
              { name, username: serviceUsername },
            )
          : t("We've lost access to {username}. Please connect {name} again.", {
              username: serviceUsername,
              name,
            })}
      </p>
    );
  }
  const counted = [
    playCount === null ? "" : t("{count, plural, one {# play} other {# plays}}", { count: playCount }),
    artistCount === null
      ? ""
      : t("{count, plural, one {# top artist} other {# top artists}}", { count: artistCount }),
  ].filter(Boolean);
  return (
    <>
      {profileUrl ? (
        <p>
          <ProfileLink url={profileUrl} name={serviceUsername} className="font-semibold" />
        </p>
      ) : (
        <p className="font-semibold">{t("Connected as {username}", { username: serviceUsername })}</p>
      )}
      {isVerified ? null : (
        <p className="mt-1">
          <Badge tone="quiet">{t("not verified")}</Badge>
        </p>
      )}
      {isWithheld ? (
        <p className="mt-1">
          {t(
            "{name} doesn't let us read this account any more. It may be private now. We've stopped asking. To turn weekly updates back on, choose Refresh.",
            { name: musicServices[service].name },
          )}
        </p>
      ) : null}
      {counted.length ? <p className="mt-1">{counted.join(" · ")}</p> : null}
      {period && artistCount === null ? (
        <p className="mt-1">
          {t("{name} hasn't counted your plays yet. It does so every day.", {
            name: musicServices[service].name,
          })}
        </p>
      ) : null}
      {artistCount && musicServices[service].artists === "shown" ? (
        <p className="mt-1">{t("Shown on your profile. They don't count toward your matches.")}</p>
      ) : null}
      <ProvenHistory account={account} />
      {readAt ? (
        <p className="mt-1 small-print">
          <Trans text="Updated {date}" values={{ date: <DateTime at={readAt} as="date" /> }} />
        </p>
      ) : null}
    </>
  );
}

/** The result of proving the account, and what others see of it. */
function ProvenHistory({ account: { service, isProven, history } }: { account: MusicAccountDto }) {
  if (!isProven) return null;
  if (!history)
    return (
      <p className="mt-1">
        {t("Verified. Next we look at how far your history goes back, which can take a few minutes.")}
      </p>
    );
  if (history.result === "verified")
    return (
      <>
        <VerifiedListenerBadge
          listener={describeListener({
            since: new Date(history.since ?? 0).getUTCFullYear(),
            plays: history.plays,
          })}
        />
        <p className="small-print">{t("Others see this on your card and your page.")}</p>
      </>
    );
  return (
    <p className="mt-1">
      {history.result === "hidden"
        ? t("Verified. {name} hides your recent listening, so we can't see how far it goes back.", {
            name: musicServices[service].name,
          })
        : t("Verified. Your history isn't long enough yet to make you a verified listener.")}{" "}
      <Link to={VERIFIED_LISTENERS_HELP} className="link">
        {t("What it takes")}
      </Link>
    </p>
  );
}
