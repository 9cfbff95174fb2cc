import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { keepInvitation } from "~/auth/invitation-cookie.server";
import { getCurrentSession } from "~/auth/session.server";
import { useFocusAfterwards } from "~/browser/use-focus";
import { COMMUNITY_NAME, titled } from "~/community";
import { InvitationWord } from "~/components/sign-in/invitation-word";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders } from "~/http/page.server";
import { t } from "~/language/text";
import { CODE_REFUSED, INVITATION_NEEDED_SENTENCE } from "~/models/account/invitation/invitation";
import { findWord, isOpenCode } from "~/models/account/invitation/invitation.server";
import { getRegistration } from "~/models/account/sign-in/registration.server";
import { Button, ButtonAnchor } from "~/ui/button";
import { Field } from "~/ui/field";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Join")) }];

/** If no invitation is needed, it redirects to the sign-up form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await getCurrentSession(request)) throw redirect("/");
  if (getRegistration() !== "invitation") throw redirect("/api/login?new");
  const code = new URL(request.url).searchParams.get("invitation")?.trim().slice(0, 100) ?? "";
  if (!code) return data({ state: "missing" as const, code }, { headers: linkPageHeaders });
  if (!(await isOpenCode(code, context.clientAddress)))
    return data({ state: "closed" as const, code }, { headers: linkPageHeaders });
  const headers = { ...linkPageHeaders, "Set-Cookie": await keepInvitation(code) };
  return data({ state: "open" as const, code, word: await findWord(code) }, { headers });
}

export default function Join() {
  const loaded = useLoaderData<typeof loader>();
  const { state, code } = loaded;
  if (state === "open")
    return (
      <VisitorPage
        title={t("You're Invited")}
        text={t("{community} is where people meet through the music they love.", {
          community: COMMUNITY_NAME,
        })}
      >
        <InvitationWord word={loaded.word} />
        <ButtonAnchor href="/api/login?new" variant="primary">
          {t("Create Account")}
        </ButtonAnchor>
      </VisitorPage>
    );
  return (
    <VisitorPage title={t("Join by Invitation")} text={t(INVITATION_NEEDED_SENTENCE)}>
      <CodeForm code={code} error={state === "closed" ? `${CODE_REFUSED}.` : undefined} />
    </VisitorPage>
  );
}

function CodeForm({ code, error }: { code: string; error?: string }) {
  useFocusAfterwards();
  return (
    <Form className="stack">
      <Field
        name="invitation"
        label={t("Invitation code")}
        defaultValue={code}
        autoComplete="off"
        required
        maxLength={100}
        error={error}
      />
      <Button variant="primary">{t("Continue")}</Button>
    </Form>
  );
}
