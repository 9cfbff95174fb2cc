import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { jointPlayMessages } from "~/models/conversation/joint-play/joint-play";
import {
  endJointPlay,
  startJointPlay,
  stepJointPlay,
} from "~/models/conversation/joint-play/joint-play.server";
import { jointPlayForm } from "~/models/conversation/joint-play/joint-play-schema";

export { clientAction, default, loader } from "~/forms/button-route";

/** Starts, moves or ends a conversation's joint play. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: `/messages/${encodeURIComponent(id)}` }, async (member, form) => {
    const input = parseInput(jointPlayForm, Object.fromEntries(form));
    if (input.step === "start") await startJointPlay(member.id, id, input);
    else if (input.step === "end") await endJointPlay(member.id, input.id);
    else await unlessGone(jointPlayMessages.gone, stepJointPlay(member.id, input.id, input));
    return {};
  });
}
