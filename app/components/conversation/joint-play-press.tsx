// Playing in step with the other member of a chat: the bar above the composer, fetched once there is something to play.
import { useCallback, useEffect, useRef, useState } from "react";
import { createClientId } from "~/browser/client-id";
import { createAudioPlayer, createVideoPlayer, type JointPlayer, keepInStep } from "~/browser/joint-player";
import { currentPreview, subscribe, togglePreview } from "~/browser/preview";
import { createServerClock, type ServerClock } from "~/browser/server-clock";
import { isFocusLost } from "~/browser/use-focus";
import { useLiveEvents } from "~/browser/use-live";
import { Button, IconButton } from "~/components/ui/button";
import { SliderTrack } from "~/components/ui/slider/slider-track";
import { formatDuration } from "~/durations";
import {
  type JointPlayDto,
  type JointPlayStep,
  jointPlayMessages,
  RENEW_MS,
} from "~/models/conversation/joint-play";
import type { MessageDto } from "~/models/conversation/message";

/** The first renewals come sooner: the more answers, the better the server's clock is known. */
const FIRST_RENEWALS_MS = [200, 700, 1500];
/** How often a page that takes no part looks whether there still is one. */
const LOOK_MS = 10_000;
/** A position that is being dragged is sent once it rests. */
const REST_MS = 250;

/** `heard` is what the page and its live events say; `chosen` is the share to start, when the member has pressed it. */
export function JointPlayBar({
  chatId,
  partner,
  heard,
  chosen,
}: {
  chatId: string;
  partner: { id: string; firstName: string };
  heard: JointPlayDto | null;
  chosen: MessageDto | undefined;
}) {
  const [play, setPlay] = useState(heard);
  /** What this page takes part in, or is about to. */
  const [partId, setPartId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);
  const [shown, setShown] = useState({ time: 0, duration: 0, isOver: false });
  const [dragged, setDragged] = useState<number>();
  const clock = useRef<ServerClock>();
  clock.current ??= createServerClock();
  const latest = useRef({ play, partId });
  latest.current = { play, partId };
  const player = useRef<JointPlayer>();
  const frame = useRef<HTMLIFrameElement>(null);
  const sound = useRef<HTMLAudioElement>(null);
  const step = useRef<ReturnType<typeof keepInStep>>();
  const dragging = useRef<ReturnType<typeof setTimeout>>();

  const id = play?.id;
  const isPart = play !== null && partId === play.id;
  const isStarter = play !== null && play.startedBy !== partner.id;
  const hasPart = isPart && (isStarter || play.isJoined);

  /** Takes over what is newer than what is known. */
  const take = useCallback((next: JointPlayDto | null) => {
    const { play: known, partId: own } = latest.current;
    if (next && known?.id === next.id && next.revision < known.revision) return;
    if (next && next.id !== known?.id) setProblem(undefined);
    if (!next && own && own === known?.id) setProblem(jointPlayMessages.gone);
    latest.current.play = next;
    setPlay(next);
  }, []);

  /** Asks the server, and learns its time. */
  const ask = useCallback(
    async (method: string, path: string, body?: object) => {
      const sent = performance.now();
      const answer = await fetch(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
      }).catch(() => undefined);
      const received = performance.now();
      if (answer && [401, 403, 404].includes(answer.status)) take(null);
      if (!answer?.ok) return answer ? answer.text() : "No connection. Try again.";
      const next: JointPlayDto = await answer.json();
      // Reads may be another machine's, which has a clock of its own.
      if (method !== "GET") clock.current?.learn(Date.parse(next.now), sent, received);
      take(next);
    },
    [take],
  );

  const send = useCallback(
    (to: string, name: JointPlayStep, position?: number) =>
      ask("PATCH", `/api/joint-plays/${to}`, {
        step: name,
        ...(position === undefined ? {} : { position: Math.max(0, Math.round(position * 1000)) }),
      }),
    [ask],
  );

  const renew = useCallback(() => {
    const { play: known, partId: own } = latest.current;
    if (!known) return;
    if (own === known.id) void send(known.id, "renew");
    else void ask("GET", `/api/conversations/${chatId}/joint-play`);
  }, [ask, send, chatId]);

  useEffect(() => take(heard), [heard, take]);

  useEffect(() => {
    if (!chosen) return;
    const next = createClientId();
    setProblem(undefined);
    setPartId(next);
    latest.current.partId = next;
    const path = `/api/conversations/${chosen.conversationId}/joint-play`;
    void ask("POST", path, { id: next, messageId: chosen.id }).then((error) => error && setProblem(error));
  }, [chosen, ask]);

  useLiveEvents(({ event }) => {
    if (event === "open" || event === "reset" || event === "conversation") renew();
  });

  // The part in it, which ends with the page.
  useEffect(() => {
    if (!id || !hasPart) return;
    const timers = FIRST_RENEWALS_MS.map((ms) => setTimeout(renew, ms));
    const timer = setInterval(renew, RENEW_MS);
    const leave = () => setPartId(undefined);
    window.addEventListener("pagehide", leaveNow);
    window.addEventListener("pageshow", leave);
    function leaveNow() {
      // It may have ended, or been replaced.
      if (id && latest.current.play?.id === id) end(id);
    }
    return () => {
      timers.forEach(clearTimeout);
      clearInterval(timer);
      window.removeEventListener("pagehide", leaveNow);
      window.removeEventListener("pageshow", leave);
      leaveNow();
    };
  }, [id, hasPart, renew]);

  useEffect(() => {
    if (!id || isPart) return;
    const timer = setInterval(renew, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, isPart, renew]);

  const target = useCallback(() => {
    const { play: known } = latest.current;
    const { isPlaying = false, position = 0, movedAt = "" } = known ?? {};
    const since = isPlaying ? Math.max(0, (clock.current?.now() ?? 0) - Date.parse(movedAt)) : 0;
    return { isPlaying, time: (position + since) / 1000 };
  }, []);

  /** Changes what both hear: here at once, there when the server says so. */
  const steer = useCallback(
    (name: "play" | "pause" | "seek", time: number) => {
      const { play: known } = latest.current;
      if (!known) return;
      const isPlaying = name === "seek" ? known.isPlaying : name === "play";
      const movedAt = new Date(clock.current?.now() ?? 0).toISOString();
      take({ ...known, isPlaying, position: time * 1000, movedAt });
      void send(known.id, name, time);
    },
    [take, send],
  );

  // The player.
  const { previewUrl, playerUrl } = play ?? {};
  useEffect(() => {
    if (!id || !isPart) return;
    const events = {
      onReady: () => {
        const { play: known } = latest.current;
        if (known?.startedBy === partner.id && !known.isJoined) void send(known.id, "join");
        step.current?.moved();
      },
      onMove: (isPlaying: boolean) => {
        if (player.current) steer(isPlaying ? "play" : "pause", player.current.time());
      },
      onBlocked: () => setBlocked(true),
      onFail: () => {
        setProblem(`“${latest.current.play?.title}” can't be played here.`);
        latest.current = { play: null, partId: undefined };
        setPartId(undefined);
        setPlay(null);
        end(id);
      },
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
  }, [id, isPart, partner.id, send, steer, target]);

  const { revision, isPlaying, position } = play ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them moves the target
  useEffect(() => step.current?.moved(), [id, revision, isPlaying, position]);

  // One sounds at a time.
  useEffect(() => {
    const other = currentPreview();
    if (isPart && isPlaying && other?.isPlaying) togglePreview(other.song);
  }, [isPart, isPlaying]);
  useEffect(
    () =>
      subscribe(() => {
        const { play: known, partId: own } = latest.current;
        if (known?.isPlaying && own === known.id && currentPreview()?.isPlaying && player.current)
          steer("pause", player.current.time());
      }),
    [steer],
  );

  // The focus stays in the bar, or goes to the composer when the bar is gone.
  const bar = useRef<HTMLDivElement>(null);
  const hadFocus = bar.current?.contains(document.activeElement) ?? false;
  useEffect(() => {
    if (hadFocus && isFocusLost())
      (bar.current ?? document.getElementById("write"))?.focus({ preventScroll: true });
  });
  const name = partner.firstName;
  const words =
    problem ??
    (play === null
      ? undefined
      : isPart
        ? play.isJoined
          ? `Listening to “${play.title}” with ${name}`
          : isStarter
            ? `Waiting for ${name} to join “${play.title}”`
            : `Joining “${play.title}”...`
        : play.isJoined || isStarter
          ? `Listening to “${play.title}” with ${name} in another window`
          : `${name} wants to listen to “${play.title}” with you`);
  const said = useSaid(words);
  if (!words) return null;

  function leave() {
    setPartId(undefined);
    setPlay(null);
    latest.current = { play: null, partId: undefined };
    if (id) end(id);
  }

  function drag([time = 0]: number[]) {
    setDragged(time);
    clearTimeout(dragging.current);
    dragging.current = setTimeout(() => {
      steer("seek", time);
      setDragged(undefined);
    }, REST_MS);
  }

  const isSounding = isPlaying === true && !shown.isOver;
  const time = dragged ?? Math.min(shown.time, shown.duration);
  return (
    <div ref={bar} tabIndex={-1} className="joint">
      <p role="status" className="min-w-0 flex-1" dir="auto">
        {said}
      </p>
      {problem ? (
        <IconButton type="button" name="Close" icon="close" onClick={() => setProblem(undefined)} />
      ) : isPart || play?.isJoined || isStarter ? (
        <Button type="button" onClick={leave}>
          Leave
        </Button>
      ) : (
        <span className="cluster">
          <Button type="button" variant="primary" onClick={() => setPartId(id)}>
            Listen
          </Button>
          <Button type="button" onClick={leave}>
            Not Now
          </Button>
        </span>
      )}
      {isPart && previewUrl ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has the words of 30 seconds of a song
        <audio key={id} ref={sound} src={previewUrl} preload="auto" />
      ) : null}
      {isPart && playerUrl ? (
        <div className="joint-video">
          <iframe
            key={id}
            ref={frame}
            className="cover"
            title={play.title}
            src={playerUrl}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          />
        </div>
      ) : null}
      {hasPart && play.isJoined && !problem ? (
        <div className="joint-controls">
          {isBlocked && !playerUrl ? (
            <Button type="button" variant="primary" onClick={() => player.current?.play()}>
              Turn Sound On
            </Button>
          ) : null}
          <IconButton
            type="button"
            name={`${isSounding ? "Pause" : "Play"} for both`}
            icon={isSounding ? "pause" : "play"}
            onClick={() => steer(isSounding ? "pause" : "play", shown.isOver ? 0 : target().time)}
          />
          <SliderTrack
            names={["joint-position"]}
            labels={["Position"]}
            values={[Math.floor(time)]}
            min={0}
            max={Math.max(1, Math.round(shown.duration))}
            step={1}
            format={formatDuration}
            onChange={drag}
          />
          <span className="preview-time">
            {formatDuration(time)} / {formatDuration(shown.duration ? Math.round(shown.duration) : null)}
          </span>
        </div>
      ) : null}
      {isBlocked && playerUrl ? (
        <p className="small-print">Press play in the video to hear it, too.</p>
      ) : null}
    </div>
  );
}

/** What a live region says: nothing at first, so that screen readers notice the change. */
function useSaid(words: string | undefined): string | undefined {
  const [said, setSaid] = useState<string>();
  useEffect(() => setSaid(words), [words]);
  return said;
}

/** Ends a joint play, also from a page that is being left. */
function end(id: string) {
  fetch(`/api/joint-plays/${id}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
