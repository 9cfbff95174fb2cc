import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { requireMember } from "~/http/page.server";
import { readMusicFile } from "~/models/music/music-file.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return new Response(`${JSON.stringify(await readMusicFile(member.id), null, 2)}\n`, {
    headers: {
      ...privateHeaders,
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="music.json"',
    },
  });
}
