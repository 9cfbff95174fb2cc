// The notifications page behind the bell, and the badges of Matches and Messages, without scripts.
import { expect, test } from "vitest";
import { makeConversation, makeMatch, type Person } from "../api/server";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const { addMember } = shareApp();

const open = (person: Person, address: string) => openVisitor(person).visit(address);

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
