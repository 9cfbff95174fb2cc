import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => getPreferences(member.id));
}

export async function action({ request }: ActionFunctionArgs) {
  const save = operation(preferencesInput, (member, input) => savePreferences(member.id, input));
  return apiWrite(request, { POST: save }, { reads: true });
}
