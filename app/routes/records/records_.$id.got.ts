import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { RECORD_GONE, recordErrors, recordsPath, wantedMessages } from "~/models/record/record";
import { moveToOwned, readRecordQuery } from "~/models/record/record.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { page: recordsPath(readRecordQuery(request.url)), errorTitle: recordErrors.get };
  return submitButton(request, form, async (member) => {
    await unlessGone(RECORD_GONE, moveToOwned(member.id, params.id ?? ""));
    return { flash: wantedMessages.got };
  });
}
