// The player of a joint play, kept in step with the server.
import { useCallback, useEffect, useRef, useState } from "react";
import { createAudioPlayer, createVideoPlayer, type JointPlayer, keepInStep } from "~/browser/joint-player";
import { currentPreview, subscribe, togglePreview } from "~/browser/preview";
import { t } from "~/language/text";
import type { JointPlay } from "./use-joint-play";

/**
 * Plays the joint play that this page takes part in, in the element that `frame` or `sound` refers to. `isBlocked` while the
 * browser requires a click; `shown` is in seconds.
 */
export function useJointPlayer({ play, takesPart, target, steer, join, leave }: JointPlay) {
  const [isBlocked, setBlocked] = useState(false);
  const [shown, setShown] = useState({ time: 0, duration: 0, isOver: false });
  const player = useRef<JointPlayer>();
  const frame = useRef<HTMLIFrameElement>(null);
  const sound = useRef<HTMLAudioElement>(null);
  const step = useRef<ReturnType<typeof keepInStep>>();
  const { id, revision, isPlaying, position, title } = play ?? {};

  useEffect(() => {
    if (!id || !takesPart) return;
    const events = {
      onReady: () => {
        join();
        step.current?.moved();
      },
      onMove: (isPlaying: boolean) => {
        if (player.current) steer(isPlaying ? "play" : "pause", player.current.time());
      },
      onBlocked: () => setBlocked(true),
      onFail: () => leave(t("“{title}” can't be played here.", { title: title ?? "" })),
    };
    const made = frame.current
      ? createVideoPlayer(frame.current, events)
      : sound.current && createAudioPlayer(sound.current, events);
    if (!made) return events.onFail();
    player.current = made;
    const keeper = keepInStep(made, target, () => {
      const [time, duration] = [made.time(), made.duration()];
      setShown({ time, duration, isOver: made.hasEnded() && target().time >= duration - 1 });
      if (made.isPlaying()) setBlocked(false);
    });
    step.current = keeper;
    return () => {
      keeper.stop();
      made.close();
      player.current = step.current = undefined;
      setBlocked(false);
    };
  }, [id, title, takesPart, join, leave, steer, target]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them moves the target
  useEffect(() => step.current?.moved(), [id, revision, isPlaying, position]);

  const pause = useCallback(() => {
    if (player.current) steer("pause", player.current.time());
  }, [steer]);
  useOnlySound(takesPart && isPlaying === true, pause);

  return { frame, sound, shown, isBlocked, press: () => player.current?.play() };
}

/** Ends a preview once this `isSounding`, and calls `pause` once a preview starts. */
function useOnlySound(isSounding: boolean, pause: () => void) {
  useEffect(() => {
    const other = currentPreview();
    if (isSounding && other?.isPlaying) togglePreview(other.song);
  }, [isSounding]);
  useEffect(
    () =>
      subscribe(() => {
        if (isSounding && currentPreview()?.isPlaying) pause();
      }),
    [isSounding, pause],
  );
}
