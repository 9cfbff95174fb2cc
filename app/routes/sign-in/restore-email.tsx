import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClosedLink } from "~/components/account/closed-link";
import { PasswordChanged } from "~/components/account/password-changed";
import { VisitorPage } from "~/components/account/visitor-page";
import { DateTime } from "~/components/ui/date-time";
import { submitUndo } from "~/forms/email-forms.server";
import { lazyForm } from "~/forms/lazy-form";
import { ResetForm as ServerResetForm } from "~/forms/password-forms.server";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { emailMessages } from "~/models/account/email";
import { findUndo } from "~/models/account/undo.server";

const ResetForm = lazyForm(ServerResetForm, async () => (await import("~/forms/reset-form")).ResetForm);

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Take Your Account Back · B-Side" }];

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
  if (!undo) return <ClosedLink next="If you can't sign in, ask whoever runs this site for help." />;
  if (undo.isTaken)
    return <VisitorPage title="Take Your Account Back" text={emailMessages.taken(undo.email)} />;
  return (
    <VisitorPage
      title="Take Your Account Back"
      text={`Choose a new password for ${undo.email}. You'll be signed out of all browsers.`}
    >
      <p className="mb-4">
        {undo.since ? (
          <>
            Your email address, passkeys, authenticator app and recovery codes will be as they were on{" "}
            <DateTime at={undo.since} as="date" />, <DateTime at={undo.since} as="clock" />.
          </>
        ) : (
          "Your passkeys, authenticator app and recovery codes will be removed."
        )}
      </p>
      <ResetForm token={token} asksNames={undo.isFirstProof} />
    </VisitorPage>
  );
}
