// The form of the Share Music dialog: a song, or a YouTube or Spotify link.
import type { useFetcher } from "@remix-run/react";
import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { ARTIST_SUGGESTIONS, ArtistSuggestions } from "~/components/music/artist-suggestions";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field, TextArea } from "~/components/ui/field";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { MESSAGE_MAX } from "~/models/conversation/message";
import {
  parseShare,
  type ShareFields,
  type ShareType,
  SONG_PART_MAX,
  shareFieldsOf,
  shareMessages,
  shareTypes,
} from "~/models/conversation/share";
import type { FieldMessages } from "~/refusal";

const typeNames: Record<ShareType, string> = { song: "Song", youtube: "YouTube", spotify: "Spotify" };

/**
 * Posts to its own page through `sharer`, which survives leaving the screen. CSS shows the fields of the chosen type, so
 * that this works without scripts.
 */
export function ShareForm({
  id,
  sharer,
  answer,
  closeTo,
}: {
  id: string;
  sharer: ReturnType<typeof useFetcher<FormRefusal>>;
  answer: FormRefusal | undefined;
  closeTo: string;
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

  // Picks up input from before hydration.
  useEffect(readFields, []);

  return (
    <sharer.Form
      ref={form}
      id="share"
      method="post"
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
      <fieldset>
        <legend className="field-label">What to share</legend>
        <div className="share-types">
          {shareTypes.flatMap((type) => [
            <input
              key={type}
              type="radio"
              className="choice"
              name="shareType"
              id={`share-${type}`}
              value={type}
              defaultChecked={type === shareType}
            />,
            <label key={`label ${type}`} htmlFor={`share-${type}`} className="control chip-face">
              {typeNames[type]}
            </label>,
          ])}
          <div className="share-song stack">
            <ShareField
              name="artist"
              label="Artist"
              required
              list={ARTIST_SUGGESTIONS}
              typed={typed}
              errors={errors}
              maxLength={SONG_PART_MAX}
            />
            <ArtistSuggestions />
            <ShareField
              name="title"
              label="Title"
              required
              typed={typed}
              errors={errors}
              maxLength={SONG_PART_MAX}
            />
            <ShareField
              name="album"
              label="Album"
              hint="Optional"
              typed={typed}
              errors={errors}
              maxLength={SONG_PART_MAX}
            />
          </div>
          <div className="share-url">
            <ShareField
              name="url"
              label="URL"
              required
              type="url"
              inputMode="url"
              hint="Paste a link from YouTube or Spotify"
              typed={typed}
              errors={hasWrongUrl ? { url: shareMessages.invalid[shareType] } : errors}
            />
          </div>
        </div>
      </fieldset>
      <TextArea
        name="note"
        label="Note"
        hint="Optional"
        rows={2}
        defaultValue={typed.note}
        error={errors.note}
        maxLength={MESSAGE_MAX}
      />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <div className="cluster">
        <Button variant="primary" icon="send" disabled={!isReady || sharer.state !== "idle"}>
          Share
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </sharer.Form>
  );
}

function ShareField({
  typed,
  errors,
  ...field
}: {
  name: "artist" | "title" | "album" | "url";
  label: string;
  hint?: string;
  typed: Record<string, string>;
  errors: FieldMessages;
} & InputHTMLAttributes<HTMLInputElement>) {
  return <Field autoComplete="off" defaultValue={typed[field.name]} error={errors[field.name]} {...field} />;
}
