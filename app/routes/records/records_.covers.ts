import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { coverSearchErrors, coverSearchMessages } from "~/models/record/cover-search";
import { changeCoverSearch } from "~/models/record/cover-search.server";
import { coverSearchInput } from "~/models/record/record-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  const form = { page: "/records", errorTitle: coverSearchErrors.title };
  return submitButton(request, form, async (member, sent) => {
    const { step } = parseInput(coverSearchInput, Object.fromEntries(sent));
    await changeCoverSearch(member.id, step);
    return { flash: coverSearchMessages[step] };
  });
}
