import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseInput } from "~/http/body.server";
import { answerWithRange } from "~/http/byte-range.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { getAttachmentFile } from "~/models/conversation/attachment/attachment.server";
import { fileQuery } from "~/models/conversation/attachment/attachment-schema";

/** A file of a message, revalidated at each use: its message may have been deleted. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { size } = parseInput(fileQuery, Object.fromEntries(new URL(request.url).searchParams));
  return answerWithRange(request, orNotFound(await getAttachmentFile(member.id, id, size)));
}
