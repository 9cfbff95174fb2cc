// The card of a music service: its purpose, the connected account, and the buttons.
import { Link, useFetcher, useNavigation } from "@remix-run/react";
import { type MusicService, PLAY_PERIODS, type PlayPeriod } from "db/column-types";
import type { ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { VerifiedListenerBadge } from "~/components/member/verified-listener";
import {
  isUsernameService,
  musicServices,
  NOT_SET_UP,
  type UsernameService,
} from "~/integrations/music-service";
import {
  CONNECTIONS_PATH,
  type ConnectionDto,
  connectionPath,
  DEFAULT_PERIOD,
  isReadable,
  newArtistsPath,
  periodLabels,
} from "~/models/connection/connection";
import { profileTexts } from "~/models/connection/service-profile";
import { describeListener, VERIFIED_LISTENERS_HELP } from "~/models/member/verified-listener";
import type { FieldMessages } from "~/refusal";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { CheckField, Field, SelectField } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { ProfileLink } from "./profile-links";

const purposes: Record<MusicService, string> = {
  listenbrainz: "Import the artists you play most. Free and open.",
  spotify: "Show what you play most. It doesn't count toward matches.",
  lastfm: "Import your top artists and play count.",
  youtube: "Connect your channel. We only read its name.",
};

/** The first letter in the service's color; the name is beside it. */
const marks: Record<MusicService, { letter: string; className: string }> = {
  listenbrainz: { letter: "L", className: "mark-listenbrainz" },
  spotify: { letter: "S", className: "mark-spotify" },
  lastfm: { letter: "L", className: "mark-lastfm" },
  youtube: { letter: "Y", className: "mark-youtube" },
};

/** The mark of a service, whose name is read beside it. */
function ServiceMark({ service }: { service: MusicService }) {
  const { letter, className } = marks[service];
  return (
    <span aria-hidden="true" className={`service-mark ${className}`}>
      {letter}
    </span>
  );
}

/** One service; `answer` is the action data of a refused Last.fm form. */
export function ConnectionCard({
  service,
  connection,
  isSetUp,
  linksProfiles,
  provesLastfm,
  answer,
}: {
  service: MusicService;
  connection?: ConnectionDto;
  isSetUp: boolean;
  /** Whether members link to profiles at services that are not set up. */
  linksProfiles: boolean;
  /** Whether members can confirm their account on Last.fm's own page. */
  provesLastfm: boolean;
  answer?: FormRefusal;
}) {
  // Connect and Disconnect replace each other.
  const status = useFocusOnChange<HTMLDivElement>(connection?.id);
  const isConnected = connection?.isActive ?? false;
  const canProve = connection?.isProven === false && (service === "listenbrainz" || provesLastfm);
  // An unverified account can be connected again once it can be verified, or linked to.
  const isUnverified = connection?.isVerified === false;
  const canConnect =
    !isConnected || canProve || (isUnverified && (isSetUp || (linksProfiles && !connection.profileUrl)));
  // A ListenBrainz account can be imported from before it is verified.
  const isUsed = connection !== undefined && isConnected && isReadable(connection);
  return (
    <Card
      title={musicServices[service].name}
      mark={<ServiceMark service={service} />}
      note={isConnected ? <Badge tone="green">Connected</Badge> : undefined}
    >
      <div ref={status} tabIndex={-1}>
        {connection ? <Connected connection={connection} /> : <p>{purposeOf(service, isSetUp)}</p>}
      </div>
      {isUsed ? <Actions connection={connection} /> : null}
      {canConnect ? (
        <Connect
          service={service}
          isSetUp={isSetUp}
          provesLastfm={provesLastfm}
          answer={answer}
          username={isConnected ? connection?.serviceUsername : undefined}
        />
      ) : null}
      {connection && !isUsed ? <Actions connection={connection} /> : null}
    </Card>
  );
}

/** Summarizes which services are connected. */
export function ConnectedServices({
  services,
  connections,
}: {
  services: MusicService[];
  connections: ConnectionDto[];
}) {
  const active = connections.filter(({ isActive }) => isActive);
  return (
    <Card title="Connected Services" note={`${active.length} of ${services.length}`}>
      <dl className="divided">
        {services.map((service) => {
          const connection = active.find((each) => each.service === service);
          return (
            <div key={service} className="flex flex-wrap items-center justify-between py-2">
              <dt className="mr-3 flex items-center font-semibold">
                <ServiceMark service={service} />
                {musicServices[service].name}
              </dt>
              <dd className={connection ? "min-w-0" : "text-soft"}>
                {connection ? connection.serviceUsername : "Not connected"}
                {connection && !connection.isVerified ? " (not verified)" : ""}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function purposeOf(service: MusicService, isSetUp: boolean) {
  return isSetUp || isUsernameService(service)
    ? purposes[service]
    : `Link your ${musicServices[service].name} profile. Others can open it from yours.`;
}

function Connected({ connection }: { connection: ConnectionDto }) {
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
  } = connection;
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
    playCount === null ? "" : `${playCount.toLocaleString("en-US")} ${playCount === 1 ? "play" : "plays"}`,
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
      <ProvenHistory connection={connection} />
      {readAt ? (
        <p className="mt-1 small-print">
          Updated <DateTime at={readAt} as="date" />
        </p>
      ) : null}
    </>
  );
}

function Connect({
  service,
  isSetUp,
  provesLastfm,
  answer,
  username,
}: {
  service: MusicService;
  isSetUp: boolean;
  provesLastfm: boolean;
  answer?: FormRefusal;
  /** The account that is connected without being proven. */
  username?: string;
}) {
  const name = musicServices[service].name;
  if (isUsernameService(service)) {
    if (!isSetUp) return <p className="mt-2 text-soft">{NOT_SET_UP}</p>;
    return (
      <>
        {username === undefined ? <ListenerForm service={service} answer={answer} /> : null}
        {service === "lastfm" && provesLastfm ? <LastfmProof isConnected={username !== undefined} /> : null}
        {service === "listenbrainz" && username !== undefined ? (
          <ProofForm service={service} username={username} answer={answer} />
        ) : null}
      </>
    );
  }
  if (isSetUp) {
    return (
      <div className="mt-4">
        <ButtonAnchor href={`${CONNECTIONS_PATH}/${service}/start`} icon="connections">
          {`Connect ${name}`}
        </ButtonAnchor>
        <p className="mt-2 small-print">{`Approve access at ${service === "youtube" ? "Google" : name}, then come back here.`}</p>
      </div>
    );
  }
  return (
    <AccountForm service={service} answer={answer} label={`Link ${name}`}>
      {(fields, idOf) => (
        <Field
          name="username"
          id={idOf("username")}
          label={`Link to your ${name} profile`}
          hint={profileTexts.hint[service]}
          aria-required
          inputMode="url"
          defaultValue={answer?.typed?.username}
          error={fields.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </AccountForm>
  );
}

type AccountFormProps<Service extends MusicService = UsernameService> = {
  service: Service;
  answer?: FormRefusal;
};

function ListenerForm({ service, answer }: AccountFormProps) {
  const name = musicServices[service].name;
  return (
    <AccountForm service={service} answer={answer} label={`Connect ${name}`}>
      {(fields, idOf) => (
        <>
          <Field
            name="username"
            id={idOf("username")}
            label={`${name} username`}
            aria-required
            defaultValue={answer?.typed?.username}
            error={fields.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {service === "listenbrainz" ? (
            <div className="mt-3">
              <PeriodField id={idOf("period")} chosen={answer?.typed?.period} />
            </div>
          ) : null}
        </>
      )}
    </AccountForm>
  );
}

/** Proves an account that is connected by its name alone. */
function ProofForm({ service, username, answer }: AccountFormProps & { username: string }) {
  return (
    <AccountForm service={service} answer={answer} label={`Verify ${musicServices[service].name}`}>
      {(fields, idOf) => (
        <>
          <input type="hidden" name="username" value={username} />
          <Field
            name="token"
            id={idOf("token")}
            label="User token"
            type="password"
            hint="Proves that the account is yours. It's in your ListenBrainz settings; we ask once and don't keep it."
            error={fields.token}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </AccountForm>
  );
}

/** Proves a Last.fm account on a page of Last.fm's own, and connects it. */
function LastfmProof({ isConnected }: { isConnected: boolean }) {
  return (
    <div className="mt-4">
      <ButtonAnchor href={`${CONNECTIONS_PATH}/lastfm/start`} icon="check">
        Verify Last.fm
      </ButtonAnchor>
      <p className="mt-2 small-print">
        {`${isConnected ? "Proves that the account is yours." : "Or connect and prove that the account is yours."} You confirm it at Last.fm.`}
      </p>
    </div>
  );
}

/** What proving the account came to, and what others see of it. */
function ProvenHistory({ connection: { service, isProven, history } }: { connection: ConnectionDto }) {
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

/** The form of a service that is connected without leaving the page. Its fields have ids of their own: several are on it. */
function AccountForm({
  service,
  answer,
  label,
  children,
}: AccountFormProps<MusicService> & {
  label: string;
  children: (fields: FieldMessages, idOf: (field: string) => string) => ReactNode;
}) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const { state, formData } = useNavigation();
  const idOf = (field: string) => `${service}-${field}`;
  // Enter must work again as soon as the response arrives, even while the page reloads.
  const isSending = state === "submitting" && formData?.get("service") === service;
  const named = Object.fromEntries(Object.entries(fields).map(([field, message]) => [idOf(field), message]));
  return (
    <Form action={CONNECTIONS_PATH} className="mt-4" preventScrollReset onInput={dismiss}>
      <RefusalSummary refusal={isSending || !refusal ? undefined : { ...refusal, fields: named }} />
      <input type="hidden" name="service" value={service} />
      {children(isSending ? {} : fields, idOf)}
      <Button icon="connections" className="mt-3" isPending={isSending}>
        {isSending ? "Connecting..." : label}
      </Button>
      {isSending && isUsernameService(service) ? (
        <progress className="upload-progress" aria-label={`Contacting ${musicServices[service].name}`} />
      ) : null}
    </Form>
  );
}

function PeriodField({ id, chosen = DEFAULT_PERIOD }: { id: string; chosen?: string }) {
  return (
    <SelectField name="period" id={id} label="Most played" defaultValue={chosen}>
      {PLAY_PERIODS.map((period: PlayPeriod) => (
        <option key={period} value={period}>
          {periodLabels[period]}
        </option>
      ))}
    </SelectField>
  );
}

function Actions({ connection }: { connection: ConnectionDto }) {
  const { id, service, isActive, artistCount, period } = connection;
  const { playCount, newArtistCount } = connection;
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
          <ButtonLink to={newArtistsPath(id)} variant="primary" aria-label={`New on ${name}`}>
            {`${newArtistCount} new`}
          </ButtonLink>
        ) : null}
        {isActive && isReadable(connection) && artistCount !== null && canImport ? (
          <ButtonLink to={connectionPath(id, "import")} variant="primary" aria-label={`Import from ${name}`}>
            Import
          </ButtonLink>
        ) : null}
        {isActive && isReadable(connection) ? (
          <Form fetcher={refreshing} action={connectionPath(id, "refresh")} className="cluster items-end">
            {period ? <PeriodField id={`period-${id}`} chosen={period} /> : null}
            <Button isPending={isRefreshing} aria-label={`Refresh ${name}`}>
              {isRefreshing ? "Refreshing..." : "Refresh"}
            </Button>
          </Form>
        ) : null}
        <Form fetcher={disconnecting} action={connectionPath(id, "disconnect")}>
          <Button variant="danger" isPending={isDisconnecting} aria-label={`Disconnect ${name}`}>
            {isDisconnecting ? "Disconnecting..." : "Disconnect"}
          </Button>
        </Form>
      </div>
      {isActive && playCount !== null && canImport ? <FollowsCount connection={connection} /> : null}
      {isRefreshing || isDisconnecting ? (
        <progress className="upload-progress" aria-label={`Contacting ${name}`} />
      ) : null}
    </>
  );
}

function FollowsCount({ connection: { id, service, followsCount } }: { connection: ConnectionDto }) {
  const saving = useFetcher();
  const name = musicServices[service].name;
  return (
    <Form fetcher={saving} action={connectionPath(id, "counts")} className="cluster mt-4 items-end">
      <CheckField
        name="followsCount"
        id={`follows-${id}`}
        label="Keep my Total Scrobbles up to date"
        hint="We ask once a week."
        defaultChecked={followsCount}
      />
      <Button isPending={saving.state !== "idle"} aria-label={`Save for ${name}`}>
        Save
      </Button>
    </Form>
  );
}
