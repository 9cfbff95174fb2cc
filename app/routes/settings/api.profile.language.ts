import { apiRoute, operation } from "~/http/api.server";
import { type ReadLanguage, saveLanguage } from "~/models/member/language.server";
import { languageInput } from "~/models/member/settings-schema";

export const loader = apiRoute({
  GET: { run: async ({ language }): Promise<ReadLanguage> => ({ language }) },
  PUT: operation(languageInput, (member, input) => saveLanguage(member.id, input)),
});
export const action = loader;
