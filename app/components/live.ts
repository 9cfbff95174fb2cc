// What a member's page does with live news: badges, the screens that show what has changed, and whoever listens.
import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { followLive, type LiveNews } from "~/live/follow";
import type { Counts } from "~/models/counts";

const hearers = new Set<(news: LiveNews) => void>();
const PAUSE_MS = 1000;
let isOpen = false;

/** Which screens show what an event is about, by the beginning of their paths; "/" is only Home. */
const shownOn: Partial<Record<LiveNews["event"], string[]>> = {
  message: ["/", "/messages"],
  conversation: ["/", "/messages"],
  match: ["/", "/matches", "/messages"],
  game: ["/", "/trivia"],
  playlist: ["/playlists"],
  reset: ["/", "/discover", "/members", "/messages", "/matches", "/trivia", "/playlists"],
};

/** Whether the stream is open: whoever comes later has not heard that. */
export function isLiveOpen(): boolean {
  return isOpen;
}

/** Runs `hear` at all live news while the component is there. */
export function useLiveNews(hear: (news: LiveNews) => void) {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const tell = (news: LiveNews) => latest.current(news);
    hearers.add(tell);
    return () => {
      hearers.delete(tell);
    };
  }, []);
}

/** Follows what happens to the member, once a page, and returns the counts as they are now. */
export function useLive(memberId: string | undefined, loaded: Counts | undefined): Counts | undefined {
  const [fresh, setFresh] = useState<{ counts: Counts; since: Counts | undefined }>();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const isGoing = useNavigation().state !== "idle";
  const isSending = useFetchers().some(({ state }) => state === "submitting");
  const isIdle = !isGoing && !isSending;
  const now = useRef({ loaded, pathname, revalidate, isIdle });
  useEffect(() => {
    now.current = { loaded, pathname, revalidate, isIdle };
  });

  useEffect(() => {
    if (!memberId) return;
    const leaving = new AbortController();
    const changed = new Set<LiveNews["event"]>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isResting = false;
    let newest = now.current.loaded?.newest;

    async function look() {
      const answer = await fetch("/counts", { signal: leaving.signal });
      // The member has left in another tab: what this one shows is nobody's any more.
      if (answer.status === 401) window.location.reload();
      if (!answer.ok) throw new Error(`${answer.status}`);
      const counts: Counts = await answer.json();
      setFresh({ counts, since: now.current.loaded });
      const isNew = counts.newest !== newest;
      newest = counts.newest;
      return isNew;
    }

    /** Only once the counts were answered: a screen that loads again without an answer would be lost. */
    async function refresh() {
      if (isResting || !changed.size || document.visibilityState === "hidden") return;
      isResting = true;
      const events = [...changed];
      changed.clear();
      try {
        await look();
        const at = now.current.pathname;
        const isShown = (path: string) => at === path || (path !== "/" && at.startsWith(`${path}/`));
        // On the way to a screen it waits: begun anew, that way would lose the notice it has taken from the session.
        // So it does while something is sent: the router follows no answer's redirect once it has begun to load again.
        if (!now.current.isIdle) for (const event of events) changed.add(event);
        else if (events.some((event) => shownOn[event]?.some(isShown))) now.current.revalidate();
      } catch {
        // The stream breaks too, and what has changed is asked for when it is back.
      }
      timer = setTimeout(() => {
        isResting = false;
        void refresh();
      }, PAUSE_MS);
    }

    function hear(news: LiveNews) {
      if (news.event === "open") isOpen = true;
      if (news.event === "closed") isOpen = false;
      for (const tell of hearers) tell(news);
      if (news.event === "open" || news.event === "closed") return;
      changed.add(news.event);
      void refresh();
    }

    const stop = followLive(now.current.loaded?.place ?? "", hear, look);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      stop();
      isOpen = false;
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [memberId]);

  return fresh && fresh.since === loaded ? fresh.counts : loaded;
}
