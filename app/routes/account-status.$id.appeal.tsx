import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/ui/button";
import { TextArea } from "~/components/ui/field";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { createClientAction } from "~/forms/client-action";
import { submitPlainForm } from "~/forms/mutation.server";
import { orNotFound, requireAccount } from "~/http/page.server";
import { ACCOUNT_STATUS_PATH, APPEAL_MAX } from "~/models/safety/account-status";
import { appealInput } from "~/models/safety/account-status-schema";
import { fileAppeal } from "~/models/safety/appeal.server";
import { isAppealable } from "~/models/safety/sanction";
import { listSanctions } from "~/models/safety/sanction.server";

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Appeal · Account Status · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireAccount(request);
  const sanctions = await listSanctions(member.id);
  orNotFound(sanctions.find((sanction) => sanction.id === params.id && isAppealable(sanction)));
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: appealInput, authorize: requireAccount, errorTitle: "Your appeal wasn't sent" };
  return submitPlainForm(request, form, async (member, input) => {
    await fileAppeal(member.id, params.id ?? "", input);
    return {
      notice: { title: "Appeal sent", description: "You'll see the outcome on this page." },
      to: ACCOUNT_STATUS_PATH,
    };
  });
}

export const clientAction = createClientAction({ hasRefusalToast: false });

export default function Appeal() {
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isPending = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Appeal" text="You can appeal this decision once. A moderator reads every word." />
      <Form method="post" className="stack" noValidate onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <TextArea
          name="words"
          label="Why is the decision wrong?"
          rows={8}
          maxLength={APPEAL_MAX}
          defaultValue={refusal?.typed?.words}
          error={fields.words}
          required
        />
        <div className="cluster">
          <Button variant="primary" isPending={isPending}>
            Send Appeal
          </Button>
          <ButtonLink to={ACCOUNT_STATUS_PATH}>Cancel</ButtonLink>
        </div>
      </Form>
    </div>
  );
}
