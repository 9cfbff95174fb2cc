import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { submitPasskeyName } from "~/actions/account/passkey-forms.server";
import { orNotFound, requireConfirmedAccount } from "~/http/page.server";
import { PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { listPasskeys } from "~/models/account/second-factor/passkey.server";
import { Field } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Rename Passkey · Settings · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireConfirmedAccount(request);
  const passkeys = await listPasskeys(accountId);
  return { name: orNotFound(passkeys.find(({ id }) => id === params.id)).name };
}

export function action({ request, params }: ActionFunctionArgs) {
  return submitPasskeyName(request, params.id ?? "");
}

export default function RenamePasskey() {
  const { name } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSubmitting = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="Rename Passkey" />
      <Form noValidate className="stack" onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <Field
          name="name"
          label="Name"
          required
          maxLength={60}
          defaultValue={refusal?.typed?.name ?? name}
          error={fields.name}
        />
        <FormActions isPending={isSubmitting} cancelTo={PASSKEYS_PATH}>
          {isSubmitting ? "Saving..." : "Save"}
        </FormActions>
      </Form>
    </div>
  );
}
