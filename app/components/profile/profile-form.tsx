// The Edit Profile form.
import { useEffect, useState } from "react";
import { BasicField, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import { AGE_MAX, AGE_MIN, BIO_MAX } from "~/models/member/profile";
import type { Profile } from "~/models/member/profile-schema";
import { CORRECTIONS_NOTE } from "~/models/member/wishes";
import { VersionField } from "~/ui/version-field";
import { LocationField, type SavedTown } from "./location-field";

export type ProfileFormProps = {
  profile: Profile;
  version: string;
  town: SavedTown;
  /** Suggestions before any input. */
  towns: string[];
};

/** Bio, age and location. Posts to the profile's first tab. */
export function ProfileForm({ profile, version, town, towns }: ProfileFormProps) {
  return (
    <BasicForm
      id="edit-profile"
      action="/profile?tab=profile"
      schema={fetchSchema}
      defaults={{ ...profile, age: profile.age ?? "", town: "" }}
      preventScrollReset
    >
      <VersionField version={version} />
      <BioField />
      <BasicField
        name="age"
        label={t("Age")}
        hint={t(CORRECTIONS_NOTE)}
        required
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
      />
      <LocationField location={profile.location} town={town} towns={towns} />
      <BasicSubmit pending={t("Saving...")}>{t("Save Profile")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/profile-schema")).profileForm;
}

/** With scripts, the hint counts the characters. */
function BioField() {
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const field = document.getElementById("bio");
    if (field instanceof HTMLTextAreaElement) setLength(field.value.length);
  }, []);
  return (
    <BasicTextArea
      name="bio"
      label={t("Bio")}
      isOptional
      rows={5}
      hint={
        length === undefined
          ? t("Up to {max} characters", { max: BIO_MAX })
          : t("{length} of {max} characters", { length, max: BIO_MAX })
      }
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}
