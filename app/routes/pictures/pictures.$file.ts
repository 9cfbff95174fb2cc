import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { getPictureFile } from "~/models/picture/picture.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const file = orNotFound(await getPictureFile(member.id, params.file ?? ""));
  return new Response(file, {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
}
