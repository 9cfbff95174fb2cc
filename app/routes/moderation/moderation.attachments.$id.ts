import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { getReportedPhoto } from "~/models/safety/photo-review.server";

export { action } from "~/forms/hidden-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const file = orNotFound(await getReportedPhoto(moderator.id, params.id ?? ""));
  return new Response(file, { headers: { ...privateHeaders, "Content-Type": "image/webp" } });
}
