// The choice between a song, a YouTube link and a Spotify link.
import type { ReactNode } from "react";
import { msg, toText, type Wording } from "~/language/text";
import { type ShareType, shareTypes } from "~/models/conversation/share";

const typeNames: Record<ShareType, Wording> = {
  song: msg("Song"),
  youtube: "YouTube",
  // Not translated: a name.
  spotify: "Spotify",
};

/** Of the fields in `children`, CSS shows those of the chosen type: `share-song` or `share-url`. */
export function ShareTypes({
  legend,
  chosen,
  onChoose,
  children,
}: {
  legend: string;
  chosen: string | undefined;
  onChoose?: (type: ShareType) => void;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="flex flex-wrap">
        {shareTypes.flatMap((type) => [
          <input
            key={type}
            type="radio"
            className="choice"
            name="shareType"
            id={`share-${type}`}
            value={type}
            defaultChecked={type === chosen}
            onChange={() => onChoose?.(type)}
          />,
          <label
            key={`label ${type}`}
            htmlFor={`share-${type}`}
            className="control mb-2 mr-2 flex cursor-pointer items-center"
          >
            {toText(typeNames[type])}
          </label>,
        ])}
        {children}
      </div>
    </fieldset>
  );
}
