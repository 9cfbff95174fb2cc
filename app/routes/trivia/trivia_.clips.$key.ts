import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { readRange, soundResponse } from "~/http/sound.server";
import { getClip } from "~/models/trivia/clip.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return soundResponse(orNotFound(await getClip(member.id, params.key ?? "", readRange(request))));
}
