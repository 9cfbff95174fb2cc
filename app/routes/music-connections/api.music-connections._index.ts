import { apiRoute, operation } from "~/http/api.server";
import { isUsernameService } from "~/integrations/music-service";
import {
  connectListener,
  connectUnverified,
  listMusicAccounts,
} from "~/models/music-account/music-account.server";
import { musicAccountInput } from "~/models/music-account/music-account-schema";

export const loader = apiRoute({
  GET: { run: (member) => listMusicAccounts(member.id) },
  POST: operation(
    musicAccountInput,
    (member, { service, token, period, ...account }) =>
      isUsernameService(service)
        ? connectListener(member.id, service, { username: account.serviceUsername, token, period })
        : connectUnverified(member.id, service, account),
    201,
  ),
});
export const action = loader;
