import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { undoInput } from "~/models/match/match-schema";
import { blockMember, listBlocks } from "~/models/safety/block.server";
import { numberedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { blocks, next } = await listBlocks(member.id, cursor);
    return listResponse(request, blocks, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const block = operation(
    undoInput,
    async (member, { targetUserId }) => void (await blockMember(member.id, targetUserId)),
    204,
  );
  return apiWrite(request, { POST: block }, { reads: true });
}
