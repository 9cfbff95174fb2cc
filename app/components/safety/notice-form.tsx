// The form of a notice, open to anybody.
import { NOTICE_REASONS, type NoticeReason } from "db/column-types";
import {
  BasicCheckbox,
  BasicField,
  BasicForm,
  BasicRadioGroup,
  BasicSubmit,
  BasicTextArea,
} from "~/forms/basic-form";
import { BasicFileField } from "~/forms/basic-form-file";
import { type Message, t } from "~/language/text";
import { PICTURE_BYTES, pictureErrors } from "~/models/picture/upload";
import {
  NOTICE_ABOUT_MAX,
  NOTICE_FILES_MAX,
  NOTICE_NAME_MAX,
  NOTICE_WORDS_MAX,
  noticeReasons,
} from "~/models/safety/notice/notice";

const labels = Object.fromEntries(
  NOTICE_REASONS.map((reason) => [reason, noticeReasons[reason].label]),
) as Record<NoticeReason, Message>;

/** Posts to its own page. `about` is filled in at first. */
export function NoticeForm({ about }: { about: string }) {
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
