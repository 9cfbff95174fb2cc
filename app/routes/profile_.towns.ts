import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/http/member.server";
import { privately } from "~/http/refusal.server";
import { suggestPlaces } from "~/models/place.server";

/** What the location field offers while one types. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  const towns = await suggestPlaces(new URL(request.url).searchParams.get("begun") ?? "");
  return Response.json({ towns }, { headers: privately });
}
