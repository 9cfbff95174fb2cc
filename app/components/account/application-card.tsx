// The operator's question to a newcomer who has to be let in, their answer, and the outcome.
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { ANSWER_MAX, type Application } from "~/models/account/waiting/application";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

/** `hasMail` says that the outcome also comes by email. */
export function ApplicationCard({ question, answer, refusal, hasMail }: Application & { hasMail: boolean }) {
  if (refusal)
    return (
      <Card title={t("You weren't let in")}>
        <p className="whitespace-pre-wrap break-words">{refusal.statement}</p>
        <p className="mt-4">
          <Trans
            text="Your account will be deleted on {date}. Until then you can download your data."
            values={{ date: <DateTime at={refusal.until} as="date" /> }}
          />
        </p>
      </Card>
    );
  if (!question)
    return (
      <Card title={t("A moderator lets you in")}>
        <p>
          {t("Someone will look at your account.")} {whenDecided(hasMail)}
        </p>
      </Card>
    );
  return (
    <Card title={answer === null ? t("One question first") : t("A moderator lets you in")}>
      {answer === null ? null : (
        <p className="mb-4">
          {t("Thank you. Someone will read your answer.")} {whenDecided(hasMail)}
        </p>
      )}
      <BasicForm id="application" schema={fetchSchema} defaults={{ answer }}>
        <BasicTextArea
          name="answer"
          label={question}
          hint={t("Only the moderators read your answer.")}
          maxLength={ANSWER_MAX}
          required
        />
        <BasicSubmit variant={answer === null ? "primary" : "quiet"} pending={t("Sending...")}>
          {answer === null ? t("Send Answer") : t("Change Answer")}
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
    ? t("We'll email you as soon as they have decided.")
    : t("This page changes as soon as they have decided.");
}
