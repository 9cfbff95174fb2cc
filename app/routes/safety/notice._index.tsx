import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { NoticeForm } from "~/components/safety/notice-form";
import { LinkSent, VisitorPage } from "~/components/sign-in/visitor-page";
import { createClientAction } from "~/forms/client-action";
import { submitEvidenceForm } from "~/forms/form.server";
import { msg, t } from "~/language/text";
import { addEvidencePicture } from "~/models/picture/picture-upload.server";
import { NOTICE_ABOUT_MAX, noticePath } from "~/models/safety/notice/notice";
import { countNotice, countNoticeFiles, sendNotice } from "~/models/safety/notice/notice.server";
import { noticeInput } from "~/models/safety/notice/notice-schema";
import { Refusal, refusalAt } from "~/refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Give Notice")) }];

const NOT_SENT = msg("Your notice wasn't sent");

export async function loader({ request }: LoaderFunctionArgs) {
  const about = new URL(request.url).searchParams.get("about") ?? "";
  return { about: about.slice(0, NOTICE_ABOUT_MAX) };
}

export async function action({ request, context: { clientAddress } }: ActionFunctionArgs) {
  const session = await getCurrentSession(request);
  const sender = { address: clientAddress, memberId: session?.member.id };
  const form = {
    ...{ schema: noticeInput, field: "files", errorTitle: NOT_SENT },
    begin: () => countNoticeFiles(clientAddress),
  };
  return submitEvidenceForm(request, form, async (input, paths) => {
    const counted = await countNotice(input, sender);
    const pictureIds: string[] = [];
    for (const path of paths) pictureIds.push(await keepPicture(clientAddress, path));
    const { key } = await sendNotice(counted, sender, pictureIds);
    return key ? { to: noticePath(key) } : { form: { isSent: true } };
  });
}

function keepPicture(address: string, path: string): Promise<string> {
  return addEvidencePicture(address, path).catch((error) => {
    throw error instanceof Refusal ? refusalAt("files", error) : error;
  });
}

export const clientAction = createClientAction({
  errorTitle: NOT_SENT,
  unreachable: msg("No connection. Your notice wasn't sent. Try again."),
  noReason: msg("Something went wrong. Your notice wasn't sent. Try again."),
  isToast: false,
});

export default function GiveNotice() {
  const { about } = useLoaderData<typeof loader>();
  const answer = useActionData<{ isSent?: true }>();
  if (answer?.isSent)
    return (
      <LinkSent text={t("We've sent you a link. Open it to confirm your notice: it counts from then on.")} />
    );
  return (
    <VisitorPage
      width="prose"
      title={t("Give Notice")}
      text={t(
        "Tell us about something illegal on {community}. You don't need an account. A person looks at every notice, and nothing is taken down before that.",
        { community: COMMUNITY_NAME },
      )}
    >
      <NoticeForm about={about} />
    </VisitorPage>
  );
}
