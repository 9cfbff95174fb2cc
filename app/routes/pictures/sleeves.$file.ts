import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound } from "~/http/page.server";
import { drawSleeve } from "~/models/music/sleeve";
import { SLEEVE_VERSION } from "~/models/music/sleeve-url";

export function loader({ request, params }: LoaderFunctionArgs) {
  const [, version] = orNotFound(/^(\d{1,4})\.svg$/.exec(params.file ?? "") ?? undefined);
  const { searchParams } = new URL(request.url);
  const { svg } = drawSleeve({
    artist: searchParams.get("artist") ?? "",
    title: searchParams.get("title") ?? "",
  });
  // During a deployment, this machine can be asked for another version's drawing, which it doesn't have.
  const isCurrent = Number(version) === SLEEVE_VERSION;
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml",
      // The words are members' own, which no shared cache should keep.
      "Cache-Control": isCurrent ? "private, max-age=31536000, immutable" : "private, no-store",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
}
