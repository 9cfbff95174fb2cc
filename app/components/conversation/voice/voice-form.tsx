// The form of the Send Voice Note dialog: a file without scripts, and a recorder with them.
import type { useFetcher } from "@remix-run/react";
import { lazy, Suspense, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button, ButtonLink } from "~/components/ui/button";
import { FileField } from "~/components/ui/file-field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { VOICE_SECONDS, VOICE_TYPES, validateVoice } from "~/models/conversation/attachment/voice";
import type { VoiceRecording } from "./voice-recorder";

/** Fetched once the member wants to record. */
const VoiceRecorder = lazy(() => import("./voice-recorder"));

/** Posts to its own page through `sharer`, which survives leaving the screen. */
export function VoiceForm({
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
  const { refusal, fields, dismiss } = useRefusal(answer);
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [isRecorder, setIsRecorder] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<string>();

  function take(recording: VoiceRecording | undefined) {
    dismiss();
    const field = form.current?.elements.namedItem("voice");
    if (!(field instanceof HTMLInputElement)) return;
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
    <Form
      ref={form}
      fetcher={sharer}
      id="send-voice"
      action={`${closeTo}/voice`}
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="stack"
      onInput={dismiss}
    >
      <RefusalSummary refusal={refusal} />
      <div>
        <p role="status">{problem}</p>
        {isRecorder ? (
          <Suspense fallback={<p>Starting...</p>}>
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
              Record
            </Button>
          </p>
        ) : null}
      </div>
      <div hidden={isRecorder}>
        <FileField
          name="voice"
          label={isHydrated ? "Or choose a recording" : "Recording"}
          hint={`Up to ${VOICE_SECONDS} seconds and 4 MB, as phones and browsers record. Titles and places in the file are removed.`}
          accept={VOICE_TYPES}
          capture
          error={fields.voice}
          check={validateVoice}
          onChoose={() => {
            dismiss();
            setSeconds(0);
          }}
        />
      </div>
      {isRecorder && fields.voice ? <p className="field-error">{fields.voice}</p> : null}
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <input type="hidden" name="seconds" value={seconds} />
      <div className="cluster">
        {isRecorder && !seconds ? null : (
          <Button variant="primary" icon="send" isPending={sharer.state !== "idle"}>
            Send
          </Button>
        )}
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
