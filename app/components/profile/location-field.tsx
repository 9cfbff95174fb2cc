// The fields for where a member lives, in a basic form: `location` and `town`.
import { useEffect, useRef } from "react";
import { TownField } from "~/components/place/town-field";
import { BasicRadioGroup } from "~/forms/basic-form";
import { t } from "~/language/text";
import { UNKNOWN_TOWN } from "~/models/member/profile";

/** The town that a saved location resolves to, or null, and others that may be meant. */
export type SavedTown = { name: string | null; others: string[] };

/**
 * Accepts any text and suggests towns, with scripts while typing. Asks which town a saved location means if that isn't clear.
 */
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
  const saved = useRef(location);

  // A picked town and normalized text replace the input.
  useEffect(() => {
    const field = document.getElementById("location");
    if (saved.current !== location && field instanceof HTMLInputElement) field.value = location;
    saved.current = location;
  }, [location]);

  return (
    <>
      <TownField
        name="location"
        label={t("Location")}
        required={required}
        hint={
          location && town.name === null ? t(UNKNOWN_TOWN) : t("Your city or town, such as Portland, Oregon")
        }
        saved={location}
        towns={towns}
      />
      {town.others.length ? <TownChoice key={location} {...{ location, town }} /> : null}
    </>
  );
}

/** Ignored if another location is typed. */
function TownChoice({ location, town }: { location: string; town: SavedTown }) {
  const legend =
    town.name === null
      ? t("We couldn't find {location}. Is yours one of these?", { location })
      : t("There's more than one {location}. Which one is yours?", { location });
  const others = Object.fromEntries(town.others.map((name) => [name, name]));
  return (
    <>
      <input type="hidden" name="asked" value={location} />
      <BasicRadioGroup
        name="town"
        legend={legend}
        labels={
          town.name === null
            ? { ...others, "": t("None of these: keep {location}", { location }) }
            : { "": town.name, ...others }
        }
        isRequired={false}
      />
    </>
  );
}
