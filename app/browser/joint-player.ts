// The players of a joint play, and keeping one in step with the server.

/** A player's events. */
export type PlayerEvents = {
  onReady: () => void;
  /** It was started or stopped by others than us: its own controls, the keyboard or the system. */
  onMove: (isPlaying: boolean) => void;
  /** The browser requires another click before it may sound. */
  onBlocked: () => void;
  onFail: () => void;
};

/** Times are in seconds; a duration of 0 is unknown. */
export type JointPlayer = {
  isReady: () => boolean;
  isPlaying: () => boolean;
  /** It is still loading. */
  isBusy: () => boolean;
  hasEnded: () => boolean;
  time: () => number;
  duration: () => number;
  play: () => void;
  pause: () => void;
  seek: (time: number) => void;
  /** Without it, a player is only kept in step by seeking. */
  setRate?: (rate: number) => void;
  close: () => void;
};

/** Where a player should be now. */
export type Target = { isPlaying: boolean; time: number };

const CHECK_MS = 250;
/** Two players that are each this near are less than half a second from each other. */
const NEAR = 0.2;
/** A drift that nobody hears. */
const EXACT = 0.03;
/** How fast a player catches up, and by how much of its speed at most, which nobody hears, either. */
const STEP = 0.25;
const STEP_MAX = 0.05;
/** How long a player is left alone after a seek, at first. */
const SETTLE_MS = 1500;
const SETTLE_MAX_MS = 24_000;
const LAG_MAX = 2;

/**
 * Keeps a player where `target` says until the returned function stops it; call `moved` when the target has changed. A small
 * drift is made up by playing faster or slower, a large one by seeking, aiming ahead by what the last seek took. A player that
 * doesn't get there is left alone for longer and longer, because it would stutter instead of play.
 */
export function keepInStep(player: JointPlayer, target: () => Target, onCheck: () => void) {
  let restsUntil = 0;
  let rest = SETTLE_MS;
  let lag = 0;
  let hasJustSought = false;
  let last = { isPlaying: false, time: 0, at: 0 };

  function seek(time: number) {
    player.seek(time);
    hasJustSought = true;
    restsUntil = performance.now() + rest;
  }

  function check() {
    keep();
    onCheck();
  }

  function keep() {
    if (!player.isReady()) return;
    const { isPlaying, time } = target();
    last = { isPlaying, time, at: performance.now() };
    const drift = player.time() - time;
    const isResting = last.at < restsUntil;
    if (!isPlaying) {
      if (player.isPlaying()) player.pause();
      if (!isResting && Math.abs(drift) > EXACT) seek(time);
      return;
    }
    const isOver = player.duration() > 0 && time > player.duration() - EXACT;
    if (isOver || isResting || (player.hasEnded() && time > player.duration() - 1)) return;
    if (!player.isPlaying()) {
      if (Math.abs(drift) > EXACT) seek(time + lag);
      // The time of a start says nothing about the next seek.
      hasJustSought = false;
      restsUntil = last.at + rest;
      player.play();
      return;
    }
    if (player.isBusy()) return;
    if (hasJustSought) lag = Math.min(LAG_MAX, Math.max(0, lag - drift));
    if (Math.abs(drift) > NEAR) {
      rest = Math.min(SETTLE_MAX_MS, hasJustSought ? rest * 2 : SETTLE_MS);
      player.setRate?.(1);
      seek(time + lag);
      return;
    }
    hasJustSought = false;
    rest = SETTLE_MS;
    player.setRate?.(rateFor(drift));
  }

  const timer = setInterval(check, CHECK_MS);
  return {
    moved() {
      const { isPlaying, time } = target();
      const expected = last.time + (last.isPlaying ? (performance.now() - last.at) / 1000 : 0);
      // An answer only makes the known target more precise.
      if (isPlaying !== last.isPlaying || Math.abs(time - expected) > NEAR) restsUntil = 0;
      check();
    },
    stop: () => clearInterval(timer),
  };
}

/** The rate at which a player catches up a small drift. */
function rateFor(drift: number): number {
  const step = Math.min(STEP_MAX, Math.max(-STEP_MAX, drift * STEP));
  return Math.abs(drift) > EXACT ? Math.round(100 * (1 - step)) / 100 : 1;
}

/** A player of an audio element. If it is made in a click's handler, it may sound later, too. */
export function createAudioPlayer(
  audio: HTMLAudioElement,
  { onReady, onMove, onBlocked, onFail }: PlayerEvents,
): JointPlayer {
  /** Whether we want it to play; undefined at first. */
  let wanted: boolean | undefined;
  const notice = () => {
    if (wanted === audio.paused && !audio.ended) onMove(!audio.paused);
  };
  audio.addEventListener("canplay", onReady, { once: true });
  audio.addEventListener("error", onFail);
  audio.addEventListener("play", notice);
  audio.addEventListener("pause", notice);
  audio.play().catch(() => undefined);
  audio.pause();
  return {
    isReady: () => audio.readyState >= audio.HAVE_CURRENT_DATA,
    isPlaying: () => !audio.paused && !audio.ended,
    isBusy: () => audio.seeking || audio.readyState < audio.HAVE_FUTURE_DATA,
    hasEnded: () => audio.ended,
    time: () => audio.currentTime,
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
    play() {
      wanted = true;
      audio.play().catch(({ name }) => {
        if (name === "NotAllowedError") onBlocked();
      });
    },
    pause() {
      wanted = false;
      audio.pause();
    },
    seek(time) {
      audio.currentTime = time;
    },
    setRate(rate) {
      if (audio.playbackRate !== rate) audio.playbackRate = rate;
    },
    close() {
      wanted = undefined;
      audio.removeEventListener("canplay", onReady);
      audio.removeEventListener("error", onFail);
      audio.pause();
    },
  };
}

const YOUTUBE = "https://www.youtube-nocookie.com";
/** The states that YouTube's player reports. */
const ENDED = 0;
const PLAYING = 1;
const PAUSED = 2;
const BUFFERING = 3;
const GREET_MS = 500;
/** A state within this time after a command is its result. */
const ANSWER_MS = 1000;
const BLOCKED_MS = 3000;

/** The data that YouTube's player reports. */
type VideoInfo = { currentTime?: number; duration?: number; playerState?: number };
type ChannelEvents = Pick<PlayerEvents, "onReady" | "onFail"> & { onInfo: (info: VideoInfo) => void };

/**
 * A player of the video in a frame, whose page first asks and then holds YouTube's player. They exchange messages as YouTube's
 * own script does, so that our pages don't need that script.
 */
export function createVideoPlayer(
  frame: HTMLIFrameElement,
  { onReady, onMove, onBlocked, onFail }: PlayerEvents,
): JointPlayer {
  const channel = openVideoChannel(frame, { onReady, onFail, onInfo });
  let state = -1;
  let duration = 0;
  let last = { time: 0, at: 0 };
  let wanted: boolean | undefined;
  let blocking: ReturnType<typeof setTimeout> | undefined;
  let noticing: ReturnType<typeof setTimeout> | undefined;

  function onInfo(info: VideoInfo) {
    const now = performance.now();
    if (info.duration) duration = info.duration;
    if (info.currentTime !== undefined) last = { time: info.currentTime, at: now };
    if (info.playerState === undefined || info.playerState === state) return;
    last = { time: time(), at: now };
    state = info.playerState;
    if (state === PLAYING) clearTimeout(blocking);
    notice();
  }

  /** Reports a move. A state right after a command is its result unless it stays. */
  function notice() {
    clearTimeout(noticing);
    const isMove = (state === PLAYING || state === PAUSED) && wanted !== undefined;
    if (!isMove || wanted === (state === PLAYING)) return;
    const wait = channel.answersFor();
    if (wait > 0) {
      noticing = setTimeout(notice, wait);
      return;
    }
    wanted = state === PLAYING;
    onMove(wanted);
  }

  const time = () => (state === PLAYING ? last.time + (performance.now() - last.at) / 1000 : last.time);

  return {
    isReady: channel.isReady,
    // A player that buffers plays as soon as it can.
    isPlaying: () => state === PLAYING || state === BUFFERING,
    isBusy: () => state === BUFFERING,
    hasEnded: () => state === ENDED,
    time,
    duration: () => duration,
    play() {
      wanted = true;
      channel.command("playVideo");
      clearTimeout(blocking);
      blocking = setTimeout(onBlocked, BLOCKED_MS);
    },
    pause() {
      wanted = false;
      clearTimeout(blocking);
      channel.command("pauseVideo");
    },
    seek(to) {
      last = { time: to, at: performance.now() };
      channel.command("seekTo", to, true);
    },
    close() {
      clearTimeout(blocking);
      clearTimeout(noticing);
      channel.close();
    },
  };
}

/** The messages to and from the player in a frame, which is greeted until it answers. */
function openVideoChannel(frame: HTMLIFrameElement, { onReady, onFail, onInfo }: ChannelEvents) {
  let page: Window | undefined;
  let isReady = false;
  let commandedAt = 0;
  let greeting: ReturnType<typeof setInterval> | undefined;

  /** The page has loaded again once the member has allowed it to play. */
  function connect() {
    clearInterval(greeting);
    page?.removeEventListener("message", receive);
    page = frame.contentWindow ?? undefined;
    page?.addEventListener("message", receive);
    if (page?.length) greeting = setInterval(() => send({ event: "listening" }), GREET_MS);
  }

  function send(message: object) {
    page?.[0]?.postMessage(JSON.stringify({ ...message, id: 1, channel: "widget" }), YOUTUBE);
  }

  function command(func: string, ...args: unknown[]) {
    commandedAt = performance.now();
    send({ event: "command", func, args });
  }

  function receive({ source, origin, data }: MessageEvent) {
    if (origin !== YOUTUBE || source !== page?.[0] || typeof data !== "string") return;
    const { event, info } = parse(data);
    if (event === "onError") return onFail();
    if (event === "onStateChange" && typeof info === "number") onInfo({ playerState: info });
    if (info && typeof info === "object") onInfo(info as VideoInfo);
    if (isReady || !event) return;
    isReady = true;
    clearInterval(greeting);
    command("addEventListener", "onStateChange");
    onReady();
  }

  frame.addEventListener("load", connect);
  if (frame.contentDocument?.readyState === "complete") connect();
  return {
    isReady: () => isReady,
    command,
    /** How long a reported state can still be the result of a command, in ms; 0 or less if it can't. */
    answersFor: () => commandedAt + ANSWER_MS - performance.now(),
    close() {
      clearInterval(greeting);
      frame.removeEventListener("load", connect);
      page?.removeEventListener("message", receive);
    },
  };
}

function parse(text: string): { event?: string; info?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
