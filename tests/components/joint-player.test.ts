// How a joint player is kept in step, and what that of a video takes for a press in it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVideoPlayer, keepInStep } from "~/browser/joint-player";

const [PLAYING, PAUSED] = [1, 2];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A player in a frame that answers nothing; `tell` speaks for the video. */
function openVideo() {
  const video = { postMessage: () => undefined };
  let receive: (event: object) => void = () => undefined;
  const page = {
    length: 1,
    0: video,
    addEventListener: (_: string, listener: typeof receive) => {
      receive = listener;
    },
    removeEventListener: () => undefined,
  };
  const frame = {
    contentWindow: page,
    contentDocument: { readyState: "complete" },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  const moves: boolean[] = [];
  const player = createVideoPlayer(frame as unknown as HTMLIFrameElement, {
    onReady: () => undefined,
    onMove: (isPlaying) => moves.push(isPlaying),
    onBlocked: () => undefined,
    onFail: () => undefined,
  });
  const tell = (playerState: number) =>
    receive({
      source: video,
      origin: "https://www.youtube-nocookie.com",
      data: JSON.stringify({ event: "infoDelivery", info: { playerState } }),
    });
  player.play();
  tell(PLAYING);
  vi.advanceTimersByTime(5000);
  return { player, tell, moves };
}

test("a press is told at once, and our own command never", () => {
  const { player, tell, moves } = openVideo();
  tell(PAUSED);
  expect(moves).toEqual([false]);
  player.play();
  tell(PLAYING);
  player.pause();
  tell(PAUSED);
  vi.advanceTimersByTime(5000);
  expect(moves).toEqual([false]);
});

test("a pause during a seek doesn't count, but one that stays does", () => {
  const { player, tell, moves } = openVideo();
  player.seek(30);
  tell(PAUSED);
  vi.advanceTimersByTime(500);
  tell(PLAYING);
  vi.advanceTimersByTime(5000);
  expect(moves).toEqual([]);
  player.seek(60);
  vi.advanceTimersByTime(200);
  tell(PAUSED);
  vi.advanceTimersByTime(1000);
  expect(moves).toEqual([false]);
});

/** A player that takes 300 ms to start and to seek; `lose` puts it two seconds back. */
function openSlowPlayer() {
  const now = () => performance.now() / 1000;
  let [place, since, rate, isPlaying, seeks] = [0, now(), 1, false, 0];
  const time = () => (isPlaying ? place + Math.max(0, now() - since) * rate : place);
  const go = (to: number, delay: number) => {
    [place, since] = [to, now() + delay];
  };
  const player = {
    isReady: () => true,
    isPlaying: () => isPlaying,
    isBusy: () => now() < since,
    hasEnded: () => false,
    time,
    duration: () => 0,
    play() {
      isPlaying = true;
      go(place, 0.3);
    },
    pause: () => undefined,
    seek(to: number) {
      seeks += 1;
      go(to, 0.3);
    },
    setRate(next: number) {
      go(time(), 0);
      rate = next;
    },
    close: () => undefined,
  };
  return { player, seeks: () => seeks, lose: () => go(time() - 2, 0) };
}

test("a player gets in step, stays there without another seek, and finds its place again", () => {
  const { player, seeks, lose } = openSlowPlayer();
  const start = performance.now();
  const target = () => (performance.now() - start) / 1000;
  const { stop } = keepInStep(
    player,
    () => ({ isPlaying: true, time: target() }),
    () => undefined,
  );
  for (const _ of [1, 2]) {
    vi.advanceTimersByTime(5000);
    const sought = seeks();
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      expect(Math.abs(player.time() - target())).toBeLessThan(0.2);
    }
    expect(seeks()).toBe(sought);
    lose();
  }
  stop();
});
