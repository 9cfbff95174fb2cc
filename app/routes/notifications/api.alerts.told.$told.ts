import { apiRoute } from "~/http/api.server";
import { toldParam } from "~/models/alert/alert-schema";
import { getTold } from "~/models/alert/hit-notifications.server";

export const loader = apiRoute({
  /** Those of whom the member was told at this moment, in ms, who still fit; a notification leads to it. */
  GET: {
    run: async (member, _, { params }) => {
      const { success, data } = toldParam.safeParse(params);
      return success ? getTold(member, data.told) : undefined;
    },
  },
});
export const action = loader;
