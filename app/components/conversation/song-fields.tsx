// The fields of a member's own song in a basic form: its artist and title, or a link.
import { BasicField, useBasicChoice } from "~/forms/basic-form";
import { t } from "~/language/text";
import { SONG_PART_MAX } from "~/models/conversation/share";
import { ShareTypes } from "./share-types";

/** Called `shareType`, `artist`, `title` and `url`. */
export function SongFields({ legend, required }: { legend: string; required?: boolean }) {
  const { error: _, ...choice } = useBasicChoice("shareType");
  const field = { required, autoComplete: "off" };
  return (
    <ShareTypes key={choice.chosen} legend={legend} {...choice}>
      <div className="share-song stack">
        <BasicField {...field} name="artist" label={t("Artist")} maxLength={SONG_PART_MAX} />
        <BasicField {...field} name="title" label={t("Title")} maxLength={SONG_PART_MAX} />
      </div>
      <div className="share-url">
        <BasicField
          {...field}
          name="url"
          label="URL"
          type="url"
          hint={t("Paste a link from YouTube or Spotify")}
        />
      </div>
    </ShareTypes>
  );
}
