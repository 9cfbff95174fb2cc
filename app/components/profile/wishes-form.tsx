// The form about whom a member would like to meet.
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import {
  BasicCheckbox,
  BasicField,
  BasicForm,
  BasicGroup,
  BasicRadioGroup,
  BasicSubmit,
  useBasicChoice,
} from "~/forms/basic-form";
import { type Message, msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
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
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { FieldGroup } from "~/ui/field";
import { PostButton } from "~/ui/form";
import { VersionField } from "~/ui/version-field";

const UNSAID = msg("I'd rather not say");

type WishesProps = {
  wishes: OwnWishes;
  version: string;
  consent: WishesConsent;
  preview: WishesPreview | null;
};

/** The profile's tab with the form, and beside it the effect of the saved answers. */
export function WishesTab({ consent, ...form }: WishesProps) {
  const [agreedAt, setAgreedAt] = useState(consent.agreedAt);
  const [erasures, setErasures] = useState(0);
  if (agreedAt !== consent.agreedAt) {
    setAgreedAt(consent.agreedAt);
    if (!consent.agreedAt) setErasures(erasures + 1);
  }
  return (
    <div className="profile-columns">
      <Card title={t("Who You'd Like to Meet")}>
        {/* Otherwise erased answers would stay in the form, which keeps what it was mounted with. */}
        <WishesForm key={erasures} {...form} consent={consent} />
        {consent.agreedAt ? (
          <div className="mt-6">
            <PostButton to="/profile?tab=meet" fields={{ erases: "on" }}>
              {t("Erase My Answers")}
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
  return (
    <BasicForm
      id="wishes"
      action="/profile?tab=meet"
      schema={fetchSchema}
      defaults={wishesDefaults(wishes)}
      preventScrollReset
    >
      <VersionField version={version} />
      <p>
        {t(
          "Discover shows you only people who fit, and you only to people you fit. Every question is optional.",
        )}{" "}
        {t(HIDING_LIMITS)} {t(CORRECTIONS_NOTE)}
      </p>
      <GenderField />
      <MeetsField preview={preview} />
      <FieldGroup legend={t("Ages")} id="ages" hint={t("Leave both blank to meet people of all ages.")}>
        <div className="flex">
          <AgeField name="meetAgeMin" label={t("From")} />
          <AgeField name="meetAgeMax" label={t("To")} />
        </div>
      </FieldGroup>
      <PurposeField />
      <BasicCheckbox name="showsWishes" label={t("Show this on my profile")} />
      <ConsentField consent={consent} />
      <BasicSubmit pending={t("Saving...")}>{t("Save")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/wishes-schema")).wishesForm;
}

/** The initial values of the fields of wishes. */
export function wishesDefaults({ meets, ...wishes }: OwnWishes) {
  return {
    ...{ ...wishes, gender: wishes.gender ?? "", purpose: wishes.purpose ?? "" },
    ...Object.fromEntries(meets.map((choice) => [meetField(choice), true])),
  };
}

/** The member's gender. */
export function GenderField() {
  const { chosen } = useBasicChoice("gender");
  const [picked, setPicked] = useState<string>();
  const words = useRef<HTMLFieldSetElement>(null);
  const isPicked = (picked ?? chosen) === "own";
  const isUnused = useHydrated() && !isPicked;

  // Picks up a choice made before hydration.
  useEffect(() => {
    const boxes = words.current?.form?.elements.namedItem("gender");
    if (boxes instanceof RadioNodeList && boxes.value !== chosen) setPicked(boxes.value);
  }, [chosen]);

  return (
    <BasicRadioGroup
      name="gender"
      legend={t("I am")}
      isRequired={false}
      labels={{ ...genderLabels, "": UNSAID }}
      details={{
        own: (
          // Without scripts it is always shown.
          <fieldset
            ref={words}
            className={isPicked ? undefined : "[[data-scripts]_&]:hidden"}
            hidden={isUnused}
            disabled={isUnused}
          >
            <BasicField name="genderWords" label={t("Your own words")} maxLength={GENDER_WORDS_MAX} />
          </fieldset>
        ),
      }}
      onChoose={setPicked}
    />
  );
}

/** Whom the member would like to meet, with the effect of the saved answers. */
export function MeetsField({ preview }: { preview: WishesPreview | null }) {
  return (
    <BasicGroup
      legend={t("I'd like to meet")}
      id="meets"
      hint={`${t("Leave blank to meet everyone. If you choose, people who haven't said their gender are left out unless you tick them too.")} ${preview ? describePreview(preview) : ""}`}
    >
      {wishesChoices.map(([choice, label]) => (
        <BasicCheckbox key={choice} name={meetField(choice)} label={t(label)} />
      ))}
    </BasicGroup>
  );
}

/** What the member is here for. */
export function PurposeField() {
  return (
    <BasicRadioGroup
      name="purpose"
      legend={t("I'm here for")}
      isRequired={false}
      labels={{ ...purposeLabels, "": UNSAID }}
    />
  );
}

/** The consent that gender and wishes need, and what it means. */
export function ConsentField({ consent: { sentence, note, agreedAt } }: { consent: WishesConsent }) {
  if (agreedAt)
    return (
      <p className="small-print">
        <Trans
          text="You agreed to this on {date}: “{sentence}”"
          values={{ date: <DateTime at={agreedAt} as="date" />, sentence }}
        />
      </p>
    );
  return <BasicCheckbox name="consents" label={sentence} hint={note} />;
}

const wishesChoices = Object.entries(meetLabels) as [keyof typeof meetLabels, Message][];

function AgeField(field: { name: string; label: string }) {
  return (
    <div className="mr-4 flex-1">
      <BasicField {...field} type="number" inputMode="numeric" min={AGE_MIN} max={AGE_MAX} />
    </div>
  );
}

/** Three sentences about who sees whom. */
function MeetingRules() {
  return (
    <Card title={t("Who Sees Whom")}>
      <ul className="stack">
        <li>{t("You both have to match each other's choices: gender, age and what you're here for.")}</li>
        <li>
          {t(
            "If you don't give your gender, you're seen by people who'd like to meet everyone or people who haven't said.",
          )}
        </li>
        <li>{t("Your likes, matches and messages stay when you change your answers.")}</li>
      </ul>
    </Card>
  );
}
