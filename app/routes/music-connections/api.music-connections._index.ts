import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { connectLastfm, connectUnverified, listConnections } from "~/models/connection/connection.server";
import { connectionInput } from "~/models/connection/connection-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => listConnections(member.id));
}

export async function action({ request }: ActionFunctionArgs) {
  const connect = operation(
    connectionInput,
    (member, { service, ...account }) =>
      service === "lastfm"
        ? connectLastfm(member.id, account.serviceUsername)
        : connectUnverified(member.id, service, account),
    201,
  );
  return apiWrite(request, { POST: connect }, { reads: true });
}
