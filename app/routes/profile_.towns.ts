import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/http/member.server";
import { suggestPlaces } from "~/models/place.server";

/** What the location field offers while one types. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return { towns: await suggestPlaces(new URL(request.url).searchParams.get("begun") ?? "") };
}
