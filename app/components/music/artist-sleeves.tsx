// Suggested artists as a wall of sleeves to pick from.
import type { ReactNode } from "react";
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
      legend="Choose the ones you love"
      hint="From what people love and from your genres. Lesser-known artists tell us the most."
    >
      <div className="artist-sleeves">
        {names.map((name) => (
          <label key={name} className="artist-sleeve">
            <input
              type="checkbox"
              name={field}
              value={name}
              className="choice cover"
              checked={isPicked(name)}
              onChange={(event) => onPick(name, event.currentTarget.checked)}
            />
            <span className="control artist-sleeve-face">
              <Sleeve artist="" title={name} />
              <span className="artist-sleeve-name">
                <span className="min-w-0" dir="auto">
                  {name}
                </span>
                <Icon name="plus" size={16} className="chip-add" />
                <Icon name="check" size={16} className="chip-chosen" />
              </span>
            </span>
          </label>
        ))}
      </div>
      {children}
    </FieldGroup>
  );
}
