// The microphone: recording, measuring the level, and explaining failures.

import { COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";

/** Enough for speech; a minute is about 240 kB. */
const BITS_PER_SECOND = 32_000;
/** The level of a loud voice, as a share of the full scale. */
const LOUD = 0.3;

export type Recorder = {
  /** How long it has been recording. */
  seconds: () => number;
  /** How loud it is now, from 0 to 1. */
  level: () => number;
  /** Ends the recording and lets the microphone go. */
  stop: () => Promise<{ file: File; seconds: number }>;
  /** The same without a recording. */
  cancel: () => void;
};

/** Asks for the microphone and records from then on. Rejects with the browser's reason. */
export async function startRecorder(): Promise<Recorder> {
  if (!window.MediaRecorder) throw new Error("This browser can't record");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return recordStream(stream, release);
  } catch (error) {
    release();
    throw error;
  }
}

function recordStream(stream: MediaStream, release: () => void): Recorder {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND });
  const meter = measure(stream);
  const parts: Blob[] = [];
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.start();
  const end = () => {
    if (recorder.state !== "inactive") recorder.stop();
    meter.close();
    release();
  };
  return {
    seconds,
    level: meter.level,
    cancel: end,
    stop: () =>
      new Promise((resolve) => {
        const length = Math.max(1, Math.round(seconds()));
        recorder.addEventListener("stop", () => {
          const file = new File(parts, "voice-note", { type: recorder.mimeType });
          resolve({ file, seconds: length });
        });
        end();
      }),
  };
}

/** Measures how loud a stream is; always 0 for members who prefer reduced motion. */
function measure(stream: MediaStream): { level: () => number; close: () => void } {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !window.AudioContext)
    return { level: () => 0, close: () => undefined };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const level = () => {
    analyser.getByteTimeDomainData(samples);
    const squares = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0);
    return Math.min(1, Math.sqrt(squares / samples.length) / LOUD);
  };
  return { level, close: () => void context.close() };
}

/** Why the microphone can't be used, as a sentence. */
export function microphoneProblem(error: unknown): string {
  const { name } = error as { name?: unknown };
  if (name === "NotAllowedError" || name === "SecurityError")
    return t(
      "{community} isn't allowed to use your microphone. Allow it in your browser's settings, or choose a recording.",
      { community: COMMUNITY_NAME },
    );
  if (name === "NotFoundError") return t("No microphone was found. You can choose a recording instead.");
  return t("Your microphone can't be used right now. You can choose a recording instead.");
}
