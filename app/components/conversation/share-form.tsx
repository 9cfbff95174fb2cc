// The form of the Share Music dialog: a song, or a YouTube or Spotify link.

import { useEffect, useRef, useState } from "react";
import { FindRelease } from "~/components/catalog/find-release";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { t } from "~/language/text";
import { MESSAGE_MAX } from "~/models/conversation/message";
import {
  parseShare,
  type ShareFields,
  SONG_PART_MAX,
  shareFieldsOf,
  shareMessages,
  shareTypes,
} from "~/models/conversation/share";
import { Field, TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { ShareTypes } from "./share-types";
import type { useSharer } from "./use-sharer";

/**
 * Posts to its own page through `sharer`, which survives leaving the screen. CSS shows the fields of the chosen type, so
 * that this works without scripts.
 */
export function ShareForm({
  id,
  sharer,
  answer,
  isSending,
  closeTo,
  hasCatalog,
}: ReturnType<typeof useSharer> & {
  closeTo: string;
  /** Whether a song can be looked up. */
  hasCatalog: boolean;
}) {
  const typed = answer?.typed ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<ShareFields>();
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const shareType = shareTypes.find((type) => type === (fields ?? typed).shareType) ?? "song";
  const isReady = fields === undefined || parseShare(fields) !== undefined;
  const hasWrongUrl = shareType !== "song" && !isReady && fields.url.trim() !== "";

  function readFields() {
    if (form.current) setFields(shareFieldsOf(Object.fromEntries(new FormData(form.current))));
  }

  const propsOf = (name: keyof ShareFields) => ({
    name,
    autoComplete: "off",
    defaultValue: typed[name],
    error: errors[name],
  });

  // Picks up input from before hydration.
  useEffect(readFields, []);

  return (
    <Form
      fetcher={sharer}
      ref={form}
      id="share"
      action={`${closeTo}/share`}
      preventScrollReset
      noValidate
      className="stack"
      onInput={() => {
        readFields();
        dismiss();
      }}
    >
      <RefusalSummary refusal={refusal} />
      <ShareTypes legend={t("What to share")} chosen={shareType}>
        <div className="share-song stack">
          <Field
            {...propsOf("artist")}
            label={t("Artist")}
            required
            list={ARTIST_SUGGESTIONS}
            maxLength={SONG_PART_MAX}
          />
          <ArtistSuggestions />
          <Field {...propsOf("title")} label={t("Title")} required maxLength={SONG_PART_MAX} />
          {hasCatalog ? <FindRelease title="title" isReady={isReady} /> : null}
          <Field {...propsOf("album")} label={t("Album")} isOptional maxLength={SONG_PART_MAX} />
        </div>
        <div className="share-url">
          <Field
            {...propsOf("url")}
            label="URL"
            required
            type="url"
            hint={t("Paste a link from YouTube or Spotify")}
            error={hasWrongUrl ? t(shareMessages.invalid[shareType]) : errors.url}
          />
        </div>
      </ShareTypes>
      <TextArea
        {...propsOf("note")}
        label={t("Note", { as: "with a song" })}
        isOptional
        rows={2}
        maxLength={MESSAGE_MAX}
      />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <FormActions icon="send" disabled={!isReady} isPending={isSending} cancelTo={closeTo} inDialog>
        {t("Share", { as: "button" })}
      </FormActions>
    </Form>
  );
}
