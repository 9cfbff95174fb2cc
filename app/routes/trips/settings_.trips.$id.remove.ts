import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { TRIPS_PATH, tripMessages } from "~/models/trip/trip";
import { endTrip } from "~/models/trip/trip.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: TRIPS_PATH }, async (member) => {
    await endTrip(member.id, params.id ?? "");
    return { flash: tripMessages.ended };
  });
}
