// The choice between a song, a YouTube link and a Spotify link.
import type { ReactNode } from "react";
import { type ShareType, shareTypes } from "~/models/conversation/share";

const typeNames: Record<ShareType, string> = { song: "Song", youtube: "YouTube", spotify: "Spotify" };

/** Of the fields in `children`, CSS shows those of the chosen type: `share-song` or `share-url`. */
export function ShareTypes({
  legend,
  chosen,
  children,
}: {
  legend: string;
  chosen: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="share-types">
        {shareTypes.flatMap((type) => [
          <input
            key={type}
            type="radio"
            className="choice"
            name="shareType"
            id={`share-${type}`}
            value={type}
            defaultChecked={type === chosen}
          />,
          <label key={`label ${type}`} htmlFor={`share-${type}`} className="control chip-face">
            {typeNames[type]}
          </label>,
        ])}
        {children}
      </div>
    </fieldset>
  );
}
