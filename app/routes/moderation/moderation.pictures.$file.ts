import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { getModeratedFile } from "~/models/safety/photos/moderated-files.server";

export { action } from "~/forms/hidden-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const file = orNotFound(await getModeratedFile(moderator.id, params.file ?? ""));
  return new Response(file, { headers: { ...privateHeaders, "Content-Type": "image/webp" } });
}
