// Suggested artists as a wall of sleeves to pick from.
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { FieldGroup } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Sleeve } from "~/ui/sleeve";

/** Checkboxes in `field`. `isPicked` says which are on the list, where scripts put them with `onPick`. */
export function ArtistSleeves({
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
