import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitRecovery, submitResetRequest } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { RecoveryForm } from "~/components/sign-in/recovery-form";
import { LinkSent, VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { requireOwnSignIn } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Forgot Your Password?")) }];

export async function loader() {
  requireOwnSignIn();
  return { hasMail: env.mail !== undefined };
}

export function action({ request, context }: ActionFunctionArgs) {
  requireOwnSignIn();
  const submit = env.mail ? submitResetRequest : submitRecovery;
  return submit(request, context.clientAddress);
}

export default function ForgotPassword() {
  const { hasMail } = useLoaderData<typeof loader>();
  const answer = useActionData<{ isDone?: true; isSent?: true }>();
  if (answer?.isDone) return <PasswordChanged />;
  if (answer?.isSent)
    return (
      <LinkSent
        text={t("If the address belongs to an account, we've sent it a link to choose a new password.")}
      />
    );
  return hasMail ? <AskForLink /> : <UseCode />;
}

function AskForLink() {
  return (
    <VisitorPage title={t("Forgot Your Password?")} text={t("We'll email you a link to choose a new one.")}>
      <ResetRequestForm />
      <p className="mt-6">
        <Trans
          text="Can't read your email? <link>Use a recovery code</link>"
          tags={{ link: <a className="link" href="/forgot-password/code" /> }}
        />
      </p>
    </VisitorPage>
  );
}

function UseCode() {
  return (
    <VisitorPage
      title={t("Forgot Your Password?")}
      text={t(
        "Use one of the recovery codes you saved. If you don't have one, ask whoever runs this site for a link.",
      )}
    >
      <RecoveryForm />
    </VisitorPage>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).emailInput;
}

function ResetRequestForm() {
  return (
    <BasicForm id="reset-request" schema={fetchSchema} reload>
      <BasicField name="email" label={t("Email")} required type="email" autoComplete="username" />
      <BasicSubmit pending={t("Sending...")}>{t("Send Link")}</BasicSubmit>
    </BasicForm>
  );
}
