import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitAbout } from "~/actions/profile/profile-forms.server";
import { titled } from "~/community";
import { LocationField } from "~/components/profile/location-field";
import {
  ConsentField,
  GenderField,
  MeetsField,
  PurposeField,
  wishesDefaults,
} from "~/components/profile/wishes-form";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { BasicField, BasicForm, BasicSelect, BasicSubmit } from "~/forms/basic-form";
import { requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { previewWishes } from "~/models/match/discover.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import { AGE_MAX, AGE_MIN } from "~/models/member/profile";
import { ANSWER_MAX, promptTexts } from "~/models/member/prompt";
import { stepPath } from "~/models/member/welcome";
import { CORRECTIONS_NOTE, HIDING_LIMITS } from "~/models/member/wishes";
import { readOwnWishes } from "~/models/member/wishes.server";
import { readConsent } from "~/models/member/wishes-consent.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("About You · Welcome")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { age, location, placeName, anthem, prompts } = member;
  const { others, towns } = getPlaceSuggestions(location, placeName);
  const town = { name: placeName, others: placeName === null ? others : [] };
  const preview = await previewWishes(member);
  const wishes = { wishes: readOwnWishes(member), consent: readConsent(member), preview };
  const asksForWords = !anthem && prompts.length === 0;
  return { age, location, town, towns, asksForWords, ...wishes };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitAbout(request);
}

export default function WelcomeAbout() {
  return (
    <WelcomeStep
      step="about"
      title={t("About you")}
      text={t("Others see your age, your town and how far away you are, but nothing you leave out.")}
    >
      <AboutForm {...useLoaderData<typeof loader>()} />
    </WelcomeStep>
  );
}

const WORDS = { anthem: msg("My anthem, which others can play"), ...promptTexts };

/** Posts to its step. Age and location are needed to save it, though the step can be skipped; everything else is optional. */
function AboutForm({
  age,
  location,
  town,
  towns,
  wishes,
  asksForWords,
  consent,
  preview,
}: ReturnType<typeof useLoaderData<typeof loader>>) {
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
