// What a page notes of the moments that its live stream names.
import { afterEach, expect, test, vi } from "vitest";
import { subscribeToEvents } from "~/browser/live-events";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the next request says which moment of the database the stream has told of", () => {
  let stream = new EventTarget();
  const cookies: string[] = [];
  class FakeSource extends EventTarget {
    static readonly CLOSED = 2;
    constructor() {
      super();
      stream = this;
    }
    close() {}
  }
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.defineProperty(page, "cookie", { set: (text: string) => cookies.push(text) });
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", FakeSource);
  const heard: unknown[] = [];
  const leave = subscribeToEvents(
    "cursor",
    (event) => heard.push(event),
    async () => false,
  );
  stream.dispatchEvent(new MessageEvent("moment", { data: '"327.1764115623120"' }));
  leave();
  expect(cookies).toEqual(["heard-moment=327.1764115623120; Max-Age=60; Path=/; SameSite=Lax"]);
  expect(heard).toEqual([]);
});
