import type { LoaderFunctionArgs } from "@remix-run/node";
import { drawAvatar } from "~/models/music/avatar";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const firstName = (params.file ?? "").replace(/\.svg$/, "").slice(0, 60);
  const artist = new URL(request.url).searchParams.get("artist") ?? "";
  return new Response(drawAvatar({ firstName, artist }), {
    headers: {
      "Content-Type": "image/svg+xml",
      // An avatar shows whom a member loves, which no shared cache should keep.
      "Cache-Control": `${artist ? "private" : "public"}, max-age=86400`,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
