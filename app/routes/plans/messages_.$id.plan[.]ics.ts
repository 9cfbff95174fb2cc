import { env } from "~/env.server";
import { downloadRoute } from "~/http/download.server";
import { otherParticipant } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { getPlan } from "~/models/conversation/plan/plan.server";
import { writeCalendar } from "~/models/conversation/plan/plan-calendar";
import { planPath } from "~/models/conversation/plan/plan-path";

export const loader = downloadRoute({
  page: ({ params }) => planPath(params.id ?? ""),
  open: async (member, { params: { id = "" } }) => {
    const [found, plan] = await Promise.all([getConversation(member.id, id), getPlan(member.id, id)]);
    if (!found || plan?.state !== "accepted") return undefined;
    const other = otherParticipant(found, member.id).firstName;
    return {
      name: "plan.ics",
      type: "text/calendar; charset=utf-8",
      content: writeCalendar(plan, { other, url: env.origin + planPath(id) }),
    };
  },
});
