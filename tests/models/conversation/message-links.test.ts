// Which parts of a message are links, and what they say.
import { expect, test } from "vitest";
import { splitLinks } from "~/models/conversation/message-links";

const links = (text: string) => splitLinks(text).filter(({ href }) => href !== undefined);
const hrefs = (text: string) => links(text).map(({ href }) => href);

test.each([
  ["See https://b-side.example/a?b=c#d, it's good", "https://b-side.example/a?b=c#d"],
  ["(https://b-side.example/a)", "https://b-side.example/a"],
  ["https://en.example.org/wiki/Can_(band).", "https://en.example.org/wiki/Can_(band)"],
  ["“https://b-side.example/a”!", "https://b-side.example/a"],
  ["<https://b-side.example/a>…", "https://b-side.example/a"],
  ["*https://b-side.example/a*", "https://b-side.example/a"],
  ["HTTP://B-Side.Example:8080/a_b-c~d", "http://b-side.example:8080/a_b-c~d"],
  ["https://b-side.example/caf%C3%A9/é", "https://b-side.example/caf%C3%A9/%C3%A9"],
  ["https://b-side.example/a/", "https://b-side.example/a/"],
  ["https://b-side.example/a\\@evil.example", "https://b-side.example/a"],
  ["https://b-side.example/a\u202emoc.live", "https://b-side.example/a"],
])("%s holds one address without its punctuation", (text, href) => {
  expect(hrefs(text)).toEqual([href]);
});

test("what is around the addresses stays as it was written", () => {
  const text = "One:\nhttps://a.example/1, two: http://b.example/2\n\nBye";
  expect(splitLinks(text)).toEqual([
    { text: "One:\n" },
    { text: "https://a.example/1", href: "https://a.example/1" },
    { text: ", two: " },
    { text: "http://b.example/2", href: "http://b.example/2" },
    { text: "\n\nBye" },
  ]);
  for (const plain of ["Hello", "  \n"]) expect(splitLinks(plain)).toEqual([{ text: plain }]);
  expect(splitLinks("")).toEqual([]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,https",
  "ftp://b-side.example",
  "b-side.example/a",
  "https://",
  "https://localhost/a",
  "https://google.example@evil.example/",
  "https://user:secret@evil.example/",
  "https://ex%00ample.org/",
])("%s is no link", (text) => {
  expect(splitLinks(text)).toEqual([{ text }]);
});

test.each([
  ["https://münchen.example/a", "https://münchen.example/a"],
  ["https://пример.рф/a", "https://пример.рф/a"],
  ["https://例え.テスト/a", "https://例え.テスト/a"],
  // A Cyrillic a, a Cyrillic name under a Latin end, a dotless i, and full-width letters.
  ["https://pаypal.example/a", "https://xn--pypal-4ve.example/a"],
  ["https://аррӏе.com", "https://xn--80ak6aa92e.com"],
  ["https://paypaı.example", "https://xn--paypa-r4a.example"],
  ["https://ｅｖｉｌ.example/a", "https://evil.example/a"],
  ["https://%65vil.example/a", "https://evil.example/a"],
])("%s says where it leads", (typed, said) => {
  expect(links(typed).map(({ text }) => text)).toEqual([said]);
});

test("a message of addresses and nothing else is split in one pass", () => {
  const text = "https://a.example/ ".repeat(105);
  expect(links(text)).toHaveLength(105);
  expect(hrefs(`https://a.example/${"(".repeat(900)}${")".repeat(1000)}`)).toHaveLength(1);
});
