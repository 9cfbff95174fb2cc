// Shows, as members without scripts use them: add one, go, find each other there, ask, match, and read the show in the chat.
import { db } from "db/client.server";
import { show } from "db/schema";
import { expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import type { Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp();

async function addFan(firstName: string, ...topArtists: string[]): Promise<Person> {
  const person = await signUp(firstName);
  await person.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const counts = { totalScrobbles: 0, concertsAttended: 0 };
  await person.json("POST", "/api/music-preferences", { topArtists, favoriteGenres: ["Jazz"], ...counts });
  return person;
}

const open = (person: Person, address: string) => openVisitor(person).visit(address);
const inDays = (days: number) => toDate(dayOf() + days);

/** Adds a show of an artist through the form. */
async function addShow(person: Person, artist: string, days = 12): Promise<Page> {
  const form = await open(person, `/shows/new?artist=${encodeURIComponent(artist)}`);
  return form.fill("Date", inDays(days)).fill("Venue", "Mississippi Studios").press("Add Show");
}

test("a show is added, found again by whoever enters it, and listed by its day", async () => {
  const [ada, ben] = [await addFan("Ada", "Stereolab"), await addFan("Ben", "Stereolab")];
  const added = await addShow(ada, "Stereolab");
  expect(added.address).toMatch(/^\/shows\/[\w-]{36}$/);
  expect(added.headings[0]).toBe("Stereolab");
  expect([added.has("Mississippi Studios"), added.has("Portland, Oregon, US")]).toEqual([true, true]);
  expect(added.has("Ada")).toBe(false);
  const again = await addShow(ben, "STEREOLAB");
  expect([again.address, again.has("It's already here")]).toEqual([added.address, true]);
  const list = await open(ben, "/shows");
  expect((await list.follow(/Stereolab/)).address).toBe(added.address);
  expect((await open(ben, "/artists/stereolab")).has("Shows near you")).toBe(true);
  expect((await open(ben, "/")).has("Mississippi Studios")).toBe(true);
});

test("a refused show keeps what was typed, with a sentence at its field", async () => {
  const ada = await addFan("Ada", "Stereolab");
  const form = (await open(ada, "/shows/new"))
    .fill("Artist", "Pram")
    .fill("Date", "2020-01-01")
    .fill("Venue", "Hall")
    .fill("Note", "Loud.");
  const refused = await form.press("Add Show");
  expect(refused.errorOf("Date")).toBe("This day is over");
  expect([refused.value("Artist"), refused.value("Note")]).toEqual(["Pram", "Loud."]);
  const lost = await refused.fill("Date", inDays(3)).fill("Town", "Xyzzyville").press("Add Show");
  expect(lost.errorOf("Town")).toMatch(/^We couldn't find Xyzzyville/);
});

test("two go to a show, find each other there, ask and match with the show in their chat", async () => {
  const [ada, ben, cleo] = [
    await addFan("Ada", "Low"),
    await addFan("Ben", "Low"),
    await addFan("Cleo", "Abba"),
  ];
  const { address } = await addShow(cleo, "Low", 3);
  const before = await open(ben, address);
  expect(before.has("Only people you could meet in Discover see that you're going")).toBe(true);
  const goes = await before.press("I'm Going");
  expect([goes.address, goes.has("You're going")]).toEqual([address, true]);
  expect((await goes.press("I'd Go with Somebody")).has("you'd go with somebody")).toBe(true);
  const seen = await (await open(ada, address)).press("I'm Going");
  expect([seen.has("Would go with somebody"), seen.has("A few people you could meet")]).toEqual([true, true]);
  expect((await open(ada, `/members/${ben.id}`)).has(/Also going to Low on [A-Z][a-z]+day/)).toBe(true);
  const ask = await seen.follow(/^Together\? Ben L\./);
  expect(ask.value("Your note")).toBe("Together?");
  expect(ask.has(/Low · .*Portland/)).toBe(true);
  await ask.press("Send Like");
  const requests = await open(ben, "/messages");
  expect(requests.has(/Together\? · Low · .* · Mississippi Studios, Portland/)).toBe(true);
  const request = await (await requests.follow(/Ada/)).frame("messages");
  expect(request.has(/Low · .* · Mississippi Studios, Portland/)).toBe(true);

  // From both, it is a match, who plan it from the show's page.
  const reply = await (await open(ben, address)).follow(/^Together\? Ada L\./);
  const [matched] = (await reply.press("Send Like")).address.split("?");
  expect(matched).toBe(`/members/${ada.id}/match`);
  const form = await (await open(ada, address)).follow("Propose a Plan with Ben L.");
  expect(form.value("Show")).toMatch(/^Low · \w+, \w+ \d+ · Mississippi Studios$/);
  const proposed = await form.fill("Time", "19:30").press("Propose Plan");
  expect([proposed.has("Mississippi Studios, Portland"), proposed.has("Waiting for Ben to answer.")]).toEqual(
    [true, true],
  );
  const agreed = await (await (await open(ben, address)).follow("Your Plan with Ada L.")).press("Accept");
  expect(agreed.has("You and Ada are meeting")).toBe(true);

  // Taken back, nobody sees it any longer.
  await (await open(ben, address)).press("Not Going");
  const after = await open(ada, address);
  expect([after.has("Would go with somebody"), after.has("Ben L.")]).toEqual([false, false]);
});

test("the setting hides where a member goes, and a cancelled or removed show says so or is gone", async () => {
  const [ada, ben] = [await addFan("Ada", "Pram"), await addFan("Ben", "Pram")];
  const { address } = await addShow(ada, "Pram", 5);
  await (await open(ben, address)).press("I'm Going");
  expect((await open(ada, address)).has("Ben L.")).toBe(true);
  await (await open(ben, "/settings/privacy")).choose("Show where I'm going", "Nobody").press("Save");
  expect((await open(ada, address)).has("Ben L.")).toBe(false);
  await db.update(show).set({ cancelledAt: new Date() });
  const cancelled = await open(ada, address);
  expect([cancelled.has("This show won't take place."), cancelled.buttons.includes("I'm Going")]).toEqual([
    true,
    false,
  ]);
  await db.update(show).set({ removedAt: new Date() });
  expect((await open(ada, address)).status).toBe(404);
});

test("whoever goes to a show elsewhere is seen there, and takes the trip back", async () => {
  const [ada, ben] = [await addFan("Ada", "Low"), await addFan("Ben", "Low")];
  await ben.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Berlin" });
  const form = await open(ben, "/shows/new?artist=Low");
  const show = await form.fill("Date", inDays(4)).fill("Venue", "Lido").press("Add Show");
  const going = await (await open(ada, show.address)).press("I'm Going");
  const trip = await going.follow("You're going to Berlin: be seen there?");
  expect([trip.value("Town"), trip.value("First day")]).toEqual([
    "Berlin, State of Berlin, Germany",
    inDays(4),
  ]);
  const refused = await trip.fill("Last day", inDays(3)).press("Add Trip");
  expect(refused.errorOf("Last day")).toBe("The last day can't be before the first");
  const early = await refused
    .fill("Last day", inDays(5))
    .check("Show me there from a week before")
    .press("Add Trip");
  expect(early.has("You're seen there from a week before.")).toBe(true);
  expect((await open(ada, show.address)).has("be seen there?")).toBe(false);
  expect((await open(ada, "/discover")).has("You're also in Berlin")).toBe(true);
  expect((await open(ben, `/members/${ada.id}`)).has(/Visiting Berlin, \w+ \d/)).toBe(true);
  await early.press(/^Remove Berlin/);
  expect((await open(ben, `/members/${ada.id}`)).has("Visiting")).toBe(false);
});
