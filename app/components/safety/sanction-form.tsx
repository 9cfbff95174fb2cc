// The form with which a moderator decides a case: the sanction, the rule and the reason.
import { useNavigation } from "@remix-run/react";
import { REPORT_REASONS, type ReportReason, type SanctionKind } from "db/column-types";
import { Button } from "~/components/ui/button";
import { CheckField, SelectField, TextArea } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { RadioGroup } from "~/components/ui/radio-group";
import { pictureUrl } from "~/models/picture-url";
import { type CasePage, MODERATION_PATH, STATEMENT_MAX } from "~/models/safety/case";
import { removableNames, rules, SUSPENSION_DAYS } from "~/models/safety/sanction";

const labels: Record<SanctionKind, string> = {
  none: "No violation",
  warning: "Warn (must be acknowledged)",
  removal: "Remove content",
  hide: "Hide from Discover",
  suspend: "Suspend",
  ban: "Ban",
};

/** Posts to its own page. `removable`, `photos` and `chatPhotos` list the content that can be removed; `reason` preselects the rule. */
export function SanctionForm({
  removable,
  photos,
  chatPhotos,
  reason,
  refused,
}: {
  removable: CasePage["removable"];
  photos: CasePage["removablePhotos"];
  chatPhotos: CasePage["removableChatPhotos"];
  reason?: ReportReason;
  refused: FormRefusal | undefined;
}) {
  const { refusal, fields, dismiss } = useRefusal(refused);
  const isPending = useNavigation().state === "submitting";
  const typed = refusal?.typed ?? {};
  return (
    <Form className="stack" noValidate onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <RadioGroup
        name="kind"
        legend="Decision"
        labels={labels}
        details={{
          removal: removable.length + photos.length + chatPhotos.length > 0 && [
            ...removable.map((item) => (
              <CheckField
                key={item}
                name={item}
                label={`The ${removableNames[item]}`}
                defaultChecked={typed[item] === "on"}
              />
            )),
            ...photos.map((pictureId) => (
              <PhotoCheck
                key={pictureId}
                name="morePhotos"
                value={pictureId}
                label="This photo"
                url={pictureUrl(pictureId, "square")}
              />
            )),
            ...chatPhotos.map((messageId) => (
              <PhotoCheck
                key={messageId}
                name="chatPhotos"
                value={messageId}
                label="This photo in a chat, with its message"
                url={`${MODERATION_PATH}/attachments/${messageId}`}
              />
            )),
          ],
          suspend: (
            <SelectField name="days" label="Duration" defaultValue={typed.days ?? "3"} error={fields.days}>
              {SUSPENSION_DAYS.map((days) => (
                <option key={days} value={days}>
                  {days} days
                </option>
              ))}
            </SelectField>
          ),
        }}
        chosen={typed.kind}
        error={fields.kind}
      />
      <RuleField defaultValue={typed.rule ?? reason} error={fields.rule} />
      <StatementField defaultValue={typed.statement} error={fields.statement} />
      <Button variant="primary" isPending={isPending}>
        Submit Decision
      </Button>
    </Form>
  );
}

/** A photo that is removed by itself. */
function PhotoCheck({
  name,
  value,
  label,
  url,
}: {
  name: "morePhotos" | "chatPhotos";
  value: string;
  label: string;
  url: string;
}) {
  return (
    <label className="check-field">
      <input type="checkbox" name={name} value={value} />
      <span className="min-w-0">
        {label}
        <img className="evidence-picture" src={url} alt="" loading="lazy" />
      </span>
    </label>
  );
}

type Prefilled = { id?: string; defaultValue?: string; error?: string };

/** A select for the rule that was broken. */
export function RuleField(props: Prefilled) {
  return (
    <SelectField name="rule" label="Rule" required {...props}>
      {REPORT_REASONS.map((reason) => (
        <option key={reason} value={reason}>
          {rules[reason]}
        </option>
      ))}
    </SelectField>
  );
}

/** The explanation that the member reads. */
export function StatementField(props: Prefilled) {
  return (
    <TextArea
      name="statement"
      label="Reason"
      hint="The member will see this. Explain what happened without naming the reporter."
      maxLength={STATEMENT_MAX}
      required
      {...props}
    />
  );
}
