// What the player of a joint video takes for a press in it, and what for the answer to our own command.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVideoPlayer } from "~/browser/joint-player";

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

test("a pause on the way of a seek is none, but one that stays is", () => {
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
