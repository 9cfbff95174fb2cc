import { apiRoute, createdResponse, operation } from "~/http/api.server";
import { listAlerts, saveAlert } from "~/models/alert/alert.server";
import { alertInput } from "~/models/alert/alert-schema";

export const loader = apiRoute({
  GET: { run: (member) => listAlerts(member.id) },
  /** Saves an alert: an artist, a show, or else Discover's filters. */
  POST: operation(
    alertInput,
    async (member, input) => {
      const { id, isNew } = await saveAlert(member.id, input);
      return createdResponse({ id }, isNew);
    },
    201,
  ),
});
export const action = loader;
