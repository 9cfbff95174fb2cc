import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { discoverReturnPath } from "~/models/match/discover";
import { unsaidIncludedMessage } from "~/models/member/wishes";
import { meetUnsaid } from "~/models/member/wishes.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** "Include people who haven't said", on the page with the URL's query. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return submitButton(request, { page: discoverReturnPath(searchParams) }, async (member) => {
    await meetUnsaid(member.id);
    return { flash: unsaidIncludedMessage };
  });
}
