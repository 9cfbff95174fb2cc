import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { CancelPlan, DidYouMeet, HomeSafe, PlanActions } from "~/components/conversation/plan/plan-actions";
import { PlanCard } from "~/components/conversation/plan/plan-card";
import { PlanTime } from "~/components/conversation/plan/plan-time";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import {
  describePlan,
  isOver,
  isStanding,
  type PlanDto,
  planMessages,
} from "~/models/conversation/plan/plan";
import { cancelPlan, listPlans } from "~/models/conversation/plan/plan.server";
import { listPlanLinks } from "~/models/conversation/plan/plan-link.server";
import { planPath } from "~/models/conversation/plan/plan-path";
import { cancelInput } from "~/models/conversation/plan/plan-schema";
import { markSeen } from "~/models/notification/notification-reading.server";
import { EmptyState } from "~/ui/card";
import { type FormRefusal, RefusalSummary } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: titled(
      data
        ? t("Plan with {firstName} · Messages", { firstName: data.other.firstName })
        : t("Plan · Messages"),
    ),
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const found = orNotFound(await getConversation(member.id, params.id ?? ""));
  const { partner } = toConversationRow(found, member.id);
  const plans = await listPlans(member.id, found.id);
  if (!plans) throw redirect(`/messages/${found.id}`);
  const { plan, earlier } = plans;
  // Nobody can be home before they have left.
  const links = await listPlanLinks(member.id, found.id, { isOnItsDay: true });
  const shown = plan ? [plan, ...earlier] : earlier;
  await markSeen(
    member.id,
    ["plan"],
    shown.map(({ id }) => id),
  );
  return { id: found.id, other: { id: partner.id, firstName: partner.firstName }, plan, earlier, links };
}

/** Cancels the plan. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitForm(request, { schema: cancelInput }, async (member, input) => {
    await cancelPlan(member.id, id, input);
    return { flash: planMessages.cancelled, to: planPath(id) };
  });
}

/** The other's proposal is declined instead. */
function canCancel(plan: PlanDto, otherId: string): boolean {
  return !isOver(plan) && isStanding(plan) && (plan.state === "accepted" || plan.proposedBy !== otherId);
}

export default function PlanPage() {
  const { id, other, plan, earlier, links } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("You and {firstName}", { firstName: other.firstName })}
        eyebrow={t("Plan")}
        back={{ to: `/messages/${id}`, label: t("Back to the conversation") }}
      />
      <RefusalSummary refusal={refused} />
      {plan ? (
        <>
          {plan.isAsked ? <DidYouMeet plan={plan} other={other} /> : null}
          <HomeSafe conversationId={id} links={links} />
          <PlanCard plan={plan} said={describePlan(plan, other)}>
            {plan.sentence ? (
              <p className="mb-4 whitespace-pre-wrap border-l-2 border-line pl-3" dir="auto">
                {plan.sentence}
              </p>
            ) : null}
            <PlanActions {...{ plan, other }} />
          </PlanCard>
          {canCancel(plan, other.id) ? <CancelPlan {...{ plan, other, refused }} /> : null}
        </>
      ) : (
        <EmptyState
          title={t("Nothing planned yet")}
          text={t(
            "Propose a show or a place, a day and a time. {firstName} can accept it, decline it or propose another.",
            { firstName: other.firstName },
          )}
          action={{ to: `${planPath(id)}/new`, label: t("Propose a Plan") }}
        />
      )}
      {earlier.length ? (
        <section aria-labelledby="earlier" className="mt-6">
          <h2 id="earlier" className="text-xl">
            {t("Before")}
          </h2>
          <ul className="divided">
            {earlier.map((each) => (
              <li key={each.id} className="py-2">
                <p className="text-sm text-soft">{describePlan(each, other)}</p>
                <p dir="auto" className="[overflow-wrap:anywhere]">
                  <PlanTime plan={each} /> · {each.place}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
