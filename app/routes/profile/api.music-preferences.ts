import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import { getPreferences, preferencesVersion, savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";

export const loader = apiRoute({
  /** Null before they are saved for the first time. */
  GET: {
    run: async (member) => {
      const saved = await getPreferences(member.id);
      return versionedResponse(saved, preferencesVersion(saved));
    },
  },
  POST: operation(preferencesInput, async (member, input, { version }) => {
    const saved = await savePreferences(member.id, input, version);
    return versionedResponse(saved, preferencesVersion(saved));
  }),
});
export const action = loader;
