// The form in which a moderator decides a case: the sanction, the rule and the reason.
import { useNavigation } from "@remix-run/react";
import { REPORT_REASONS, type ReportReason, type SanctionKind } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import { type CasePage, type RemovalChoice, STATEMENT_MAX } from "~/models/safety/case/case";
import { rules, SUSPENSION_DAYS } from "~/models/safety/sanctions/sanction";
import { Button } from "~/ui/button";
import { CheckField, SelectField, TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { RadioGroup } from "~/ui/radio-group";
import { EvidencePicture, ReportedPhoto } from "./evidence-snapshot";

const labels: Record<SanctionKind, Message> = {
  none: msg("No violation"),
  warning: msg("Warn (must be acknowledged)"),
  removal: msg("Remove content"),
  hide: msg("Hide from Discover"),
  suspend: msg("Suspend"),
  ban: msg("Ban"),
};

/** Posts to its own page, the case; `reason` preselects the rule, `sections` are those of the operator's rules. */
export function SanctionForm({
  sections,
  page: { removable, hasNotice, isNameless, isForCopies },
  reason,
  refused,
}: {
  sections: string[];
  page: Pick<CasePage, "removable" | "hasNotice" | "isNameless" | "isForCopies">;
  reason?: ReportReason;
  refused: FormRefusal | undefined;
}) {
  const { refusal, fields, dismiss } = useRefusal(refused);
  const isPending = useNavigation().state === "submitting";
  const { typed = {}, chosen = {} } = refusal ?? {};
  return (
    <Form className="stack" noValidate onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <RadioGroup
        name="kind"
        legend={t("Decision")}
        labels={labels}
        details={{
          removal: removable.length > 0 && (
            <>
              {removable.map((choice) => (
                <RemovalCheck
                  key={choice.key}
                  choice={choice}
                  isChosen={chosen.removed?.includes(choice.key)}
                />
              ))}
              <CheckField
                name="copies"
                label={t("Also remove copies of these pictures from everyone else")}
                hint={t(
                  "Identical files, each with a decision that its member can appeal. Pictures that look like them are hidden until someone reviews them under Photos.",
                )}
                defaultChecked={refusal ? typed.copies === "on" : isForCopies}
              />
            </>
          ),
          suspend: (
            <SelectField
              name="days"
              label={t("Duration")}
              defaultValue={typed.days ?? "3"}
              error={fields.days}
            >
              {SUSPENSION_DAYS.map((days) => (
                <option key={days} value={days}>
                  {t("{days} days", { days })}
                </option>
              ))}
            </SelectField>
          ),
        }}
        chosen={typed.kind}
        error={fields.kind}
      />
      <RuleField defaultValue={typed.rule ?? reason} error={fields.rule} />
      <SectionField sections={sections} defaultValue={typed.section} error={fields.section} />
      <StatementField defaultValue={typed.statement} error={fields.statement} />
      {hasNotice ? (
        <TextArea
          name="reply"
          label={t("Reply to the notice")}
          hint={
            isNameless
              ? t(
                  "Everyone who sent one in this case will read this: what you decided and why, without naming anyone.",
                )
              : t(
                  "Everyone who sent one about them will read this: what you decided and why, without naming anyone.",
                )
          }
          maxLength={STATEMENT_MAX}
          defaultValue={typed.reply}
          error={fields.reply}
          required
        />
      ) : null}
      <Button variant="primary" isPending={isPending}>
        {t("Submit Decision")}
      </Button>
    </Form>
  );
}

/**
 * A checkbox for content, with its photo if it is one of several; a photo from a conversation is covered as in the evidence.
 */
function RemovalCheck({ choice, isChosen }: { choice: RemovalChoice; isChosen?: boolean }) {
  const { key, label, photoId, isInChat } = choice;
  return (
    <div>
      <label className="check-field">
        <input type="checkbox" name="removed" value={key} defaultChecked={isChosen} />
        <span className="min-w-0">
          {label}
          {photoId && !isInChat ? <EvidencePicture id={photoId} alt="" /> : null}
        </span>
      </label>
      {photoId && isInChat ? <ReportedPhoto id={photoId} /> : null}
    </div>
  );
}

type Prefilled = { id?: string; defaultValue?: string; error?: string };

/** A select for the rule that was broken. */
export function RuleField(props: Prefilled) {
  return (
    <SelectField name="rule" label={t("Rule")} required {...props}>
      {REPORT_REASONS.map((reason) => (
        <option key={reason} value={reason}>
          {t(rules[reason])}
        </option>
      ))}
    </SelectField>
  );
}

/** A select for the section of the operator's rules that the statement begins with; renders nothing without any. */
export function SectionField({ sections, ...props }: Prefilled & { sections: string[] }) {
  if (!sections.length) return null;
  return (
    <SelectField
      name="section"
      label={t("Section of your rules")}
      hint={t("The reason below will begin with it.")}
      {...props}
    >
      <option value="">{t("None")}</option>
      {sections.map((section) => (
        <option key={section}>{section}</option>
      ))}
    </SelectField>
  );
}

/** The props of the field of the explanation that the member reads. */
export const statementProps = () => ({
  name: "statement",
  label: t("Reason"),
  hint: t("The member will see this. Explain what happened without naming the reporter."),
  maxLength: STATEMENT_MAX,
  required: true,
});

export function StatementField(props: Prefilled) {
  return <TextArea {...statementProps()} {...props} />;
}
