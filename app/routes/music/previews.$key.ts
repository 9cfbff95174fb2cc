import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { readRange, soundResponse } from "~/http/sound.server";
import { getPreview } from "~/models/preview.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { searchParams } = new URL(request.url);
  const song = { artist: searchParams.get("artist") ?? "", title: searchParams.get("title") ?? "" };
  return soundResponse(orNotFound(await getPreview(member.id, params.key ?? "", song, readRange(request))));
}
