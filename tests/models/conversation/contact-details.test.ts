import { expect, test } from "vitest";
import { hasContactDetails, needsWarning } from "~/models/conversation/contact-details";
import { foldText } from "~/models/conversation/folded-text";
import { isFlagged } from "~/models/conversation/writing/held-words.server";

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
