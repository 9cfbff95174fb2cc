// Play, pause and the position of what both members of a chat listen to.
import { type ReactNode, useRef, useState } from "react";
import { formatDuration } from "~/durations";
import { t } from "~/language/text";
import { Button, IconButton } from "~/ui/button";
import { SliderTrack } from "~/ui/slider/slider-track";
import type { JointPlay } from "./use-joint-play";
import type { useJointPlayer } from "./use-joint-player";

/** A dragged position is sent once it stays for this long. */
const SEEK_DEBOUNCE_MS = 250;

export default function Controls({
  joint,
  player,
}: {
  joint: JointPlay;
  player: ReturnType<typeof useJointPlayer>;
}): ReactNode {
  const [dragged, setDragged] = useState<number>();
  const dragging = useRef<ReturnType<typeof setTimeout>>();
  const { play, steer, target } = joint;
  const { shown, isBlocked, press } = player;

  function drag([time = 0]: number[]) {
    setDragged(time);
    clearTimeout(dragging.current);
    dragging.current = setTimeout(() => {
      steer("seek", time);
      setDragged(undefined);
    }, SEEK_DEBOUNCE_MS);
  }

  const isSounding = play?.isPlaying === true && !shown.isOver;
  const time = dragged ?? Math.min(shown.time, shown.duration);
  return (
    <div className="flex w-full flex-wrap items-center [&>.slider]:mx-2">
      {isBlocked && !play?.playerUrl ? (
        <Button type="button" variant="primary" onClick={press}>
          {t("Turn Sound On")}
        </Button>
      ) : null}
      <IconButton
        type="button"
        name={isSounding ? t("Pause for both") : t("Play for both")}
        icon={isSounding ? "pause" : "play"}
        onClick={() => steer(isSounding ? "pause" : "play", shown.isOver ? 0 : target().time)}
      />
      <SliderTrack
        names={["joint-position"]}
        labels={[t("Position")]}
        values={[Math.floor(time)]}
        min={0}
        max={Math.max(1, Math.round(shown.duration))}
        step={1}
        format={formatDuration}
        onChange={drag}
      />
      <span className="mr-2 tabular-nums text-soft">
        {formatDuration(time)} / {formatDuration(shown.duration ? Math.round(shown.duration) : null)}
      </span>
    </div>
  );
}
