import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitSignUp } from "~/actions/sign-in/sign-in-forms.server";
import { requireInteraction } from "~/auth/interaction.server";
import { readInvitation } from "~/auth/invitation-cookie.server";
import { titled } from "~/community";
import { InvitationWord } from "~/components/sign-in/invitation-word";
import { SignUpForm } from "~/components/sign-in/sign-up-form";
import { LinkSent } from "~/components/sign-in/visitor-page";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { findWord } from "~/models/account/invitation/invitation.server";
import { CLOSED, CLOSED_TITLE } from "~/models/account/sign-in/registration";
import { getRegistration } from "~/models/account/sign-in/registration.server";
import { showDocuments } from "~/models/document/acceptance.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Create Account")) }];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireInteraction(request, context);
  const invitation = getRegistration() === "invitation" ? ((await readInvitation(request)) ?? "") : undefined;
  return {
    uid: params.uid,
    documents: showDocuments(),
    isClosed: getRegistration() === "closed",
    invitation,
    word: invitation ? await findWord(invitation) : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await requireInteraction(request, context);
  return submitSignUp(request, interaction, context.clientAddress);
}

export default function SignUp() {
  const { uid, documents, isClosed, invitation, word } = useLoaderData<typeof loader>();
  if (useActionData<{ isSent?: true }>()?.isSent)
    return <LinkSent text={t("We've sent you a link. Open it in this browser to finish signing up.")} />;
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        {isClosed ? (
          <PageHeader title={t(CLOSED_TITLE)} text={t(CLOSED)} />
        ) : (
          <>
            <PageHeader title={t("Create Account")} eyebrow={t("Side B")} />
            <InvitationWord word={word} />
            <SignUpForm documents={documents} invitation={invitation} />
          </>
        )}
        <p className="mt-6">
          <Trans
            text="Already a member? <link>Sign In</link>"
            tags={{ link: <a className="link" href={`/oidc/interaction/${uid}`} /> }}
          />
        </p>
      </div>
    </main>
  );
}
