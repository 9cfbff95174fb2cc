// A music service: what it is for, whether and as whom it is connected, and what can be done about it.
import { Form, useFetcher, useNavigation } from "@remix-run/react";
import {
  CONNECTIONS_PATH,
  connectionAddress,
  MUSIC_SERVICES,
  type MusicService,
  NOT_SET_UP,
  type ShownConnection,
  serviceNames,
} from "~/models/connection";
import { Button, ButtonAnchor, ButtonLink } from "./button";
import { Field } from "./field";
import { Moment } from "./moment";
import { Badge, Sleeve } from "./sleeve";

type Refused = { error?: string; username?: string };

const purposes: Record<MusicService, string> = {
  spotify: "Bring the artists you listen to most into your profile.",
  lastfm: "Bring your play count and your top artists into your profile.",
  youtube: "Connect your channel. Nothing is read but its name.",
};

/** One service; `refused` is what the Last.fm form was refused with. */
export function ConnectionCard({
  service,
  connection,
  isSetUp,
  refused,
}: {
  service: MusicService;
  connection?: ShownConnection;
  isSetUp: boolean;
  refused?: Refused;
}) {
  const isConnected = connection?.isActive ?? false;
  // One that nobody has verified can be, once this server has credentials.
  const canConnect = !isConnected || (isSetUp && connection?.isVerified === false);
  return (
    <Sleeve
      title={serviceNames[service]}
      note={isConnected ? <Badge tone="green">Connected</Badge> : undefined}
    >
      {connection ? <Connected connection={connection} /> : <p>{purposeOf(service, isSetUp)}</p>}
      {canConnect ? <Connect service={service} isSetUp={isSetUp} refused={refused} /> : null}
      {connection ? <Deeds connection={connection} /> : null}
    </Sleeve>
  );
}

/** Which services are connected, in one look. */
export function ConnectedServices({ connections }: { connections: ShownConnection[] }) {
  const active = connections.filter(({ isActive }) => isActive);
  return (
    <Sleeve title="Connected Services" note={`${active.length} of ${MUSIC_SERVICES.length}`}>
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
    </Sleeve>
  );
}

function purposeOf(service: MusicService, isSetUp: boolean) {
  return isSetUp || service === "lastfm"
    ? purposes[service]
    : `Note that you listen with ${serviceNames[service]}.`;
}

function Connected({ connection }: { connection: ShownConnection }) {
  const { service, serviceUsername, isActive, isVerified, playCount, artistCount, readAt } = connection;
  if (!isActive) {
    return <p>{`${serviceNames[service]} no longer lets us in as ${serviceUsername}. Connect it again.`}</p>;
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
        <p className="mt-1 text-note text-soft">
          Read <Moment at={readAt} as="date" />
        </p>
      ) : null}
    </>
  );
}

function Connect({
  service,
  isSetUp,
  refused,
}: {
  service: MusicService;
  isSetUp: boolean;
  refused?: Refused;
}) {
  const name = serviceNames[service];
  if (service === "lastfm") {
    return isSetUp ? <ListenerForm refused={refused} /> : <p className="mt-2 text-soft">{NOT_SET_UP}</p>;
  }
  if (isSetUp) {
    return (
      <div className="mt-4">
        <ButtonAnchor href={`${CONNECTIONS_PATH}/${service}/start`} icon="connections">
          {`Connect ${name}`}
        </ButtonAnchor>
        <p className="mt-2 text-note text-soft">{`You say yes at ${service === "youtube" ? "Google" : name} and come back here.`}</p>
      </div>
    );
  }
  return (
    <Form method="post" action={CONNECTIONS_PATH} className="mt-4" preventScrollReset>
      <input type="hidden" name="service" value={service} />
      <Button icon="connections">{`Connect ${name}`}</Button>
      <p className="mt-2 text-note text-soft">
        {`This server cannot ask ${name} who you are: it will say “not verified”, and nothing is read there.`}
      </p>
    </Form>
  );
}

function ListenerForm({ refused }: { refused?: Refused }) {
  const { state, formData } = useNavigation();
  // Once the answer stands here Enter has to count again, whatever is still being loaded.
  const isSending = state === "submitting" && formData?.get("service") === "lastfm";
  return (
    <Form method="post" action={CONNECTIONS_PATH} className="mt-4" preventScrollReset>
      <input type="hidden" name="service" value="lastfm" />
      <Field
        name="username"
        label="Last.fm username"
        defaultValue={refused?.username}
        error={refused?.error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button icon="connections" className="mt-3" disabled={isSending}>
        {isSending ? "Connecting..." : "Connect Last.fm"}
      </Button>
      {isSending ? <progress className="waiting" aria-label="Asking Last.fm" /> : null}
    </Form>
  );
}

function Deeds({ connection }: { connection: ShownConnection }) {
  const { id, service, isActive, isVerified, artistCount } = connection;
  const refreshing = useFetcher();
  const ending = useFetcher();
  const isReading = refreshing.state !== "idle";
  const isEnding = ending.state !== "idle";
  const name = serviceNames[service];
  return (
    <>
      <div className="cluster mt-4">
        {isActive && isVerified && artistCount !== null ? (
          <ButtonLink to={connectionAddress(id, "import")} look="primary" aria-label={`Import from ${name}`}>
            Import
          </ButtonLink>
        ) : null}
        {isActive && isVerified ? (
          <refreshing.Form method="post" action={connectionAddress(id, "refresh")}>
            <Button disabled={isReading} aria-label={`Refresh ${name}`}>
              {isReading ? "Reading..." : "Refresh"}
            </Button>
          </refreshing.Form>
        ) : null}
        <ending.Form method="post" action={connectionAddress(id, "disconnect")}>
          <Button look="danger" disabled={isEnding} aria-label={`Disconnect ${name}`}>
            {isEnding ? "Disconnecting..." : "Disconnect"}
          </Button>
        </ending.Form>
      </div>
      {isReading || isEnding ? <progress className="waiting" aria-label={`Asking ${name}`} /> : null}
    </>
  );
}
