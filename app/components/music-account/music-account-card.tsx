// The card of a music service: its purpose, the connected account, and the buttons.

import { Link } from "@remix-run/react";
import type { MusicService } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { VerifiedListenerBadge } from "~/components/member/verified-listener";
import { isUsernameService, musicServices } from "~/integrations/music-service";
import { formatNumber } from "~/language/intl";
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
      note={isConnected ? <Badge tone="green">Connected</Badge> : undefined}
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
    ? purpose
    : `Link your ${name} profile. Others can open it from yours.`;
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
          ? `${name} doesn't show ${serviceUsername} any more: the account is gone or private. We've stopped asking. Connect it again once it's back.`
          : `We've lost access to ${serviceUsername}. Please connect ${name} again.`}
      </p>
    );
  }
  const counted = [
    playCount === null ? "" : `${formatNumber(playCount)} ${playCount === 1 ? "play" : "plays"}`,
    artistCount === null ? "" : `${artistCount} top ${artistCount === 1 ? "artist" : "artists"}`,
  ].filter(Boolean);
  return (
    <>
      {profileUrl ? (
        <p>
          <ProfileLink url={profileUrl} name={serviceUsername} className="font-semibold" />
        </p>
      ) : (
        <p className="font-semibold">{`Connected as ${serviceUsername}`}</p>
      )}
      {isVerified ? null : (
        <p className="mt-1">
          <Badge tone="quiet">not verified</Badge>
        </p>
      )}
      {isWithheld ? (
        <p className="mt-1">
          {`${musicServices[service].name} doesn't let us read this account any more. It may be private now. We've stopped asking. To turn weekly updates back on, choose Refresh.`}
        </p>
      ) : null}
      {counted.length ? <p className="mt-1">{counted.join(" · ")}</p> : null}
      {period && artistCount === null ? (
        <p className="mt-1">{`${musicServices[service].name} hasn't counted your plays yet. It does so every day.`}</p>
      ) : null}
      {artistCount && musicServices[service].artists === "shown" ? (
        <p className="mt-1">Shown on your profile. They don't count toward your matches.</p>
      ) : null}
      <ProvenHistory account={account} />
      {readAt ? (
        <p className="mt-1 small-print">
          Updated <DateTime at={readAt} as="date" />
        </p>
      ) : null}
    </>
  );
}

/** What proving the account came to, and what others see of it. */
function ProvenHistory({ account: { service, isProven, history } }: { account: MusicAccountDto }) {
  if (!isProven) return null;
  if (!history)
    return (
      <p className="mt-1">
        Verified. Next we look at how far your history goes back, which can take a few minutes.
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
        <p className="small-print">Others see this on your card and your page.</p>
      </>
    );
  return (
    <p className="mt-1">
      {history.result === "hidden"
        ? `Verified. ${musicServices[service].name} hides your recent listening, so we can't see how far it goes back. `
        : "Verified. Your history isn't long enough yet to make you a verified listener. "}
      <Link to={VERIFIED_LISTENERS_HELP} className="link">
        What it takes
      </Link>
    </p>
  );
}
