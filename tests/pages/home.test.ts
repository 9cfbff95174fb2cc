// Home, what visitors see there, the notifications page behind the bell, and the badges of Matches and Messages, without
// scripts.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { countStatistics } from "~/matching/statistics.server";
import { dayOf } from "~/models/member/visit.server";
import { savePreferences } from "~/models/music/preferences.server";
import { questionOf, questionTexts } from "~/models/question/question";
import { makeConversation, makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import { openVisitor } from "../visitor/visitor";

const { app, addMember, signUp, visitor } = shareApp();

const open = (person: Pick<Person, "send" | "server">, address: string) => openVisitor(person).visit(address);

test("a newcomer sees people and today's question, and no zeros", async () => {
  for (const name of ["Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"]) await addToCast(name);
  const ada = await signUp("Ada");
  // Home doesn't wait for the first search.
  await open(ada, "/discover");
  const home = await open(ada, "/");
  const people = home.within("Worth meeting today", "region");
  const faces = people.links.filter((name) => name.endsWith(" L., 30"));
  expect(faces).toHaveLength(5);
  expect(people.addressOf("ABBA")).toBe("/artists/abba?as=ABBA");
  for (const figure of ["Mutual Matches", "Active Conversations", "Total Scrobbles"])
    expect(home.has(`0 ${figure}`), figure).toBe(false);
  expect(home.has("Complete Your Music Profile")).toBe(true);
  expect((await people.follow(faces[0] ?? "")).address).toMatch(/^\/members\/\d+$/);
});

test("where few fit, home asks for friends and says nothing about how many are here", async () => {
  for (let number = 0; number < 6; number++) await addToCast("Ben");
  const ada = await addMember("Ada");
  await ada.json("PUT", "/api/profile/wishes", { meetAgeMin: 90, meetAgeMax: 99 });
  await open(ada, "/discover");
  const home = await open(ada, "/");
  expect(home.headings).toContain("Until somebody new comes along");
  const invitation = home.within("Invite a friend", "region");
  expect(invitation.value("Invite a friend with this link")).toBe(app().origin);
  expect(invitation.text).toMatch(/^Know someone who shares your taste\? Bring them along\./);
});

test("home leads to who waits and to somebody to meet, whom a press decides on", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const conversation = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${conversation}/messages`, { content: "Which pressing?" });
  await ben.json("PUT", "/api/profile/anthem", { shareType: "song", artist: "Pram", title: "Gravity" });
  const record = { artist: "Pram", album: "Sargasso Sea", format: "vinyl", condition: "mint" };
  for (const owner of [ada, ben]) await owner.json("POST", "/api/record-collections", record);
  await open(ada, "/discover");
  const home = await open(ada, "/");
  const news = await home.within("This week on your side", "region").follow(/^Sargasso Sea/);
  expect(news.address).toBe(`/members/${ben.id}`);
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
  const [next] = liked.within("Worth meeting today", "region").all("article");
  expect(next?.addressOf(/^\w+ L\.$/)).not.toBe(name);
  expect(next?.has(/Liked \w+ L\. Match recorded We'll let you know if it's mutual!/)).toBe(true);
  const undone = await liked.press(/^Undo/);
  expect(undone.within("Worth meeting today", "region").addressOf(/^\w+ L\.$/)).toBe(name);

  const chat = await undone.within("Your turn", "region").follow(/^Ben/);
  expect(chat.address).toBe(`/messages/${conversation}`);
  await ada.json("POST", `/api/conversations/${conversation}/messages`, { content: "The first." });
  expect((await open(ada, "/")).headings).not.toContain("Your turn");
});

test("today's question is asked on home, answered on its page, then shows others, and is changed and removed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { text } = questionTexts[questionOf(dayOf())];
  const question = questionOf(dayOf());
  await ben.json("PUT", "/api/question", {
    question,
    text: "Ege Bamyasi",
    artist: "Can",
    title: "Vitamin C",
  });
  const asked = (await open(ada, "/")).within(text, "region");
  expect(asked.has("Ege Bamyasi")).toBe(false);
  const page = await asked.follow("Answer");
  const refused = await page.fill("Your answer", "at https://spam.example").press("Answer");
  expect(refused.errorOf("Your answer")).toContain("Leave out links");
  expect(refused.value("Your answer")).toBe("at https://spam.example");
  const answered = await refused.fill("Your answer", "Hejira").press("Answer");
  expect(answered.address).toBe("/question");
  const theirs = answered.within("What others said", "region");
  for (const words of ["Ege Bamyasi", "Vitamin C", "Can"]) expect(theirs.has(words), words).toBe(true);
  expect(theirs.addressOf(/^Report/)).toMatch(/about=answer:\d+-\d+$/);
  const home = (await open(ada, "/")).within(text, "region");
  expect([home.has("Hejira"), home.has("Ege Bamyasi")]).toEqual([true, true]);
  expect((await open(ada, `/members/${ben.id}`)).has(`Today: ${text}`)).toBe(true);
  const note = await theirs.follow(/^Like this/);
  const sent = await note.fill("Your note", "Same here.").press("Send Like");
  expect(sent.alerts).toContain("Sent to Ben");
  const changed = await (await open(ada, "/question"))
    .open("Change your answer")
    .fill("Your answer", "Blue")
    .press("Save Answer");
  expect(changed.within("You said", "region").has("Blue")).toBe(true);
  const removed = await changed.press("Remove Answer");
  expect(removed.headings).not.toContain("What others said");
  expect((await open(ada, `/members/${ben.id}`)).has(`Today: ${text}`)).toBe(false);
});

test("an answer to yesterday's question comes back with today's, and what was typed", async () => {
  const ada = await addMember("Ada");
  const yesterdays = questionOf(dayOf() - 1);
  const response = await ada.form("/question", { question: yesterdays, text: "Written before midnight" });
  expect(response.status).toBe(409);
  const page = await response.text();
  expect(page).toContain("Written before midnight");
  expect(page).toContain("was yesterday's question".replace("'", "&#x27;"));
});

test("a visitor asks who loves an artist, and one fan looks like none", async () => {
  const [one, five, none] = ["One", "Five", "None"].map((name) => `${name} ${randomUUID().slice(0, 8)}`);
  const counts = { favoriteGenres: ["Jazz" as const], totalScrobbles: 0, concertsAttended: 0 };
  for (let number = 0; number < 5; number++) {
    const { id } = await addToCast("Cleo");
    await savePreferences(id, { topArtists: number ? [`${five}`] : [`${five}`, `${one}`], ...counts });
  }
  await countStatistics();
  const QUESTION = "Type an artist. Who here loves them?";
  const ask = async (artist: string) => {
    const page = await (await open(visitor(), "/")).fill(QUESTION, artist).press("Ask");
    expect(page.value(QUESTION)).toBe(artist);
    const card = page.within("Who here loves them", "article");
    expect(card.has(artist)).toBe(true);
    return { card, links: page.links };
  };
  const loved = await ask(`${five}`);
  expect([loved.card.has("At least 5 people"), loved.links.includes("Meet them")]).toEqual([true, true]);
  for (const artist of [one, none]) {
    const { card, links } = await ask(`${artist}`);
    expect([card.has("Nobody yet, or only a few"), links.includes("Be one of the first")]).toEqual([
      true,
      true,
    ]);
  }
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

test("the bell and the badges count what is new and lead to it, and it is new no longer once opened or marked", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const nothing = await open(ada, "/notifications");
  expect(nothing.headings).toContain("Nothing new");
  const conversation = await makeConversation(ada, ben);
  for (const content of ["Hello", "Are you there?"])
    await ben.json("POST", `/api/conversations/${conversation}/messages`, { content });
  await ben.json("POST", "/api/trivia-games", { player2Id: ada.id });

  const badges = ({ links }: { links: string[] }) =>
    [/^Notifications/, /^Matches/, /^Messages/].map((name) =>
      // Styles set the number apart.
      links.find((link) => name.test(link))?.replace(/(?<=[a-z])(?=\d+ new)/, " "),
    );
  const records = await open(ada, "/records");
  expect(badges(records)).toEqual([
    "Notifications 3 new 2 in Matches and Messages",
    "Matches 1 mutual match 1 new",
    "Messages 1 conversation 2 new",
  ]);
  const list = await records.follow(/^Notifications/);
  expect(list.title).toBe("Notifications · B-Side");
  const rows = (page: typeof list) =>
    page
      .all("main")[0]
      ?.all("listitem")
      .map(({ text }) => text) ?? [];
  expect(rows(list)).toEqual([
    expect.stringContaining("Ben challenged you to trivia."),
    expect.stringContaining("2 new messages from Ben"),
    expect.stringContaining("You and Ben are a match."),
  ]);
  const isNew = (page: typeof list) => rows(page).map((text) => /New/.test(text));
  expect(isNew(list)).toEqual([true, true, true]);
  const game = await (list.all("main")[0] as typeof list).follow(/challenged you/);
  expect(game.headings).toContain("Trivia with Ben");
  expect(isNew(await open(ada, "/notifications"))).toEqual([false, true, true]);
  const marked = await (await open(ada, "/notifications")).press("Mark All as Read");
  expect(marked.buttons).not.toContain("Mark All as Read");
  expect(isNew(marked)).toEqual([false, false, false]);
  expect(badges(marked)[0]).toBe("Notifications 2 in Matches and Messages");

  await (await open(ada, `/messages/${conversation}`)).frame("messages");
  const badge = async (at: number) => badges(await open(ada, "/records"))[at];
  expect(await badge(2)).toBe("Messages 1 conversation");
  await makeMatch(ada, await addMember("Cleo"));
  expect(await badge(1)).toBe("Matches 2 mutual matches 1 new");
  await open(ada, "/matches");
  expect(await badge(1)).toBe("Matches 2 mutual matches");
});
