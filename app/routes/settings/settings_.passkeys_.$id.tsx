import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitPasskeyName } from "~/actions/account/passkey-forms.server";
import { titled } from "~/community";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { orNotFound, requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { listPasskeys } from "~/models/account/second-factor/passkey.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Rename Passkey · Settings")) }];

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
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={t("Rename Passkey")} />
      <BasicForm id="rename-passkey" schema={fetchSchema} defaults={{ name }}>
        <BasicField name="name" label={t("Name")} required maxLength={60} />
        <BasicSubmit pending={t("Saving...")} cancelTo={PASSKEYS_PATH}>
          {t("Save")}
        </BasicSubmit>
      </BasicForm>
    </div>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/second-factor/passkey-schema")).passkeyNameInput;
}
