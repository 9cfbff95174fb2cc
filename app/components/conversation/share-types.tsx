// The choice between a song, a YouTube link and a Spotify link.
import type { ComponentProps, ReactNode } from "react";
import { type ShareType, SONG_PART_MAX, shareTypes } from "~/models/conversation/share";
import { Field } from "~/ui/field";

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
          <label key={`label ${type}`} htmlFor={`share-${type}`} className="control flex items-center">
            {typeNames[type]}
          </label>,
        ])}
        {children}
      </div>
    </fieldset>
  );
}

/** The same with the fields of a member's own song, which have these props. */
export function SongTypes({
  propsOf,
  ...choice
}: {
  legend: string;
  chosen: string | undefined;
  propsOf: (name: "artist" | "title" | "url") => Omit<ComponentProps<typeof Field>, "label">;
}) {
  return (
    <ShareTypes {...choice}>
      <div className="share-song stack">
        <Field {...propsOf("artist")} label="Artist" maxLength={SONG_PART_MAX} />
        <Field {...propsOf("title")} label="Title" maxLength={SONG_PART_MAX} />
      </div>
      <div className="share-url">
        <Field {...propsOf("url")} label="URL" type="url" hint="Paste a link from YouTube or Spotify" />
      </div>
    </ShareTypes>
  );
}
