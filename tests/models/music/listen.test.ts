// The search addresses of the music services, for names of every kind.
import { LISTEN_SERVICES } from "db/column-types";
import { expect, test } from "vitest";
import { listenPath, nameListenable } from "~/models/music/listen";
import { listenUrl, orderServices } from "~/models/music/listen-services";

const names: [what: string, artist: string, title: string][] = [
  ["plain words", "Can", "Vitamin C"],
  ["punctuation alone", "!!!", "???"],
  ["a slash", "AC/DC", "T.N.T."],
  ["what means something in URLs", "Sigur Rós & Friends #1", "50% + a=b?c;d"],
  ["quotes and a tag", `"'><img src=x>`, "javascript:alert(1)"],
  ["an emoji of several parts", "👩‍🎤", "❤️‍🔥"],
  ["letters from right to left", "فيروز", "‮نسم علينا الهوا"],
  ["line breaks", "Low\n\n", "\tSunflower "],
  ["200 letters", "Ж".repeat(200), "🎵".repeat(100)],
];

test.each(names)("every service is asked for %s, and for nothing else", (_, artist, title) => {
  const words = `${artist} ${title}`.replace(/\s+/g, " ").trim();
  for (const service of LISTEN_SERVICES) {
    const { href, protocol, username, port, hash, pathname, searchParams } = new URL(
      listenUrl(service, { artist, title }),
    );
    expect([protocol, username, port, hash]).toEqual(["https:", "", "", ""]);
    const asked = searchParams.size
      ? [...searchParams.values()]
      : [decodeURIComponent(pathname.replace("/search/", ""))];
    expect(asked).toEqual([words]);
    expect(href.length).toBeLessThan(4000);
  }
});

test("each service has its own host", () => {
  const hosts = LISTEN_SERVICES.map((service) => new URL(listenUrl(service, { artist: "Can" })).hostname);
  expect(hosts).toEqual([
    "www.youtube.com",
    "music.youtube.com",
    "open.spotify.com",
    "music.apple.com",
    "bandcamp.com",
    "www.deezer.com",
    "tidal.com",
  ]);
});

test("half of a character is left out", () => {
  expect(listenUrl("tidal", { artist: "Low \ud83c" })).toBe("https://tidal.com/search?q=Low");
});

test("an artist is looked for by name alone, and a link by its title", () => {
  expect(listenUrl("spotify", { artist: "AC/DC" })).toBe("https://open.spotify.com/search/AC%2FDC");
  expect(listenUrl("deezer", { artist: "", title: "T.N.T." })).toBe("https://www.deezer.com/search/T.N.T.");
  const compilation = { artist: "Various Artists", title: "Nuggets" };
  expect(listenUrl("bandcamp", compilation)).toBe("https://bandcamp.com/search?q=Nuggets");
  expect(nameListenable({ artist: "AC/DC" })).toBe("AC/DC");
  expect(nameListenable({ artist: "", title: "T.N.T." })).toBe("T.N.T.");
  expect(nameListenable({ artist: "AC/DC", title: "T.N.T." })).toBe("T.N.T. by AC/DC");
});

test("the member's own service comes first, and the others keep their order", () => {
  const [first, ...rest] = orderServices("bandcamp");
  expect([first, rest]).toEqual(["bandcamp", LISTEN_SERVICES.filter((service) => service !== "bandcamp")]);
  for (const own of [null, "none"] as const) expect(orderServices(own)).toEqual(LISTEN_SERVICES);
});

test("the address of its page keeps the words", () => {
  const path = listenPath({ artist: "AC/DC", title: "T.N.T. & #1" }, "/previews/key?artist=AC%2FDC");
  expect(Object.fromEntries(new URL(path, "https://b-side.example").searchParams)).toEqual({
    artist: "AC/DC",
    title: "T.N.T. & #1",
    preview: "key",
  });
  expect(listenPath({ artist: "Can" })).toBe("/listen?artist=Can");
});
