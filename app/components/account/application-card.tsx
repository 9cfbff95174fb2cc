// What a newcomer who has to be let in is asked, and what became of it.
import { useActionData, useNavigation } from "@remix-run/react";
import { ANSWER_MAX, type Application } from "~/models/account/waiting/application";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

/** `hasMail` says that the decision comes by email too. */
export function ApplicationCard({
  question,
  answer,
  refusal: decided,
  hasMail,
}: Application & { hasMail: boolean }) {
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSaving = useNavigation().state === "submitting";
  if (decided)
    return (
      <Card title="You weren't let in">
        <p className="whitespace-pre-wrap break-words">{decided.statement}</p>
        <p className="mt-4">
          Your account will be deleted on <DateTime at={decided.until} as="date" />. Until then you can
          download your data.
        </p>
      </Card>
    );
  if (!question)
    return (
      <Card title="A moderator lets you in">
        <p>Someone will look at your account. {whenDecided(hasMail)}</p>
      </Card>
    );
  return (
    <Card title={answer === null ? "One question first" : "A moderator lets you in"}>
      {answer === null ? null : (
        <p className="mb-4">Thank you. Someone will read your answer. {whenDecided(hasMail)}</p>
      )}
      <Form noValidate className="stack" onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <TextArea
          name="answer"
          label={question}
          hint="Only the moderators read your answer."
          maxLength={ANSWER_MAX}
          defaultValue={refusal?.typed?.answer ?? answer ?? ""}
          required
          error={fields.answer}
        />
        <div>
          <Button variant={answer === null ? "primary" : undefined} isPending={isSaving}>
            {isSaving ? "Sending..." : answer === null ? "Send Answer" : "Change Answer"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function whenDecided(hasMail: boolean): string {
  return hasMail
    ? "We'll email you as soon as they have decided."
    : "This page changes as soon as they have decided.";
}
