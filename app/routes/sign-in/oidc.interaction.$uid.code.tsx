import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requirePasswordOf, submitCode } from "~/actions/sign-in/sign-in-forms.server";
import { requireInteraction } from "~/auth/interaction.server";
import { SecondFactorFields } from "~/components/sign-in/second-factor-fields";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: "Enter Your Code · B-Side" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePasswordOf(await requireInteraction(request, context));
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  return submitCode(request, await requireInteraction(request, context), context.clientAddress);
}

export default function EnterCode() {
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHeader title="Enter Your Code" eyebrow="Side A" text="Password accepted. One more step." />
        <Form reloadDocument noValidate className="stack" onInput={dismiss}>
          <RefusalSummary refusal={refusal} />
          <SecondFactorFields errors={fields} />
          <div>
            <Button variant="primary">Sign In</Button>
          </div>
        </Form>
      </div>
    </main>
  );
}
