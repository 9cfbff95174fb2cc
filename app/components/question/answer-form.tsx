// The form that answers the question of the day: a line, and a song in a disclosure.
import { useNavigation } from "@remix-run/react";
import type { DailyAnswer } from "db/column-types";
import { SongTypes } from "~/components/conversation/share-types";
import { LINE_MAX, QUESTION_PATH } from "~/models/question/question";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { VersionField } from "~/ui/version-field";

/** Posts to the question's page; `refused` is the action data of a refused form. */
export function AnswerForm({
  question,
  own,
  version,
  refused,
}: {
  question: { id: string; text: string };
  own: Pick<DailyAnswer, "text" | "song"> | null;
  version: string;
  refused?: FormRefusal;
}) {
  const { refusal, fields, dismiss } = useRefusal(refused);
  const saved = { artist: "", title: "", url: "", ...own?.song };
  const typed = refused?.typed ?? { ...saved, text: own?.text, shareType: own?.song?.type ?? "song" };
  const isSaving = useNavigation().formAction === QUESTION_PATH;
  const hasSong = Boolean(typed.artist || typed.title || typed.url);
  const propsOf = (name: "artist" | "title" | "url") => ({
    ...{ name, autoComplete: "off", error: fields[name], defaultValue: typed[name] },
  });
  return (
    <Form action={QUESTION_PATH} id="answer" noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <VersionField version={version} />
      <input type="hidden" name="question" value={question.id} />
      <TextArea
        name="text"
        label="Your answer"
        rows={2}
        dir="auto"
        maxLength={LINE_MAX}
        hint="A line, a song or both. People you could meet see it until the next question."
        defaultValue={typed.text}
        error={fields.text}
      />
      <details id="song" tabIndex={-1} open={hasSong || Boolean(fields.song)}>
        <summary className="link py-2">Add a song</summary>
        <div className="pt-2">
          <SongTypes legend="Song" chosen={typed.shareType} propsOf={propsOf} />
        </div>
      </details>
      <div className="cluster">
        <Button variant="primary" isPending={isSaving}>
          {own ? "Save Answer" : "Answer"}
        </Button>
      </div>
    </Form>
  );
}
