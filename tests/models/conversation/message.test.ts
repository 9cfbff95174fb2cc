import { expect, test } from "vitest";
import { mergeMessages, type ShownMessage } from "~/models/chat";

test("messages stand once, in the server's order, whatever comes when", () => {
  const merged = mergeMessages(list(3, 5), list(5, 4, 1));
  expect(merged.map((message) => message.sequence)).toEqual([1, 3, 4, 5]);
});

test("what is known already changes nothing", () => {
  const kept = list(1, 2);
  expect(mergeMessages(kept, list(2))).toBe(kept);
});

function list(...sequences: number[]): ShownMessage[] {
  return sequences.map((sequence) => ({
    id: `message ${sequence}`,
    conversationId: "talk",
    sequence,
    senderId: "1",
    content: "Hello",
    messageType: null,
    metadata: null,
    createdAt: "2027-03-01T12:00:00.000Z",
  }));
}
