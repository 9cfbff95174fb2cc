// The form that reports a member or their content.
import { BasicCheckbox, BasicForm, BasicRadioGroup, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { REPORT_WORDS_MAX, reasonLabels } from "~/models/safety/report";

/** Posts to its own page. `blockName` is the member's first name; omit it if they are already blocked. */
export function ReportForm({
  about,
  blockName,
  closeTo,
}: {
  about: string;
  blockName?: string;
  closeTo: string;
}) {
  return (
    <BasicForm id="report" schema={fetchSchema} defaults={{ alsoBlock: true }}>
      <BasicRadioGroup name="reason" legend="What's wrong?" labels={reasonLabels} />
      <BasicTextArea
        name="words"
        label="In your own words"
        hint={`Optional, unless you chose “${reasonLabels.other}”. Up to ${REPORT_WORDS_MAX} characters.`}
        maxLength={REPORT_WORDS_MAX}
      />
      {blockName ? (
        <BasicCheckbox
          name="alsoBlock"
          label={`Also block ${blockName}`}
          hint="You'll no longer see each other, and your match and conversation will end."
        />
      ) : null}
      <input type="hidden" name="about" value={about} />
      <BasicSubmit pending="Sending..." cancelTo={closeTo}>
        Send Report
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/report-schema")).reportInput;
}
