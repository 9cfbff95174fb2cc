// Home and what visitors see there, without scripts.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { savePreferences } from "~/models/music/preferences.server";
import { makeConversation, type Person } from "../api/server";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import { openVisitor } from "../visitor/visitor";

const { app, addMember, signUp, visitor } = shareApp();

const open = (person: Pick<Person, "send" | "server">, address: string) => openVisitor(person).visit(address);

test("a newcomer sees people instead of zeros", async () => {
  for (const name of ["Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"]) await addToCast(name);
  const ada = await signUp("Ada");
  // Home doesn't wait for the first search.
  await open(ada, "/discover");
  const home = await open(ada, "/");
  const people = home.within("Worth meeting today", "region");
  expect(people.links).toHaveLength(6);
  expect(home.has("Mutual Matches")).toBe(false);
  expect(home.has("Complete Your Music Profile")).toBe(true);
  expect((await people.follow(people.links[0] ?? "")).address).toMatch(/^\/members\/\d+$/);
});

test("home leads to who waits and to somebody to meet, whom a press decides on", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversation = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${conversation}/messages`, { content: "Which pressing?" });
  await ben.json("PUT", "/api/profile/anthem", { shareType: "song", artist: "Pram", title: "Gravity" });
  await open(ada, "/discover");
  const home = await open(ada, "/");
  expect(home.has("1 Mutual Matches")).toBe(true);
  expect(home.within("Recent Matches", "region").text).toContain("Plays Gravity by Pram");
  const person = home.within("Worth meeting today", "region");
  expect(person.all("article")).toHaveLength(1);
  const name = person.addressOf(/^\w+ L\.$/);
  const liked = await person.press(/^Like /);
  expect([liked.address.replace(/#.*/, ""), liked.alerts]).toEqual([
    "/",
    expect.stringContaining("Match recorded"),
  ]);
  expect(liked.within("Worth meeting today", "region").addressOf(/^\w+ L\.$/)).not.toBe(name);
  const undone = await liked.press("Undo");
  expect(undone.within("Worth meeting today", "region").addressOf(/^\w+ L\.$/)).toBe(name);

  const chat = await undone.within("Your turn", "region").follow(/^Ben/);
  expect(chat.address).toBe(`/messages/${conversation}`);
  await ada.json("POST", `/api/conversations/${conversation}/messages`, { content: "The first." });
  expect((await open(ada, "/")).headings).not.toContain("Your turn");
});

test("a visitor asks who loves an artist, and one fan looks like none", async () => {
  const [one, five, none] = ["One", "Five", "None"].map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  const counts = { favoriteGenres: ["Jazz" as const], totalScrobbles: 0, concertsAttended: 0 };
  for (let number = 0; number < 5; number++) {
    const { id } = await addToCast("Cleo");
    await savePreferences(id, { topArtists: number ? [`${five}`] : [`${five}`, `${one}`], ...counts });
  }
  const ask = async (artist: string) => {
    const page = await (await open(visitor(), "/")).fill("Type an artist", artist).press("Ask");
    expect(page.value("Type an artist")).toBe(artist);
    return page.alerts;
  };
  expect(await ask(`${five}`)).toContain(`At least 5 people here love ${five}. Meet them`);
  for (const artist of [one, none])
    expect(await ask(`${artist}`)).toContain(
      `At most a few people here love ${artist} so far. Be one of them`,
    );
  expect((await open(visitor(), "/?artist=%20")).has("Type an artist's name.")).toBe(true);
});

test("the landing page marks what is a sample, and names a picture for links to it", async () => {
  const page = await open(visitor(), "/");
  expect(page.within("A sample of a member's card", "article").has("Broadcast")).toBe(true);
  expect(page.has("15,000+")).toBe(true);
  expect(page.has("Sample figures")).toBe(true);
  const quotes = [...page.element.querySelectorAll("figure")].map(({ textContent }) => textContent);
  expect(quotes).toEqual(Array(3).fill(expect.stringMatching(/sample/)));
  const picture = page.element.querySelector('meta[property="og:image"]')?.getAttribute("content");
  expect(picture).toBe(`${app().origin}/share.png`);
  const shown = await visitor().get("/share.png");
  expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
});
