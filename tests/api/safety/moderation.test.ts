// Moderation through the pages: who can open what, what a sanction changes for others, and what stays confidential.

import type { StaffRole } from "db/column-types";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { shareApp } from "../../app";
import { blotches } from "../../fakes/picture-files";
import { routeFiles } from "../../routes";
import { makeConversation, type Person, signIn } from "../people";
import { type LiveStream, openStream } from "../stream";

const html = { Accept: "text/html" };
const { signUp: addNewcomer, addMember, visitor } = shareApp();

const draw = async (seed: number) => new Uint8Array(await blotches(seed, 160).jpeg().toBuffer());

const open: LiveStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.disconnect();
});

async function appoint(firstName: string, role: StaffRole = "moderator") {
  const person = await addNewcomer(firstName);
  await addStaff(person.email, role);
  return person;
}

/** Reports a member and returns the path of the case. */
async function report(
  reporter: Person,
  reported: Person,
  moderator: Person,
  about = `member:${reported.id}`,
) {
  const filed = await reporter.json("POST", "/api/reports", {
    about,
    reason: "hate",
    words: "A secret word",
  });
  expect(filed.status).toBe(201);
  const found = await (await moderator.get(`/moderation/members?q=${reported.email}`, html)).text();
  const [path = ""] = /\/moderation\/cases\/[\da-f-]{36}/.exec(found) ?? [];
  expect(path).not.toBe("");
  return path;
}

/** Claims and decides a case. */
async function decide(moderator: Person, path: string, change: Record<string, string>) {
  expect((await moderator.form(`${path}/claim`, {})).status).toBe(303);
  const sanction = { rule: "hate", statement: "That was hateful.", ...change };
  const decided = await moderator.form(`${path}?index`, sanction);
  expect([decided.status, decided.headers.get("Location")]).toEqual([303, "/moderation"]);
}

async function appealAndOverturn(member: Person, moderator: Person) {
  const page = await (await member.get("/account-status", html)).text();
  const [address = ""] = /\/account-status\/[\da-f-]{36}\/appeal/.exec(page) ?? [];
  expect((await member.form(address, { words: "It was a lyric." })).status).toBe(303);
  const list = await (await moderator.get("/moderation/appeals", html)).text();
  // The newest comes last.
  const appeal = list.match(/\/moderation\/appeals\/[\da-f-]{36}/g)?.at(-1) ?? "";
  const answer = { outcome: "overturned", statement: "So it was." };
  expect((await moderator.form(appeal, answer)).status).toBe(303);
  const id = /[\da-f]{8}-[\da-f-]{27}/.exec(address)?.[0];
  expect((await member.form(`/account-status/${id}/acknowledge`, {})).status).toBe(303);
}

describe("each role", () => {
  let [ada, ben, banned, mia, olga, former]: Person[] = [];
  let path = "";
  beforeAll(async () => {
    [ada, ben, banned] = [await addMember("Ada"), await addMember("Ben"), await addMember("Dan")];
    [mia, olga, former] = [await appoint("Mia"), await appoint("Olga", "operator"), await appoint("Fay")];
    await decide(mia, await report(ada, banned, mia), { kind: "ban" });
    await decide(mia, await report(ada, former, mia), { kind: "suspend", days: "3" });
    path = await report(ada, ben, mia);
  });

  const pages = () => [
    "/moderation",
    path,
    "/moderation/appeals",
    "/moderation/photos",
    "/moderation/members?q=ben",
    "/moderation/log",
    "/moderation/log/export.csv",
  ];

  test("moderators and operators reach every page of moderation, with and without data requests", async () => {
    for (const person of [mia, olga]) {
      for (const page of pages()) {
        const answer = await person?.get(page, html);
        expect([page, answer?.status]).toEqual([page, 200]);
        expect(answer?.headers.get("Cache-Control")).toBe("private, no-store");
      }
      expect(await (await person?.get("/settings", html))?.text()).toContain('href="/moderation"');
    }
  });

  test("reporters, reported and banned members, and suspended moderators see nothing there and can't do anything", async () => {
    for (const person of [ada, ben, banned, former]) {
      // Suspended members are redirected from every page, existing or not.
      const absent = {
        page: (await person?.get("/no-such-page", html))?.status,
        data: (await person?.get("/no-such-page.data"))?.status,
      };
      expect([404, 303]).toContain(absent.page);
      for (const page of pages()) {
        expect([page, (await person?.get(page, html))?.status]).toEqual([
          page,
          page.endsWith(".csv") ? 404 : absent.page,
        ]);
        const data = `${page.split("?")[0]}.data`;
        if (!page.endsWith(".csv")) expect((await person?.get(data))?.status).toBe(absent.data);
      }
      for (const action of [`${path}/claim`, `${path}/release`, `${path}?index`, "/moderation/photos/none"])
        expect((await person?.form(action, { kind: "ban" }))?.status).toBe(404);
    }
    expect(await (await ada?.get("/settings", html))?.text()).not.toContain('"/moderation');
  });

  test("banned members can give notice as anybody can", async () => {
    const page = await banned?.get("/notice", html);
    expect([page?.status, await page?.text()]).toEqual([200, expect.stringContaining("Give Notice")]);
  });

  test("banned members reach the page that says why, and no other screen or API call", async () => {
    const allowed =
      /^\/(account-status|notice|\.well-known\/change-password|transparency|help|privacy|settings\/(confirm|delete|export)|account-deleted|come-back|home-safe|offline|avatars|theme|signed-out|api\/(login|callback|logout|auth\/logout)|forgot-password|reset-password|confirm-email|restore-email|oidc)/;
    const addresses = routeFiles
      .map(({ name }) =>
        `/${name
          .replace(/(\._index)?\.tsx?$/, "")
          .replaceAll("_", "")
          .replaceAll("[.]", "~")
          .replaceAll(".", "/")
          .replaceAll("~", ".")}`
          .replace(/^\/index$/, "/")
          .replaceAll(/\$\w+/g, "none"),
      )
      .filter((address) => !allowed.test(address));
    expect(addresses.length).toBeGreaterThan(60);
    for (const address of addresses) {
      const answer = await banned?.get(address, html);
      const isRefused = answer?.status === 403 || answer?.status === 404 || answer?.status === 405;
      const isRedirected = answer?.status === 303 && answer.headers.get("Location") === "/account-status";
      expect([address, answer?.status, isRefused || isRedirected]).toEqual([address, answer?.status, true]);
    }
    expect((await banned?.get("/api/discover"))?.status).toBe(403);
    const statement = await (await banned?.get("/account-status", html))?.text();
    for (const words of [
      "Your account was banned",
      "That was hateful.",
      "This decision wasn&#x27;t automated.",
      "You can appeal once",
    ])
      expect(statement).toContain(words);
    const again = visitor();
    const page = await signIn(again, banned?.email ?? "");
    expect(page.url).toMatch(/\/account-status$/);
  });

  test("a reported member learns neither who reported nor who decided", async () => {
    for (const address of ["/account-status", "/account-status.data"]) {
      const text = await (await banned?.get(address, html))?.text();
      expect(text).toContain("That was hateful.");
      for (const word of [ada?.id, ada?.email, mia?.id, mia?.email, "Ada", "Mia", "A secret word"])
        expect(text).not.toContain(word);
    }
  });
});

test("what comes too late is refused in words, with what was written, and the log of the case keeps its filter", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const [mia, noa] = [await appoint("Mia"), await appoint("Noa")];
  const path = await report(ada, ben, mia);
  await decide(mia, path, { kind: "warning" });
  for (const [moderator, name] of [
    [mia, "You"],
    [noa, "Mia Lovelace"],
  ] as const) {
    const late = await moderator.form(`${path}?index`, {
      kind: "ban",
      rule: "hate",
      statement: "Out with him.",
    });
    const page = (await late.text()).replace(/<script\b.*?<\/script>/gs, "");
    expect([late.status, page]).toEqual([
      409,
      expect.stringContaining(`${name} already decided this case: Warning.`),
    ]);
    expect(page).toContain("Out with him.");
  }
  const id = path.split("/").pop() ?? "";
  const log = await (await mia.get(`/moderation/log?case=${id}`, html)).text();
  expect(log).toContain("Entries about one case.");
  expect(log).toMatch(new RegExp(`<input type="hidden" name="case" value="${id}"`));

  const status = await (await ben.get("/account-status", html)).text();
  const [appeal = ""] = /\/account-status\/[\da-f-]{36}\/appeal/.exec(status) ?? [];
  await ben.form(appeal, { words: "It was a lyric." });
  const again = await ben.follow(await ben.form(appeal, { words: "It was a song." }));
  const said = await again.text();
  expect([again.status, new URL(again.url).pathname]).toEqual([200, "/account-status"]);
  expect(said).toContain("You&#x27;ve already appealed this decision.");
  expect((await ben.get(appeal, html)).headers.get("Location")).toBe("/account-status");
  expect((await ada.get(appeal, html)).status).toBe(404);
});

test("a ban removes a member everywhere at once, open streams included, and overturning it restores everything", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const [mia, noa] = [await appoint("Mia"), await appoint("Noa")];
  const conversationId = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hi" });
  await ben.json("POST", "/api/playlists", { name: "Ours", collaboratorId: ada.id, isPublic: true });
  await ben.json("POST", "/api/trivia-games", { player2Id: ada.id });
  const stranger = await addMember("Cleo");
  const listings = async () => {
    const answers = await Promise.all([
      stranger.get("/api/discover?minCompatibility=0"),
      ada.get("/api/matches/mutual"),
      ada.get("/api/conversations"),
      ada.get(`/api/conversations/${conversationId}/messages`),
      ada.get("/api/playlists"),
      ada.get("/api/trivia-games"),
      ada.get(`/members/${ben.id}`, html),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return texts.map((text, at) => answers[at]?.status === 200 && text.includes(ben.id));
  };
  const counts = async () => {
    const { mutualMatches, conversations, unread } = await (await ada.get("/counts")).json();
    return { mutualMatches, conversations, unread };
  };
  const before = { listings: await listings(), counts: await counts() };
  expect(before.listings).toEqual([true, true, true, true, true, true, true]);
  const path = await report(ada, ben, mia);
  const [hers, his] = [await openStream(ada), await openStream(ben)];
  open.push(hers, his);

  await decide(mia, path, { kind: "ban" });
  await hers.waitFor((events) => events.some(({ event }) => event === "reset"));
  await his.ended;
  // The game has ended, as after an unmatch.
  expect(await listings()).toEqual([false, false, false, false, false, true, false]);
  expect(await counts()).toMatchObject({ mutualMatches: 0, unread: 0 });
  expect((await ben.get("/api/matches")).status).toBe(403);

  await appealAndOverturn(ben, noa);
  expect({ listings: await listings(), counts: await counts() }).toEqual(before);
});

test("a warning stops the API and the forms until it is read, but not reading it, leaving or taking one's data", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await appoint("Mia")];
  const conversationId = await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben, mia), { kind: "warning" });
  const write = () => ben.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hello" });
  const refused = "A moderator has made a decision about your account. Read it at /account-status first.";
  for (const answer of [
    await write(),
    await ben.get("/api/matches"),
    await ben.json("POST", "/api/matches", { targetUserId: ada.id, liked: false }),
  ])
    expect([answer.status, await answer.text()]).toEqual([403, refused]);
  const form = await ben.form(`/messages/${conversationId}`, { content: "Hello" });
  expect([form.status, form.headers.get("Location")]).toEqual([303, "/account-status"]);
  expect(await (await ada.get(`/api/conversations/${conversationId}/messages`)).json()).toEqual([]);

  for (const path of ["/api/auth/user", "/account-status", "/help", "/settings/export", "/settings/delete"])
    expect((await ben.get(path, html)).status, path).toBe(200);
  const status = await (await ben.get("/account-status", html)).text();
  const id = /\/account-status\/([\da-f-]{36})\/appeal/.exec(status)?.[1];
  expect((await ben.get(`/account-status/${id}/appeal`, html)).status).toBe(200);
  await ben.form(`/account-status/${id}/acknowledge`, {});
  expect((await write()).status).toBe(201);
});

test("a removed photo is served to moderators only", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const [mia, noa] = [await appoint("Mia"), await appoint("Noa")];
  const picture = await upload(ben);
  expect((await ben.json("PUT", "/api/profile-images", { profileImageURL: picture })).status).toBe(200);
  const path = await report(ada, ben, mia, `photo:${ben.id}`);
  const evidence = `/moderation${picture}`;
  expect([(await mia.get(evidence)).status, (await ada.get(evidence)).status]).toEqual([200, 404]);
  await decide(mia, path, { kind: "removal", removed: "photo" });
  const status = await (await ben.get("/account-status", html)).text();
  await ben.form(`/account-status/${/\/account-status\/([\da-f-]{36})/.exec(status)?.[1]}/acknowledge`, {});
  expect(await Promise.all([mia, ada, ben].map(async (one) => (await one.get(picture)).status))).toEqual([
    404, 404, 404,
  ]);
  expect((await noa.get(evidence)).status).toBe(200);
});

test("a photo removed from a chat is served to moderators only, and its file is refused from then on", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await appoint("Mia")];
  const id = await makeConversation(ada, ben);
  const send = async (person: Person) =>
    person.send(`/api/conversations/${id}/photos`, {
      method: "POST",
      body: await draw(3),
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
  const sent = await send(ben);
  expect(sent.status).toBe(201);
  const { id: messageId } = (await sent.json()) as { id: string };
  const path = await report(ada, ben, mia, `message:${messageId}`);
  const page = await (await mia.get(path, html)).text();
  expect(page).not.toContain('name="removed"');
  const undecided = await mia.form(`${path}?index`, {
    ...{ kind: "removal", rule: "sexual", statement: "No." },
    removed: `chatPhoto:${messageId}`,
  });
  expect(undecided.status).toBe(409);
  await mia.form(`${path}/claim`, {});
  expect(await (await mia.get(path, html)).text()).toContain(`name="removed" value="chatPhoto:${messageId}"`);
  const stranger = await mia.form(`${path}?index`, {
    ...{ kind: "removal", rule: "sexual", statement: "No." },
    removed: "chatPhoto:of nobody",
  });
  expect(stranger.status).toBe(400);
  await decide(mia, path, { kind: "removal", removed: `chatPhoto:${messageId}` });
  const status = await (await ben.get("/account-status", html)).text();
  await ben.form(`/account-status/${/\/account-status\/([\da-f-]{36})/.exec(status)?.[1]}/acknowledge`, {});
  const files = [ada, ben].map(async (one) => (await one.get(`/attachments/${messageId}`)).status);
  expect(await Promise.all(files)).toEqual([404, 404]);
  expect((await mia.get(`/moderation/attachments/${messageId}`)).status).toBe(200);
  const [message] = await (await ada.get(`/api/conversations/${id}/messages`)).json();
  expect(message).toMatchObject({ id: messageId, content: "", deletedAt: expect.any(String) });
  expect((await send(ada)).status).toBe(400);
});

/** Uploads a picture, different for each seed, and returns its path. */
async function upload(person: Person, seed = 1): Promise<string> {
  const { uploadURL } = await (await person.json("POST", "/api/objects/upload", undefined)).json();
  const sent = await person.send(new URL(uploadURL).pathname, {
    method: "PUT",
    body: await draw(seed),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  return ((await sent.json()) as { imageUrl: string }).imageUrl;
}
