import { apiRoute, operation } from "~/http/api.server";
import { getJointPlay, startJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { jointPlayInput } from "~/models/conversation/joint-play/joint-play-schema";

export const loader = apiRoute({
  GET: { run: (member, _, { params: { id = "" } }) => getJointPlay(member.id, id) },
  POST: operation(
    jointPlayInput,
    (member, input, { params: { id = "" } }) => startJointPlay(member.id, id, input),
    201,
  ),
});
export const action = loader;
