// Music services and Discogs, as a member without scripts connects them and imports from them.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { eq } from "drizzle-orm";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDueAccount } from "~/models/music-account/weekly-reading.server";
import { shareApp } from "../app";
import { giveConsent } from "../fakes/authorization";
import { makeCopy, startDiscogs } from "../fakes/discogs";
import { startGoogle } from "../fakes/google";
import { makeLastfmFile, makeListenbrainzFile, makeSpotifyFile } from "../fakes/history-files";
import { startLastfm } from "../fakes/lastfm";
import { listenbrainzListeners, startListenbrainz } from "../fakes/listenbrainz";
import { servicesUrl } from "../fakes/service";
import { startSpotify } from "../fakes/spotify";
import { freePort } from "../free-port";
import { freeTurns } from "../free-turns";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const port = await freePort();
const client = (service: string) => ({
  id: "b-side",
  secret: "its & secret: %",
  redirectTo: `http://127.0.0.1:${port}/music-connections/${service}/callback`,
});
const lastfm = await startLastfm("key", "its secret");
const listenbrainz = await startListenbrainz();
const spotify = await startSpotify(client("spotify"));
const google = await startGoogle(client("youtube"));
const discogs = await startDiscogs();
const { addMember, signUp } = shareApp({
  PORT: String(port),
  LASTFM_API_KEY: "key",
  LASTFM_SECRET: "its secret",
  SPOTIFY_CLIENT_ID: "b-side",
  SPOTIFY_CLIENT_SECRET: client("").secret,
  GOOGLE_CLIENT_ID: "b-side",
  GOOGLE_CLIENT_SECRET: client("").secret,
  CATALOG_CONTACT: "ops@b-side.example",
});
beforeAll(freeTurns);
afterAll(() => {
  for (const service of [lastfm, listenbrainz, spotify, google, discogs]) service.close();
});

/** A member whose list of artists is this. */
async function listener(topArtists: string[] = ["Broadcast"]) {
  const ada = await signUp("Ada");
  if (topArtists.length)
    await ada.json("POST", "/api/music-preferences", { topArtists, favoriteGenres: ["Electronic"] });
  return { ada, ...openVisitor(ada) };
}

const card = (page: Page, service: string) => page.within(service, "region");
const namesOn = (page: Page) =>
  page
    .within("Your artists, favorites first", "list")
    .all("listitem")
    .map((row) => row.element.querySelector("span")?.textContent);

test("a member connects Last.fm and imports the selected artists", async () => {
  const { visit } = await listener([]);
  let page = await (await visit("/")).follow(/^Music Services/);
  expect(page.title).toBe("Music Connections · B-Side");
  for (const [typed, title, message] of [
    ["  ", "Username required", "Please enter your Last.fm username."],
    ["nobody-has-this", "Last.fm connection failed", "User not found"],
  ] as const) {
    page = await page.fill("Last.fm username", typed).pressEnter("Last.fm username");
    expect(page.alerts).toContain(title);
    expect(card(page, "Last.fm").errors).toEqual([message]);
    expect([page.status, page.value("Last.fm username")]).toEqual([400, typed]);
  }
  page = await page.fill("Last.fm username", "rj").pressEnter("Last.fm username");
  for (const text of ["Connected as RJ", "54,189 plays · 50 top artists"])
    expect(card(page, "Last.fm").text).toContain(text);
  expect(card(page, "Connected Services").text).toContain("1 of 4");

  page = await page.follow("Import from Last.fm");
  expect(page.title).toBe("Import · Music Connections · B-Side");
  page = await page.uncheck("Radiohead").press("Import selected");
  expect(page.errors).toEqual(["Select at least one genre"]);
  expect(page.isChecked("Radiohead")).toBe(false);
  page = await page.check("Electronic").press("Import selected");
  expect(page.address).toBe("/profile?tab=music");
  expect(namesOn(page)).toHaveLength(49);
  expect(namesOn(page)[0]).toBe("1. Nine Inch Nails");
  expect(namesOn(page).join()).not.toContain("Radiohead");
  expect([page.value("Total Scrobbles"), page.isChecked("Electronic")]).toEqual(["54189", true]);

  page = await (await visit("/music-connections")).press("Refresh Last.fm");
  expect(page.text).toContain("Updated from Last.fm");
  page = await page.press("Disconnect Last.fm");
  expect(page.text).toContain("Service disconnected");
  expect(page.value("Last.fm username")).toBe("");
  expect(card(page, "Connected Services").text).toContain("0 of 4");
});

test("a member proves a Last.fm account at Last.fm, and is shown and found as a verified listener", async () => {
  const ada = await addMember("Ada");
  const { visit } = openVisitor(ada);
  const ben = openVisitor(await addMember("Ben"));
  const anyone = { ageMin: "18", ageMax: "65", maxDistance: "0", minCompatibility: "0" };
  const verified = `/discover?${new URLSearchParams({ ...anyone, verifiedListeners: "1" })}`;
  expect((await ben.visit(verified)).text).not.toContain("Ada L.");

  const ask = async () => {
    const asked = await (await visit("/music-connections")).follow("Verify Last.fm");
    expect(asked.address).toContain(`${servicesUrl}/www.last.fm/api/auth/?api_key=key&cb=`);
    expect(new URL(asked.address).searchParams.size).toBe(2);
    return new URL(new URL(asked.address).searchParams.get("cb") ?? "");
  };
  const answer = (callback: URL, token: string) => {
    callback.searchParams.set("token", token);
    return callback.href;
  };
  const other = "was started in another browser";
  // Nobody else's browser finishes it, nor does a token without a state of its own that was asked for here.
  const first = await ask();
  expect((await ben.visit(answer(first, lastfm.confirmAs("RJ")))).text).toContain(other);
  const bare = `/music-connections/lastfm/callback?token=${lastfm.confirmAs("RJ")}`;
  expect((await visit(bare)).text).toContain(other);
  const unknown = await visit(answer(await ask(), "no-such-token"));
  expect(unknown.text).toContain("Last.fm doesn't know this confirmation any more.");
  const used = await ask();
  let page = await visit(answer(used, lastfm.confirmAs("RJ")));
  expect(page.text).toContain("Service connected");
  expect(card(page, "Last.fm").text).toContain("Connected as RJ");
  // Neither a state that was used nor one of an earlier press takes a stranger's token.
  for (const callback of [used, first])
    expect((await visit(answer(callback, lastfm.confirmAs("solo")))).text).toContain(other);
  const badge = "Verified listener: since 2002, 54,189 plays";
  await expect
    .poll(async () => card(await visit("/music-connections"), "Last.fm").text, { interval: 20 })
    .toContain(badge);
  expect((await ben.visit(`/members/${ada.id}`)).text).toContain(badge);
  page = await ben.visit(verified);
  expect(page.text).toContain(badge);
  expect(page.isChecked("Verified listeners only")).toBe(true);
  expect((await page.follow("Verified listener")).text).toContain(
    "at least 2 years ago, has 5,000 plays or more",
  );
  await (await visit("/music-connections")).press("Disconnect Last.fm");
  expect((await ben.visit(`/members/${ada.id}`)).text).not.toContain("Verified listener");
  expect((await ben.visit(verified)).text).not.toContain("Ada L.");
});

test("a member connects ListenBrainz by name, chooses a period, verifies the account and imports", async () => {
  const { visit } = await listener();
  let page = await visit("/music-connections");
  page = await page.fill("ListenBrainz username", " ").press("Connect ListenBrainz");
  expect(card(page, "ListenBrainz").errors).toEqual(["Please enter your ListenBrainz username."]);
  page.fill("ListenBrainz username", "nobody-has-this").choose("Most played", "All time");
  page = await page.press("Connect ListenBrainz");
  expect(page.value("Most played")).toBe("All time");
  expect(page.alerts).toContain("ListenBrainz connection failed");
  expect(card(page, "ListenBrainz").errors).toEqual(["User not found"]);
  page.fill("ListenBrainz username", "ada l.").choose("Most played", "Last six months");
  page = await page.press("Connect ListenBrainz");
  for (const text of ["Connected as Ada L.", "not verified"])
    expect(card(page, "ListenBrainz").text).toContain(text);

  page = await page.choose("Most played", "All time").press("Refresh ListenBrainz");
  expect(card(page, "ListenBrainz").text).toContain("50 top artists");
  page = await page.fill(/^User token/, "a-token-of-rob").press("Verify ListenBrainz");
  expect(card(page, "ListenBrainz").errors).toEqual(["This token belongs to another ListenBrainz account."]);
  expect([page.status, page.source.includes("a-token-of-rob")]).toEqual([400, false]);
  page = await page.fill(/^User token/, listenbrainzListeners[0]?.token ?? "").press("Verify ListenBrainz");
  expect(card(page, "ListenBrainz").text).not.toContain("not verified");

  page = await page.choose("Most played", "Last six months").press("Refresh ListenBrainz");
  expect(card(page, "ListenBrainz").text).toContain("3 top artists");
  page = await page.follow("Import from ListenBrainz");
  expect(page.text).toContain("1 is already on your list.");
  expect(namesOn(await page.press("Import selected"))).toEqual([
    "1. Broadcast",
    "2. Stereolab",
    "3. Julia Holter",
  ]);
});

test("an account of which nothing is counted yet, or nothing was played, has nothing to import", async () => {
  const { visit } = await listener();
  const connect = async (name: string, period?: string) => {
    const form = (await visit("/music-connections")).fill("ListenBrainz username", name);
    if (period) form.choose("Most played", period);
    return form.press("Connect ListenBrainz");
  };
  const page = await connect("newborn");
  expect(page.text).toContain("counted your plays yet");
  expect(page.links).not.toContain("Import from ListenBrainz");
  await page.press("Disconnect ListenBrainz");
  const { text } = await (await connect("hostile", "All time")).follow("Import from ListenBrainz");
  expect(text).toContain("ListenBrainz has no top artists of yours yet.");
  expect(text).not.toContain("already have everything");
});

test("a member is told of new artists, and adds those they tick", async () => {
  const { ada, visit } = await listener(["Low", "Broadcast"]);
  const account = {
    name: "weekly",
    artists: { half_yearly: [["Broadcast", 9]] as [string, number][], all_time: [] },
  };
  listenbrainzListeners.push(account);
  let page = await visit("/music-connections");
  await page.fill("ListenBrainz username", "weekly").press("Connect ListenBrainz");
  account.artists.half_yearly.push(["Faust", 5], ["Can", 4]);
  await db
    .update(musicAccount)
    .set({ weeklyDueAt: new Date(0) })
    .where(eq(musicAccount.serviceUserId, "weekly"));
  while (await readDueAccount(Date.now()));

  page = await visit("/notifications");
  page = await page.follow(/^Two artists are new in your last six months on ListenBrainz/);
  expect(page.headings).toContain("New on ListenBrainz");
  expect([page.isChecked("Faust"), page.isChecked("Can"), page.has("Your list is full")]).toEqual([
    true,
    true,
    false,
  ]);
  const notifications = await (await ada.get("/api/notifications")).json();
  expect(notifications).toMatchObject([{ kind: "artists", isRead: true, member: null }]);
  expect(card(await visit("/music-connections"), "ListenBrainz").links).toContain("New on ListenBrainz");
  page = await page.uncheck("Faust").press("Import selected");
  expect(namesOn(page)).toEqual(["1. Low", "2. Broadcast", "3. Can"]);
  expect((await visit("/notifications")).has("Two artists are new")).toBe(false);
  expect(card(await visit("/music-connections"), "ListenBrainz").links).not.toContain("New on ListenBrainz");

  // ListenBrainz refuses, and then allows it again.
  const known = listenbrainzListeners.at(-1);
  Object.assign(known ?? {}, { answer: { status: 403, json: { code: 403, error: "Private" } } });
  page = await (await visit("/music-connections")).press("Refresh ListenBrainz");
  expect(page.alerts).toContain("ListenBrainz doesn't let B-Side read this account.");
  const stopped = "We've stopped asking. To turn weekly updates back on, choose Refresh.";
  expect(card(page, "ListenBrainz").text).toContain(stopped);
  Object.assign(known ?? {}, { answer: undefined });
  page = await page.press("Refresh ListenBrainz");
  expect(card(page, "ListenBrainz").text).not.toContain(stopped);
});

test("Last.fm's count fills the profile's field, and other input stays", async () => {
  const { visit } = await listener(["Can"]);
  const empty = await visit("/profile?tab=music");
  await expect(empty.press(/from Last\.fm/)).rejects.toThrow("There is no button");
  const connections = await empty.follow("Import from Last.fm");
  await connections.fill("Last.fm username", "solo").press("Connect Last.fm");
  let page = await visit("/profile?tab=music");
  page = await page
    .fill("Concerts Attended", "31")
    .check("Jazz")
    .press(/^use 12 from Last\.fm$/i);
  expect([page.value("Total Scrobbles"), page.value("Concerts Attended"), page.isChecked("Jazz")]).toEqual([
    "12",
    "31",
    true,
  ]);
  page = await page.press("Save Music Preferences");
  expect(page.text).toContain("Music preferences updated");
  expect((await visit("/")).text).toContain("12 Total Scrobbles");

  // From now on it follows by itself.
  page = await page.fill("Total Scrobbles", "5").press("Save Music Preferences");
  const box = "Keep my Total Scrobbles up to date";
  page = await visit("/music-connections");
  expect(page.isChecked(box)).toBe(false);
  page = await page.check(box).press("Save for Last.fm");
  expect([page.isChecked(box), page.has("Total Scrobbles follow your plays")]).toEqual([true, true]);
  expect((await visit("/")).text).toContain("12 Total Scrobbles");
});

test("a member connects Spotify and YouTube Music at those services", async () => {
  const { ada, visit } = await listener();
  const connect = async (service: string, answer: Parameters<typeof giveConsent>[1]) => {
    const consent = await (await visit("/music-connections")).follow(`Connect ${service}`);
    return visit((await giveConsent(consent.address, answer)).href);
  };
  const declined = await connect("Spotify", { answer: "cancel" });
  for (const text of ["Connection failed", "Access was declined at Spotify."])
    expect(declined.text).toContain(text);
  expect(card(declined, "Connected Services").text).toContain("0 of 4");
  let page = await connect("Spotify", { person: "ada.lovelace" });
  expect(page.text).toContain("Service connected");
  expect(card(page, "Spotify").text).toContain("Connected as Ada on Spotify");
  expect(card(page, "Spotify").text).not.toContain("Connect Spotify");
  page = await connect("YouTube Music", { person: "without-a-channel@google.example" });
  expect(page.text).toContain("This Google account has no YouTube channel.");
  page = await connect("YouTube Music", { person: "hostile@google.example" });
  expect(card(page, "YouTube Music").text).toContain("Connected as <script>alert(1)</script>");
  expect(page.source).not.toContain("Import from Spotify");

  // What is played there is shown beside the member's own list, to others too.
  page = await visit("/profile?tab=music");
  expect(namesOn(page)).toEqual(["1. Broadcast"]);
  const shown = (on: Page) =>
    card(on, "On Spotify")
      .all("listitem")
      .map(({ text }) => text);
  expect(shown(page)).toEqual(["Broadcast", "Julia Holter", "Stereolab", "The Beatles"]);
  const ben = openVisitor(await signUp("Ben"));
  const profile = await ben.visit(`/members/${ada.id}`);
  expect(card(profile, "On Spotify").text).toContain("What Ada L. plays most, from Spotify");

  page = await (await visit("/music-connections")).press("Disconnect Spotify");
  expect(page.text).toContain("Service disconnected");
  page = await connect("Spotify", { person: "hostile" });
  expect(card(page, "Spotify").text).toContain("Connected as <img src=x onerror=alert(1)>");
  expect(shown(await ben.visit(`/members/${ada.id}`))).toEqual(["</script><script>alert(2)</script>"]);
});

test("a member imports a file from ListenBrainz, Spotify or Last.fm", async () => {
  const { visit } = await listener();
  let page = await (await visit("/music-connections")).follow("Choose a File");
  expect(page.title).toBe("Your File · Music Connections · B-Side");
  page = await page.press("Send File");
  expect([page.status, page.errors]).toEqual([400, ["Choose a file first."]]);
  /** Sends a file, which is read in the background, and waits until the page says what became of it. */
  const send = async (bytes: Uint8Array, outcome: string) => {
    page = await page.attach("File", new File([new Uint8Array(bytes)], "my.zip")).press("Send File");
    const text = async () => {
      page = await visit(page.address);
      return page.text;
    };
    await expect.poll(text, { interval: 50 }).toContain(outcome);
  };
  await send(Buffer.from("Dear diary"), "This isn't a listening history that we can read.");
  for (const [name, make] of [
    ["ListenBrainz", makeListenbrainzFile],
    ["Spotify", makeSpotifyFile],
    ["Last.fm", makeLastfmFile],
  ] as const) {
    await send(await make(), `Here are the 3 artists you play most.`);
    expect(page.text).toContain("We counted 10 plays.");
    const offer = await page.follow("Choose What to Import");
    expect(offer.headings).toContain(`Import from your ${name} file`);
    if (name === "Last.fm") page = offer;
    else page = await visit("/music-connections/file");
  }
  expect(page.text).toContain("Order counts: once they're added");
  expect(namesOn(await page.press("Import selected"))).toEqual([
    "1. Broadcast",
    "2. Stereolab",
    "3. Nina Simone",
  ]);
});

test("an offer tells how a file's letters were read, and another choice is a file away", async () => {
  const { visit } = await listener();
  const row = "Кино,Группа крови,Спокойная ночь,05 Apr 2010 11:59\n";
  const bytes = new Uint8Array(iconv.encode(row, "windows-1251"));
  const file = new File([bytes], "scrobbles.csv", { type: "text/csv" });
  const offerOf = async () => {
    let page = await visit("/music-connections/file");
    const isRead = async () => {
      page = await visit("/music-connections/file");
      return page.links.includes("Choose What to Import");
    };
    await expect.poll(isRead, { timeout: 60_000 }).toBe(true);
    return page.follow("Choose What to Import");
  };
  await (await visit("/music-connections/file")).attach("File", file).press("Send File");
  let page = await offerOf();
  expect([page.has("Letters: Cyrillic."), page.has("Кино")]).toEqual([true, true]);
  page = await page.follow("Wrong letters?");
  await page.attach("File", file).choose("Letters", "Western European").press("Send File");
  page = await offerOf();
  expect([page.has("Letters: Western European."), page.has("Êèíî")]).toEqual([true, true]);
});

const WAIT = { timeout: 20_000, interval: 100 };

/** The page that shows how far it is, once its reading has ended. */
async function visitEnded(visitor: ReturnType<typeof openVisitor>): Promise<Page> {
  let page = await visitor.visit("/records/discogs");
  await expect
    .poll(async () => {
      page = await visitor.visit("/records/discogs");
      return /Reading the (collection|wantlist)/.test(page.text);
    }, WAIT)
    .toBe(false);
  return page;
}

test("a collection is read by its owner's name, previewed and imported", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const copies = [1, 2, 3].map((number) => makeCopy(number, `Album ${number}`));
  discogs.collections.set("ada", copies);
  let page = await (await visitor.visit("/records")).follow("Import from Discogs");
  page = await page.fill("Your Discogs username", "https://evil.example/user/ada").press("Read Collection");
  expect(page.errorOf("Your Discogs username")).toBe(
    "Use your Discogs username, or the address of your profile there.",
  );
  page = await page.fill("Your Discogs username", "nobody").press("Read Collection");
  expect(page.address).toBe("/records/discogs");
  page = await visitEnded(visitor);
  expect(page.alerts).toContain("nobody: There's no Discogs user with this name.");

  page.fill("Your Discogs username", "https://www.discogs.com/user/ada/collection");
  page = await page.press("Read Collection");
  page = await visitEnded(visitor);
  expect(page.has("The collection of ada has been read.")).toBe(true);
  page = await page.follow("Preview");
  page.heading("Ready to import");
  expect(page.has("3 records ready to import.")).toBe(true);
  expect(page.text).toContain("Album 1 by Low");
  page = await page.press("Import 3 records");
  expect(page.alerts).toContain("3 records added to your collection");
  expect(page.main.headings).toContain("Album 1");
  page = await visitor.visit("/records/discogs");
  expect([page.value("Your Discogs username"), page.has("has been read")]).toEqual(["ada", false]);

  discogs.collections.set("ada", [...copies, makeCopy(900, "Later")]);
  page = await (await visitor.visit("/records/discogs")).press("Read Collection");
  page = await (await visitEnded(visitor)).follow("Preview");
  expect(page.text).toContain("3 are already in your collection and will be skipped.");
  page = await page.press("Import 1 record");
  expect(page.main.headings).toContain("Later");
});

test("a wantlist is read the same way, onto the records that one looks for", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  discogs.wantlists.set("ada", [makeCopy(1, "Wanted 1"), makeCopy(2, "Wanted 2")]);
  let page = await (await visitor.visit("/records?wanted=true")).follow("Import from Discogs");
  page = await page.fill("Your Discogs username", "ada").press("Read Wantlist");
  expect(page.address).toBe("/records/discogs?wanted=true");
  page = await visitEnded(visitor);
  expect(page.has("The wantlist of ada has been read.")).toBe(true);
  page = await page.follow("Preview");
  expect(page.has("2 records ready to import.")).toBe(true);
  page = await page.press("Import 2 records");
  expect([page.address, page.main.headings]).toEqual([
    "/records?wanted=true",
    expect.arrayContaining(["Wanted 1", "Wanted 2"]),
  ]);
});

test("records that Discogs counts and doesn't send are said in the preview", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  discogs.collections.set(
    "short",
    [1, 2, 3].map((number) => makeCopy(number, `Album ${number}`)),
  );
  discogs.hooks.cutPage = (_page, items) => items.slice(0, 1);
  await (await visitor.visit("/records/discogs"))
    .fill("Your Discogs username", "short")
    .press("Read Collection");
  const page = await (await visitEnded(visitor)).follow("Preview");
  discogs.hooks.cutPage = (_page, items) => items;
  expect(page.has("1 record ready to import.")).toBe(true);
  expect(page.text).toContain(
    "Discogs didn't send 2 records that it counts. Read your collection again later to get them.",
  );
});

test("what has left Discogs is listed with boxes, none of them ticked, and goes where it is chosen", async () => {
  const visitor = openVisitor(await signUp("Ada"));
  const copies = [1, 2, 3].map((number) => makeCopy(number, `Kept ${number}`));
  discogs.collections.set("sheds", copies);
  const read = async () => {
    const page = await visitor.visit("/records/discogs");
    await page.fill("Your Discogs username", "sheds").press("Read Collection");
    return (await visitEnded(visitor)).follow("Preview");
  };
  await (await read()).press("Import 3 records");
  copies.splice(1, 2);
  let page = await read();
  page.heading("Nothing to import");
  const [second, third] = ["Remove Kept 2 by Low (Vinyl)", "Remove Kept 3 by Low (Vinyl)"];
  expect(page.has("No longer in your Discogs collection")).toBe(true);
  expect([page.isChecked(second), page.isChecked(third)]).toEqual([false, false]);
  page = await page.press("Remove Selected");
  expect([page.text.includes("Choose what to remove."), page.has(second)]).toEqual([true, true]);
  page = await page.check(third).press("Remove Selected");
  expect(page.alerts).toContain("1 record removed");
  expect(page.main.headings).toEqual(expect.arrayContaining(["Kept 1", "Kept 2"]));
  expect(page.main.headings).not.toContain("Kept 3");
  copies.push(makeCopy(4, "New"));
  page = await read();
  page = await page.press("Import 1 record");
  expect(page.main.headings).toEqual(expect.arrayContaining(["Kept 1", "Kept 2", "New"]));
});
