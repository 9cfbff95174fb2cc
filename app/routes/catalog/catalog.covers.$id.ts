import type { LoaderFunctionArgs } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { getReleaseCover } from "~/models/catalog/cover.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const file = orNotFound(await getReleaseCover(member.id, params.id ?? ""));
  return new Response(file, {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=86400" },
  });
}
