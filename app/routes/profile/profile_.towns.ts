import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/error-response.server";
import { requireMember } from "~/http/page.server";
import { suggestPlaces } from "~/models/member/place/place.server";

/** The suggestions of the location field during typing. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  const towns = suggestPlaces(new URL(request.url).searchParams.get("begun") ?? "");
  return Response.json({ towns }, { headers: privateHeaders });
}
