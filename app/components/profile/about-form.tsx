// The first run's About You form: age, location, who to meet, and one prompt or the anthem.
import { BasicField, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { msg, t } from "~/language/text";
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
import { LocationField, type SavedTown } from "./location-field";
import { ConsentField, GenderField, MeetsField, PurposeField, wishesDefaults } from "./wishes-form";

const WORDS = { anthem: msg("My anthem, which others can play"), ...promptTexts };

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
  return (
    <BasicForm
      id="about-you"
      action={stepPath("about")}
      schema={fetchSchema}
      defaults={{ age: age ?? "", location, town: "", about: "b_side", ...wishesDefaults(wishes) }}
    >
      <BasicField name="age" label={t("Age")} type="number" inputMode="numeric" min={AGE_MIN} max={AGE_MAX} />
      <LocationField location={location} town={town} towns={towns} required={false} />
      <PurposeField />
      <p>
        {t(
          "The next two questions decide only who sees whom in Discover. No one sees your answers unless you show them.",
        )}{" "}
        {t(HIDING_LIMITS)} {t(CORRECTIONS_NOTE)}
      </p>
      <GenderField />
      <MeetsField preview={preview} />
      <ConsentField consent={consent} />
      {asksForWords ? <FirstWords /> : null}
      <BasicSubmit pending={t("Saving...")}>{t("Save and Continue")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/about-schema")).aboutForm;
}

/** One prompt or the anthem, in one field, for others to begin with. */
function FirstWords() {
  return (
    <div className="card stack p-4">
      <BasicSelect name="about" label={t("Something to talk about")} options={WORDS} />
      <BasicField
        name="words"
        label={t("Your answer")}
        dir="auto"
        maxLength={ANSWER_MAX}
        autoComplete="off"
        hint={t(
          "Others see it on your page. For an anthem, write Artist – Title or paste a YouTube or Spotify link.",
        )}
      />
    </div>
  );
}
