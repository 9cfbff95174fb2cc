import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { MusicService } from "db/column-types";
import { submitConnection } from "~/actions/connection/connection-forms.server";
import { ConnectedServices } from "~/components/connection/connected-services";
import { ConnectionCard } from "~/components/connection/connection-card";
import { MusicFileFooter } from "~/components/connection/music-file";
import { env } from "~/env.server";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { refreshConnectionsInBackground } from "~/http/service-consent.server";
import { connectionErrors } from "~/models/connection/connection";
import {
  listConnections,
  listProvable,
  listShownServices,
  servicesSetUp,
} from "~/models/connection/connection.server";
import { HISTORY_PATH } from "~/models/connection/history/history";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: "Music Connections · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const connections = await listConnections(member.id);
  refreshConnectionsInBackground(member.id);
  return {
    connections,
    setUp: servicesSetUp(),
    linksProfiles: env.linksProfiles,
    provable: listProvable(),
    services: listShownServices(connections),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitConnection(request);
}

export const clientAction = createClientAction({ errorTitle: connectionErrors.unknown });

export default function MusicConnections() {
  const { connections, setUp, linksProfiles, provable, services } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  const [first, ...others] = services;
  const cardOf = (service: MusicService) => (
    <ConnectionCard
      key={service}
      service={service}
      connection={connections.find((each) => each.service === service)}
      isSetUp={setUp[service]}
      linksProfiles={linksProfiles}
      isProvable={provable.includes(service)}
      answer={answer?.typed?.service === service ? answer : undefined}
    />
  );
  return (
    <>
      <PageHeader
        title="Music Connections"
        eyebrow="Side B · 4"
        text="Connect your streaming services. Nothing is added to your profile until you approve it."
      />
      {/* Columns, not rows: the first form is as high as three of the others. */}
      <div className="card-grid">
        <div className="stack">
          {first ? cardOf(first) : null}
          <Card title="A File of Your Own">
            <p>
              Import your listening history from ListenBrainz, Spotify or Last.fm without connecting anything.
            </p>
            <div className="mt-4">
              <ButtonLink to={HISTORY_PATH} icon="upload">
                Choose a File
              </ButtonLink>
            </div>
          </Card>
        </div>
        <div className="stack">
          {others.map(cardOf)}
          <ConnectedServices services={services} connections={connections} />
        </div>
      </div>
      <MusicFileFooter />
    </>
  );
}
