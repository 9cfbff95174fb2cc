// The form in which moderators decide about newcomers, several at once.
import { Link, useNavigation } from "@remix-run/react";
import { GRACE_DAYS } from "~/durations";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { STATEMENT_MAX } from "~/models/safety/case/case";
import { NEWCOMERS_PATH, type Newcomer } from "~/models/safety/newcomer/newcomer";
import { Button } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { FieldError, TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { RadioGroup } from "~/ui/radio-group";

const states = {
  waiting: { word: msg("Waiting"), tone: "yellow" },
  unanswered: { word: msg("Hasn't answered yet"), tone: "quiet" },
  refused: { word: msg("Refused"), tone: "red" },
  in: { word: msg("Member"), tone: "green" },
} as const;

const outcomes = {
  "let-in": msg("Let in"),
  refuse: msg("Refuse (the account is deleted after {days} days)", { days: GRACE_DAYS }),
};
const ofMembers = { ...outcomes, hold: msg("Hold members for approval: nobody sees them until you decide") };

/** Posts to its own page. `show` is the list that the links stay in; `isAllTicked` checks everyone at first. */
export function NewcomerForm({
  newcomers,
  show,
  isAllTicked,
  refused,
}: {
  newcomers: Newcomer[];
  show: string;
  isAllTicked: boolean;
  refused: FormRefusal | undefined;
}) {
  const { refusal, fields, dismiss } = useRefusal(refused);
  const isPending = useNavigation().state === "submitting";
  const { typed = {}, chosen = {} } = refusal ?? {};
  return (
    <Form className="stack" noValidate onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <fieldset id="members" tabIndex={-1}>
        <legend className="field-label">{t("Accounts")}</legend>
        <FieldError id="members" error={fields.members} />
        <ul className="card divided px-4">
          {newcomers.map((newcomer) => (
            <NewcomerRow
              key={newcomer.id}
              newcomer={newcomer}
              show={show}
              isChosen={refusal ? chosen.members?.includes(newcomer.id) : isAllTicked}
            />
          ))}
        </ul>
      </fieldset>
      <Card title={t("Decide about the accounts you ticked")}>
        <div className="stack">
          <RadioGroup
            name="outcome"
            legend={t("Decision")}
            labels={newcomers.some(({ state }) => state === "in") ? ofMembers : outcomes}
            chosen={typed.outcome}
            error={fields.outcome}
          />
          <TextArea
            name="statement"
            label={t("Reason, if you refuse")}
            hint={t("Each of them reads it in an email and on their page.")}
            maxLength={STATEMENT_MAX}
            defaultValue={typed.statement}
            error={fields.statement}
          />
          <Button variant="primary" isPending={isPending}>
            {isPending ? t("Saving...") : t("Submit Decision")}
          </Button>
        </div>
      </Card>
    </Form>
  );
}

function NewcomerRow({
  newcomer: { id, name, joinedAt, state, cause, question, answer, traits },
  show,
  isChosen,
}: {
  newcomer: Newcomer;
  show: string;
  isChosen?: boolean;
}) {
  const shared = traits.filter(({ others }) => others > 0);
  return (
    <li className="py-3">
      <label className="check-field">
        <input type="checkbox" name="members" value={id} defaultChecked={isChosen} />
        <span className="min-w-0">
          <b>{name}</b> <Badge tone={states[state].tone}>{t(states[state].word)}</Badge>
        </span>
      </label>
      <p className="text-soft">
        <Trans
          text="Joined {date}, {time}"
          values={{
            date: <DateTime at={joinedAt} as="date" />,
            time: <DateTime at={joinedAt} as="clock" />,
          }}
        />
        {cause ? ` · ${cause}` : ""}
      </p>
      {question ? (
        <p>
          <span className="text-soft">{question}</span>{" "}
          <span className="whitespace-pre-wrap break-words">{answer ?? t("No answer yet")}</span>
        </p>
      ) : null}
      {shared.length ? (
        <p className="cluster">
          {shared.map(({ trait, value, label, others }) => (
            <Link
              key={trait}
              to={`${NEWCOMERS_PATH}?${new URLSearchParams({ show, by: trait, value })}`}
              className="link py-1"
            >
              {t("{label}: {count} more", { label, count: others })}
            </Link>
          ))}
        </p>
      ) : null}
    </li>
  );
}
