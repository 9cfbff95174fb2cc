// The form that answers the question of the day: a line, and a song in a disclosure.
import type { DailyAnswer } from "db/column-types";
import { SongFields } from "~/components/conversation/song-fields";
import { BasicDisclosure, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import { LINE_MAX, QUESTION_PATH } from "~/models/question/question";
import { VersionField } from "~/ui/version-field";

/** Posts to the question's page. */
export function AnswerForm({
  question,
  own,
  version,
}: {
  question: { id: string; text: string };
  own: Pick<DailyAnswer, "text" | "song"> | null;
  version: string;
}) {
  return (
    <BasicForm
      id="answer"
      action={QUESTION_PATH}
      schema={fetchSchema}
      defaults={{ text: own?.text, shareType: own?.song?.type ?? "song", ...own?.song }}
    >
      <VersionField version={version} />
      <input type="hidden" name="question" value={question.id} />
      <BasicTextArea
        name="text"
        label={t("Your answer")}
        rows={2}
        dir="auto"
        maxLength={LINE_MAX}
        hint={t("A line, a song or both. People you could meet see it until the next question.")}
      />
      <BasicDisclosure id="song" summary={t("Add a song")} names={["song", "artist", "title", "url"]}>
        <div className="pt-2">
          <SongFields legend={t("Song")} />
        </div>
      </BasicDisclosure>
      <BasicSubmit>{own ? t("Save Answer") : t("Answer", { as: "button" })}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/question/question-schema")).answerInput;
}
