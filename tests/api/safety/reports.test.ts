import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { withoutSuggestions } from "../home";
import { decide, makeConversation, makeMatch, type Person } from "../people";

/** Matches what differs between two renderings of the same page. */
const CHANGING =
  /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|lastEventId\W+[\w-]{54}|newest\W+[\w-]{22}|[\d-]+T[\d:.]+Z/g;

const { addMember } = shareApp();

async function addPair() {
  return [await addMember("Ada"), await addMember("Ben")] as const;
}

const textOf = async (person: Person, path: string) => (await person.get(path)).text();
const jsonOf = async (person: Person, path: string) => (await person.get(path)).json();

async function send(from: Person, conversationId: string, content: string) {
  const sent = await from.json("POST", `/api/conversations/${conversationId}/messages`, { content });
  return ((await sent.json()) as { id: string }).id;
}

test.each([
  ["blocks her", (ben: Person, ada: Person) => ben.json("POST", "/api/blocks", { targetUserId: ada.id })],
  ["pauses", (ben: Person) => ben.form("/settings/pause", { paused: "true" })],
  ["deletes the account", (ben: Person) => ben.form("/settings/delete", { password: ben.password })],
])("a member finds and reports a request she declined though its sender then %s", async (_, escapes) => {
  const [ada, ben] = await addPair();
  await decide(ben, ada, true);
  const { id } = await (await ben.json("POST", "/api/conversations", { targetUserId: ada.id })).json();
  const messageId = await send(ben, id, "I know where you live");
  await ada.form(`/messages/${id}/decline`, {});
  expect((await escapes(ben, ada)).status).toBeLessThan(400);
  expect(await textOf(ada, "/settings/ended")).toContain(`/report?about=conversation:${id}`);
  for (const about of [`conversation:${id}`, `message:${messageId}`, `member:${ben.id}`]) {
    const path = `/report?about=${about}`;
    expect((await ada.get(path)).status, about).toBe(200);
    const sent = await ada.form(path, { about, reason: "danger" });
    expect([sent.status, sent.headers.get("Location")], about).toEqual([303, "/report/done"]);
    expect((await ada.json("POST", "/api/reports", { about, reason: "danger" })).status, about).toBe(200);
  }
});

test("a member who was reported notices nothing but the end of the conversation", async () => {
  const [ada, ben] = await addPair();
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  await makeConversation(ada, ben);
  await makeConversation(cleo, dan);
  await ada.json("POST", "/api/reports", { about: `member:${ben.id}`, reason: "hate", alsoBlock: true });
  await cleo.json("DELETE", `/api/matches/${(await jsonOf(cleo, "/api/matches/mutual"))[0].id}`, undefined);
  const pages = ["/", "/matches", "/messages", "/settings/ended", "/settings/reports", "/settings/blocked"];
  const observe = async (person: Person, own: string, other: Person, otherName: string) => {
    const texts = await Promise.all(pages.map((path) => textOf(person, path)));
    return texts.map((text, index) =>
      (pages[index] === "/" ? withoutSuggestions(text) : text)
        .replace(CHANGING, "")
        .replaceAll(person.id, "")
        .replaceAll(other.id, "")
        .replaceAll(own, "Own")
        .replaceAll(otherName, "Other"),
    );
  };
  const reported = await observe(ben, "Ben", ada, "Ada");
  const unmatched = await observe(dan, "Dan", cleo, "Cleo");
  expect(reported).toEqual(unmatched);
});

test("unmatching and blocking end what connects two members, from the pages and in JSON", async () => {
  const [ada, ben] = await addPair();
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  for (const one of [ada, cleo]) for (const other of [ben, dan]) await makeMatch(one, other);
  const from = encodeURIComponent("/matches");
  const unmatched = await ada.form(`/members/${ben.id}/unmatch?from=${from}`, {});
  expect([unmatched.status, unmatched.headers.get("Location")]).toEqual([303, "/matches"]);
  await ada.form(`/members/${dan.id}/block`, {});
  expect(await jsonOf(ada, "/api/matches/mutual")).toEqual([]);
  const [first, second] = (await jsonOf(cleo, "/api/matches/mutual")) as {
    id: string;
    targetUser: { id: string };
  }[];
  expect((await ada.json("DELETE", `/api/matches/${first?.id}`, undefined)).status).toBe(404);
  expect((await cleo.json("DELETE", `/api/matches/${first?.id}`, undefined)).status).toBe(204);
  const targetUserId = second?.targetUser.id;
  expect((await cleo.json("POST", "/api/blocks", { targetUserId })).status).toBe(204);
  expect(await jsonOf(cleo, "/api/matches/mutual")).toEqual([]);
  expect(await textOf(ada, "/settings/ended")).toMatch(/Dan.*Ben|Ben.*Dan/s);
  expect((await cleo.json("DELETE", `/api/blocks/${targetUserId}`, undefined)).status).toBe(204);
  expect(await jsonOf(cleo, "/api/blocks")).toEqual([]);
});
