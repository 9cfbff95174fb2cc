// The field of a basic form in which a town is typed.
import { useFetcher } from "@remix-run/react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { BasicField } from "~/forms/basic-form";

const PAUSE_MS = 200;

/** Suggests towns: `towns`, and with scripts those that begin with the typed text. `saved` needs no suggestions. */
export function TownField({
  saved,
  towns,
  ...field
}: Omit<ComponentProps<typeof BasicField>, "list" | "autoComplete" | "onInput"> & {
  saved: string;
  towns: string[];
}) {
  const { load, data } = useFetcher<{ towns: string[] }>();
  const [typed, setTyped] = useState(saved);
  // Input from before hydration gets suggestions too.
  useEffect(() => {
    const input = document.getElementById(field.name);
    if (input instanceof HTMLInputElement) setTyped(input.value);
  }, [field.name]);
  // The saved value is the typed text as the server normalizes it.
  const known = useRef(saved);
  known.current = saved;
  useEffect(() => {
    if (typed === known.current || typed.trim().length < 2) return;
    const pause = setTimeout(() => load(`/profile/towns?begun=${encodeURIComponent(typed)}`), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, load]);
  return (
    <>
      <BasicField
        {...field}
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
