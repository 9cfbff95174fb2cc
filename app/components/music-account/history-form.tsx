// The form that sends a listening history.
import { useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { HISTORY_BYTES, historyErrors } from "~/models/music-account/history/history";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { EncodingField } from "~/ui/file-letters";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";

/** `answer` is the action data of a refused form; `isWrong` lets the member choose the encoding of a CSV. */
export function HistoryForm({ answer, isWrong }: { answer?: FormRefusal; isWrong: boolean }) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isSending = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  return (
    <Card title={t("Choose a File")}>
      <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
        <RefusalSummary refusal={isSending ? undefined : refusal} />
        <FileField
          name="file"
          label={t("File")}
          hint={t("ZIP, JSON or CSV, up to 200 MB")}
          accept=".zip,.json,.jsonl,.csv"
          required
          error={fields.file}
          onChoose={dismiss}
          check={(files) => ((files[0]?.size ?? 0) > HISTORY_BYTES ? t(historyErrors.tooLarge) : undefined)}
        />
        {isWrong ? <EncodingField /> : null}
        <Button variant="primary" icon="upload" isPending={isSending}>
          {isSending ? t("Sending...") : t("Send File")}
        </Button>
        {isSending ? <UploadProgress sent={sent} afterwards={t("Almost there...")} /> : null}
        <details>
          <summary className="link">{t("Where do I get one?")}</summary>
          <ul className="mt-2 text-sm">
            <li className="py-1">
              <Trans
                text="<b>ListenBrainz</b>: Settings, Export Data. You get a ZIP file."
                tags={{ b: <b /> }}
              />
            </li>
            <li className="py-1">
              <Trans
                text="<b>Spotify</b>: Account Privacy, Extended streaming history. The ZIP file arrives by mail, which can take a month. Plays of 30 seconds or more count."
                tags={{ b: <b /> }}
              />
            </li>
            <li className="py-1">
              <Trans
                text="<b>Last.fm</b>: A CSV file from one of the exporters on the web, with columns for artist and title."
                tags={{ b: <b /> }}
              />
            </li>
          </ul>
        </details>
      </Form>
    </Card>
  );
}
