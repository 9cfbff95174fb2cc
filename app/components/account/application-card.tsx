// What a newcomer who has to be let in is asked, and what became of it.
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { ANSWER_MAX, type Application } from "~/models/account/waiting/application";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

/** `hasMail` says that the outcome comes by email too. */
export function ApplicationCard({ question, answer, refusal, hasMail }: Application & { hasMail: boolean }) {
  if (refusal)
    return (
      <Card title="You weren't let in">
        <p className="whitespace-pre-wrap break-words">{refusal.statement}</p>
        <p className="mt-4">
          Your account will be deleted on <DateTime at={refusal.until} as="date" />. Until then you can
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
      <BasicForm id="application" schema={fetchSchema} defaults={{ answer }}>
        <BasicTextArea
          name="answer"
          label={question}
          hint="Only the moderators read your answer."
          maxLength={ANSWER_MAX}
          required
        />
        <BasicSubmit variant={answer === null ? "primary" : "quiet"} pending="Sending...">
          {answer === null ? "Send Answer" : "Change Answer"}
        </BasicSubmit>
      </BasicForm>
    </Card>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/waiting/application-schema")).answerInput;
}

function whenDecided(hasMail: boolean): string {
  return hasMail
    ? "We'll email you as soon as they have decided."
    : "This page changes as soon as they have decided.";
}
