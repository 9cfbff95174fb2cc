import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWithRange } from "~/http/byte-range.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { getReportedFile } from "~/models/safety/photos/moderated-files.server";

export { action } from "~/forms/hidden-route";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return answerWithRange(request, orNotFound(await getReportedFile(moderator.id, params.id ?? "")));
}
