import { apiRoute, operation } from "~/http/api.server";
import { connectLastfm, connectUnverified, listConnections } from "~/models/connection/connection.server";
import { connectionInput } from "~/models/connection/connection-schema";

export const { loader, action, operations } = apiRoute({
  GET: { run: (member) => listConnections(member.id) },
  POST: operation(
    connectionInput,
    (member, { service, ...account }) =>
      service === "lastfm"
        ? connectLastfm(member.id, account.serviceUsername)
        : connectUnverified(member.id, service, account),
    201,
  ),
});
