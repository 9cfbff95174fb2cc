// Suggested artists of the first run: a wall of sleeves; a picked sleeve is on the list.
import { useEffect, useState } from "react";
import { ArtistSleeves } from "~/components/music/artist-sleeves";
import { useArtistNames } from "~/components/music/artist-suggestions";
import { nextRowField, pickedRowsField } from "~/forms/field-array";
import { ArrayCheck, useRows } from "~/forms/field-array-form";
import { t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
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
