import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { connectListener, connectUnverified, listConnections } from "~/models/connection.server";
import { connectionInput } from "~/models/connection-input";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => listConnections(member.id));
}

export async function action({ request }: ActionFunctionArgs) {
  const connect = operation(
    connectionInput,
    (member, { service, ...account }) =>
      service === "lastfm"
        ? connectListener(member.id, account.serviceUsername)
        : connectUnverified(member.id, service, account),
    201,
  );
  return apiWrite(request, { POST: connect }, { reads: true });
}
