import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { lazy, Suspense, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { loadFileForm, submitFile } from "~/actions/conversation/message-forms.server";
import { useFocusOnChange } from "~/browser/use-focus";
import { titled } from "~/community";
import { FileDialog, FileForm, type FileFormProps } from "~/components/conversation/file-dialog";
import type { VoiceRecording } from "~/components/conversation/voice/voice-recorder";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";
import { VOICE_SECONDS, VOICE_TYPES, validateVoice } from "~/models/conversation/attachment/voice";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { useRefusal } from "~/ui/form-refusal";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Send Voice Note · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFileForm(request, params.id ?? "", "voice");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitFile(request, params.id ?? "", "voice");
}

export const clientAction = createClientAction({ outlivesPage: true });

/** Fetched once the member wants to record. */
const VoiceRecorder = lazy(() => import("~/components/conversation/voice/voice-recorder"));

export default function SendVoice() {
  return <FileDialog title={t("Send Voice Note")} form={VoiceForm} />;
}

/** A recording, and its length for the chat, which shows it before it is sent. */
function VoiceForm(sharing: FileFormProps) {
  const state = useRefusal(sharing.answer);
  const { fields, dismiss } = state;
  const isHydrated = useHydrated();
  const chooser = useRef<HTMLDivElement>(null);
  const [isRecorder, setIsRecorder] = useState(false);
  const panel = useFocusOnChange<HTMLDivElement>(isRecorder);
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<string>();

  function take(recording: VoiceRecording | undefined) {
    dismiss();
    const field = chooser.current?.querySelector("input");
    if (!field) return;
    const files = new DataTransfer();
    if (recording) files.items.add(recording.file);
    field.files = files.files;
    setSeconds(recording?.seconds ?? 0);
  }

  function giveUp(reason?: string) {
    take(undefined);
    setIsRecorder(false);
    setProblem(reason);
  }

  return (
    <FileForm kind="voice" sharing={sharing} state={state} canSend={!isRecorder || seconds > 0}>
      <div ref={panel} tabIndex={-1}>
        <p role="status">{problem}</p>
        {isRecorder ? (
          <Suspense fallback={<p>{t("Starting...")}</p>}>
            <VoiceRecorder take={take} giveUp={giveUp} />
          </Suspense>
        ) : isHydrated ? (
          <p>
            <Button
              type="button"
              icon="mic"
              onClick={() => {
                setProblem(undefined);
                setIsRecorder(true);
              }}
            >
              {t("Record", { as: "button" })}
            </Button>
          </p>
        ) : null}
      </div>
      <div ref={chooser} hidden={isRecorder}>
        <FileField
          name="voice"
          label={isHydrated ? t("Or choose a recording") : t("Recording")}
          hint={t("Up to {seconds} seconds and 4 MB. Titles and locations in the file are removed.", {
            seconds: VOICE_SECONDS,
          })}
          accept={VOICE_TYPES}
          capture
          required
          error={fields.voice}
          check={validateVoice}
          onChoose={() => {
            dismiss();
            setSeconds(0);
          }}
        />
      </div>
      {isRecorder && fields.voice ? (
        <p className="field-error mt-1 flex text-sm font-semibold text-red">{fields.voice}</p>
      ) : null}
      <input type="hidden" name="seconds" value={seconds} />
    </FileForm>
  );
}
