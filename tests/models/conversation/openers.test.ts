import { expect, test } from "vitest";
import { makeOpeners } from "~/models/conversation/openers";
import { listOpeners } from "~/models/conversation/openers.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { addMember, addNewcomer, makeMatch } from "../../cast";

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
