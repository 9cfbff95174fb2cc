// The form of whom a member would like to meet.
import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { AGE_MAX, AGE_MIN } from "~/models/member/profile";
import {
  CORRECTIONS_NOTE,
  describePreview,
  GENDER_WORDS_MAX,
  genderLabels,
  HIDING_LIMITS,
  meetField,
  meetLabels,
  type OwnWishes,
  purposeLabels,
  type WishesConsent,
  type WishesPreview,
} from "~/models/member/wishes";
import type { FieldMessages } from "~/refusal";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { CheckField, Field, FieldGroup } from "~/ui/field";
import { Form, PostButton } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { RadioGroup } from "~/ui/radio-group";
import { VersionField } from "~/ui/version-field";

const UNSAID = "I'd rather not say";

type WishesProps = {
  wishes: OwnWishes;
  version: string;
  consent: WishesConsent;
  preview: WishesPreview | null;
};

/** The profile's tab with the form, and beside it what the answers do. */
export function WishesTab({ consent, ...form }: WishesProps) {
  return (
    <div className="profile-columns">
      <Card title="Who You'd Like to Meet">
        <WishesForm {...form} consent={consent} />
        {consent.agreedAt ? (
          <div className="mt-6">
            <PostButton to="/profile?tab=meet" fields={{ erases: "on" }}>
              Erase My Answers
            </PostButton>
          </div>
        ) : null}
      </Card>
      <MeetingRules />
    </div>
  );
}

/** Posts to the profile's tab. Everything in it is optional. */
function WishesForm({ wishes, version, consent, preview }: WishesProps) {
  const answer = useActionData<FormRefusal>();
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSaving = useNavigation().state === "submitting";
  const typed = answer?.typed;
  const text = (name: "meetAgeMin" | "meetAgeMax") => typed?.[name] ?? wishes[name] ?? "";
  const shown = { wishes, typed, fields };
  return (
    <Form
      id="wishes"
      action="/profile?tab=meet"
      noValidate
      preventScrollReset
      className="stack"
      onInput={dismiss}
    >
      <VersionField version={version} />
      <RefusalSummary refusal={refusal} />
      <p>
        Discover shows you only people who fit, and you only to people you fit. Every question is optional.{" "}
        {HIDING_LIMITS} {CORRECTIONS_NOTE}
      </p>
      <GenderField {...shown} />
      <MeetsField {...shown} preview={preview} />
      <FieldGroup legend="Ages" id="ages" hint="Leave both blank to meet people of all ages.">
        <div className="flex">
          <AgeField name="meetAgeMin" label="From" value={text("meetAgeMin")} error={fields.meetAgeMin} />
          <AgeField name="meetAgeMax" label="To" value={text("meetAgeMax")} error={fields.meetAgeMax} />
        </div>
      </FieldGroup>
      <PurposeField {...shown} />
      <CheckField
        name="showsWishes"
        label="Show this on my profile"
        defaultChecked={typed ? typed.showsWishes !== undefined : wishes.showsWishes}
        error={fields.showsWishes}
      />
      <ConsentField consent={consent} typed={typed} fields={fields} />
      <Button variant="primary" isPending={isSaving}>
        {isSaving ? "Saving..." : "Save"}
      </Button>
    </Form>
  );
}

/** Saved wishes, the input of a refused form, and its errors by field. */
type Shown = { wishes: OwnWishes; typed?: Record<string, string>; fields: FieldMessages };

/** What the member is. */
export function GenderField({ wishes, typed, fields }: Shown) {
  const chosen = typed ? typed.gender : (wishes.gender ?? "");
  const [picked, setPicked] = useState(chosen);
  const words = useRef<HTMLFieldSetElement>(null);
  const isPicked = picked === "own";
  const isUnused = useHydrated() && !isPicked;

  // Picks up a choice made before hydration.
  useEffect(() => {
    const boxes = words.current?.form?.elements.namedItem("gender");
    if (boxes instanceof RadioNodeList) setPicked(boxes.value);
  }, []);

  return (
    <RadioGroup
      name="gender"
      legend="I am"
      isRequired={false}
      labels={{ ...genderLabels, "": UNSAID }}
      details={{
        own: (
          // Without scripts it is always there.
          <fieldset
            ref={words}
            className={isPicked ? undefined : "without-choice"}
            hidden={isUnused}
            disabled={isUnused}
          >
            <Field
              name="genderWords"
              label="Your own words"
              maxLength={GENDER_WORDS_MAX}
              defaultValue={typed?.genderWords ?? wishes.genderWords ?? ""}
              error={fields.genderWords}
            />
          </fieldset>
        ),
      }}
      chosen={chosen}
      onChoose={setPicked}
      error={fields.gender}
    />
  );
}

/** Whom the member would like to meet, with what the saved answers do. */
export function MeetsField({ wishes, preview, typed, fields }: Shown & { preview: WishesPreview | null }) {
  return (
    <FieldGroup
      legend="I'd like to meet"
      id="meets"
      hint={`Leave blank to meet everyone. If you choose, people who haven't said their gender are left out unless you tick them too. ${preview ? describePreview(preview) : ""}`}
      error={fields.meets}
    >
      {wishesChoices.map(([choice, label]) => (
        <CheckField
          key={choice}
          name={meetField(choice)}
          label={label}
          defaultChecked={typed ? meetField(choice) in typed : wishes.meets.includes(choice)}
        />
      ))}
    </FieldGroup>
  );
}

/** What the member is here for. */
export function PurposeField({ wishes, typed, fields }: Shown) {
  return (
    <RadioGroup
      name="purpose"
      legend="I'm here for"
      isRequired={false}
      labels={{ ...purposeLabels, "": UNSAID }}
      chosen={typed ? typed.purpose : (wishes.purpose ?? "")}
      error={fields.purpose}
    />
  );
}

/** The agreement that gender and whom to meet need, and what it means. */
export function ConsentField({
  consent: { sentence, note, agreedAt },
  typed,
  fields,
}: Omit<Shown, "wishes"> & { consent: WishesConsent }) {
  if (agreedAt)
    return (
      <p className="small-print">
        You agreed to this on <DateTime at={agreedAt} as="date" />: “{sentence}”
      </p>
    );
  return (
    <CheckField
      name="consents"
      label={sentence}
      hint={note}
      defaultChecked={typed?.consents !== undefined}
      error={fields.consents}
    />
  );
}

const wishesChoices = Object.entries(meetLabels) as [keyof typeof meetLabels, string][];

function AgeField({
  name,
  label,
  value,
  error,
}: {
  name: string;
  label: string;
  value: string | number;
  error?: string;
}) {
  return (
    <div className="mr-4 flex-1">
      <Field
        name={name}
        label={label}
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
        defaultValue={value}
        error={error}
      />
    </div>
  );
}

/** Three sentences about who sees whom. */
function MeetingRules() {
  return (
    <Card title="Who Sees Whom">
      <ul className="stack">
        <li>You both have to match each other's choices: gender, age and what you're here for.</li>
        <li>
          If you don't give your gender, you're seen by people who'd like to meet everyone or people who
          haven't said.
        </li>
        <li>Your likes, matches and messages stay when you change your answers.</li>
      </ul>
    </Card>
  );
}
