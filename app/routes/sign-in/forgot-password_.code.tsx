import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { submitRecovery } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { RecoveryForm } from "~/components/sign-in/recovery-form";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { requireOwnSignIn } from "~/http/page.server";
import { t } from "~/language/text";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Use a Recovery Code")) }];

export async function loader() {
  requireOwnSignIn();
  return null;
}

export function action({ request, context }: ActionFunctionArgs) {
  requireOwnSignIn();
  return submitRecovery(request, context.clientAddress);
}

export default function UseRecoveryCode() {
  if (useActionData<{ isDone?: true }>()?.isDone) return <PasswordChanged />;
  return (
    <VisitorPage title={t("Use a Recovery Code")} text={t("Use one of the recovery codes you saved.")}>
      <RecoveryForm />
    </VisitorPage>
  );
}
