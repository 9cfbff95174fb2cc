import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ConnectedServices, ConnectionCard } from "~/components/connection-card";
import { PageHead } from "~/components/page-head";
import { RefusedNotice } from "~/components/refused-notice";
import { submitConnection } from "~/forms/connection-forms.server";
import { pressInBrowser } from "~/forms/press-button";
import { keepConnectionsFresh } from "~/http/connect.server";
import { requireMember } from "~/http/member.server";
import { connectionTrouble, MUSIC_SERVICES } from "~/models/connection";
import { listConnections, servicesSetUp } from "~/models/connection.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Music Connections · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const connections = await listConnections(member.id);
  keepConnectionsFresh(member.id);
  return { connections, setUp: servicesSetUp() };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitConnection(request);
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, connectionTrouble.unknown);
}

export default function MusicConnections() {
  const { connections, setUp } = useLoaderData<typeof loader>();
  const refused = useActionData<{ error?: string; username?: string }>();
  return (
    <>
      <PageHead
        title="Music Connections"
        catalogue="Side B · 4"
        text="Connect what you listen with. Nothing is taken over into your profile before you have seen and ticked it."
      />
      <RefusedNotice />
      <div className="connections">
        {MUSIC_SERVICES.map((service) => (
          <ConnectionCard
            key={service}
            service={service}
            connection={connections.find((each) => each.service === service)}
            isSetUp={setUp[service]}
            refused={refused}
          />
        ))}
        <ConnectedServices connections={connections} />
      </div>
    </>
  );
}
