// The form that reports a member or their content.
import { useNavigation } from "@remix-run/react";
import { REPORT_WORDS_MAX, reasonLabels } from "~/models/safety/report";
import { CheckField, TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { RadioGroup } from "~/ui/radio-group";

/** Posts to its own page. `blockName` is the member's first name; omit it if they are already blocked. */
export function ReportForm({
  about,
  blockName,
  closeTo,
  answer,
}: {
  about: string;
  blockName?: string;
  closeTo: string;
  answer: FormRefusal | undefined;
}) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSending = useNavigation().state === "submitting";
  const typed = answer?.typed;
  return (
    <Form noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} title="Your report wasn't sent" />
      <RadioGroup
        name="reason"
        legend="What's wrong?"
        labels={reasonLabels}
        chosen={typed?.reason}
        error={fields.reason}
      />
      <TextArea
        name="words"
        label="In your own words"
        hint={`Optional, unless you chose “${reasonLabels.other}”. Up to ${REPORT_WORDS_MAX} characters.`}
        maxLength={REPORT_WORDS_MAX}
        defaultValue={typed?.words}
        error={fields.words}
      />
      {blockName ? (
        <CheckField
          name="alsoBlock"
          label={`Also block ${blockName}`}
          hint="You'll no longer see each other, and your match and conversation will end."
          defaultChecked={!typed || typed.alsoBlock !== undefined}
        />
      ) : null}
      <input type="hidden" name="about" value={about} />
      <FormActions isPending={isSending} cancelTo={closeTo}>
        {isSending ? "Sending..." : "Send Report"}
      </FormActions>
    </Form>
  );
}
