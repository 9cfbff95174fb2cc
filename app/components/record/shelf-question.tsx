// The question that comes with a collection's first records: who can see them.
import { BasicRadioGroup } from "~/forms/basic-form";
import { t } from "~/language/text";
import { SHELF_FIELD, shelfChoices } from "~/models/record/record";

/** Left unanswered, it changes nothing. */
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
