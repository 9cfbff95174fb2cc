// What a first message can't say, and what is suggested instead.

import { QUESTIONS } from "db/column-types";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { inLanguage } from "~/language/language.server";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { hasContactDetails, needsWarning } from "~/models/conversation/contact-details";
import { foldText } from "~/models/conversation/folded-text";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { makeOpeners } from "~/models/conversation/openers";
import { findOpeners, listOpeners } from "~/models/conversation/openers.server";
import { startConversation } from "~/models/conversation/request.server";
import { findHeldWord, isFlagged } from "~/models/conversation/writing/held-words.server";
import { decideOn } from "~/models/match/decision.server";
import { saveAnthem } from "~/models/member/anthem.server";
import { savePrompts } from "~/models/member/prompt.server";
import { dayOf } from "~/models/member/visit.server";
import { saveAnswer } from "~/models/question/answer.server";
import { questionOf, questionTexts } from "~/models/question/question";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { setCollectionShown } from "~/models/record/shown-record.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";

test.each([
  "Look at https://example.org/me",
  "www.example.org has it",
  "find me on example.com",
  "t.me/adalovelace",
  "ada@example.org",
  "Write to ada.lovelace+music@mail.example.",
  "Call +44 20 7946 0958",
  "(503) 555-0199 works too",
  "5035550199",
  "ｗｗｗ．ｅｘａｍｐｌｅ．ｏｒｇ",
  "ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ",
  "５０３５５５０１９９",
  "٥٠٣٥٥٥٠١٩٩",
  "exa\u200bmple.c\u200bom",
  "example\u00ad.\u2060com",
  "éxample.cóm",
  "ada (at) example.org",
  "ada [at] example [dot] org",
  "ada at example dot com",
  "example . com",
  "example。com",
  "5 0 3 5 5 5 0 1 9 9",
  "503–555–0199",
  "5\u200b0\u200b3\u200b5\u200b5\u200b5\u200b0\u200b1\u200b9\u200b9",
])("a link, an email address or a phone number is found in %j", (text) => {
  expect(hasContactDetails(text)).toBe(true);
});

test.each([
  "You like Broadcast too!",
  "Their best years were 1977-1983, don't you think?",
  "I saw them on 12/31/1999.",
  "R.E.M. or U2? Mr. Mister...",
  "Live at Leeds (1970), track 11",
  "I give it 10/10. You?",
  "The one with (a) the dot on it, at last. Me too!",
  "Meet at the Polka Dot Room?",
])("nothing is found in %j", (text) => {
  expect(hasContactDetails(text)).toBe(false);
});

test.each(["a.".repeat(1000), "@".repeat(2000), "1 ".repeat(1000), "-".repeat(2000), "www".repeat(600)])(
  "a hostile text is read at once: %#",
  (text) => {
    expect(typeof hasContactDetails(text)).toBe("boolean");
  },
);

const song = { type: "song", artist: "Broadcast", title: "Tender Buttons" } as const;

test.each([
  { ...song, title: "Call +44 20 7946 0958" },
  { ...song, artist: "ada@example.org" },
  { ...song, album: "t.me/adalovelace" },
  { ...song, artist: "(503) 555", title: "0199" },
])("the names of a shared song are read like its note: %j", (metadata) => {
  const message = { content: "Listen to this", messageType: "music_share", metadata } as const;
  expect([needsWarning(message), isFlagged(message)]).toEqual([true, true]);
});

test("a song by its name alone is no contact, and the title of a video that its sender gives may be", () => {
  const shared = { content: "Listen to this", messageType: "music_share", metadata: song } as const;
  expect([needsWarning(shared), isFlagged(shared)]).toEqual([false, false]);
  const link = { videoId: "dQw4w9WgXcQ", youtubeUrl: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" };
  for (const [videoTitle, flagged] of [
    ["Live", false],
    ["+44 20 7946 0958", true],
  ] as const)
    expect(isFlagged({ content: "Look", metadata: { ...link, videoTitle } })).toBe(flagged);
});

test("a folded text is at most seven times as long, whatever its signs stand for", () => {
  const grown: string[] = [];
  for (let code = 0; code <= 0x2ffff; code++) {
    const sign = String.fromCodePoint(code);
    if (foldText(sign).length > 7 * sign.length) grown.push(code.toString(16));
  }
  expect(grown).toEqual([]);
});

env.heldWords.push("viagra", "send money", "café");

test.each([
  "Buy VIAGRA now",
  "viagra",
  "Please send  money!",
  "Send-money to me",
  "ｖｉａｇｒａ",
  "via\u200bgra",
  "v\u0336i\u0336a\u0336gra",
  "the Cafe, at nine",
])("a held word is found in %j", (text) => expect(findHeldWord(text)).toBeDefined());

test.each(["Viagras", "I send you money", "decaf"])("no held word is found in %j", (text) =>
  expect(findHeldWord(text)).toBeUndefined(),
);

test("a held word is refused in a first message and its song, and allowed once the other has replied", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const message = "A first message can't include “viagra”. Leave it out until Ben replies.";
  await expect(addMessage(ada.id, id, { content: "Viagra?" })).rejects.toMatchObject({
    code: "invalid",
    message,
    fields: { content: message },
  });
  const metadata = { type: "song" as const, artist: "Viagra Boys", title: "Sports" };
  for (const content of ["Shared a song", VOICE_NOTE_TEXT])
    await expect(addMessage(ada.id, id, { content, messageType: "music_share", metadata })).toBeRefused(
      "invalid",
    );
  await addMessage(ada.id, id, { content: "Do you like Viagras?" });
  await addMessage(ben.id, id, { content: "I prefer Viagra Boys." });
  await addMessage(ada.id, id, { content: "Viagra Boys it is." });
});

test("matched members may use held words from the start", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  expect(await addMessage(ada.id, id, { content: "Viagra Boys!" })).toMatchObject({
    content: "Viagra Boys!",
  });
});

const DAY = 86_400_000;

afterEach(() => vi.useRealTimers());

/** Lets this much time pass. */
function pass(ms: number) {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + ms });
}

test("what the other says makes the three openers: an answer, an anthem and a record", async () => {
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
  await savePrompts(ben.id, { prompts: [{ prompt: "sunday_morning", answer: "Pram." }] });
  await saveAnthem(ben.id, { type: "song", artist: "Low", title: "Sunflower" });
  expect(await listOpeners(ada.id, ben.id)).toEqual([
    "“Pram”: Coffee first, or the record?",
    "How did “Sunflower” by Low become your anthem?",
    "“World of Echo” by Arthur Russell is on both our shelves. Which track do you play first?",
  ]);
  expect(await listOpeners(ben.id, ada.id)).toEqual([
    "“World of Echo” by Arthur Russell is on both our shelves. Which track do you play first?",
    expect.stringMatching(/^Which song by (Radiohead|Broadcast) got you hooked\?$/),
    "Which song by Stereolab should I hear first?",
  ]);
});

test("a record on the other's shelf is spoken of if they show it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const gash = { artist: "Pram", album: "Gash", format: "vinyl", condition: "good" };
  await addRecord(ben.id, recordInput.parse(gash));
  const text = "I spotted “Gash” by Pram on your shelf. What's the story behind it?";
  expect(await listOpeners(ada.id, ben.id)).not.toContain(text);
  await setCollectionShown(ben.id, true);
  expect(await listOpeners(ada.id, ben.id)).toContain(text);
});

test("a pair that shares nothing speaks of what the other loves; a newcomer says nothing yet", async () => {
  const [ada, cleo, newcomer] = [await addMember("Ada"), await addMember("Cleo"), await addNewcomer("Ben")];
  expect(await listOpeners(ada.id, cleo.id)).toEqual(["Which song by Nina Simone should I hear first?"]);
  expect(await listOpeners(ada.id, newcomer.id)).toEqual([]);
});

test("nothing is said about somebody who can't be seen, whatever both love", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await listOpeners(ada.id, ben.id)).not.toEqual([]);
  await blockMember(ben.id, ada.id);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect(await listOpeners(one.id, other.id)).toEqual([]);
});

test("today's answer comes first for whoever may read it, in its words alone", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const question = questionOf(dayOf());
  const song = { type: "song" as const, artist: "Low", title: "Lullaby" };
  const asked = async () =>
    (await listOpeners(ada.id, ben.id)).filter((text) => text.startsWith("You answered"));
  const answer = (id: number, text: string) => saveAnswer(id, { question, text, song });
  await answer(ben.id, "Gash, by Pram.");
  expect(await asked()).toEqual([]);
  await answer(ada.id, "Mine");
  const text = `You answered “${questionTexts[question]}” with “Gash, by Pram”: what's the story?`;
  expect((await listOpeners(ada.id, ben.id))[0]).toBe(text);
  await decideOn(ada.id, { targetUserId: ben.id, liked: false });
  expect(await asked()).toEqual([]);
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  expect(await asked()).toEqual([text]);
  await answer(ben.id, "");
  expect(await asked()).toEqual([]);
});

test("every question and any answer make a sentence", () => {
  const answers = ["Fantastic!", "Who knows?", 'The "White Album"', "One line\nand another", "🎷".repeat(70)];
  for (const question of QUESTIONS)
    for (const text of answers) {
      const [opener] = makeOpeners({ today: { question, text } });
      expect(opener?.label).toBe("Ask about today's answer");
      expect(opener?.text).toMatch(/^You answered “[^“”\n]+” with “[^“”\n]+”: what's the story\?$/);
      expect(opener?.text.length).toBeLessThan(180);
    }
});

const albums: [artist: string, album: string, described: string][] = [
  ["The Smiths", "The Queen Is Dead", "“The Queen Is Dead” by The Smiths"],
  ["Wham!", "Fantastic!", "“Fantastic!” by Wham!"],
  ["R.E.M.", "Murmur", "“Murmur” by R.E.M."],
  ["David Bowie", '"Heroes"', "“Heroes” by David Bowie"],
  ["Kraftwerk", "„Heimcomputer“", "“Heimcomputer” by Kraftwerk"],
  ["Kraftwerk", "„Ja“, sagte er, und „nein“", "“‘Ja’, sagte er, und ‘nein’” by Kraftwerk"],
  ["Air", "« Moon » Safari", "“‘Moon’ Safari” by Air"],
  ["Low", "The “Curtain” Hits the Cast", "“The ‘Curtain’ Hits the Cast” by Low"],
  ["Various Artists", "Pillows & Prayers", "“Pillows & Prayers”"],
  ["The Beatles", "1", "“1” by The Beatles"],
];

test.each(albums)("sentences about %s's %s hold", (artist, album, described) => {
  const points = {
    wanted: { artist, album },
    record: { artist, album },
    shelf: { artist, album },
    anthem: { artist, title: album },
    artists: [artist],
    theirs: [artist],
    prompts: [{ prompt: "underrated" as const, answer: `${artist}.` }],
  };
  const texts = [0, 1, 2, 3].flatMap((time) =>
    Object.entries(points).flatMap(([kind, about]) => makeOpeners({ [kind]: about }, time)),
  );
  expect(texts.length).toBe(25);
  for (const { text } of texts) {
    expect(text).not.toMatch(/[.!?][.?]|"|undefined|\blive\b/);
    expect(text).toMatch(/[a-z][.?]$/);
  }
  const spoken = texts.filter(({ text }) => text.includes(described));
  expect(spoken.length).toBeGreaterThanOrEqual(16);
});

test("a genre is written as in a sentence", () => {
  const texts = ["Electronic", "R&B", "Singer-Songwriter", "Hip-Hop"].map(
    (genre) => makeOpeners({ genres: [genre] })[0]?.text,
  );
  expect(texts).toEqual([
    "What got you into electronic music?",
    "What got you into R&B?",
    "What got you into singer-songwriters?",
    "What got you into hip-hop?",
  ]);
});

test("a long answer is quoted between two words", () => {
  const answer = "Anything by Broadcast, and above all the ones that sound like a library at night";
  expect(makeOpeners({ prompts: [{ prompt: "talk_about", answer }] })[0]?.text).toBe(
    "“Anything by Broadcast, and above all the ones that sound…”: Where would you start?",
  );
});

test("no sentence comes twice, each time has three kinds, and an act that may have stopped playing isn't asked for live", () => {
  const album = { artist: "Nick Drake", album: "Pink Moon" };
  const points = {
    prompts: [{ prompt: "b_side" as const, answer: "Acquiesce" }],
    wanted: album,
    anthem: { artist: "Nick Drake", title: "River Man" },
    record: album,
    shelf: album,
    artists: ["Nick Drake"],
    theirs: ["Can"],
    genres: ["Folk"],
  };
  const times = [0, 1, 2, 3].map((time) => makeOpeners(points, time));
  expect(times.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
  const texts = times.flat().map(({ text }) => text);
  expect(new Set(texts).size).toBe(12);
  expect(texts.join("\n")).not.toMatch(/\blive\b|\bseen\b/);
  expect(makeOpeners(points, 4)).toEqual([]);
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
      label: expect.stringMatching(/^You both love (Radiohead|Broadcast)$/),
      text: expect.stringMatching(/^Which song by (Radiohead|Broadcast) is stuck in your head right now\?$/),
    });
  }
  const offered = await findOpeners(ada.id, id);
  await addMessage(ben.id, id, { content: "Still there?" });
  expect(await findOpeners(ada.id, id)).toEqual([]);

  pass(3 * DAY);
  const again = await findOpeners(ada.id, id);
  expect(again).toHaveLength(3);
  expect(again?.filter(({ text }) => offered?.some((each) => each.text === text))).toEqual([]);
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

test("a starter names a genre as the reader's language does", () => {
  const { label } = inLanguage("de", () => makeOpeners({ genres: ["Classical"] })[0]) ?? {};
  expect([label, makeOpeners({ genres: ["Classical"] })[0]?.label]).toEqual([
    "Frag nach Klassik",
    "Ask about classical music",
  ]);
});
