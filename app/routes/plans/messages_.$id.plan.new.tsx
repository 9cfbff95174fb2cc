import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PlanForm } from "~/components/conversation/plan/plan-forms";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { otherParticipant } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { CONVERSATION_GONE } from "~/models/conversation/message";
import { isOver, isStanding, planMessages } from "~/models/conversation/plan/plan";
import { listPlannableShows, listPlans, proposePlan } from "~/models/conversation/plan/plan.server";
import { planPath } from "~/models/conversation/plan/plan-path";
import { planInput } from "~/models/conversation/plan/plan-schema";
import { PageHeader } from "~/ui/page-header";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: titled(data ? t("Plan to meet {other} · Messages", { other: data.other }) : t("Plan · Messages")),
  },
];

/** Begins with the current plan, or the show in the query. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const found = orNotFound(await getConversation(member.id, params.id ?? ""));
  const plans = await listPlans(member.id, found.id);
  if (!plans) throw redirect(`/messages/${found.id}`);
  const plan = plans.plan && isStanding(plans.plan) && !isOver(plans.plan) ? plans.plan : null;
  const showId = new URL(request.url).searchParams.get("show") ?? "";
  const shows = await listPlannableShows(member.id, showId || plan?.show?.id);
  const other = otherParticipant(found, member.id).firstName;
  return { form: { id: randomUUID(), plan, showId, shows, closeTo: planPath(found.id) }, other };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const form = { schema: planInput, errorTitle: msg("Your plan wasn't proposed") };
  return submitForm(request, form, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, proposePlan(member.id, id, input));
    return { flash: planMessages.proposed, to: planPath(id) };
  });
}

export default function NewPlan() {
  const { form, other } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={form.plan ? t("Change the plan") : t("Plan to meet {other}", { other })}
        text={form.plan ? t("{other} has to accept it, and sees what you changed.", { other }) : undefined}
      />
      <PlanForm {...form} />
    </div>
  );
}
