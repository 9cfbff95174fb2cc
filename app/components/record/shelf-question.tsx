// The question that the first records of a collection come with: who sees them.

import { SHELF_FIELD, shelfChoices } from "~/models/record/record";
import { RadioGroup } from "~/ui/radio-group";

/** Not answered, it leaves everything as it is. `chosen` is the answer of a form that comes back. */
export function ShelfQuestion({ chosen }: { chosen?: string }) {
  return (
    <RadioGroup
      name={SHELF_FIELD}
      legend="Who can see your records?"
      hint="Your notes stay with you. You can change this later, below your records."
      labels={shelfChoices}
      chosen={chosen}
      isRequired={false}
    />
  );
}
