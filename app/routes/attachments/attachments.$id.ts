import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWithRange } from "~/http/byte-range.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { parseInput } from "~/http/parse-input.server";
import { fileQuery } from "~/models/conversation/attachment/attachment-schema";
import { getPhotoFile } from "~/models/conversation/attachment/photo.server";
import { getVoiceFile } from "~/models/conversation/attachment/voice.server";

/** A file of a message, which is asked for again each time: its message may have been deleted. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { size } = parseInput(fileQuery, Object.fromEntries(new URL(request.url).searchParams));
  const voice = await getVoiceFile(member.id, id);
  if (voice) return answerWithRange(request, voice);
  const { bytes, tag } = orNotFound(await getPhotoFile(member.id, id, size));
  const headers = { "Content-Type": "image/webp", "Cache-Control": "private, no-cache", ETag: `"${tag}"` };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}
