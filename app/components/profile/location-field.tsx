// The field for where a member lives, for forms with and without a form library.
import { useFetcher } from "@remix-run/react";
import { type ComponentType, type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { UNKNOWN_TOWN } from "~/models/member/profile";
import { RadioGroup } from "~/ui/radio-group";

const PAUSE_MS = 200;

type TextFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
} & InputHTMLAttributes<HTMLInputElement>;

/** What a saved location is taken for: a town, or null if none was found, and others that may be meant. */
export type SavedTown = { name: string | null; others: string[] };

/**
 * Accepts any text and suggests towns, with scripts during typing. Asks which town a saved location means if that isn't clear;
 * `chosen` is the answer in a form that was refused. `as` is the form's own field.
 */
export function LocationField({
  as: TextField,
  location,
  town,
  chosen,
  towns,
  required = true,
  ...input
}: {
  as: ComponentType<TextFieldProps>;
  location: string;
  town: SavedTown;
  chosen?: string;
  towns: string[];
  required?: boolean;
  error?: string;
  defaultValue?: string;
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
      <TextField
        {...input}
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
      {town.others.length ? <TownChoice key={location} {...{ location, town, chosen }} /> : null}
    </>
  );
}

/** Counts unless another location is typed. */
function TownChoice({ location, town, chosen = "" }: { location: string; town: SavedTown; chosen?: string }) {
  const legend =
    town.name === null
      ? `We couldn't find ${location}. Is yours one of these?`
      : `There's more than one ${location}. Which one is yours?`;
  const others = Object.fromEntries(town.others.map((name) => [name, name]));
  return (
    <>
      <input type="hidden" name="asked" value={location} />
      <RadioGroup
        name="town"
        legend={legend}
        labels={
          town.name === null
            ? { ...others, "": `None of these: keep ${location}` }
            : { "": town.name, ...others }
        }
        chosen={chosen}
        isRequired={false}
      />
    </>
  );
}
