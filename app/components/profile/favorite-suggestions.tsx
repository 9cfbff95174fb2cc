// Suggested artists of the first run: a wall of sleeves; a picked sleeve is on the list.
import { type ReactNode, useEffect, useState } from "react";
import { useArtistNames } from "~/components/music/artist-suggestions";
import { nextRowField, pickedRowsField } from "~/forms/field-array";
import { ArrayCheck, useRows } from "~/forms/field-array-form";
import { t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { FieldGroup } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Sleeve } from "~/ui/sleeve";
import { WithoutScripts } from "~/ui/without-scripts";
import { FAVORITES_FORM, readFavorites } from "./use-followed-genres";

const PICKED = pickedRowsField("topArtists");

/** Shows artists that fit the name being typed, or else `names`. */
export function FavoriteSuggestions({ names }: { names: string[] }) {
  const { rows, add, remove, replace } = useRows("topArtists");
  const keys = rows.map(({ text }) => artistKey(text));
  const { typed, clear } = useTyped(rows.length);
  const found = useArtistNames(typed);
  const shown = found.names.length ? found.names : names;

  // Boxes checked before the scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts start
  useEffect(() => {
    const ticked = readFavorites().getAll(PICKED).map(String);
    const others = ticked.filter((name) => !keys.includes(artistKey(name)));
    if (others.length) replace([...rows.map(({ text }) => text), ...others]);
  }, []);

  function pick(name: string, isPicked: boolean) {
    const index = keys.indexOf(artistKey(name));
    if (!isPicked) remove(index);
    else if (index < 0) add(name);
    // What was typed has been found.
    if (isPicked && found.names.length) clear();
  }

  if (!shown.length) return null;
  return (
    <ArtistSleeves
      field={PICKED}
      names={shown}
      isPicked={(name) => keys.includes(artistKey(name))}
      onPick={pick}
    >
      <WithoutScripts>
        <ArrayCheck name="topArtists">{t("Add to My List")}</ArrayCheck>
      </WithoutScripts>
    </ArtistSleeves>
  );
}

/** The text in the field for the next artist, which is emptied when it becomes one of the `count` on the list. */
function useTyped(count: number) {
  const [typed, setTyped] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another artist on the list has emptied the field
  useEffect(() => {
    const field = nextField();
    const read = () => setTyped(field?.value.trim() ?? "");
    read();
    field?.addEventListener("input", read);
    return () => field?.removeEventListener("input", read);
  }, [count]);

  function clear() {
    const field = nextField();
    if (!field) return;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return { typed, clear };
}

function nextField(): HTMLInputElement | null {
  return document.querySelector(`#${FAVORITES_FORM} [name="${nextRowField("topArtists")}"]`);
}

/** Checkboxes in `field`. `isPicked` says which are on the list, where scripts put them with `onPick`. */
function ArtistSleeves({
  field,
  names,
  isPicked,
  onPick,
  children,
}: {
  field: string;
  names: string[];
  isPicked: (name: string) => boolean;
  onPick: (name: string, isPicked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <FieldGroup
      id="suggested"
      legend={t("Choose the ones you love")}
      hint={t("From what people love and from your genres. Lesser-known artists tell us the most.")}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {names.map((name) => (
          <label key={name} className="relative flex min-w-0 cursor-pointer">
            <input
              type="checkbox"
              name={field}
              value={name}
              className="choice cover z-raised"
              checked={isPicked(name)}
              onChange={(event) => onPick(name, event.currentTarget.checked)}
            />
            <span className="control relative block w-full p-1">
              <Sleeve artist="" title={name} />
              {/* Small enough for the longest words of the artists that are suggested, beside a mark that covers no name on a sleeve. */}
              <span className="mt-1 flex justify-between break-words font-display text-sm font-bold">
                <span className="min-w-0" dir="auto">
                  {name}
                </span>
                <Icon name="plus" size={16} className="chip-add ml-0.5 mt-0.5 flex-none" />
                <Icon name="check" size={16} className="chip-chosen ml-0.5 mt-0.5 flex-none" />
              </span>
            </span>
          </label>
        ))}
      </div>
      {children}
    </FieldGroup>
  );
}
