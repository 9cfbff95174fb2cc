import type { LoaderFunctionArgs } from "@remix-run/node";
import { drawAvatar } from "~/models/music/avatar";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const firstName = (params.file ?? "").replace(/\.svg$/, "").slice(0, 60);
  const artist = new URL(request.url).searchParams.get("artist") ?? "";
  return new Response(drawAvatar({ firstName, artist }), {
    headers: {
      "Content-Type": "image/svg+xml",
      // Whom a member loves is nothing for a cache that others share.
      "Cache-Control": `${artist ? "private" : "public"}, max-age=86400`,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
