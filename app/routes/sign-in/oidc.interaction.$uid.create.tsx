import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isSignUpBrowser, submitCreation } from "~/actions/sign-in/sign-in-forms.server";
import { getCurrentSession } from "~/auth/session.server";
import { titled } from "~/community";
import { ClosedLink } from "~/components/sign-in/closed-link";
import { LinkForm } from "~/components/sign-in/link-form";
import { SignUpForm } from "~/components/sign-in/sign-up-form";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { CLOSED, CLOSED_TITLE } from "~/models/account/sign-in/registration";
import { getRegistration } from "~/models/account/sign-in/registration.server";
import { findPendingEmail } from "~/models/account/sign-in/sign-up.server";
import { showDocuments } from "~/models/document/acceptance.server";
import { Refusal } from "~/refusal";
import { ButtonAnchor } from "~/ui/button";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Create Your Account")) }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireMail();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const [session, email] = await Promise.all([getCurrentSession(request), findPendingEmail(token)]);
  // The link was opened again, or Back was used, after the account was created.
  if (session && !email) throw redirect("/");
  if (session) throw signedInRefusal();
  const isSameBrowser = isSignUpBrowser(request, await context.findInteraction());
  const isClosed = getRegistration() === "closed";
  return data(
    { token, email, isSameBrowser, isClosed, documents: showDocuments() },
    { headers: linkPageHeaders },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireMail();
  if (await getCurrentSession(request)) throw signedInRefusal();
  return submitCreation(request, await context.findInteraction());
}

function signedInRefusal() {
  return new Refusal("conflict", msg("You're already signed in. Sign out, then open the link again."));
}

export default function CreateAccount() {
  const { token, email, isSameBrowser, isClosed, documents } = useLoaderData<typeof loader>();
  if (useActionData<{ isDone?: true }>()?.isDone)
    return (
      <VisitorPage title={t("Your Account Is Ready")} text={t("Sign in with the password you chose.")}>
        <ButtonAnchor href="/api/login" variant="primary">
          {t("Sign In")}
        </ButtonAnchor>
      </VisitorPage>
    );
  if (!email) return <ClosedLink />;
  if (isClosed) return <VisitorPage title={t(CLOSED_TITLE)} text={t(CLOSED)} />;
  if (!isSameBrowser)
    return (
      <VisitorPage
        title={t("Create Your Account")}
        text={t(
          "You'll sign in as {email}. Choose your name and password in this browser. If you didn't sign up, just close this page.",
          { email },
        )}
      >
        <SignUpForm token={token} documents={documents} />
      </VisitorPage>
    );
  return (
    <VisitorPage
      title={t("Create Your Account")}
      text={t("You'll sign in as {email}. If you didn't sign up, just close this page.", { email })}
    >
      <LinkForm token={token} button={t("Create My Account")} pending={t("Creating your account...")} />
    </VisitorPage>
  );
}
