// Discover, matches and members' pages, as a member without scripts uses them.
import sharp from "sharp";
import { expect, test } from "vitest";
import { checkSheet } from "~/matching/check/score-sheet";
import { decide, makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { app, signUp } = shareApp();

const ownArtists = ["The Unheard", "Nobody Home", "Attic Tapes", "Mono Lake", "Second Pressing"];

/** Signs up a member of 30 in a town that only the members of one test live in. */
async function settle(
  firstName: string,
  location: string,
  { genres = ["Jazz"], artists = ownArtists, bio = "Likes records." } = {},
): Promise<Person> {
  const person = await signUp(firstName);
  await person.json("PATCH", "/api/profile", { bio, age: 30, location });
  const counts = { totalScrobbles: 0, concertsAttended: 0 };
  await person.json("POST", "/api/music-preferences", {
    topArtists: artists,
    favoriteGenres: genres,
    ...counts,
  });
  return person;
}

const open = (person: Person, address: string) => openVisitor(person).visit(address);
const NEAR = "/discover?maxDistance=5&minCompatibility=";
const cards = (page: Page) => page.all("article").map(({ headings }) => headings[0]);
const withoutHash = ({ address }: Page) => address.replace(/#.*/, "");
const notices = (page: Page) => page.alerts;

test("alone, a member reads that they are the first, and gets a link to send to friends", async () => {
  const ada = await signUp("Ada");
  const alone = await open(ada, "/discover");
  expect(alone.has("No users to discover")).toBe(true);
  expect(alone.has("the first one here")).toBe(true);
  expect(alone.value("Invite a friend with this link")).toBe(app().origin);
  for (const path of ["/", "/discover"]) {
    const newcomer = await open(ada, path);
    expect(newcomer.headings).toContain("Complete Your Music Profile");
    expect(newcomer.addressOf("Add your music")).toBe("/profile?tab=music");
  }
  await signUp("Ben");
  const empty = await open(ada, "/discover");
  expect(empty.fields).not.toContain("Invite a friend with this link");
  expect(empty.addressOf("Go to Home")).toBe("/");
});

test("in a small community everybody is on one page, which says how many they are and how many were seen", async () => {
  const [ada, ben] = [await settle("Ada", "Tromsø"), await settle("Ben", "Tromsø")];
  await settle("Cleo", "Bodø");
  const all = await open(ada, "/discover");
  expect(cards(all)).toEqual(expect.arrayContaining(["Ben L., 30", "Cleo L., 30"]));
  const { length } = cards(all);
  expect([all.has(`${length} people so far.`), all.has("wider"), all.has("You've seen")]).toEqual([
    true,
    false,
    false,
  ]);
  await decide(ada, ben, true);
  const left = await open(ada, "/discover");
  expect([cards(left).length, left.has(`${length} people so far. You've seen 1.`)]).toEqual([
    length - 1,
    true,
  ]);
  const first = await open(ada, "/welcome/people");
  expect(first.has("Few new people fit the usual filters, so this is a wider search: Ages 18–35")).toBe(true);
});

test("a member filters, passes, undoes and likes on the page that they are on, and starts a chat with a match", async () => {
  const town = "Reykjavík";
  const [ada, ben] = [await settle("Ada", town), await settle("Ben", town)];
  await settle("Cleo", town, { genres: ["Rock"] });
  await settle("Dan", town, { genres: ["Jazz", "Folk"] });
  await decide(ben, ada, true);
  const all = await open(ada, NEAR);
  expect(cards(all).sort()).toEqual(["Ben L., 30", "Cleo L., 30", "Dan L., 30"]);

  const filtered = await all.check("Jazz").press("Apply Filters");
  const { address } = filtered;
  expect(address).toMatch(/[?&]genres=Jazz(&|$)/);
  expect(filtered.isChecked("Jazz")).toBe(true);
  expect(cards(filtered).sort()).toEqual(["Ben L., 30", "Dan L., 30"]);

  const passed = await filtered.press("Pass on Dan L.");
  // It stands in the bar of the card that has taken the place.
  const [bar] = passed.all("article");
  expect(bar?.has("Passed You won't see Dan L. again.")).toBe(true);
  expect([withoutHash(passed), cards(passed)]).toEqual([address, ["Ben L., 30"]]);
  const undone = await passed.press("Undo passing on Dan L.");
  expect(undone.has("Passed")).toBe(false);
  expect([withoutHash(undone), cards(undone)]).toEqual([address, cards(filtered)]);
  const liked = await undone.press("Like Dan L.");
  expect(notices(liked)).toContain("Liked Dan L. Match recorded We'll let you know if it's mutual!");
  const unliked = await liked.press("Undo liking Dan L.");
  expect(unliked.has("Match recorded")).toBe(false);
  const mutual = await (await unliked.press("Like Dan L.")).press("Like Ben L.");
  expect(mutual.has("It's mutual! You two like each other.")).toBe(true);
  expect((await mutual.follow("Keep Looking")).has("Cleo L.")).toBe(false);

  const matches = await open(ada, "/matches");
  expect(matches.has("1 Mutual")).toBe(true);
  const [match] = matches.within("Mutual Matches", "region").all("article");
  // The page's badge says for all of them that they are mutual.
  expect([match?.has("Matched just now"), match?.has("Mutual")]).toEqual([true, false]);
  const sent = matches.within("People You Liked", "region");
  expect(sent.has("Liked just now")).toBe(true);
  expect(sent.headings).toContain("Dan L.");
  expect(sent.buttons).toContain("Send Message to Dan L.");
  const chat = await matches.press("Start Conversation with Ben L.");
  expect(chat.address).toMatch(/^\/messages\/[\da-f-]{36}#write$/);
  expect(notices(chat)).toContain("Conversation started You can now chat with your match!");
  for (const path of ["/matches", `/members/${ben.id}`]) {
    const page = await open(ada, path);
    expect(page.buttons.filter((name) => name.startsWith("Start Conversation"))).toEqual([]);
    expect((await page.follow("Open Conversation with Ben L.")).address).toBe(withoutHash(chat));
  }
  const asked = await (await open(ada, "/matches")).press("Send Message to Dan L.");
  expect(notices(asked)).toContain("Conversation started You can send one message until they reply.");
});

test("a short list leads to everyone where only wider limits together find more", async () => {
  const [ada, ben] = [await settle("Ada", "Hammerfest"), await settle("Ben", "Hammerfest")];
  await settle("Cleo", "Bodø");
  await ben.json("PATCH", "/api/profile", { bio: "Likes records.", age: 52, location: "Hammerfest" });
  const search = "/discover?ageMin=50&ageMax=55&maxDistance=5&minCompatibility=";
  const short = await open(ada, search);
  expect(cards(short)).toEqual(["Ben L., 52"]);
  const everyone = await short.follow("Show everyone");
  expect(cards(everyone)).toContain("Cleo L., 30");
  expect(everyone.links).not.toContain("Show everyone");
  await decide(ada, ben, true);
  const empty = await open(ada, search);
  expect([empty.has("No users to discover"), empty.links.includes("Show everyone")]).toEqual([true, true]);
});

test("a member whose wishes leave out people who haven't said their gender includes them in one press", async () => {
  const town = "Longyearbyen";
  const [ada] = [await settle("Ada", town), await settle("Ben", town)];
  await ada.json("PUT", "/api/profile/wishes", { gender: "woman", meets: ["man"], consents: true });
  const empty = await open(ada, NEAR);
  expect(empty.has("No users to discover")).toBe(true);
  const narrow = await open(ada, "/discover?ageMin=50&ageMax=55");
  const offers = [narrow.has("Include people who haven't said"), narrow.links.includes("Show everyone")];
  expect(offers).toEqual([true, false]);
  const first = await open(ada, "/welcome/people");
  expect(first.has("Include people who haven't said")).toBe(true);
  expect(first.has("Nobody here fits")).toBe(false);
  const found = await empty.press("Include people who haven't said");
  expect(cards(found)).toEqual(["Ben L., 30"]);
  expect(notices(found)).toContain("You'll also see people who haven't said their gender.");
  expect(withoutHash(found)).toBe(NEAR);
  expect(found.has("Include people who haven't said")).toBe(false);
  const wishes = await open(ada, "/profile?tab=meet");
  expect(wishes.isChecked("People who haven't said their gender")).toBe(true);
});

test("a match has a page with both faces, what they share and words to start with, and a mixtape card", async () => {
  const [ada, ben] = [await settle("Ada", "Nuuk"), await settle("Ben", "Nuuk")];
  await decide(ben, ada, true);
  const match = await (await open(ada, NEAR)).press("Like Ben L.");
  expect(match.headings).toContain("You and Ben L.");
  const faces = [...match.element.querySelectorAll("main img")].map((image) => image.getAttribute("alt"));
  expect(faces).toEqual(expect.arrayContaining(["Ben L.", "You"]));
  expect(match.text).toMatch(/You both love/);
  expect(match.has(/recovery codes/i)).toBe(false);
  expect(match.text).toMatch(/Put it on .+ Your mixtape card$/);
  const opened = await match.press("What got you into jazz?");
  expect(opened.value(/message/i)).toBe("What got you into jazz?");
  const hello = await (await open(ada, match.address)).press("Say Hello to Ben");
  expect(hello.address).toMatch(/^\/messages\/[\da-f-]{36}#write$/);
  expect(hello.value(/message/i)).toBe("");

  const mixtape = await (await open(ada, `/members/${ben.id}`)).follow("Your mixtape card");
  expect(mixtape.title).toBe("Your Mixtape with Ben · B-Side");
  const card = mixtape.element.querySelector("img[alt^='A card for you and Ben']")?.getAttribute("src") ?? "";
  expect(await sharp(await (await ada.get(card)).arrayBuffer()).metadata()).toMatchObject({ height: 1350 });
  const saved = await ada.get(mixtape.addressOf("Save Picture"));
  expect(saved.headers.get("Content-Disposition")).toContain('filename="b-side-mixtape.png"');
});

test("a member's page has the decision, and a page with the reasons for the score, which add up", async () => {
  const ada = await settle("Ada", "Akureyri");
  const ben = await settle("Ben", "Akureyri", { bio: "Repairs\naccordions." });
  const page = await (await open(ada, NEAR)).follow("Ben L.");
  expect([page.address, page.title]).toEqual([`/members/${ben.id}`, "Ben L. · Members · B-Side"]);
  expect(page.headings).toContain("Ben L., 30");
  expect(page.text).toMatch(/Akureyri, .* · within 5 miles/);
  const passed = await page.press("Pass");
  expect([passed.has("You passed on Ben L."), notices(passed)]).toEqual([true, ""]);
  const liked = await (await passed.press(/^Undo/)).press("Like");
  expect(liked.has("You liked Ben L. We'll let you know if it's mutual!")).toBe(true);
  expect(liked.buttons).toContain("Send Message to Ben L.");

  const why = await liked.follow(/^Why \d+%\?/);
  expect(why.address).toBe(`/members/${ben.id}/why`);
  const sums = why.headings.flatMap((name) => /(\d+)%$/.exec(name)?.[1] ?? []).map(Number);
  const parts = [...why.text.matchAll(/\+(\d+)%/g)].map(([, part]) => Number(part));
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  expect(sum(parts)).toBe(sum(sums));
  expect(why.headings).toContain(`Why ${sum(parts)}%?`);
  expect(why.headings.some((name) => /^Artists you share \d+%$/.test(name))).toBe(true);
  const check = await why.follow("Check this number");
  expect([check.address, check.title]).toEqual([
    `/members/${ben.id}/check`,
    `Check ${sum(parts)}% · Ben L. · B-Side`,
  ]);
  expect(check.text).toMatch(new RegExp(`Sum \\d.* Rounded, 100 at most ${sum(parts)}%`));
  const file = await ada.send(`/members/${ben.id}/check.json`);
  expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="score-${ben.id}.json"`);
  expect(checkSheet(await file.json())).toMatchObject({ name: "Ben L.", says: sum(parts), agrees: true });
  const own = await open(ada, `/members/${ada.id}`);
  expect([own.address, own.status]).toEqual(["/profile", 200]);
  const undone = await liked.press(/^Undo/);
  await decide(ben, ada, true);
  expect((await undone.press("Like")).headings).toContain("You and Ben L.");
});

test("cards lead with the rarest artist and mark what is shared in words", async () => {
  const town = "Egilsstaðir";
  const artists = ["Only Two", "Only Both", "Radiohead"];
  const ada = await settle("Ada", town, { artists: [...artists, "Alone"] });
  const ben = await settle("Ben", town, { artists, genres: ["Jazz", "Rock"] });
  const [card] = (await open(ada, NEAR)).all("article");
  expect(card?.text).toMatch(/You both love Only (Two|Both) .*A few here · 2 more in common/);
  expect(card?.text).toContain("within 5 miles");
  expect(card?.text.match(/on your list too/g)).toHaveLength(3);
  expect(card?.text).toMatch(/Shared Interests Jazz(?! Rock)/);
  const page = await open(ada, `/members/${ben.id}`);
  expect(page.text).toMatch(/You both love Only (Two|Both) A few here · 2 more in common/);
  const item = (name: string) => page.all("listitem").find(({ text }) => text.startsWith(name))?.text;
  expect([item("Only Two"), item("Jazz")]).toEqual([
    "Only Two On your list too",
    expect.stringContaining("on your list too"),
  ]);
  expect(item("Rock")).toBe("Rock");
});

test("distances are in kilometers in a language of kilometers, or as the settings say", async () => {
  const town = "Keflavík";
  const [ada, ben] = [await settle("Ada", town), await settle("Ben", town)];
  await decide(ada, ben, true);
  const german = { "Accept-Language": "de-DE,de;q=0.9,en;q=0.8", Accept: "text/html" };
  const read = async (path: string) => (await ada.get(path, german)).text();
  const path = "/discover?ageMin=&ageMax=&maxDistance=25&minCompatibility=";
  const discover = await read(path);
  expect(discover).toContain("Any age · within 40 km · any match");
  expect(discover).toMatch(/<option value="25" selected[^>]*>40 km</);
  for (const address of [`/members/${ben.id}`, "/matches"]) {
    const page = await read(address);
    expect([address, page.includes("within 8 km"), / miles/.test(page)]).toEqual([address, true, false]);
  }
  expect(await read("/discover?maxDistance=3")).toContain("Distance must be from 8 to 161 km");
  const refused = await ada.get("/api/discover?maxDistance=3", { "Accept-Language": "de" });
  expect(await refused.text()).toContain("5 to 100 miles");

  const visitor = openVisitor(ada);
  const settings = (await visitor.visit("/settings")).within("Appearance", "region");
  const saved = await settings.choose("Distances", "Kilometers").press("Save");
  expect(saved.alerts).toContain("Distances saved");
  expect((await visitor.visit(`/members/${ben.id}`)).has("within 8 km")).toBe(true);
  expect(await (await ada.get("/api/profile/distances")).json()).toEqual({ unit: "kilometers" });
  await ada.json("PUT", "/api/profile/distances", { unit: "miles" });
  expect(await read(path)).toContain("within 25 miles");
  expect((await ada.json("PUT", "/api/profile/distances", { unit: "leagues" })).status).toBe(400);
});

test("a member without a town is told once to add it, and reads the others' towns", async () => {
  const ada = await settle("Ada", "");
  await settle("Ben", "Egilsstaðir");
  const link = "Add your town to see distances";
  const page = await open(ada, "/discover?ageMin=30&ageMax=30&maxDistance=&minCompatibility=");
  expect(page.links.filter((name) => name === link)).toHaveLength(1);
  const ben = page.all("article").find(({ text }) => text.includes("Egilsstaðir"));
  expect(ben?.has("Location unknown")).toBe(false);
  expect((await (await (ben as Page).follow("Ben L.")).follow(link)).address).toBe("/profile?tab=profile");
});

test("filters are number fields, and reversed ages are swapped", async () => {
  const ada = await settle("Ada", "Höfn");
  const usual = await open(ada, "/discover");
  const field = (name: string) => usual.element.querySelector(`input[name=${name}]`);
  for (const [name, ...expected] of [
    ["ageMin", "18", "65", "1"],
    ["ageMax", "18", "65", "1"],
    ["maxDistance", "5", "100", "5"],
    ["minCompatibility", "50", "100", "5"],
  ] as const)
    expect(["min", "max", "step"].map((each) => field(name)?.getAttribute(each))).toEqual(expected);
  const swapped = await usual.fill("Minimum age", "40").fill("Maximum age", "30").press("Apply Filters");
  expect([swapped.value("Minimum age"), swapped.value("Maximum age")]).toEqual(["30", "40"]);
});

test("an empty search offers wider ones", async () => {
  const [ada] = [await settle("Ada", "Tórshavn"), await settle("Ben", "Klaksvík")];
  const empty = await open(ada, "/discover?maxDistance=5&minCompatibility=70");
  expect(empty.has("Check back later for new potential matches!")).toBe(true);
  const wider = await empty.follow(/^A few more (within \d+ miles|at any distance)$/);
  expect(cards(wider)).toContain("Ben L., 30");
});

test("long lists come in pages, and a decision keeps the page", async () => {
  const ada = await settle("Ada", "Portland, Oregon");
  const members = [];
  for (let number = 0; number < 27; number++) members.push(await addToCast("Ben"));
  const first = await open(ada, NEAR);
  expect(cards(first)).toHaveLength(20);
  const ids = (page: Page) => page.all("article").map((card) => card.addressOf(/^\w+ L\.$/));
  const second = await first.follow("Next page");
  expect(second.address).toMatch(/&cursor=/);
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(27);
  const [gone, next] = second.all("article");
  const passed = await (gone as Page).press(/^Pass on/);
  const nextId = (next as Page).addressOf(/^\w+ L\.$/);
  expect(ids(passed)[0]).toBe(nextId);
  expect(passed.address).toBe(`${withoutHash(second)}${nextId.replace("/members/", "#member-")}`);
  const undone = await passed.press(/^Undo/);
  expect([withoutHash(undone), ids(undone)]).toEqual([withoutHash(second), ids(second)]);
  expect((await undone.follow("First page")).address).not.toContain("cursor=");

  for (const { id } of members)
    await ada.json("POST", "/api/matches", { targetUserId: String(id), liked: true });
  const liked = await open(ada, "/matches");
  const more = await liked.within("People You Liked", "region").follow(/next|more/i);
  expect(new Set([...ids(liked), ...ids(more)]).size).toBe(27);
  expect(more.within("People You Liked", "region").links.some((name) => /first/i.test(name))).toBe(true);
});

test("a decision that can't be made is refused with a flash message", async () => {
  const [ada, ben] = [await settle("Ada", "Siglufjörður"), await settle("Ben", "Siglufjörður")];
  const page = await open(ada, NEAR);
  const [card] = page.all("article");
  for (const input of card?.element.querySelectorAll<HTMLInputElement>("input[name=targetUserId]") ?? [])
    input.value = "4";
  const refused = await (card as Page).press("Like Ben L.");
  expect(notices(refused)).toContain("404: There is nothing here.");
  expect(cards(refused)).toEqual(["Ben L., 30"]);
  await ada.form("/matches/talk", { targetUserId: ben.id });
  expect(notices(await open(ada, "/matches"))).toContain("403: Like this member before you message them.");
});

test("undoing a pass brings the member back to Discover, also one who was sent a request", async () => {
  const town = "Ísafjörður";
  const [ada, ben, cleo] = [await settle("Ada", town), await settle("Ben", town), await settle("Cleo", town)];
  await decide(ada, ben, true);
  const asked = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await asked.json()) as { id: string };
  await ada.json("POST", `/api/conversations/${id}/messages`, { content: "Hello" });
  for (const other of [ben, cleo]) {
    await decide(ada, other, false);
    await ada.form(`/members/${other.id}/undo`, {});
    const back = await open(ada, NEAR);
    expect(cards(back).sort()).toEqual(["Ben L., 30", "Cleo L., 30"]);
  }
});

test("names and bios are shown as they are typed, in their direction", async () => {
  const hostile = `<img src=x onerror=alert(1)>"'</script>`;
  const ada = await settle("Ada", "Vík í Mýrdal");
  const eve = await settle(hostile, "Vík í Mýrdal", { bio: `${hostile}<script>alert(2)</script>` });
  const bio = "אני אוהב תקליטים!";
  const lior = await settle("ליאור", "Vík í Mýrdal", { bio });
  await makeMatch(ada, eve);
  for (const path of ["/matches", `/members/${eve.id}`, `/members/${eve.id}/why`]) {
    const page = await open(ada, path);
    expect(page.has(`${hostile} L.`), path).toBe(true);
    expect(page.element.querySelector("[onerror]"), path).toBeNull();
  }
  const page = await open(ada, `/members/${lior.id}`);
  expect(page.element.querySelector("h1 bdi")?.textContent).toBe("ליאור L.");
  const shown = [...page.element.querySelectorAll("[dir=auto]")].map((each) => each.textContent);
  expect(shown).toContain(bio);
});
