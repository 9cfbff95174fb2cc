import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { useFocusOnChange } from "~/browser/use-focus";
import { titled } from "~/community";
import { createClientAction } from "~/forms/client-action";
import { rejectAt, submitFields } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { requireSpace } from "~/http/upload.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { Member } from "~/models/member/member.server";
import {
  HISTORY_BYTES,
  HISTORY_PATH,
  type HistoryDto,
  historyErrors,
  historyNames,
} from "~/models/music-account/history/history";
import { beginHistory, getHistory, startHistory } from "~/models/music-account/history/history.server";
import { MUSIC_ACCOUNTS_PATH, musicAccountPath } from "~/models/music-account/music-account";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal } from "~/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { EncodingField, hasWrongLetters } from "~/ui/file-letters";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";
import { UploadProgress } from "~/ui/progress/upload-progress";
import { WorkProgress } from "~/ui/progress/work-progress";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your File · Music Connections")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { history: await getHistory(member.id), isWrong: hasWrongLetters(request) };
}

export async function action({ request }: ActionFunctionArgs) {
  const begin = async ({ id }: Member) => {
    await beginHistory(id);
    await requireSpace(id, request);
  };
  const reject = rejectAt("file");
  return submitFields(
    request,
    { files: "history", begin, reject, errorTitle: historyErrors.title },
    async (member, form, { path }) => {
      if (!path) throw new Refusal("invalid", historyErrors.none);
      await startHistory(member.id, path, toTextEncoding(form.get("encoding")));
      return { to: HISTORY_PATH };
    },
  );
}

export const clientAction = createClientAction({ errorTitle: historyErrors.title });

export default function HistoryFile() {
  const { history, isWrong } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  const state = useFocusOnChange<HTMLDivElement>(history && `${history.id} ${history.status}`);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Your Listening History")}
        back={{ to: MUSIC_ACCOUNTS_PATH, label: t("Back to music connections") }}
        text={t(
          "Choose a file you downloaded from a service. We count the artists you play most, offer you the top 50, and keep nothing else.",
        )}
      />
      <div ref={state} tabIndex={-1}>
        {history ? <HistoryState history={history} /> : null}
      </div>
      {history?.status === "waiting" ? null : <HistoryForm answer={answer} isWrong={isWrong} />}
    </div>
  );
}

const RELOAD_SECONDS = 3;

function HistoryState({ history }: { history: HistoryDto }) {
  if (history.status === "failed") {
    return (
      <p role="alert" className="mb-4">
        {history.error}
      </p>
    );
  }
  if (history.status === "waiting") {
    return (
      <Card title={t("Reading Your File")}>
        {/* Live events reload the page of a browser with scripts. */}
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
        </noscript>
        <WorkProgress
          text={t("{percent}% read", { percent: history.percent })}
          value={history.percent}
          address={HISTORY_PATH}
        />
      </Card>
    );
  }
  const { id, kind, plays, artistCount } = history;
  return (
    <div className="mb-4">
      <Card title={t("Your {file}", { file: historyNames[kind] })}>
        <div className="stack">
          <p role="status">
            {t(
              "We counted {plays, plural, one {# play} other {# plays}}. {artists, plural, one {Here is the artist you play most.} other {Here are the # artists you play most.}}",
              { plays, artists: artistCount },
            )}
          </p>
          <div>
            <ButtonLink to={musicAccountPath(id, "import")} variant="primary">
              {t("Choose What to Import")}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** `answer` is the action data of a refused form; `isWrong` lets the member choose the encoding of a CSV. */
function HistoryForm({ answer, isWrong }: { answer?: FormRefusal; isWrong: boolean }) {
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
