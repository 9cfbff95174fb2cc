import { expect, test } from "vitest";
import { BEAT, encodeEvent, encodeOpening, readPlace, retryMs } from "~/live/event-text";

test("an event is its id, its name and one line of JSON", () => {
  expect(encodeEvent("match", { matchId: "m" }, 7)).toBe('id: 7\nevent: match\ndata: {"matchId":"m"}\n\n');
  expect(encodeEvent("reset", {})).toBe("event: reset\ndata: {}\n\n");
  expect(encodeOpening(12, 2500)).toBe("retry: 2500\nid: 12\n\n");
  expect(BEAT).toMatch(/^:[^\r\n]*\n\n$/);
});

test.each([
  "\n\nid: 99\nevent: match\ndata: {}\n\n",
  "\r\rdata: x\r\r",
  "\r\nretry: 1\r\n",
  ": \u2028\u0000",
])("words that look like an event stay words: %j", (words) => {
  const text = encodeEvent("message", { content: words }, 7);
  expect(text.split(/\r\n|\r|\n/)).toHaveLength(5);
  expect(text).toMatch(/^id: 7\nevent: message\ndata: [^\r\n]+\n\n$/);
  const line = text.split("\n")[2] ?? "";
  expect(JSON.parse(line.slice("data: ".length))).toEqual({ content: words });
});

test("readers come back after two to four seconds", () => {
  expect([retryMs(0), retryMs(0.5), retryMs(0.999)]).toEqual([2000, 3000, 3998]);
});

test("a place is a number; what cannot be read is before everything", () => {
  expect([undefined, "", "0", "41"].map(readPlace)).toEqual([undefined, undefined, 0, 41]);
  expect(["-1", "4e3", "1".repeat(16), "x", "7\n"].map(readPlace)).toEqual([-1, -1, -1, -1, -1]);
});
