import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { mutate } from "~/forms/mutation.server";
import { linkPageHeaders } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { endMail, memberOfToken } from "~/models/notification/notification-settings.server";
import { Refusal } from "~/refusal";
import { Button, ButtonAnchor } from "~/ui/button";
import { Form } from "~/ui/form";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Unsubscribe")) }];

const BROKEN = msg("This link is incomplete. Please open it from the email again.");

/** Changes nothing: mail scanners open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  return data({ isBroken: readMember(request) === undefined }, { headers: linkPageHeaders });
}

/** Ends the mail of the member whose link it is. Mail programs post here without a page or a session (RFC 8058). */
export function action({ request }: ActionFunctionArgs) {
  return mutate(request, { reject: () => ({}) }, async () => {
    const memberId = readMember(request);
    if (memberId === undefined) throw new Refusal("invalid", BROKEN);
    await endMail(memberId);
    return { form: { isDone: true } };
  });
}

function readMember(request: Request): number | undefined {
  return memberOfToken(new URL(request.url).searchParams.get("token") ?? "");
}

export default function Unsubscribe() {
  const { isBroken } = useLoaderData<typeof loader>();
  if (useActionData<{ isDone?: true }>()?.isDone)
    return (
      <VisitorPage
        title={t("Unsubscribed")}
        text={t("We won't email you about what happens on {community} anymore.", {
          community: COMMUNITY_NAME,
        })}
      >
        <ButtonAnchor href={NOTIFICATION_SETTINGS_PATH}>{t("Notification Settings")}</ButtonAnchor>
      </VisitorPage>
    );
  if (isBroken) return <VisitorPage title={t("Unsubscribe")} text={t(BROKEN)} />;
  return (
    <VisitorPage
      title={t("Unsubscribe")}
      text={t(
        "Stop all emails about matches, messages, trivia and playlists. Emails about signing in still reach you.",
      )}
    >
      <Form reloadDocument>
        <Button variant="primary">{t("Unsubscribe")}</Button>
      </Form>
    </VisitorPage>
  );
}
