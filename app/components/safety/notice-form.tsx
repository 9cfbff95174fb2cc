// The form with which anybody gives notice of something.
import { useNavigation } from "@remix-run/react";
import { NOTICE_REASONS, type NoticeReason } from "db/column-types";
import { PICTURE_BYTES, pictureErrors } from "~/models/picture/upload";
import {
  NOTICE_ABOUT_MAX,
  NOTICE_FILES_MAX,
  NOTICE_NAME_MAX,
  NOTICE_WORDS_MAX,
  noticeReasons,
} from "~/models/safety/notice/notice";
import { Button } from "~/ui/button";
import { CheckField, Field, TextArea } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { RadioGroup } from "~/ui/radio-group";

const labels = Object.fromEntries(
  NOTICE_REASONS.map((reason) => [reason, noticeReasons[reason].label]),
) as Record<NoticeReason, string>;

/** Posts to its own page. `about` is filled in at first. */
export function NoticeForm({ about, answer }: { about: string; answer: FormRefusal | undefined }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSending = useNavigation().state === "submitting";
  const { typed = {} } = refusal ?? {};
  return (
    <Form encType="multipart/form-data" className="stack" noValidate onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <RadioGroup
        name="reason"
        legend="What is it?"
        labels={labels}
        chosen={typed.reason}
        error={fields.reason}
      />
      <Field
        name="about"
        label="Where is it?"
        hint="The address of the page, the photo or the message. If you don't have it, describe whose it is."
        maxLength={NOTICE_ABOUT_MAX}
        defaultValue={typed.about ?? about}
        error={fields.about}
        required
      />
      <TextArea
        name="words"
        label="What's wrong with it?"
        hint="Why it's illegal, or how it harms you."
        rows={6}
        maxLength={NOTICE_WORDS_MAX}
        defaultValue={typed.words}
        error={fields.words}
        required
      />
      <FileField
        name="files"
        label="Pictures that show it"
        isOptional
        hint={`Up to ${NOTICE_FILES_MAX}, 10 MB each. Only moderators see them. Never send us a sexual image of a child: tell us where it is instead.`}
        multiple
        error={fields.files}
        check={checkFiles}
        onChoose={dismiss}
      />
      <Field
        name="name"
        label="Your name"
        hint="Not needed to protect a child. Members never learn who gave notice."
        autoComplete="name"
        maxLength={NOTICE_NAME_MAX}
        defaultValue={typed.name}
        error={fields.name}
      />
      <Field
        name="email"
        type="email"
        label="Your email address"
        hint="For our answer. Not needed to protect a child."
        autoComplete="email"
        defaultValue={typed.email}
        error={fields.email}
      />
      <CheckField
        name="goodFaith"
        label="I believe in good faith that what I say is true and complete."
        defaultChecked={typed.goodFaith === "on"}
        error={fields.goodFaith}
        required
      />
      <div>
        <Button variant="primary" isPending={isSending}>
          {isSending ? "Sending..." : "Send Notice"}
        </Button>
      </div>
    </Form>
  );
}

function checkFiles(files: ArrayLike<File>): string | undefined {
  const chosen = Array.from(files);
  if (chosen.length > NOTICE_FILES_MAX) return `Choose up to ${NOTICE_FILES_MAX} pictures.`;
  return chosen.some(({ size }) => size > PICTURE_BYTES) ? pictureErrors.tooLarge : undefined;
}
