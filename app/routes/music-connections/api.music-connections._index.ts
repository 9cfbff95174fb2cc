import { apiRoute, operation } from "~/http/api.server";
import { isUsernameService } from "~/integrations/music-service";
import { connectListener, connectUnverified, listConnections } from "~/models/connection/connection.server";
import { connectionInput } from "~/models/connection/connection-schema";

export const loader = apiRoute({
  GET: { run: (member) => listConnections(member.id) },
  POST: operation(
    connectionInput,
    (member, { service, token, period, ...account }) =>
      isUsernameService(service)
        ? connectListener(member.id, service, { username: account.serviceUsername, token, period })
        : connectUnverified(member.id, service, account),
    201,
  ),
});
export const action = loader;
