import { apiRoute } from "~/http/api.server";
import { endTrip } from "~/models/trip/trip.server";

export const loader = apiRoute({
  DELETE: { status: 204, run: (member, _, { params }) => endTrip(member.id, params.id ?? "") },
});
export const action = loader;
