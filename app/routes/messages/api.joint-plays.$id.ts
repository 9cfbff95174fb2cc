import { apiRoute, operation } from "~/http/api.server";
import { endJointPlay, stepJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { jointPlayStepInput } from "~/models/conversation/joint-play/joint-play-schema";

export const loader = apiRoute({
  PATCH: operation(jointPlayStepInput, (member, input, { params: { id = "" } }) =>
    stepJointPlay(member.id, id, input),
  ),
  DELETE: { status: 204, run: (member, _, { params: { id = "" } }) => endJointPlay(member.id, id) },
});
export const action = loader;
