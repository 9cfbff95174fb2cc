import { apiRoute, operation } from "~/http/api.server";
import { readPrivacy, savePrivacy } from "~/models/account/privacy.server";
import { privacyInput } from "~/models/account/privacy-schema";

export const loader = apiRoute({
  GET: { run: async (member) => readPrivacy(member) },
  PUT: operation(privacyInput, (member, input) => savePrivacy(member.id, input)),
});
export const action = loader;
