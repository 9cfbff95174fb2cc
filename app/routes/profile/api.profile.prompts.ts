import { apiRoute, operation } from "~/http/api.server";
import { toPromptDtos } from "~/models/member/prompt";
import { savePrompts } from "~/models/member/prompt.server";
import { promptsInput } from "~/models/member/prompt-schema";

export const { loader, action, operations } = apiRoute({
  GET: { run: async (member) => ({ prompts: toPromptDtos(member.prompts) }) },
  PUT: operation(promptsInput, (member, input) => savePrompts(member.id, input)),
});
