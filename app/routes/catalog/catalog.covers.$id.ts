import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { orNotFound, requireMember } from "~/http/page.server";
import { getReleaseCover } from "~/models/catalog/cover.server";
import { sleeveUrl } from "~/models/music/sleeve-url";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { file, release } = orNotFound(await getReleaseCover(member.id, params.id ?? ""));
  if (!file) return redirect(sleeveUrl(release));
  return new Response(file, {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=86400" },
  });
}
