// The card of a music service: its purpose, the connected account, and the buttons.
import { useFetcher, useNavigation } from "@remix-run/react";
import { MUSIC_SERVICES, type MusicService } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { Button, ButtonAnchor, ButtonLink } from "~/components/ui/button";
import { Badge, Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { Field } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { NOT_SET_UP, serviceNames } from "~/integrations/music-service";
import { CONNECTIONS_PATH, type ConnectionDto, connectionAddress } from "~/models/connection/connection";

const purposes: Record<MusicService, string> = {
  spotify: "Import the artists you play most.",
  lastfm: "Import your play count and top artists.",
  youtube: "Connect your channel. We only read its name.",
};

/** One service; `answer` is the action data of a refused Last.fm form. */
export function ConnectionCard({
  service,
  connection,
  isSetUp,
  answer,
}: {
  service: MusicService;
  connection?: ConnectionDto;
  isSetUp: boolean;
  answer?: FormRefusal;
}) {
  // Connect and Disconnect replace each other.
  const status = useFocusOnChange<HTMLDivElement>(connection?.id);
  const isConnected = connection?.isActive ?? false;
  // An unverified account can be connected again once this server has credentials.
  const canConnect = !isConnected || (isSetUp && connection?.isVerified === false);
  return (
    <Card
      title={serviceNames[service]}
      note={isConnected ? <Badge tone="green">Connected</Badge> : undefined}
    >
      <div ref={status} tabIndex={-1}>
        {connection ? <Connected connection={connection} /> : <p>{purposeOf(service, isSetUp)}</p>}
      </div>
      {canConnect ? <Connect service={service} isSetUp={isSetUp} answer={answer} /> : null}
      {connection ? <Actions connection={connection} /> : null}
    </Card>
  );
}

/** Summarizes which services are connected. */
export function ConnectedServices({ connections }: { connections: ConnectionDto[] }) {
  const active = connections.filter(({ isActive }) => isActive);
  return (
    <Card title="Connected Services" note={`${active.length} of ${MUSIC_SERVICES.length}`}>
      <dl className="divided">
        {MUSIC_SERVICES.map((service) => {
          const connection = active.find((each) => each.service === service);
          return (
            <div key={service} className="flex flex-wrap items-baseline justify-between py-2">
              <dt className="mr-3 font-semibold">{serviceNames[service]}</dt>
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
  return isSetUp || service === "lastfm"
    ? purposes[service]
    : `Connect ${serviceNames[service]} to your profile.`;
}

function Connected({ connection }: { connection: ConnectionDto }) {
  const { service, serviceUsername, isActive, isVerified, playCount, artistCount, readAt } = connection;
  if (!isActive) {
    return <p>{`We've lost access to ${serviceUsername}. Please connect ${serviceNames[service]} again.`}</p>;
  }
  const counted = [
    playCount === null ? "" : `${playCount.toLocaleString("en-US")} ${playCount === 1 ? "play" : "plays"}`,
    artistCount === null ? "" : `${artistCount} top ${artistCount === 1 ? "artist" : "artists"}`,
  ].filter(Boolean);
  return (
    <>
      <p className="font-semibold">{`Connected as ${serviceUsername}`}</p>
      {isVerified ? null : (
        <p className="mt-1">
          <Badge tone="quiet">not verified</Badge>
        </p>
      )}
      {counted.length ? <p className="mt-1">{counted.join(" · ")}</p> : null}
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
  answer,
}: {
  service: MusicService;
  isSetUp: boolean;
  answer?: FormRefusal;
}) {
  const name = serviceNames[service];
  if (service === "lastfm") {
    return isSetUp ? <ListenerForm answer={answer} /> : <p className="mt-2 text-soft">{NOT_SET_UP}</p>;
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
    <Form action={CONNECTIONS_PATH} className="mt-4" preventScrollReset>
      <input type="hidden" name="service" value={service} />
      <Button icon="connections">{`Connect ${name}`}</Button>
      <p className="mt-2 small-print">
        {`We can't verify your ${name} account on this server, so it shows as “not verified”.`}
      </p>
    </Form>
  );
}

function ListenerForm({ answer }: { answer?: FormRefusal }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const { state, formData } = useNavigation();
  // Enter must work again as soon as the response arrives, even while the page reloads.
  const isSending = state === "submitting" && formData?.get("service") === "lastfm";
  return (
    <Form action={CONNECTIONS_PATH} className="mt-4" preventScrollReset onInput={dismiss}>
      <RefusalSummary refusal={isSending ? undefined : refusal} />
      <input type="hidden" name="service" value="lastfm" />
      <Field
        name="username"
        label="Last.fm username"
        aria-required
        defaultValue={answer?.typed?.username}
        error={isSending ? undefined : fields.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button icon="connections" className="mt-3" isPending={isSending}>
        {isSending ? "Connecting..." : "Connect Last.fm"}
      </Button>
      {isSending ? <progress className="upload-progress" aria-label="Contacting Last.fm" /> : null}
    </Form>
  );
}

function Actions({ connection }: { connection: ConnectionDto }) {
  const { id, service, isActive, isVerified, artistCount } = connection;
  const refreshing = useFetcher();
  const disconnecting = useFetcher();
  const isRefreshing = refreshing.state !== "idle";
  const isDisconnecting = disconnecting.state !== "idle";
  const name = serviceNames[service];
  return (
    <>
      <div className="cluster mt-4">
        {isActive && isVerified && artistCount !== null ? (
          <ButtonLink
            to={connectionAddress(id, "import")}
            variant="primary"
            aria-label={`Import from ${name}`}
          >
            Import
          </ButtonLink>
        ) : null}
        {isActive && isVerified ? (
          <Form fetcher={refreshing} action={connectionAddress(id, "refresh")}>
            <Button isPending={isRefreshing} aria-label={`Refresh ${name}`}>
              {isRefreshing ? "Refreshing..." : "Refresh"}
            </Button>
          </Form>
        ) : null}
        <Form fetcher={disconnecting} action={connectionAddress(id, "disconnect")}>
          <Button variant="danger" isPending={isDisconnecting} aria-label={`Disconnect ${name}`}>
            {isDisconnecting ? "Disconnecting..." : "Disconnect"}
          </Button>
        </Form>
      </div>
      {isRefreshing || isDisconnecting ? (
        <progress className="upload-progress" aria-label={`Contacting ${name}`} />
      ) : null}
    </>
  );
}
