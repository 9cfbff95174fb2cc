import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NOTICE_REASONS, type NoticeReason } from "db/column-types";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { LinkSent, VisitorPage } from "~/components/sign-in/visitor-page";
import {
  BasicCheckbox,
  BasicField,
  BasicForm,
  BasicRadioGroup,
  BasicSubmit,
  BasicTextArea,
} from "~/forms/basic-form";
import { BasicFileField } from "~/forms/basic-form-file";
import { createClientAction } from "~/forms/client-action";
import { submitEvidenceForm } from "~/forms/form.server";
import { type Message, msg, t } from "~/language/text";
import { addEvidencePicture } from "~/models/picture/picture-upload.server";
import { PICTURE_BYTES, pictureErrors } from "~/models/picture/upload";
import {
  NOTICE_ABOUT_MAX,
  NOTICE_FILES_MAX,
  NOTICE_NAME_MAX,
  NOTICE_WORDS_MAX,
  noticePath,
  noticeReasons,
} from "~/models/safety/notice/notice";
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

const labels = Object.fromEntries(
  NOTICE_REASONS.map((reason) => [reason, noticeReasons[reason].label]),
) as Record<NoticeReason, Message>;

/** Posts to its own page. `about` is filled in at first. */
function NoticeForm({ about }: { about: string }) {
  return (
    <BasicForm id="notice" schema={fetchSchema} defaults={{ about }} encType="multipart/form-data">
      <BasicRadioGroup name="reason" legend={t("What is it?")} labels={labels} />
      <BasicField
        name="about"
        label={t("Where is it?")}
        hint={t(
          "The address of the page, the photo or the message. If you don't have it, describe whose it is.",
        )}
        maxLength={NOTICE_ABOUT_MAX}
        required
      />
      <BasicTextArea
        name="words"
        label={t("What's wrong with it?")}
        hint={t("Why it's illegal, or how it harms you.")}
        rows={6}
        maxLength={NOTICE_WORDS_MAX}
        required
      />
      <BasicFileField
        name="files"
        label={t("Pictures that show it")}
        isOptional
        hint={t(
          "Up to {max}, 10 MB each. Only moderators see them. Never send us a sexual image of a child: tell us where it is instead.",
          { max: NOTICE_FILES_MAX },
        )}
        multiple
        check={checkFiles}
      />
      <BasicField
        name="name"
        label={t("Your name")}
        hint={t("Not needed to protect a child. Members never learn who gave notice.")}
        autoComplete="name"
        maxLength={NOTICE_NAME_MAX}
      />
      <BasicField
        name="email"
        type="email"
        label={t("Your email address")}
        hint={t("For our answer. Not needed to protect a child.")}
        autoComplete="email"
      />
      <BasicCheckbox
        name="goodFaith"
        label={t("I believe in good faith that what I say is true and complete.")}
        required
      />
      <BasicSubmit pending={t("Sending...")}>{t("Send Notice")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/notice/notice-schema")).noticeInput;
}

function checkFiles(files: ArrayLike<File>): string | undefined {
  const chosen = Array.from(files);
  if (chosen.length > NOTICE_FILES_MAX) return t("Choose up to {max} pictures.", { max: NOTICE_FILES_MAX });
  return chosen.some(({ size }) => size > PICTURE_BYTES) ? t(pictureErrors.tooLarge) : undefined;
}
