// The page of a message: its earlier texts, and its sender's forms to edit or delete it.
import { useNavigation } from "@remix-run/react";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  EDIT_MINUTES,
  EDITS_MAX,
  MESSAGE_DELETED,
  MESSAGE_MAX,
  type MessageDto,
  type MessageVersionDto,
} from "~/models/conversation/message";
import { ButtonLink } from "~/ui/button";
import { DateTime } from "~/ui/date-time";
import { TextArea } from "~/ui/field";
import { Form, FormActions, PostButton } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

/** Only a message with a file may have no text. */
const NO_CAPTION = msg("No caption");

/** Its forms post to its own page. */
export function MessagePage({
  message,
  versions,
  isOwn,
  isEditable,
  closeTo,
  refused,
}: {
  message: MessageDto;
  versions: MessageVersionDto[];
  isOwn: boolean;
  isEditable: boolean;
  closeTo: string;
  refused: FormRefusal | undefined;
}) {
  const isDeleted = message.deletedAt !== undefined;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={isOwn ? t("Your message") : t("Message")} />
      {isOwn && !isDeleted ? (
        <ChangeForms message={message} isEditable={isEditable} closeTo={closeTo} refused={refused} />
      ) : (
        <>
          <p className="message-text" dir="auto">
            {isDeleted ? <i>{t(MESSAGE_DELETED)}</i> : message.content || <i>{t(NO_CAPTION)}</i>}
          </p>
          <p className="mt-4">
            <ButtonLink to={closeTo}>{t("Back")}</ButtonLink>
          </p>
        </>
      )}
      {versions.length ? <Versions versions={versions} /> : null}
    </div>
  );
}

function ChangeForms({
  message,
  isEditable,
  closeTo,
  refused,
}: {
  message: MessageDto;
  isEditable: boolean;
  closeTo: string;
  refused: FormRefusal | undefined;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { refusal, fields, dismiss } = useRefusal(refused);
  return (
    <>
      <RefusalSummary refusal={refusal} />
      {isEditable ? (
        <Form className="stack" onInput={dismiss} noValidate>
          <TextArea
            name="content"
            label={message.messageType === "photo" ? t("Caption") : t("Message")}
            hint={t(
              "You can edit a message for {minutes} minutes, up to {count} times. It's marked as edited, and you can both see what it said before.",
              { minutes: EDIT_MINUTES, count: EDITS_MAX },
            )}
            maxLength={MESSAGE_MAX}
            required
            dir="auto"
            defaultValue={refused?.typed?.content ?? message.content}
            error={fields.content}
          />
          <FormActions isPending={isSending} cancelTo={closeTo}>
            {t("Save")}
          </FormActions>
        </Form>
      ) : (
        <p className="message-text" dir="auto">
          {message.content}
        </p>
      )}
      <p className="mt-6 mb-3">
        {t("Deleting removes this message for both of you. If it's reported, moderators can still see it.")}
      </p>
      <div className="cluster">
        <PostButton to={`${closeTo}/delete`} fields={{ messageId: message.id }}>
          {t("Delete for Both")}
        </PostButton>
        {isEditable ? null : <ButtonLink to={closeTo}>{t("Cancel")}</ButtonLink>}
      </div>
    </>
  );
}

function Versions({ versions }: { versions: MessageVersionDto[] }) {
  return (
    <section className="mt-6" aria-labelledby="before">
      <h2 id="before" className="text-xl">
        {t("What it said before")}
      </h2>
      <ol className="divided">
        {versions.map(({ content, replacedAt }) => (
          <li key={replacedAt} className="py-2">
            <p className="text-sm text-soft">
              <Trans text="Until {date}" values={{ date: <DateTime at={replacedAt} as="clock" /> }} />
            </p>
            <p className="whitespace-pre-wrap" dir="auto">
              {content || <i>{t(NO_CAPTION)}</i>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
