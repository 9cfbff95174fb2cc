import { expect, test } from "vitest";
import { type MessageDto, mergeMessages } from "~/models/conversation/message";

test("merged messages are unique and in the server's order", () => {
  const merged = mergeMessages(list(3, 5), list(5, 4, 1));
  expect(merged.map((message) => message.sequence)).toEqual([1, 3, 4, 5]);
});

test("merging known messages changes nothing", () => {
  const kept = list(1, 2);
  expect(mergeMessages(kept, list(2))).toBe(kept);
});

function list(...sequences: number[]): MessageDto[] {
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
