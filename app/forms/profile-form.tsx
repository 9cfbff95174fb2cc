// The Edit Profile form.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { AGE_MAX, AGE_MIN, BIO_MAX, UNKNOWN_TOWN } from "~/models/member/profile";
import type { Profile } from "~/models/member/profile-schema";
import { BasicField, BasicForm, BasicSubmit, BasicTextArea } from "./basic-form";

const PAUSE_MS = 200;

export type ProfileFormProps = {
  profile: Profile;
  /** The town that the location resolved to, and others of the same name. */
  town: { name: string | null; others: string[] };
  /** Suggestions before any input. */
  towns: string[];
};

/** Bio, age and location. Posts to the profile's first tab. */
export function ProfileForm({ profile, town, towns }: ProfileFormProps) {
  return (
    <BasicForm
      id="edit-profile"
      action="/profile?tab=profile"
      schema={fetchSchema}
      defaults={{ ...profile, age: profile.age ?? AGE_MIN }}
      stay
    >
      <BioField />
      <BasicField
        name="age"
        label="Age"
        required
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
      />
      <LocationField location={profile.location} isUnknown={town.name === null} towns={towns} />
      <BasicSubmit pending="Saving...">Save Profile</BasicSubmit>
      {town.name !== null && town.others.length ? (
        <Namesakes location={profile.location} taken={town.name} others={town.others} />
      ) : null}
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

/** Accepts any text and suggests towns, with scripts during typing. */
function LocationField({
  location,
  isUnknown,
  towns,
}: {
  location: string;
  isUnknown: boolean;
  towns: string[];
}) {
  const { load, data } = useFetcher<{ towns: string[] }>();
  const saved = useRef(location);

  // A picked town and normalized text replace the input.
  useEffect(() => {
    const field = document.getElementById("location");
    if (saved.current !== location && field instanceof HTMLInputElement) field.value = location;
    saved.current = location;
  }, [location]);

  // Input from before hydration gets suggestions too.
  const [typed, setTyped] = useState(location);
  useEffect(() => {
    const field = document.getElementById("location");
    if (field instanceof HTMLInputElement) setTyped(field.value);
  }, []);
  useEffect(() => {
    if (typed === saved.current || typed.trim().length < 2) return;
    const pause = setTimeout(() => load(`/profile/towns?begun=${encodeURIComponent(typed)}`), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, load]);

  return (
    <>
      <BasicField
        name="location"
        label="Location"
        required
        hint={location && isUnknown ? UNKNOWN_TOWN : "Your city or town, such as Portland, Oregon"}
        list="towns"
        autoComplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id="towns">
        {(data?.towns.length ? data.towns : towns).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Buttons for other towns of the same name. They come after Save, because Enter presses the first button. */
function Namesakes({ location, taken, others }: { location: string; taken: string; others: string[] }) {
  return (
    <details open={others.length > 0} className="border-t border-line pt-4">
      <summary className="link">Not {taken}?</summary>
      <p className="mt-2 text-soft">There's more than one {location}. Which one is yours?</p>
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
