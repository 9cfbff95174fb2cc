import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { getPictureFile } from "~/models/picture/picture.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMember(request);
  const file = orNotFound(await getPictureFile(params.file ?? ""));
  return new Response(file, {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
}
