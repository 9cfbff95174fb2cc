// Chains of honest acts against what the server promises: nobody is reached, found out or silenced by them.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { shareApp } from "../app";
import { sampled } from "../sampled";
import { decide, makeConversation, makeMatch, type Person, setConfirmed, signIn } from "./people";
import { openStream } from "./stream";

const { app, addMember, signUp } = shareApp();

const html = { Accept: "text/html" };
const user = (who: Person) => ({ targetUserId: who.id });
const block = (one: Person, other: Person) => one.json("POST", "/api/blocks", user(other));
const unblock = (one: Person, other: Person) => one.json("DELETE", `/api/blocks/${other.id}`, {});
const unmatch = (one: Person, other: Person) => one.form(`/members/${other.id}/unmatch`, {});
const undo = (one: Person, other: Person) => one.form(`/members/${other.id}/undo`, {});
const page = async (who: Person, path: string) => (await who.get(path, html)).text();
const status = async (answer: Promise<Response>) => (await answer).status;

let mia: Person;
beforeAll(async () => {
  mia = await signUp("Mia");
  await addStaff(mia.email, "moderator");
});

const cast = async () => [await addMember("Ada"), await addMember("Ben")] as const;

const write = (one: Person, talk: string, content: string) =>
  one.json("POST", `/api/conversations/${talk}/messages`, { content, id: randomUUID() });

async function start(one: Person, other: Person) {
  const answer = await one.json("POST", "/api/conversations", user(other));
  return { status: answer.status, id: answer.ok ? ((await answer.json()) as { id: string }).id : "" };
}

/** Ada asks Ben; resolves with the conversation. */
async function request(ada: Person, ben: Person, content = "Hello") {
  await decide(ada, ben, true);
  const { id } = await start(ada, ben);
  await write(ada, id, content);
  return id;
}

const challenge = async (one: Person, other: Person) => {
  const answer = await one.json("POST", "/api/trivia-games", { player2Id: other.id });
  return { status: answer.status, id: answer.ok ? ((await answer.json()) as { id: string }).id : "" };
};

async function isDiscovered(one: Person, other: Person): Promise<boolean> {
  for (let path: string | undefined = "/api/discover"; path; ) {
    const answer: Response = await one.get(path);
    if ((await answer.text()).includes(other.id)) return true;
    path = /<([^>]*)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  return false;
}

/** Everything that could call a member: counts, conversations, notifications, games, playlists and the home screen. */
async function inbox(who: Person) {
  const read = async (path: string) => (await who.get(path)).text();
  const { newest: _, lastEventId: __, ...counts } = JSON.parse(await read("/counts"));
  return {
    counts,
    conversations: await read("/api/conversations"),
    notifications: await read("/api/notifications"),
    games: await read("/api/trivia-games"),
    playlists: await read("/api/playlists"),
    mutual: await read("/api/matches/mutual"),
  };
}

async function suspend(who: Person, by: Person) {
  const about = { about: `member:${who.id}`, reason: "hate", words: "", alsoBlock: false };
  expect((await by.json("POST", "/api/reports", about)).status).toBe(201);
  const found = await page(mia, `/moderation/members?q=${who.email}`);
  const [path = ""] = /\/moderation\/cases\/[\da-f-]{36}/.exec(found) ?? [];
  await mia.form(`${path}/claim`, {});
  const sanction = { rule: "hate", statement: "That was hateful.", kind: "suspend", days: "3" };
  expect((await mia.form(`${path}?index`, sanction)).status).toBe(303);
}

/** Appeals the member's only sanction, which is then overturned. */
async function overturn(who: Person) {
  const [path = ""] = /\/account-status\/[\da-f-]{36}\/appeal/.exec(await page(who, "/account-status")) ?? [];
  expect((await who.form(path, { words: "It was a lyric." })).status).toBe(303);
  const listed = await page(mia, "/moderation/appeals");
  const [appeal = ""] = /\/moderation\/appeals\/[\da-f-]{36}/.exec(listed) ?? [];
  expect((await mia.form(appeal, { outcome: "overturned", statement: "So it was." })).status).toBe(303);
}

type Act = (ada: Person, ben: Person, talk: string) => Promise<unknown>;

/** What Ben does about Ada's request. */
const answers: Record<string, Act> = {
  decline: (_, ben, talk) => ben.form(`/messages/${talk}/decline`, {}),
  pass: (ada, ben) => decide(ben, ada, false),
  block: (ada, ben) => block(ben, ada),
  "block, then unblock": async (ada, ben) => {
    await block(ben, ada);
    await unblock(ben, ada);
  },
  "decline, block, then unblock": async (ada, ben, talk) => {
    await ben.form(`/messages/${talk}/decline`, {});
    await block(ben, ada);
    await unblock(ben, ada);
  },
};

/** What Ada then tries, each of which is open to her. */
const attempts: Record<string, Act> = {
  "passes, undoes it and asks again": async (ada, ben) => {
    await decide(ada, ben, false);
    await undo(ada, ben);
    await start(ada, ben);
  },
  "blocks, unblocks, likes and asks again": async (ada, ben) => {
    await block(ada, ben);
    await unblock(ada, ben);
    await decide(ada, ben, true);
    await start(ada, ben);
  },
  "writes again, shares and challenges": async (ada, ben, talk) => {
    await write(ada, talk, "Answer me");
    await ada.json("POST", "/api/messages/youtube", {
      conversationId: talk,
      youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
    });
    await challenge(ada, ben);
  },
  "invites to a playlist and adds songs": async (ada, ben) => {
    const input = { name: "Call 555 0199", description: "", isPublic: true, collaboratorId: ben.id };
    const id = randomUUID();
    await ada.json("POST", "/api/playlists", { ...input, id });
    await ada.json("POST", "/api/playlists", { ...input, id, collaboratorId: null });
    await ada.form(`/playlists/${id}/edit`, {
      name: "Call me",
      description: "",
      isPublic: "on",
      collaboratorId: ben.id,
    });
    await ada.json("POST", `/api/playlists/${id}/songs`, { artist: "Answer", title: "Me" });
  },
  "pauses, resumes and likes again": async (ada, ben) => {
    await ada.form("/settings/pause", { paused: "true" });
    await ada.form("/settings/pause", { paused: "false" });
    await decide(ada, ben, true);
    await start(ada, ben);
  },
  "reports without a block and likes again": async (ada, ben) => {
    const about = { about: `member:${ben.id}`, reason: "scam", words: "", alsoBlock: false };
    await ada.json("POST", "/api/reports", about);
    await decide(ada, ben, true);
    await start(ada, ben);
  },
};

test.each(sampled(Object.keys(answers)))(
  "after %s by the one who was asked, nothing that the sender does reaches them",
  async (answer) => {
    const [ada, ben] = await cast();
    const eve = await addMember("Eve");
    await decide(eve, ben, true);
    const talk = await request(ada, ben);
    await answers[answer]?.(ada, ben, talk);
    const before = await inbox(ben);
    const stream = await openStream(ben);
    for (const [name, attempt] of Object.entries(attempts)) {
      await attempt(ada, ben, talk);
      expect(await inbox(ben), name).toEqual(before);
    }
    await decide(ben, eve, true);
    const events = await stream.waitFor((all) => all.some(({ event }) => event === "match"));
    stream.disconnect();
    expect(events.map(({ event }) => event)).toEqual(["match"]);
  },
);

/** How Ben ends what he and Ada had. */
const ends: Record<string, Act> = {
  unmatch: (ada, ben) => unmatch(ben, ada),
  block: (ada, ben) => block(ben, ada),
  "block, then unblock": async (ada, ben) => {
    await block(ben, ada);
    await unblock(ben, ada);
  },
  "report with a block, then unblock": async (ada, ben, talk) => {
    const about = { about: `conversation:${talk}`, reason: "scam", words: "", alsoBlock: true };
    expect((await ben.json("POST", "/api/reports", about)).status).toBe(201);
    await unblock(ben, ada);
  },
  "unmatch by Ada herself": (ada, ben) => unmatch(ada, ben),
};

test.each(sampled(Object.keys(ends)))(
  "after %s nothing brings two members together again, and no page shows more",
  async (end) => {
    const [ada, ben] = await cast();
    const talk = await makeConversation(ada, ben);
    const sent = (await (await write(ben, talk, "A secret of mine")).json()) as { id: string };
    const game = await challenge(ada, ben);
    await ben.form(`/trivia/${game.id}/accept`, {});
    const input = { name: "Ours", description: "", isPublic: false, collaboratorId: ada.id };
    const list = (await (await ben.json("POST", "/api/playlists", input)).json()) as { id: string };
    const before = await openStream(ada);
    before.disconnect();
    const { lastEventId } = JSON.parse(await (await ada.get("/counts")).text()) as { lastEventId: string };
    await write(ben, talk, "Another secret");
    await ends[end]?.(ada, ben, talk);
    for (const [one, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      for (const liked of [true, false, true]) await decide(one, other, liked);
      await undo(one, other);
      await decide(one, other, true);
      expect((await start(one, other)).status).toBe(404);
      expect((await challenge(one, other)).status).toBe(404);
      expect(await status(write(one, talk, "Hello again"))).toBe(404);
      const invited = { ...input, name: "Again", collaboratorId: other.id };
      expect(await status(one.json("POST", "/api/playlists", invited))).toBe(400);
      expect(await isDiscovered(one, other)).toBe(false);
      expect(await status(one.get(`/members/${other.id}`, html))).toBe(404);
    }
    for (const path of [
      `/api/conversations/${talk}/messages`,
      `/api/conversations/${talk}/messages?before=${sent.id}`,
      `/api/conversations/${talk}/messages?after=${sent.id}`,
      `/messages/${talk}`,
      `/messages/${talk}/frame`,
      `/messages/${talk}/more?after=${sent.id}`,
      `/messages/${talk}.data`,
      `/playlists/${list.id}`,
      `/api/playlists/${list.id}`,
    ])
      expect([path, await status(ada.get(path, html))]).toEqual([path, 404]);
    // A stream that resumes before the end gets nothing of what was written.
    const eve = await addMember("Eve");
    await makeMatch(eve, ada);
    const stream = await openStream(ada, { from: lastEventId });
    const events = await stream.waitFor((all) => all.some(({ event }) => event === "match"));
    stream.disconnect();
    expect(JSON.stringify(events)).not.toContain("secret");
    for (const path of ["/notifications", "/", "/messages", "/settings/ended", "/api/notifications"])
      expect([path, /secret|challenged|Your move/.test(await page(ada, path))]).toEqual([path, false]);
  },
);

const gone: Record<string, Act> = {
  unmatch: (ada, ben) => unmatch(ben, ada),
  block: (ada, ben) => block(ben, ada),
  suspension: async (_, ben) => suspend(ben, await addMember("Cleo")),
};

test("the flash message of a pass names nobody who is gone, whatever became of them", async () => {
  const notices = new Set<string>();
  for (const end of Object.values(gone)) {
    const [ada, ben] = await cast();
    const talk = await makeConversation(ada, ben);
    await end(ada, ben, talk);
    const passed = await ada.form("/discover/decide", { targetUserId: String(ben.id), liked: "false" });
    const shown = await page(ada, passed.headers.get("Location") ?? "/");
    notices.add(/You won(?:'|&#x27;)t see .{1,30} again/.exec(shown)?.[0] ?? `no notice: ${passed.status}`);
  }
  expect([...notices]).toEqual([expect.stringContaining("this member")]);
});

test.each(["unmatch", "block"])("whoever asked and ends it by %s is in nobody's Discover", async (end) => {
  const [ada, ben] = await cast();
  await ben.form(`/messages/${await request(ada, ben)}/accept`, {});
  await (end === "block" ? block(ada, ben) : unmatch(ada, ben));
  expect([await isDiscovered(ben, ada), await isDiscovered(ada, ben)]).toEqual([false, false]);
});

async function deleteAccount(who: Person) {
  await setConfirmed(app(), Date.now());
  expect((await who.form("/settings/delete", {})).status).toBe(303);
}

async function comeBack(who: Person) {
  await signIn(who, who.email, who.password);
  expect((await who.form("/come-back", {})).status).toBe(303);
}

test("whoever threatens, deletes the account and comes back finds the block of the report in force", async () => {
  const [ada, ben] = await cast();
  const talk = await makeConversation(ada, ben);
  await write(ben, talk, "I know where you live");
  await deleteAccount(ben);
  const about = { about: `conversation:${talk}`, reason: "danger", words: "", alsoBlock: true };
  expect((await ada.json("POST", "/api/reports", about)).status).toBe(201);
  expect(await page(ada, "/settings/blocked")).toContain("Former member");
  await comeBack(ben);
  expect(await status(write(ben, talk, "I'm back"))).toBe(404);
  expect(await status(ben.get(`/members/${ada.id}`, html))).toBe(404);
  expect(await status(ada.get(`/api/conversations/${talk}/messages`))).toBe(404);
});

test("a request that was declined stays away when its sender leaves and comes back", async () => {
  const [ada, ben] = await cast();
  const talk = await request(ada, ben);
  await ben.form(`/messages/${talk}/decline`, {});
  const before = await inbox(ben);
  await deleteAccount(ada);
  await comeBack(ada);
  await decide(ada, ben, false);
  await decide(ada, ben, true);
  await start(ada, ben);
  await challenge(ada, ben);
  expect(await inbox(ben)).toEqual(before);
});

test("a match that is ended by the API while the other is suspended stays ended after the appeal", async () => {
  const [[ada, ben], cleo] = [await cast(), await addMember("Cleo")];
  const dan = await addMember("Dan");
  for (const other of [ben, dan]) await makeMatch(ada, other);
  const matches = async () => (await (await ada.get("/api/matches/mutual")).json()) as { id: string }[];
  const [second, first] = await matches();
  await suspend(ben, cleo);
  await unmatch(dan, ada);
  // To her, a suspended member and one who has unmatched look the same.
  for (const gone of [first, second])
    expect(await status(ada.json("DELETE", `/api/matches/${gone?.id}`, {}))).toBe(404);
  await overturn(ben);
  expect(await matches()).toEqual([]);
  expect(await isDiscovered(ada, ben)).toBe(false);
});
