import type { PromptAnswer } from "db/column-types";
import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import { toPromptDtos } from "~/models/member/prompt";
import { promptsVersion, savePrompts } from "~/models/member/prompt.server";
import { promptsInput } from "~/models/member/prompt-schema";

export const loader = apiRoute({
  GET: { run: async (member) => versionedPrompts(member.prompts) },
  PUT: operation(promptsInput, async (member, input, { version }) =>
    versionedPrompts(await savePrompts(member.id, input, version)),
  ),
});

function versionedPrompts(prompts: PromptAnswer[]) {
  return versionedResponse({ prompts: toPromptDtos(prompts) }, promptsVersion(prompts));
}
export const action = loader;
