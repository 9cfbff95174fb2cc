import { createAvatar } from "@dicebear/core";
import * as initials from "@dicebear/initials";
import type { LoaderFunctionArgs } from "@remix-run/node";

// Text on these has a contrast of at least 4.5:1.
const grounds = ["8c1c13", "1d4d3a", "3a3a5c", "5b3a1e", "54304a", "23485a"];

export async function loader({ params }: LoaderFunctionArgs) {
  const name = (params.file ?? "").replace(/\.svg$/, "").slice(0, 60);
  const drawing = createAvatar(initials, {
    seed: name,
    backgroundColor: grounds,
    chars: 1,
    fontFamily: ["Georgia", "serif"],
  });
  return new Response(drawing.toString(), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
