import { apiRoute } from "~/http/api.server";
import { t } from "~/language/text";
import { NO_LISTENER } from "~/models/music-account/music-account";
import { findLastfmUser } from "~/models/music-account/music-account.server";

export const loader = apiRoute({
  /** An unknown name is a result (200), not a failure, because the client expects that. */
  GET: {
    run: async (member, _, { params: { username = "" } }) => {
      const listener = await findLastfmUser(member.id, username);
      if (!listener) return { error: t(NO_LISTENER) };
      return { id: listener.name, username: listener.name, playCount: listener.playCount };
    },
  },
});
export const action = loader;
