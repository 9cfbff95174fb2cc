// The form that reports a member or their content.
import { BasicCheckbox, BasicForm, BasicRadioGroup, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
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
      <BasicRadioGroup name="reason" legend={t("What's wrong?")} labels={reasonLabels} />
      <BasicTextArea
        name="words"
        label={t("In your own words")}
        hint={t("Optional, unless you chose “{other}”. Up to {max} characters.", {
          other: reasonLabels.other,
          max: REPORT_WORDS_MAX,
        })}
        maxLength={REPORT_WORDS_MAX}
      />
      {blockName ? (
        <BasicCheckbox
          name="alsoBlock"
          label={t("Also block {blockName}", { blockName })}
          hint={t("You'll no longer see each other, and your match and conversation will end.")}
        />
      ) : null}
      <input type="hidden" name="about" value={about} />
      <BasicSubmit pending={t("Sending...")} cancelTo={closeTo}>
        {t("Send Report")}
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/report-schema")).reportInput;
}
