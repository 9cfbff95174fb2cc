import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation, versionedResponse } from "~/http/api.server";
import { getPreferences, preferencesVersion, savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const saved = await getPreferences(member.id);
    return versionedResponse(saved, preferencesVersion(saved));
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const save = operation(preferencesInput, async (member, input, version) => {
    const saved = await savePreferences(member.id, input, version);
    return versionedResponse(saved, preferencesVersion(saved));
  });
  return apiWrite(request, { POST: save }, { reads: true });
}
