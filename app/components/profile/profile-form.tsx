// The Edit Profile form.
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { VersionField } from "~/components/ui/version-field";
import { BasicField, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { AGE_MAX, AGE_MIN, BIO_MAX } from "~/models/member/profile";
import type { Profile } from "~/models/member/profile-schema";
import { CORRECTIONS_NOTE } from "~/models/member/wishes";
import { LocationField } from "./location-field";

export type ProfileFormProps = {
  profile: Profile;
  version: string;
  /** The town that the location resolved to, and others that may be meant. */
  town: { name: string | null; others: string[] };
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
      defaults={{ ...profile, age: profile.age ?? "" }}
      preventScrollReset
    >
      <VersionField version={version} />
      <BioField />
      <BasicField
        name="age"
        label="Age"
        hint={CORRECTIONS_NOTE}
        required
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
      />
      <LocationField
        as={BasicField}
        location={profile.location}
        isUnknown={town.name === null}
        towns={towns}
      />
      <BasicSubmit pending="Saving...">Save Profile</BasicSubmit>
      {town.others.length ? <OtherTowns location={profile.location} {...town} /> : null}
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/profile-schema")).profileForm;
}

/** With scripts the hint counts the characters. */
function BioField() {
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const field = document.getElementById("bio");
    if (field instanceof HTMLTextAreaElement) setLength(field.value.length);
  }, []);
  return (
    <BasicTextArea
      name="bio"
      label="Bio"
      rows={5}
      hint={length === undefined ? `Up to ${BIO_MAX} characters` : `${length} of ${BIO_MAX} characters`}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}

/** Buttons for other towns. They come after Save, because Enter presses the first button. */
function OtherTowns({ location, name: taken, others }: { location: string } & ProfileFormProps["town"]) {
  return (
    <details open className="border-t border-line pt-4">
      <summary className="link">{taken === null ? "Did you mean another town?" : `Not ${taken}?`}</summary>
      <p className="mt-2 text-soft">
        {taken === null
          ? `We couldn't find ${location}. Is yours one of these?`
          : `There's more than one ${location}. Which one is yours?`}
      </p>
      <div className="cluster mt-2">
        {others.map((name) => (
          <Button key={name} name="town" value={name} icon="place">
            {name}
          </Button>
        ))}
      </div>
    </details>
  );
}
