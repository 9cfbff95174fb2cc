// The page's side of live events: polls the counts and reloads the screen that an event concerns.
import { MINUTE_MS } from "~/durations";
import { t } from "~/language/text";
import type { FlashData } from "~/models/flash";
import type { Counts } from "~/models/notification/counts";
import { type StreamedKind, screens } from "~/models/notification/live-event";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/sanctions/account-status";
import { type LiveEvent, subscribeToEvents } from "./live-events";
import { endCopy, startWorker } from "./offline-copies";
import { sendOutbox } from "./outbox";
import { leaveRemovedBuild } from "./page-reads";
import { reloadUnasked } from "./use-unsaved-input";

const REFRESH_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = MINUTE_MS;
/** Fallback delay if the open chat doesn't report that it marked a message as read. */
const READ_MS = 1500;

/** The polled counts, and the loaded ones that they replace. */
export type PolledCounts = { counts: Counts; since: Counts | undefined };

type Page = { loaded: Counts | undefined; pathname: string; revalidate: () => void; isIdle: () => boolean };

type Options = {
  page: { current: Page };
  setPolled: (polled: PolledCounts) => void;
  dispatch: (event: LiveEvent) => void;
  showToast: (flash: FlashData) => void;
  isLeaving: () => boolean;
  signal: AbortSignal;
};

/** Subscribes to the member's events until `signal` aborts. */
export function startLivePage(options: Options) {
  const { page, dispatch, showToast, signal } = options;
  const pollCounts = createCountsPoll(options);
  const screen = createScreenRefresh(page, pollCounts, signal);
  const announced = new Set<string>();
  let toldAt = Number.NEGATIVE_INFINITY;

  /** Shows a challenge once, unless its game is already on the screen. */
  function announce({ gameId, challenger }: { gameId: string; challenger?: string }) {
    if (!challenger || announced.has(gameId)) return;
    announced.add(gameId);
    if (page.current.pathname === `/trivia/${gameId}`) return;
    const title = t("{challenger} challenged you to trivia", { challenger });
    showToast({ id: gameId, kind: "success", title, description: t("Find the game under Trivia.") });
  }

  /** Says that an action is waiting for the connection and is being retried. */
  function tellUnreachable() {
    if (performance.now() - toldAt < LONGEST_PAUSE_MS) return;
    toldAt = performance.now();
    const description = t("We'll keep trying until it's back.");
    showToast({ id: "unreachable", kind: "error", title: t("No connection"), description });
  }

  function onEvent(event: LiveEvent) {
    dispatch(event);
    if (event.event === "game") announce(event);
    if (event.event === "open") {
      reconnect(page.current);
      screen.resume();
    }
    if (event.event === "open" || event.event === "closed" || !screens[event.event].length) return;
    const isBeingRead =
      (event.event === "message" || event.event === "reaction") &&
      page.current.pathname === `/messages/${event.conversationId}`;
    screen.add(event.event, isBeingRead);
  }

  // Without the worker nothing is available offline.
  startWorker().catch(() => undefined);
  navigator.serviceWorker?.addEventListener(
    "message",
    ({ data }) => {
      if (data.isUnreachable) tellUnreachable();
      if (data.isRemoved) void leaveRemovedBuild();
    },
    { signal },
  );
  document.addEventListener("visibilitychange", screen.resume, { signal });
  const unsubscribe = subscribeToEvents(page.current.loaded?.lastEventId ?? "", onEvent, pollCounts);
  signal.addEventListener("abort", unsubscribe);
}

/** The connection is back: waiting messages are sent, and an offline copy becomes a live page. */
function reconnect({ loaded, revalidate }: Page) {
  if (loaded) void sendOutbox(loaded.memberId);
  if (endCopy()) revalidate();
}

function isAffected(event: StreamedKind, { pathname }: Page): boolean {
  const isShown = (path: string) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
  return screens[event].some(isShown);
}

/** Returns the function that polls the counts, which resolves with whether anything is new. */
function createCountsPoll({ page, setPolled, isLeaving, signal }: Options) {
  let isSuspended = false;
  let newest = page.current.loaded?.newest;

  return async () => {
    const response = await fetch("/counts", { signal });
    // The session has ended, perhaps in another tab: nothing private stays on the screen. During a sign-out, a reload would
    // cancel it.
    if (response.status === 401 && !isLeaving()) reloadUnasked();
    const wasSuspended = isSuspended;
    isSuspended = response.status === 403;
    // Reloads any other screen, so that the one that explains the suspension opens.
    if (isSuspended && isAffected("reset", page.current)) reloadUnasked();
    // That screen revalidates when the account is suspended or restored.
    if (page.current.pathname === ACCOUNT_STATUS_PATH && isSuspended !== wasSuspended)
      page.current.revalidate();
    if (!response.ok) throw new Error(`${response.status}`);
    const counts: Counts = await response.json();
    // Somebody else has signed in, in another tab. During a deployment, an older server doesn't say who.
    if (counts.memberId && counts.memberId !== page.current.loaded?.memberId) reloadUnasked();
    reconnect(page.current);
    setPolled({ counts, since: page.current.loaded });
    const hasNews = counts.newest !== newest;
    newest = counts.newest;
    return hasNews;
  };
}

/** Refreshes the counts and the screen after events, with a pause between, which is longer after failures. */
function createScreenRefresh(page: Options["page"], pollCounts: () => Promise<boolean>, signal: AbortSignal) {
  const pending = new Set<StreamedKind>();
  let pause: ReturnType<typeof setTimeout> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;
  let isRefreshing = false;
  let failures = 0;

  /** Reloads the screen only after the counts have arrived: a screen that reloads without a connection would be lost. */
  async function refresh() {
    if (isRefreshing || pause || reading || !pending.size) return;
    if (signal.aborted || document.visibilityState === "hidden") return;
    isRefreshing = true;
    const events = [...pending];
    pending.clear();
    try {
      await pollCounts();
      failures = 0;
      // Revalidating would restart a navigation, which loses the flash message that it has taken, and keep the router from
      // following the redirect of a submission.
      if (!page.current.isIdle()) for (const event of events) pending.add(event);
      else if (events.some((event) => isAffected(event, page.current))) page.current.revalidate();
    } catch {
      // If the stream didn't drop, it won't send these events again.
      for (const event of events) pending.add(event);
      failures++;
    }
    isRefreshing = false;
    if (!signal.aborted)
      pause = setTimeout(resume, Math.min(LONGEST_PAUSE_MS, REFRESH_PAUSE_MS * 2 ** failures));
  }

  function resume() {
    clearTimeout(pause);
    pause = undefined;
    void refresh();
  }

  function endReading() {
    clearTimeout(reading);
    reading = undefined;
    void refresh();
  }

  window.addEventListener("messages-read", endReading, { signal });
  return {
    resume,
    add(event: StreamedKind, isBeingRead: boolean) {
      pending.add(event);
      // A message that is being read must not light up the badges.
      if (isBeingRead) reading ??= setTimeout(endReading, READ_MS);
      else void refresh();
    },
  };
}
