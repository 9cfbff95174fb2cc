// Without scripts every song leads to a page that plays its preview and opens music services, and a member chooses an anthem.
import { afterAll, expect, test } from "vitest";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import { silence, startDeezer } from "../fakes/deezer";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const deezer = await startDeezer();
afterAll(() => deezer.close());
const { signUp } = shareApp({ PREVIEWS: "deezer" });

const SONG = { artist: "Can", title: "Vitamin C" };
const NAME = "Listen to Vitamin C by Can";
const players = (page: Page) =>
  [...page.element.querySelectorAll("audio[controls][preload=none]")].map((each) => each.getAttribute("src"));
const preview = expect.stringMatching(/^\/previews\/.*artist=Can&title=Vitamin\+C$/);

test("shared songs and playlists lead to a page that plays them and loads nothing before that", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const talk = await makeConversation(ada, ben);
  const share = { messageType: "music_share", metadata: SONG };
  await ben.json("POST", `/api/conversations/${talk}/messages`, share);
  const { id } = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  await ada.json("POST", `/api/playlists/${id}/songs`, SONG);
  await ada.json("POST", `/api/playlists/${id}/songs`, { artist: "Stereolab", title: "French Disko" });
  const visitor = openVisitor(ada);
  const frame = await visitor.visit(`/messages/${talk}/frame?still`);
  expect(players(await frame.follow(NAME))).toEqual([preview]);
  const list = await visitor.visit(`/playlists/${id}`);
  expect(list.links).toEqual(expect.arrayContaining([NAME, "Listen to French Disko by Stereolab"]));
  expect(players(await list.follow(NAME))).toEqual([preview]);
  // Songs without a picture have a drawn sleeve.
  expect(frame.element.querySelector('.share img[src^="/sleeves/"]')).not.toBeNull();
});

test("the page of a song opens music services, the member's own first", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  let page = await visitor.visit("/listen?artist=AC%2FDC&title=T.N.T.");
  expect([page.title, page.headings[0]]).toEqual(["Listen to T.N.T. by AC/DC · B-Side", "T.N.T."]);
  const services = (shown: Page) =>
    [...shown.element.querySelectorAll<HTMLAnchorElement>("main a[target=_blank]")].map((link) => {
      expect(link.rel).toBe("noopener noreferrer");
      return new URL(link.href).hostname;
    });
  expect(services(page)).toHaveLength(7);
  expect(services(page)[0]).toBe("www.youtube.com");
  page = await page.choose("Open songs in", "Bandcamp").press("Save");
  expect(page.address).toBe("/listen?artist=AC%2FDC&title=T.N.T.");
  expect(page.alerts).toContain("Bandcamp comes first from now on.");
  expect(services(page)[0]).toBe("bandcamp.com");
  expect(page.addressOf(/^Open in Bandcamp/)).toBe("https://bandcamp.com/search?q=AC%2FDC%20T.N.T.");
  // It asks once.
  expect(page.fields).not.toContain("Open songs in");
  const settings = await visitor.visit("/settings");
  expect(settings.value("Open songs in")).toBe("Bandcamp");
  page = await settings.choose("Open songs in", "No favorite").within("Listening", "region").press("Save");
  expect([page.address, page.value("Open songs in")]).toEqual(["/settings", "No favorite"]);
});

test("only words that this server has shown have a player, and a page needs words", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  const guessed = await visitor.visit("/listen?artist=Can&title=Vitamin+C&preview=guessed");
  expect([guessed.status, players(guessed)]).toEqual([200, []]);
  for (const query of ["", "?artist=+&title=", `?artist=${"a".repeat(201)}`, `?preview=${"a".repeat(101)}`])
    expect((await visitor.visit(`/listen${query}`)).status, query).toBe(404);
  const hostile = await visitor.visit(`/listen?artist=${encodeURIComponent(`"><script>alert(1)</script>`)}`);
  expect(hostile.headings[0]).toBe(`"><script>alert(1)</script>`);
  expect(hostile.addressOf(/^Deezer/)).toBe(
    "https://www.deezer.com/search/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  );
});

test("a member chooses an anthem, which stands on their page until it is removed", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  let page = await (await visitor.visit("/profile")).follow(/anthem/i);
  expect(page.title).toBe("Anthem · Profile · B-Side");
  page = await page.press("Save Anthem");
  expect(page.errors).not.toEqual([]);
  page = await page.fill("Artist", SONG.artist).fill("Title", SONG.title).press("Save Anthem");
  expect(page.alerts).toContain("Anthem updated");
  const card = (await openVisitor(ben).visit(`/members/${ada.id}`)).within("Anthem", "region");
  expect(card.has("Vitamin C")).toBe(true);
  expect(players(await card.follow(NAME))).toEqual([preview]);
  page = await (await visitor.visit("/profile/anthem")).press("Remove Anthem");
  expect(page.alerts).toContain("Anthem removed");
  expect((await openVisitor(ben).visit(`/members/${ada.id}`)).headings).not.toContain("Anthem");
});

test("a question about a song plays it to the member who is asked, and nothing says which it is", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  deezer.addTrack({ id: 2000, artist: "Coldplay", title: "Yellow", seconds: 30 });
  await ada.json("POST", "/api/music-preferences", { topArtists: ["Coldplay"], favoriteGenres: ["Rock"] });
  let page = await (await openVisitor(ada).visit("/trivia")).press("Practice Alone");
  const question = () => page.element.querySelector("#question legend")?.textContent;
  for (let number = 1; question() !== "Which band recorded “Yellow”?"; number++) {
    expect(number).toBeLessThan(5);
    const [first = ""] = page.fields.filter((name) => /^A /.test(name));
    page = await page.check(first).press("Submit Answer");
  }
  const clip = page.addressOf("Play the clip");
  expect(clip).toMatch(/^\/trivia\/clips\/[\w-]{43}$/);
  const link = page.element.querySelector(`a[href="${clip}"]`);
  expect(link?.outerHTML).not.toMatch(/coldplay|yellow/i);
  const sound = await ada.get(clip);
  expect(sound.status).toBe(200);
  expect(Buffer.from(await sound.arrayBuffer())).toEqual(silence(30));
  expect(JSON.stringify([...sound.headers])).not.toMatch(/coldplay|yellow/i);
  expect((await ada.send(clip, { headers: { Range: "bytes=100-299" } })).status).toBe(206);
  expect((await ben.get(clip)).status).toBe(404);
  // The words are enough.
  expect(page.fields.filter((name) => name.endsWith("Coldplay"))).toHaveLength(1);
});
