import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { setGoing } from "~/models/show/going.server";
import { showMessages } from "~/models/show/show";
import { SHOWS_PATH, showPath } from "~/models/show/show-path";
import { goingInput } from "~/models/show/show-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: id ? showPath(id) : SHOWS_PATH }, async (member, form) => {
    const { going } = parseInput(goingInput, { going: form.get("going") });
    await unlessGone(showMessages.gone, setGoing(member.id, id, going));
    return {};
  });
}
