import { apiRoute, operation } from "~/http/api.server";
import { addTrip, listTrips } from "~/models/trip/trip.server";
import { tripInput } from "~/models/trip/trip-schema";

export const loader = apiRoute({
  /** The member's trips that aren't over, by day. */
  GET: { run: async ({ id }) => ({ trips: await listTrips(id) }) },
  POST: operation(tripInput, (member, input) => addTrip(member, input), 201),
});
export const action = loader;
