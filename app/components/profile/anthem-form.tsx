// The form of the anthem: a song, or a YouTube or Spotify link.
import { Form, useNavigation } from "@remix-run/react";
import type { Anthem } from "db/column-types";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field } from "~/components/ui/field";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { type ShareType, SONG_PART_MAX, shareTypes } from "~/models/conversation/share";
import { ANTHEM_PATH } from "~/models/member/anthem";

const typeNames: Record<ShareType, string> = { song: "Song", youtube: "YouTube", spotify: "Spotify" };

/** CSS shows the fields of the chosen type, as in the Share Music dialog. */
export function AnthemForm({
  anthem,
  answer,
  closeTo,
}: {
  anthem: Anthem | null;
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const saved = { artist: "", title: "", url: "", ...anthem };
  const typed = answer?.typed ?? { ...saved, shareType: anthem?.type ?? "song" };
  const isSaving = useNavigation().formAction === ANTHEM_PATH;
  const propsOf = (name: "artist" | "title" | "url") => ({
    ...{ name, required: true, autoComplete: "off", error: errors[name] },
    defaultValue: typed[name],
  });
  return (
    <Form
      method="post"
      action={ANTHEM_PATH}
      id="anthem"
      preventScrollReset
      noValidate
      className="stack"
      onInput={dismiss}
    >
      <RefusalSummary refusal={refusal} />
      <fieldset>
        <legend className="field-label">Your anthem</legend>
        <div className="share-types">
          {shareTypes.flatMap((type) => [
            <input
              key={type}
              type="radio"
              className="choice"
              name="shareType"
              id={`share-${type}`}
              value={type}
              defaultChecked={type === typed.shareType}
            />,
            <label key={`label ${type}`} htmlFor={`share-${type}`} className="control chip-face">
              {typeNames[type]}
            </label>,
          ])}
          <div className="share-song stack">
            <Field {...propsOf("artist")} label="Artist" maxLength={SONG_PART_MAX} />
            <Field {...propsOf("title")} label="Title" maxLength={SONG_PART_MAX} />
          </div>
          <div className="share-url">
            <Field {...propsOf("url")} label="URL" type="url" hint="Paste a link from YouTube or Spotify" />
          </div>
        </div>
      </fieldset>
      <div className="cluster">
        <Button variant="primary" isPending={isSaving}>
          Save Anthem
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
