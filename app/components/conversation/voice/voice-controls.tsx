// The position and the speed of a voice note that is played.
import { type RefObject, useEffect, useId, useState, useSyncExternalStore } from "react";
import { changeSpeed, subscribeToSpeed, voiceSpeed } from "~/browser/voice-speed";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { SliderTrack } from "~/ui/slider/slider-track";

/** Steps of the slider, in seconds. */
const STEP = 0.1;

export default function VoiceControls({
  audio,
  seconds,
  name,
}: {
  audio: RefObject<HTMLAudioElement>;
  seconds: number;
  name: string;
}) {
  const id = useId();
  const [time, setTime] = useState(0);
  const speed = useSyncExternalStore(subscribeToSpeed, voiceSpeed, voiceSpeed);

  useEffect(() => {
    const sound = audio.current;
    if (!sound) return;
    const follow = () => setTime(sound.ended ? 0 : sound.currentTime);
    const events = ["timeupdate", "seeked", "ended"];
    for (const event of events) sound.addEventListener(event, follow);
    follow();
    return () => {
      for (const event of events) sound.removeEventListener(event, follow);
    };
  }, [audio]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [audio, speed]);

  function seek([to = 0]: number[]) {
    if (!audio.current) return;
    audio.current.currentTime = to;
    setTime(to);
  }

  return (
    <>
      <SliderTrack
        names={[id]}
        labels={[t("Position in {name}", { name })]}
        values={[Math.min(seconds, Math.round(time / STEP) * STEP)]}
        min={0}
        max={Math.max(1, seconds)}
        step={STEP}
        format={formatDuration}
        onChange={seek}
      />
      <span className="ml-2 min-w-[2.5em] tabular-nums">{formatDuration(time || seconds)}</span>
      <button
        type="button"
        className="button button-quiet ml-1 min-w-[52px] px-1"
        aria-label={t("Speed: {speed} times", { speed })}
        onClick={changeSpeed}
      >
        {speed}×
      </button>
    </>
  );
}
