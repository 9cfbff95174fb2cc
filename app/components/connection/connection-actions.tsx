// What members do with a connection: import, refresh, disconnect, and let their play count follow it.
import { useFetcher } from "@remix-run/react";
import { musicServices } from "~/integrations/music-service";
import {
  type ConnectionDto,
  connectionPath,
  isReadable,
  newArtistsPath,
} from "~/models/connection/connection";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField } from "~/ui/field";
import { Form } from "~/ui/form";
import { PeriodField } from "./period-field";

export function ConnectionActions({ connection }: { connection: ConnectionDto }) {
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
