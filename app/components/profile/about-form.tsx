// The first run's About You form: age, location, who to meet, and one prompt or the anthem.
import { useActionData, useNavigation } from "@remix-run/react";
import { AGE_MAX, AGE_MIN } from "~/models/member/profile";
import { ANSWER_MAX, promptTexts } from "~/models/member/prompt";
import { stepPath } from "~/models/member/welcome";
import {
  CORRECTIONS_NOTE,
  HIDING_LIMITS,
  type OwnWishes,
  type WishesConsent,
  type WishesPreview,
} from "~/models/member/wishes";
import type { FieldMessages } from "~/refusal";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { LocationField, type SavedTown } from "./location-field";
import { ConsentField, GenderField, MeetsField, PurposeField } from "./wishes-form";

/** Posts to its step. Age and location are needed to save it, though the step can be skipped; everything else is optional. */
export function AboutForm({
  age,
  location,
  town,
  towns,
  wishes,
  asksForWords,
  consent,
  preview,
}: {
  age: number | null;
  location: string;
  town: SavedTown;
  towns: string[];
  wishes: OwnWishes;
  /** Whether the member has neither an anthem nor an answered prompt. */
  asksForWords: boolean;
  consent: WishesConsent;
  preview: WishesPreview | null;
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
      <MeetsField {...shown} preview={preview} />
      <ConsentField consent={consent} typed={typed} fields={fields} />
      {asksForWords ? <FirstWords typed={typed} fields={fields} /> : null}
      <Button variant="primary" isPending={isSaving}>
        {isSaving ? "Saving..." : "Save and Continue"}
      </Button>
    </Form>
  );
}

/** One prompt or the anthem, in one field, for others to begin with. */
function FirstWords({ typed, fields }: { typed?: Record<string, string>; fields: FieldMessages }) {
  return (
    <div className="card stack p-4">
      <SelectField
        name="about"
        label="Something to talk about"
        defaultValue={typed?.about ?? "b_side"}
        error={fields.about}
      >
        <option value="anthem">My anthem, which others can play</option>
        {Object.entries(promptTexts).map(([prompt, text]) => (
          <option key={prompt} value={prompt}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field
        name="words"
        label="Your answer"
        dir="auto"
        maxLength={ANSWER_MAX}
        autoComplete="off"
        hint="Others see it on your page. For an anthem, write Artist – Title or paste a YouTube or Spotify link."
        defaultValue={typed?.words}
        error={fields.words}
      />
    </div>
  );
}
