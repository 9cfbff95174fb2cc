// What the Share Music dialog asks for: a song, or an address at YouTube or Spotify.
import type { useFetcher } from "@remix-run/react";
import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { MESSAGE_MAX } from "~/models/chat";
import type { NoticeContent } from "~/models/notice";
import type { FieldMessages } from "~/models/refusal";
import {
  type ShareFields,
  type ShareType,
  SONG_PART_MAX,
  shareFieldsOf,
  shareOf,
  shareTypes,
  shareWords,
} from "~/models/share";
import { Button, ButtonLink } from "./button";
import { ErrorSummary, Field, TextArea } from "./field";

const typeNames: Record<ShareType, string> = { song: "Song", youtube: "YouTube", spotify: "Spotify" };

/** What a form that was refused comes back with; without `fieldErrors` where nobody is known to have read it. */
export type RefusedShare = {
  notice?: NoticeContent;
  fieldErrors?: FieldMessages;
  repopulateFields?: Record<string, string>;
};

/**
 * Posts to its own page by `sharer`, which goes on when its screen is left. Which fields a type has is left to the style
 * sheet, so that it works without scripts.
 */
export function ShareForm({
  id,
  sharer,
  answer,
  closeTo,
}: {
  id: string;
  sharer: ReturnType<typeof useFetcher<RefusedShare>>;
  answer: RefusedShare | undefined;
  closeTo: string;
}) {
  const typed = answer?.repopulateFields ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<ShareFields>();
  const [mended, setMended] = useState<RefusedShare>();
  const errors = answer && answer !== mended ? (answer.fieldErrors ?? {}) : {};
  const shareType = shareTypes.find((type) => type === (fields ?? typed).shareType) ?? "song";
  const isReady = fields === undefined || shareOf(fields) !== undefined;
  const hasWrongUrl = shareType !== "song" && !isReady && fields.url.trim() !== "";

  function readFields() {
    if (form.current) setFields(shareFieldsOf(Object.fromEntries(new FormData(form.current))));
  }

  // What was typed before scripts ran counts too.
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
        setMended(answer);
      }}
    >
      <ErrorSummary
        errors={Object.entries(errors).map(([name, message]) => ({
          id: name === "form" ? "share" : name,
          message,
        }))}
      />
      <fieldset>
        <legend className="field-label">What to share</legend>
        <div className="share-kinds">
          {shareTypes.flatMap((type) => [
            <input
              key={type}
              type="radio"
              name="shareType"
              id={`share-${type}`}
              value={type}
              defaultChecked={type === shareType}
            />,
            <label key={`label ${type}`} htmlFor={`share-${type}`} className="chip-face">
              {typeNames[type]}
            </label>,
          ])}
          <div className="share-song stack">
            <ShareField
              name="artist"
              label="Artist"
              typed={typed}
              errors={errors}
              maxLength={SONG_PART_MAX}
            />
            <ShareField name="title" label="Title" typed={typed} errors={errors} maxLength={SONG_PART_MAX} />
            <ShareField
              name="album"
              label="Album"
              hint="May be left out"
              typed={typed}
              errors={errors}
              maxLength={SONG_PART_MAX}
            />
          </div>
          <div className="share-url">
            <ShareField
              name="url"
              label="URL"
              type="url"
              inputMode="url"
              hint="The link that YouTube or Spotify gives you, beginning with https://"
              typed={typed}
              errors={hasWrongUrl ? { url: shareWords.invalid[shareType] } : errors}
            />
          </div>
        </div>
      </fieldset>
      <TextArea
        name="note"
        label="Note"
        hint="May be left out"
        rows={2}
        defaultValue={typed.note}
        error={errors.note}
        maxLength={MESSAGE_MAX}
      />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <div className="cluster">
        <Button look="primary" icon="send" disabled={!isReady || sharer.state !== "idle"}>
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
