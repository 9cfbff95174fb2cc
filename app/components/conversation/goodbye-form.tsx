// The form of a goodbye: a ready-made sentence with one click, or the member's own words.
import { useNavigation } from "@remix-run/react";
import { t } from "~/language/text";
import { goodbyes } from "~/models/conversation/goodbye";
import { MESSAGE_MAX } from "~/models/conversation/message";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

/** Posts to its own page; `id` is that of the message. */
export function GoodbyeForm({
  id,
  closeTo,
  refused,
}: {
  id: string;
  closeTo: string;
  refused: FormRefusal | undefined;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const { refusal, fields, dismiss } = useRefusal(refused);
  const message = <input type="hidden" name="id" value={id} autoComplete="off" />;
  const typed = refused?.typed?.content;
  const sentences = goodbyes.map((each) => t(each));
  return (
    <>
      <RefusalSummary refusal={refusal} />
      <Form className="stack">
        {message}
        {sentences.map((sentence) => (
          <Button key={sentence} name="content" value={sentence} isPending={isSending}>
            {sentence}
          </Button>
        ))}
      </Form>
      <Form className="stack mt-6" onInput={dismiss} noValidate>
        {message}
        <TextArea
          name="content"
          label={t("Or in your own words")}
          maxLength={MESSAGE_MAX}
          required
          defaultValue={typed && !sentences.includes(typed) ? typed : undefined}
          error={fields.content}
        />
        <FormActions isPending={isSending} cancelTo={closeTo}>
          {t("Say goodbye")}
        </FormActions>
      </Form>
    </>
  );
}
