import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitUndo } from "~/actions/account/email-forms.server";
import { titled } from "~/community";
import { ClosedLink } from "~/components/sign-in/closed-link";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { ResetForm } from "~/components/sign-in/reset-form";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { emailMessages } from "~/models/account/email";
import { findUndo } from "~/models/account/recovery/undo.server";
import { DateTime } from "~/ui/date-time";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Take Your Account Back")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireMail();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token, undo: await findUndo(token) }, { headers: linkPageHeaders });
}

export function action({ request, context }: ActionFunctionArgs) {
  requireMail();
  return submitUndo(request, context.clientAddress);
}

export default function RestoreEmail() {
  const { token, undo } = useLoaderData<typeof loader>();
  if (useActionData<{ isDone?: true }>()?.isDone) return <PasswordChanged />;
  if (!undo) return <ClosedLink next={t("If you can't sign in, ask whoever runs this site for help.")} />;
  if (undo.isTaken)
    return <VisitorPage title={t("Take Your Account Back")} text={emailMessages.taken(undo.email)} />;
  return (
    <VisitorPage
      title={t("Take Your Account Back")}
      text={t("Choose a new password for {email}. You'll be signed out of all browsers.", {
        email: undo.email,
      })}
    >
      <p className="mb-4">
        {undo.since ? (
          <Trans
            text="Your email address, passkeys, authenticator app and recovery codes will be as they were on {date}, {time}."
            values={{
              date: <DateTime at={undo.since} as="date" />,
              time: <DateTime at={undo.since} as="clock" />,
            }}
          />
        ) : (
          t("Your passkeys, authenticator app and recovery codes will be removed.")
        )}
      </p>
      <ResetForm token={token} asksNames={undo.isFirstProof} />
    </VisitorPage>
  );
}
