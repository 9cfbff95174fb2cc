import { afterEach, expect, test, vi } from "vitest";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { makeOpeners, makeRestedOpeners } from "~/models/conversation/openers";
import { findOpeners, listOpeners } from "~/models/conversation/openers.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";

const DAY = 86_400_000;

afterEach(() => vi.useRealTimers());

/** Lets this much time pass. */
function pass(ms: number) {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + ms });
}

test("an artist, a record and a genre make the three openers", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const echo = recordInput.parse({
    artist: "Arthur Russell",
    album: "World of Echo",
    genre: "Electronic",
    format: "vinyl",
    condition: "good",
  });
  for (const { id } of [ada, ben]) await addRecord(id, echo);
  expect(await listOpeners(ada.id, ben.id)).toEqual([
    expect.stringMatching(/^What's your favorite (Radiohead|Broadcast) song\?$/),
    "We both have World of Echo by Arthur Russell. Which track do you play first?",
    "What got you into Electronic?",
  ]);
});

test("what is missing is replaced by more of the rest", () => {
  expect(makeOpeners({ artists: ["Can", "Low"], genres: [] })).toEqual([
    "What's your favorite Can song?",
    "Have you ever seen Low live?",
  ]);
  expect(makeOpeners({ artists: ["Can", "Low", "Pram", "Abba"], genres: ["Jazz", "Pop"] })).toHaveLength(3);
});

test("a pair that shares nothing gets none", async () => {
  const [ada, cleo, newcomer] = [await addMember("Ada"), await addMember("Cleo"), await addNewcomer("Ben")];
  expect(await listOpeners(ada.id, cleo.id)).toEqual([]);
  expect(await listOpeners(ada.id, newcomer.id)).toEqual([]);
});

test("a conversation that has rested for three days after two messages has openers until somebody writes", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Hi" });
  pass(4 * DAY);
  expect(await findOpeners(ada.id, id)).toEqual([]);
  await addMessage(ben.id, id, { content: "Hi yourself" });
  pass(3 * DAY - 60_000);
  expect(await findOpeners(ada.id, id)).toEqual([]);
  pass(60_000);
  for (const { id: memberId } of [ada, ben]) {
    const openers = await findOpeners(memberId, id);
    expect(openers).toHaveLength(3);
    expect(openers?.[0]).toEqual({
      label: expect.stringMatching(/^Ask about (Radiohead|Broadcast)$/),
      text: expect.stringMatching(/^Which (Radiohead|Broadcast) song is stuck in your head right now\?$/),
    });
  }
  await addMessage(ben.id, id, { content: "Still there?" });
  expect(await findOpeners(ada.id, id)).toEqual([]);
});

test("a closed conversation has none, and neither has that of others", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Hi" });
  await sayGoodbye(ben.id, id, { content: "Goodbye" });
  pass(4 * DAY);
  expect(await findOpeners(ada.id, id)).toEqual([]);
  expect(await findOpeners(cleo.id, id)).toBeUndefined();
});

test("an opener that was said isn't offered again", () => {
  const taste = {
    artists: ["Can", "Low"],
    genres: ["Jazz"],
    record: { artist: "Broadcast", album: "Tender Buttons" },
  };
  expect(makeRestedOpeners(taste, []).map(({ label }) => label)).toEqual([
    "You both own Tender Buttons",
    "Ask about Can",
    "Ask about Jazz",
  ]);
  const said = ["So: when did you last play tender buttons by Broadcast?", "Can"];
  expect(makeRestedOpeners(taste, said).map(({ label }) => label)).toEqual([
    "Ask about Can",
    "Ask about Jazz",
    "You both love Low",
  ]);
});
