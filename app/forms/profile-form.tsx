// The Edit Profile form.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/button";
import { AGE_MAX, AGE_MIN, BIO_MAX, UNKNOWN_TOWN } from "~/models/profile";
import { FlatField, FlatForm, FlatSubmit, FlatTextArea } from "./flat-form";

const PAUSE_MS = 200;

export type ProfileFormProps = {
  profile: { bio: string; age: number | null; location: string };
  /** The town that the location was taken for, and the namesakes that may be meant instead. */
  town: { name: string | null; others: string[] };
  /** Towns to offer before anything is typed. */
  towns: string[];
};

/** Bio, age and location. Posts to the profile's first tab. */
export function ProfileForm({ profile, town, towns }: ProfileFormProps) {
  return (
    <FlatForm
      id="edit-profile"
      action="/profile?tab=profile"
      schema={fetchSchema}
      defaults={{ ...profile, age: profile.age ?? AGE_MIN }}
      stay
    >
      <BioField />
      <FlatField name="age" label="Age" type="number" inputMode="numeric" min={AGE_MIN} max={AGE_MAX} />
      <LocationField location={profile.location} isUnknown={town.name === null} towns={towns} />
      <FlatSubmit pending="Saving...">Save Profile</FlatSubmit>
      {town.name !== null && town.others.length ? (
        <Namesakes location={profile.location} taken={town.name} others={town.others} />
      ) : null}
    </FlatForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member")).profileForm;
}

/** With scripts the hint counts along. */
function BioField() {
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const field = document.getElementById("bio");
    if (field instanceof HTMLTextAreaElement) setLength(field.value.length);
  }, []);
  return (
    <FlatTextArea
      name="bio"
      label="Bio"
      rows={5}
      hint={length === undefined ? `At most ${BIO_MAX} characters` : `${length} of ${BIO_MAX} characters`}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}

/** Any text will do; towns are offered, with scripts as one types. */
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

  // A town that was picked, and text that was tidied, come back in the field.
  useEffect(() => {
    const field = document.getElementById("location");
    if (saved.current !== location && field instanceof HTMLInputElement) field.value = location;
    saved.current = location;
  }, [location]);

  // Also what was typed before scripts ran asks for towns.
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
      <FlatField
        name="location"
        label="Location"
        hint={location && isUnknown ? UNKNOWN_TOWN : "Your town, such as Portland, Oregon"}
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

/** Other towns of the same name. Behind the Save button, which Enter presses. */
function Namesakes({ location, taken, others }: { location: string; taken: string; others: string[] }) {
  return (
    <details open={others.length > 0} className="border-t border-line pt-4">
      <summary className="link">Not {taken}?</summary>
      <p className="mt-2 text-soft">There are more places called {location}. Which one is yours?</p>
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
