import type { LoaderFunctionArgs } from "@remix-run/node";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { getMixtape, paintMixtape } from "~/models/match/mixtape.server";
import { consumeRateLimit } from "~/models/rate-limit.server";

/** With `?save` a file to download. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const mixtape = orNotFound(await getMixtape(viewer, memberIdParam(params.id)));
  await consumeRateLimit("mixtape", viewer.id);
  const isSaved = new URL(request.url).searchParams.has("save");
  // Not translated: headers.
  return new Response(await paintMixtape(mixtape), {
    headers: {
      "Content-Type": "image/png",
      // It ends with the match.
      "Cache-Control": "private, no-store",
      ...(isSaved ? { "Content-Disposition": 'attachment; filename="b-side-mixtape.png"' } : {}),
    },
  });
}
