// The joint play of a chat: kept in sync with the server, and joined, steered and left.
import { type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import { createClientId } from "~/browser/client-id";
import { createServerClock } from "~/browser/server-clock";
import { useLiveEvents } from "~/browser/use-live";
import { t } from "~/language/text";
import {
  type JointPlayDto,
  type JointPlayStep,
  jointPlayMessages,
  RENEW_MS,
} from "~/models/conversation/joint-play/joint-play";
import type { MessageDto } from "~/models/conversation/message";

/** The first renewals come sooner: with more answers, the server's clock is known better. */
const FIRST_RENEWALS_MS = [200, 700, 1500];
/** How often a page that isn't taking part checks whether the joint play still exists. */
const POLL_MS = 10_000;

export type JointPlay = ReturnType<typeof useJointPlay>;

/** Current values for stable callbacks. */
type Latest = MutableRefObject<{ play: JointPlayDto | null; partId: string | undefined }>;

/** `received` comes from the page and its live events; `chosen` is the share to start, once the member has chosen it. */
export function useJointPlay(
  chatId: string,
  partnerId: string,
  received: JointPlayDto | null,
  chosen: MessageDto | undefined,
) {
  const { play, partId, problem, latest, take, setPart, setProblem, forget } = useKnownPlay(received);
  const id = play?.id;
  const takesPart = play !== null && partId === play.id;
  const isStarter = play !== null && play.startedBy !== partnerId;
  const { request, send, clock } = useRequests(latest, take);
  const { target, steer } = useSteering(latest, { take, send, clock });

  const renew = useCallback(() => {
    const { play: known, partId: own } = latest.current;
    if (!known) return;
    if (own === known.id) void send(known.id, "renew");
    else void request("GET", `/api/conversations/${chatId}/joint-play`);
  }, [latest, request, send, chatId]);

  useStart(chosen, { request, setPart, setProblem });

  useLiveEvents(({ event }) => {
    if (event === "open" || event === "reset" || event === "conversation") renew();
  });

  const renewsPart = takesPart && (isStarter || play.isJoined);
  useRenewals(renewsPart ? id : undefined, latest, renew, setPart);
  usePolling(takesPart ? undefined : id, renew);

  /** Tells the starter that the invited member's player is ready. */
  const join = useCallback(() => {
    const { play: known } = latest.current;
    if (known?.startedBy === partnerId && !known.isJoined) void send(known.id, "join");
  }, [latest, partnerId, send]);

  /** Ends it for both, and shows `why`. */
  const leave = useCallback(
    (why?: string) => {
      const { play: known } = latest.current;
      forget(why);
      if (known) end(known.id);
    },
    [latest, forget],
  );

  return {
    ...{ play, takesPart, isStarter, problem },
    ...{ target, steer, join, leave },
    listen: () => setPart(id),
    dismissProblem: () => setProblem(undefined),
  };
}

type Start = Pick<ReturnType<typeof useRequests>, "request"> &
  Pick<ReturnType<typeof useKnownPlay>, "setPart" | "setProblem">;

/** Starts to play the chosen share, if any. */
function useStart(chosen: MessageDto | undefined, { request, setPart, setProblem }: Start) {
  useEffect(() => {
    if (!chosen) return;
    const next = createClientId();
    setProblem(undefined);
    setPart(next);
    const path = `/api/conversations/${chosen.conversationId}/joint-play`;
    void request("POST", path, { id: next, messageId: chosen.id }).then(
      (error) => error && setProblem(error),
    );
  }, [chosen, request, setPart, setProblem]);
}

/** The joint play that this page knows, and whether it takes part. */
function useKnownPlay(received: JointPlayDto | null) {
  const [play, setPlay] = useState(received);
  /** The joint play that this page takes part in, or is about to. */
  const [partId, setPartId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const latest: Latest = useRef({ play, partId });
  latest.current = { play, partId };

  /** Applies a state that is newer than the known one. */
  const take = useCallback((next: JointPlayDto | null) => {
    const { play: known, partId: own } = latest.current;
    if (next && known?.id === next.id && next.revision < known.revision) return;
    if (next && next.id !== known?.id) setProblem(undefined);
    if (!next && own && own === known?.id) setProblem(t(jointPlayMessages.gone));
    latest.current.play = next;
    setPlay(next);
  }, []);

  const setPart = useCallback((id: string | undefined) => {
    setPartId(id);
    latest.current.partId = id;
  }, []);

  /** Forgets the joint play, and shows `why`. */
  const forget = useCallback((why?: string) => {
    setProblem(why);
    setPartId(undefined);
    setPlay(null);
    latest.current = { play: null, partId: undefined };
  }, []);

  useEffect(() => take(received), [received, take]);

  return { play, partId, problem, latest, take, setPart, setProblem, forget };
}

/** Sends requests to the server and passes its answers to `take`; `clock` learns the server's time from them. */
function useRequests(latest: Latest, take: (next: JointPlayDto | null) => void) {
  const [clock] = useState(createServerClock);

  /** Returns the error message, if any, and learns the server's time. Ignores an answer once something else is played. */
  const request = useCallback(
    async (method: string, path: string, body?: object) => {
      const before = latest.current.play?.id;
      const isLate = () => latest.current.play?.id !== before;
      const sent = performance.now();
      const answer = await fetch(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
      }).catch(() => undefined);
      const received = performance.now();
      if (answer && [401, 403, 404].includes(answer.status) && !isLate()) take(null);
      if (!answer?.ok) return answer ? answer.text() : t("No connection. Try again.");
      const next: JointPlayDto = await answer.json();
      // Another machine, with a clock of its own, may answer reads.
      if (method !== "GET") clock.learn(Date.parse(next.now), sent, received);
      if (!isLate()) take(next);
    },
    [latest, take, clock],
  );

  const send = useCallback(
    (to: string, name: JointPlayStep, position?: number) =>
      request("PATCH", `/api/joint-plays/${to}`, {
        step: name,
        ...(position === undefined ? {} : { position: Math.max(0, Math.round(position * 1000)) }),
      }),
    [request],
  );

  return { request, send, clock };
}

/** The position that both should be at, and changing it. */
function useSteering(
  latest: Latest,
  {
    take,
    send,
    clock,
  }: Pick<ReturnType<typeof useRequests>, "send" | "clock"> & { take: (next: JointPlayDto) => void },
) {
  /** Whether it plays, and where it should be now, in seconds. */
  const target = useCallback(() => {
    const { play: known } = latest.current;
    const { isPlaying = false, position = 0, movedAt = "" } = known ?? {};
    const since = isPlaying ? Math.max(0, clock.now() - Date.parse(movedAt)) : 0;
    return { isPlaying, time: (position + since) / 1000 };
  }, [latest, clock]);

  /** Changes what both hear: here at once, at the other's when the server says so. */
  const steer = useCallback(
    (name: "play" | "pause" | "seek", time: number) => {
      const { play: known } = latest.current;
      if (!known) return;
      const isPlaying = name === "seek" ? known.isPlaying : name === "play";
      const movedAt = new Date(clock.now()).toISOString();
      take({ ...known, isPlaying, position: time * 1000, movedAt });
      void send(known.id, name, time);
    },
    [latest, take, send, clock],
  );

  return { target, steer };
}

/** Polls a joint play that this page isn't taking part in. */
function usePolling(id: string | undefined, renew: () => void) {
  useEffect(() => {
    if (!id) return;
    const timer = setInterval(renew, POLL_MS);
    return () => clearInterval(timer);
  }, [id, renew]);
}

/** Renews this page's part in a joint play, and ends it when the page is left. */
function useRenewals(
  id: string | undefined,
  latest: Latest,
  renew: () => void,
  setPartId: (id: string | undefined) => void,
) {
  useEffect(() => {
    if (!id) return;
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
  }, [id, latest, renew, setPartId]);
}

/** Ends a joint play, even from a page that is being left. */
function end(id: string) {
  fetch(`/api/joint-plays/${id}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
