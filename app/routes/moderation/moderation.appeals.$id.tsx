import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { statementProps } from "~/components/safety/sanction-form";
import { SanctionSummary } from "~/components/safety/sanction-summary";
import { BasicForm, BasicRadioGroup, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { MODERATION_PATH, OWN_REPORT, OWN_SANCTION } from "~/models/safety/case/case";
import { decideAppeal, getAppeal } from "~/models/safety/sanctions/appeal.server";
import { appealOutcomeInput } from "~/models/safety/sanctions/sanction-schema";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { type FormRefusal, LateRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(t("Appeal by {memberName} · Moderation", { memberName: data?.memberName ?? "" })) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return orNotFound(await getAppeal(moderator.id, params.id ?? ""));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: appealOutcomeInput,
    authorize: requireModerator,
    errorTitle: t("The appeal wasn't decided"),
  };
  return submitForm(request, form, async (moderator, input) => {
    await decideAppeal(moderator.id, params.id ?? "", input);
    const description = input.outcome === "overturned" ? t("Its effects have been undone.") : undefined;
    return {
      flash: {
        title: input.outcome === "overturned" ? t("Decision overturned") : t("Decision upheld"),
        description,
      },
      to: `${MODERATION_PATH}/appeals`,
    };
  });
}

export default function Appeal() {
  const { memberName, sanction, moderator, decider, canDecide, isReporter } = useLoaderData<typeof loader>();
  const { appeal } = sanction;
  const refused = useActionData<FormRefusal>();
  // Unsent text stays when somebody else decides meanwhile.
  const [isTyped, setIsTyped] = useState(false);
  return (
    <ModerationPage title={t("Appeal by {memberName}", { memberName })} current="appeals">
      {appeal?.decidedAt ? <LateRefusal refusal={refused} typed={refused?.typed?.statement} /> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="stack">
          <Card title={t("Appeal")} note={appeal ? <DateTime at={appeal.createdAt} as="date" /> : null}>
            <p className="whitespace-pre-wrap">{appeal?.words}</p>
          </Card>
          <Card title={t("Decision")} note={moderator}>
            <SanctionSummary sanction={sanction} withCase />
          </Card>
        </div>
        <div className="stack" onInput={() => setIsTyped(true)}>
          {appeal?.decidedAt ? (
            <Card title={appeal.isOverturned ? t("Overturned") : t("Upheld")} note={decider}>
              <p className="whitespace-pre-wrap">{appeal.statement}</p>
            </Card>
          ) : null}
          {!appeal?.decidedAt || (isTyped && !refused) ? (
            <Card title={t("Decide")}>
              {canDecide || isTyped ? <AppealForm /> : <p>{t(isReporter ? OWN_REPORT : OWN_SANCTION)}</p>}
            </Card>
          ) : null}
        </div>
      </div>
    </ModerationPage>
  );
}

const outcomes = { upheld: msg("Uphold the decision"), overturned: msg("Overturn it and undo its effects") };

function AppealForm() {
  return (
    <BasicForm id="appeal-outcome" schema={fetchSchema}>
      <BasicRadioGroup name="outcome" legend={t("Decision")} labels={outcomes} />
      <BasicTextArea {...statementProps()} />
      <BasicSubmit>{t("Submit Decision")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/sanctions/sanction-schema")).appealOutcomeInput;
}
