// The question that the first records of a collection come with: who sees them.
import { BasicRadioGroup } from "~/forms/basic-form";
import { t } from "~/language/text";
import { SHELF_FIELD, shelfChoices } from "~/models/record/record";

/** Not answered, it leaves everything as it is. */
export function ShelfQuestion() {
  return (
    <BasicRadioGroup
      name={SHELF_FIELD}
      legend={t("Who can see your records?")}
      hint={t("Your notes stay with you. You can change this later, below your records.")}
      labels={shelfChoices}
      isRequired={false}
    />
  );
}
