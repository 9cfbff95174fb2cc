// Records a voice note in the page: asks for the microphone, shows the level and the time, and plays what was recorded.
import { useCallback, useEffect, useRef, useState } from "react";
import { useObjectUrl } from "~/browser/use-object-url";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { VOICE_SECONDS } from "~/models/conversation/attachment/voice";
import { Button } from "~/ui/button";
import { microphoneProblem, type Recorder, startRecorder } from "./recorder";
import { VoiceNote } from "./voice-note";

export type VoiceRecording = { file: File; seconds: number };

const TICK_MS = 200;
/** How many seconds before the limit the member is warned. */
const WARNING_SECONDS = 10;

/**
 * Begins at once. `take` gets the recording, or undefined once it is discarded; `giveUp` closes the recorder, with the reason
 * if there is no microphone.
 */
export default function VoiceRecorder({
  take,
  giveUp,
}: {
  take: (recording: VoiceRecording | undefined) => void;
  giveUp: (reason?: string) => void;
}) {
  const { recording, seconds, level, stop, again } = useRecorder({ take, giveUp });
  const url = useObjectUrl(recording?.file);
  const isNearEnd = !recording && seconds >= VOICE_SECONDS - WARNING_SECONDS;
  return (
    <div>
      <p role="status" className="sr-only">
        {recording
          ? t("{seconds, plural, one {Recorded # second} other {Recorded # seconds}}", {
              seconds: recording.seconds,
            })
          : isNearEnd
            ? t("{seconds} seconds left", { seconds: WARNING_SECONDS })
            : t("Recording")}
      </p>
      {recording && url ? (
        <>
          <VoiceNote url={url} seconds={recording.seconds} name={t("your recording")} />
          <p className="cluster mt-2">
            <Button type="button" icon="mic" onClick={again}>
              {t("Record Again")}
            </Button>
            <Button type="button" icon="trash" onClick={() => giveUp()}>
              {t("Discard")}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className="flex min-h-12 items-center">
            <span className="recorder-time mr-3 min-w-[6em] font-semibold tabular-nums">
              {formatDuration(seconds)} / {formatDuration(VOICE_SECONDS)}
            </span>
            <span className="h-3 flex-1 overflow-hidden rounded border border-edge bg-inset">
              <span ref={level} className="block h-full w-0 bg-red" />
            </span>
          </p>
          <p className="cluster mt-2">
            <Button type="button" variant="primary" icon="check" onClick={stop}>
              {t("Stop")}
            </Button>
            <Button type="button" icon="trash" onClick={() => giveUp()}>
              {t("Discard")}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

function useRecorder({ take, giveUp }: Parameters<typeof VoiceRecorder>[0]) {
  const [attempt, setAttempt] = useState(0);
  const [recording, setRecording] = useState<VoiceRecording>();
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<Recorder>();
  const level = useRef<HTMLSpanElement>(null);
  const handlers = useRef({ take, giveUp });
  handlers.current = { take, giveUp };

  const stop = useCallback(async () => {
    const running = recorder.current;
    recorder.current = undefined;
    if (!running) return;
    const recorded = await running.stop();
    setRecording(recorded);
    handlers.current.take(recorded);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt records anew
  useEffect(() => {
    let isGone = false;
    startRecorder().then(
      (started) => {
        if (isGone) return started.cancel();
        recorder.current = started;
      },
      (error) => isGone || handlers.current.giveUp(microphoneProblem(error)),
    );
    const timer = setInterval(() => {
      const running = recorder.current;
      if (!running) return;
      setSeconds(Math.min(VOICE_SECONDS, running.seconds()));
      level.current?.style.setProperty("width", `${Math.round(100 * running.level())}%`);
      if (running.seconds() >= VOICE_SECONDS) stop();
    }, TICK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
      recorder.current?.cancel();
      recorder.current = undefined;
    };
  }, [attempt, stop]);

  function again() {
    take(undefined);
    setRecording(undefined);
    setSeconds(0);
    setAttempt(attempt + 1);
  }

  return { recording, seconds, level, stop, again };
}
