import { expect, test } from "vitest";
import { encodeEvent, encodeStreamStart, HEARTBEAT, retryMs } from "~/live/event-stream";

test("an event is its id, its name and one line of JSON", () => {
  expect(encodeEvent("match", { matchId: "m" }, "c7")).toBe(
    'id: c7\nevent: match\ndata: {"matchId":"m"}\n\n',
  );
  expect(encodeEvent("reset", {})).toBe("event: reset\ndata: {}\n\n");
  expect(encodeStreamStart("c12", 2500)).toBe("retry: 2500\nid: c12\n\n");
  expect(HEARTBEAT).toMatch(/^:[^\r\n]*\n\n$/);
});

test.each([
  "\n\nid: 99\nevent: match\ndata: {}\n\n",
  "\r\rdata: x\r\r",
  "\r\nretry: 1\r\n",
  ": \u2028\u0000",
])("text that looks like an event stays text: %j", (words) => {
  const text = encodeEvent("message", { content: words }, "c7");
  expect(text.split(/\r\n|\r|\n/)).toHaveLength(5);
  expect(text).toMatch(/^id: c7\nevent: message\ndata: [^\r\n]+\n\n$/);
  const line = text.split("\n")[2] ?? "";
  expect(JSON.parse(line.slice("data: ".length))).toEqual({ content: words });
});

test("readers reconnect after two to four seconds", () => {
  expect([retryMs(0), retryMs(0.5), retryMs(0.999)]).toEqual([2000, 3000, 3998]);
});
