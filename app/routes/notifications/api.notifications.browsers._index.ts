import { apiRoute, createdResponse, operation } from "~/http/api.server";
import { requireSession } from "~/http/page.server";
import { subscriptionInput } from "~/models/notification/notification-schema";
import { addPushBrowser, getPush } from "~/models/notification/push-browser.server";

export const loader = apiRoute({
  GET: {
    run: async (member, _: never, { request }) =>
      getPush(member.id, (await requireSession(request)).sessionId),
  },
  POST: {
    ...operation(subscriptionInput, async (member, input, { request }) =>
      createdResponse(
        await addPushBrowser(member.id, (await requireSession(request)).sessionId, input),
        true,
      ),
    ),
    status: 201,
  },
});
export const action = loader;
