// The form with which a moderator decides a case: the sanction, the rule and the reason.
import { useNavigation } from "@remix-run/react";
import { REPORT_REASONS, type ReportReason, type SanctionKind } from "db/column-types";
import { Button } from "~/components/ui/button";
import { CheckField, SelectField, TextArea } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { RadioGroup } from "~/components/ui/radio-group";
import { type CasePage, STATEMENT_MAX } from "~/models/safety/case/case";
import { removableNames, rules, SUSPENSION_DAYS } from "~/models/safety/sanction";
import { EvidencePicture, ReportedPhoto } from "./evidence-snapshot";

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
  const { typed = {}, chosen = {} } = refusal ?? {};
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
                pictureId={pictureId}
                isChosen={chosen.morePhotos?.includes(pictureId)}
              />
            )),
            ...chatPhotos.map((messageId) => (
              <ChatPhotoCheck
                key={messageId}
                messageId={messageId}
                isChosen={chosen.chatPhotos?.includes(messageId)}
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

/** One of the photos after the first. */
function PhotoCheck({ pictureId, isChosen }: { pictureId: string; isChosen?: boolean }) {
  return (
    <label className="check-field">
      <input type="checkbox" name="morePhotos" value={pictureId} defaultChecked={isChosen} />
      <span className="min-w-0">
        This photo
        <EvidencePicture id={pictureId} alt="" />
      </span>
    </label>
  );
}

/** A reported photo from a conversation, covered as in the evidence. */
function ChatPhotoCheck({ messageId, isChosen }: { messageId: string; isChosen?: boolean }) {
  return (
    <div>
      <label className="check-field">
        <input type="checkbox" name="chatPhotos" value={messageId} defaultChecked={isChosen} />
        <span className="min-w-0">This photo from their conversation, with its message</span>
      </label>
      <ReportedPhoto id={messageId} />
    </div>
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
