// Messages that wait for a connection, and when the browser polls.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { subscribeToEvents } from "~/browser/live-events";
import { changeOutbox, sendOutbox } from "~/browser/outbox";

describe("outbox", () => {
  const sent: [string, string | undefined, unknown][] = [];
  /** How the server answers next; it saves what comes after. */
  let answers: (() => Response | Promise<Response>)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    const kept = new Map([["pages 7.first", new Map<string, Response>()]]);
    const caches = {
      keys: async () => [...kept.keys()],
      open: async (name: string) => ({
        match: async (path: string) => kept.get(name)?.get(path)?.clone(),
        put: async (path: string, response: Response) => void kept.get(name)?.set(path, response),
      }),
    };
    const held = new Map<string, Promise<unknown>>();
    const request = async (name: string, ...rest: unknown[]) => {
      const task = rest.pop() as (lock: object | null) => unknown;
      const before = held.get(name);
      if (before && rest.length) return task(null);
      const done = (before ?? Promise.resolve()).then(() => task({}));
      const settled = done.then(release, release);
      held.set(name, settled);
      function release() {
        if (held.get(name) === settled) held.delete(name);
      }
      return done;
    };
    vi.stubGlobal("window", { caches });
    vi.stubGlobal("caches", caches);
    vi.stubGlobal("navigator", { locks: { request } });
    vi.stubGlobal("fetch", async (path: string, { headers, body }: RequestInit) => {
      sent.push([path, new Headers(headers).get("Offline-Key") ?? undefined, JSON.parse(String(body)).id]);
      const answer = answers.shift();
      return answer ? answer() : Response.json({ conversationId: "chat" });
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    sent.length = 0;
    answers = [];
  });

  const write = (member: string, ...ids: string[]) =>
    changeOutbox(member, (waiting) => [...waiting, ...ids.map((id) => ({ id, chat: "chat", content: id }))]);
  const idsSent = () => sent.map(([, , id]) => id).join(" ");

  test("what waits is sent in order and once, however often it is asked for, with the key of its session", async () => {
    await write("7", "a", "b");
    await Promise.all([sendOutbox("7"), sendOutbox("7")]);
    await vi.advanceTimersByTimeAsync(60_000);
    const path = "/api/conversations/chat/messages";
    expect(sent).toEqual([
      [path, "7.first", "a"],
      [path, "7.first", "b"],
    ]);
    expect(await changeOutbox("7")).toEqual([]);
  });

  test("what is refused stays with the sentence, unless it is dropped on its way, and the next is sent", async () => {
    await write("7", "a", "b", "c");
    const refuse = (sentence: string) => new Response(sentence, { status: 403 });
    answers = [
      () => refuse("Ben said goodbye."),
      async () => {
        await changeOutbox("7", (waiting) => waiting.filter(({ id }) => id !== "b"));
        return refuse("Ben said goodbye.");
      },
    ];
    await sendOutbox("7");
    expect(idsSent()).toBe("a b c");
    expect(await changeOutbox("7")).toMatchObject([{ id: "a", refusal: "Ben said goodbye." }]);
  });

  test.each([
    ["there is no connection", () => Promise.reject(new TypeError("Failed to fetch")), 10],
    ["the server has a fault", () => new Response("", { status: 503 }), 10],
    ["the limit is reached", () => new Response("", { status: 429, headers: { "Retry-After": "40" } }), 40],
    ["the seconds are few", () => new Response("", { status: 429, headers: { "Retry-After": "1" } }), 10],
    ["the seconds are none", () => new Response("", { status: 429, headers: { "Retry-After": "-5" } }), 10],
    [
      "the seconds are a date",
      () => new Response("", { status: 429, headers: { "Retry-After": "Fri" } }),
      10,
    ],
  ])("when %s it is tried again, from the same message on", async (_, answer, seconds) => {
    await write("7", "a", "b");
    answers = [answer, answer];
    await sendOutbox("7");
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(idsSent()).toBe("a");
    await vi.advanceTimersByTimeAsync(1);
    expect(idsSent()).toBe("a a");
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(idsSent()).toBe("a a a b");
  });

  test("nothing is kept or sent for another member, and a session that has ended sends nothing more", async () => {
    await write("8", "a");
    expect(await changeOutbox("8")).toEqual([]);
    await write("7", "b");
    await sendOutbox("8");
    expect(sent).toEqual([]);
    answers = [() => new Response("", { status: 401 })];
    await sendOutbox("7");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(idsSent()).toBe("b");
  });
});

describe("polls", () => {
  /** A stream whose connection is lost again every three seconds, as Chromium tries. */
  class UnreachableSource extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    onerror?: () => void;
    private timer = setInterval(() => this.onerror?.(), 3000);
    close() {
      clearInterval(this.timer);
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
    vi.stubGlobal("EventSource", UnreachableSource);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("polls go on after a failed one while the stream can't be reached", async () => {
    const poll = vi.fn(() => Promise.resolve(false)).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const unsubscribe = subscribeToEvents("", () => undefined, poll);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(poll.mock.calls.length).toBeGreaterThan(3);
    unsubscribe();
  });
});
