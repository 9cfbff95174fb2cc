// The first run's About You form: age, location, who to meet, and a line about oneself.
import { useActionData, useNavigation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Field, TextArea } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { AGE_MAX, AGE_MIN, BIO_MAX } from "~/models/member/profile";
import { stepPath } from "~/models/member/welcome";
import { CORRECTIONS_NOTE, HIDING_LIMITS, type OwnWishes, type WishesConsent } from "~/models/member/wishes";
import { LocationField, type SavedTown } from "./location-field";
import { ConsentField, GenderField, MeetsField, PurposeField } from "./wishes-form";

/** Posts to its step. Age and location are needed to save it, though the step can be skipped; everything else is optional. */
export function AboutForm({
  age,
  location,
  town,
  towns,
  wishes,
  bio,
  consent,
}: {
  age: number | null;
  location: string;
  town: SavedTown;
  towns: string[];
  wishes: OwnWishes;
  bio: string;
  consent: WishesConsent;
}) {
  const answer = useActionData<FormRefusal>();
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSaving = useNavigation().state === "submitting";
  const typed = answer?.typed;
  const shown = { wishes, typed, fields };
  return (
    <Form action={stepPath("about")} noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <Field
        name="age"
        label="Age"
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
        defaultValue={typed?.age ?? age ?? ""}
        error={fields.age}
      />
      <LocationField
        as={Field}
        location={location}
        town={town}
        chosen={typed?.town}
        towns={towns}
        required={false}
        defaultValue={typed?.location ?? location}
        error={fields.location}
      />
      <PurposeField {...shown} />
      <p>
        The next two questions decide only who sees whom in Discover. No one sees your answers unless you show
        them. {HIDING_LIMITS} {CORRECTIONS_NOTE}
      </p>
      <GenderField {...shown} />
      <MeetsField {...shown} />
      <ConsentField consent={consent} typed={typed} fields={fields} />
      <TextArea
        name="bio"
        label="A line about you"
        isOptional
        rows={3}
        dir="auto"
        maxLength={BIO_MAX}
        hint="Such as the B-side you defend, or the first record you bought."
        defaultValue={typed?.bio ?? bio}
        error={fields.bio}
      />
      <Button variant="primary" isPending={isSaving}>
        {isSaving ? "Saving..." : "Save and Continue"}
      </Button>
    </Form>
  );
}
