// The fields for where a member lives, in a basic form: `location` and `town`.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { BasicField, BasicRadioGroup } from "~/forms/basic-form";
import { UNKNOWN_TOWN } from "~/models/member/profile";

const PAUSE_MS = 200;

/** What a saved location is taken for: a town, or null if none was found, and others that may be meant. */
export type SavedTown = { name: string | null; others: string[] };

/** Accepts any text and suggests towns, with scripts during typing. Asks which town a saved location means if that isn't clear. */
export function LocationField({
  location,
  town,
  towns,
  required = true,
}: {
  location: string;
  town: SavedTown;
  towns: string[];
  required?: boolean;
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
        required={required}
        hint={location && town.name === null ? UNKNOWN_TOWN : "Your city or town, such as Portland, Oregon"}
        list="towns"
        autoComplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id="towns">
        {(data?.towns.length ? data.towns : towns).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {town.others.length ? <TownChoice key={location} {...{ location, town }} /> : null}
    </>
  );
}

/** Counts unless another location is typed. */
function TownChoice({ location, town }: { location: string; town: SavedTown }) {
  const legend =
    town.name === null
      ? `We couldn't find ${location}. Is yours one of these?`
      : `There's more than one ${location}. Which one is yours?`;
  const others = Object.fromEntries(town.others.map((name) => [name, name]));
  return (
    <>
      <input type="hidden" name="asked" value={location} />
      <BasicRadioGroup
        name="town"
        legend={legend}
        labels={
          town.name === null
            ? { ...others, "": `None of these: keep ${location}` }
            : { "": town.name, ...others }
        }
        isRequired={false}
      />
    </>
  );
}
