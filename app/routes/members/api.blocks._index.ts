import { apiRoute, listResponse, operation } from "~/http/api.server";
import { numberedPage } from "~/models/cursor";
import { targetInput } from "~/models/match/match-schema";
import { blockMember, listBlocks } from "~/models/safety/block.server";

export const loader = apiRoute({
  GET: operation(numberedPage, async (member, { cursor }, { request }) => {
    const { blocks, next } = await listBlocks(member.id, cursor);
    return listResponse(request, blocks, next);
  }),
  POST: operation(
    targetInput,
    async (member, { targetUserId }) => void (await blockMember(member.id, targetUserId)),
    204,
  ),
});
export const action = loader;
