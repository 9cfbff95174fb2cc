import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitReset } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { ClosedLink } from "~/components/sign-in/closed-link";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { ResetForm } from "~/components/sign-in/reset-form";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders, requireOwnSignIn } from "~/http/page.server";
import { t } from "~/language/text";
import { findReset } from "~/models/account/recovery/reset-link.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("New Password")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireOwnSignIn();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token, reset: await findReset(token, "reset") }, { headers: linkPageHeaders });
}

export function action({ request, context }: ActionFunctionArgs) {
  requireOwnSignIn();
  return submitReset(request, context.clientAddress);
}

export default function ResetPassword() {
  const { token, reset } = useLoaderData<typeof loader>();
  const answer = useActionData<{ isDone?: true; removed?: string }>();
  if (answer?.isDone) return <PasswordChanged removed={answer.removed} />;
  if (!reset) return <ClosedLink href="/forgot-password" label={t("Forgot your password?")} />;
  return (
    <VisitorPage title={t("New Password")} text={t("You'll be signed out of all browsers.")}>
      {reset.isFirstProof && (
        <p className="mb-4">
          {t(
            "This proves for the first time that the address is yours. The name, and the passkeys, authenticator app and recovery codes that were set up before, are removed.",
          )}
        </p>
      )}
      <ResetForm token={token} asksNames={reset.isFirstProof} removable={reset.removable} />
    </VisitorPage>
  );
}
