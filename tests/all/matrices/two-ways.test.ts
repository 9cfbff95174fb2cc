// What both a page and the API offer has the same effect, in whatever state the two members are to each other.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { match, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { hideConnections } from "~/models/match/connection-end.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { savePrompts } from "~/models/member/prompt.server";
import { isOfPair, pairOf } from "~/models/pair.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { blockMember } from "~/models/safety/block.server";
import { shareApp } from "../../app";
import * as members from "../../cast";

// There is no request for the video's title.
const { signInAgain } = shareApp();

/** What Ada acts on: Ben, their conversation and match, a message of each, and a playlist of Ben's that she adds to. */
type Scene = Record<"ada" | "ben" | "talk" | "match" | "own" | "theirs" | "playlist", string>;
type Relation = "strangers" | "a request of hers" | "a conversation";
type Fields = Record<string, unknown>;
type Request = [method: string, path: string, body: Fields];

/** One operation as a form and as JSON, and what it is also tried on besides a conversation. */
type Pair = {
  form: (scene: Scene) => [path: string, fields: Fields];
  json: (scene: Scene) => Request;
  among?: Relation[];
  /** The page says in a notice what the API answers with 404. */
  hasNotice?: true;
};

const song = { artist: "Can", title: "Spoon" };
const video = { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };

const pairs: Record<string, Pair> = {
  like: {
    form: ({ ben }) => [`/members/${ben}/decide`, { liked: "true" }],
    json: ({ ben }) => ["POST", "/api/matches", { targetUserId: ben, liked: true }],
    among: ["strangers", "a request of hers"],
  },
  "like with a note": {
    form: ({ ben }) => [`/members/${ben}/like?prompt=b_side`, { content: "Me too!", prompt: "b_side" }],
    json: ({ ben }) => [
      "POST",
      `/api/members/${ben}/like`,
      { content: "Me too!", quote: { type: "prompt", prompt: "b_side" } },
    ],
    among: ["strangers", "a request of hers"],
  },
  unmatch: {
    form: ({ ben }) => [`/members/${ben}/unmatch`, {}],
    json: ({ match }) => ["DELETE", `/api/matches/${match}`, {}],
    hasNotice: true,
  },
  block: {
    form: ({ ben }) => [`/members/${ben}/block`, {}],
    json: ({ ben }) => ["POST", "/api/blocks", { targetUserId: ben }],
    among: ["strangers", "a request of hers"],
  },
  unblock: {
    form: ({ ben }) => ["/settings/blocked", { targetUserId: ben }],
    json: ({ ben }) => ["DELETE", `/api/blocks/${ben}`, {}],
  },
  report: {
    form: ({ ben }) => ["/report", { about: `member:${ben}`, reason: "hate" }],
    json: ({ ben }) => ["POST", "/api/reports", { about: `member:${ben}`, reason: "hate" }],
    among: ["strangers", "a request of hers"],
  },
  "report of a conversation": {
    form: ({ talk }) => ["/report", { about: `conversation:${talk}`, reason: "hate", alsoBlock: "on" }],
    json: ({ talk }) => [
      "POST",
      "/api/reports",
      { about: `conversation:${talk}`, reason: "hate", alsoBlock: true },
    ],
    among: ["a request of hers"],
  },
  "start of a conversation": {
    form: ({ ben }) => ["/matches/talk", { targetUserId: ben }],
    json: ({ ben }) => ["POST", "/api/conversations", { targetUserId: ben }],
    among: ["strangers", "a request of hers"],
  },
  message: {
    form: ({ talk }) => [`/messages/${talk}`, { content: "Hello again", id: randomUUID() }],
    json: ({ talk }) => [
      "POST",
      `/api/conversations/${talk}/messages`,
      { content: "Hello again", id: randomUUID() },
    ],
    among: ["a request of hers"],
  },
  video: {
    form: ({ talk }) => [`/messages/${talk}/video`, { ...video, id: randomUUID() }],
    json: ({ talk }) => ["POST", "/api/messages/youtube", { ...video, conversationId: talk }],
  },
  edit: {
    form: ({ talk, own }) => [`/messages/${talk}/message/${own}`, { content: "Better words" }],
    json: ({ own }) => ["PATCH", `/api/messages/${own}`, { content: "Better words" }],
    among: ["a request of hers"],
  },
  deletion: {
    form: ({ talk, own }) => [`/messages/${talk}/delete`, { messageId: own }],
    json: ({ own }) => ["DELETE", `/api/messages/${own}`, {}],
    among: ["a request of hers"],
  },
  reaction: {
    form: ({ talk, theirs }) => [`/messages/${talk}/reaction`, { messageId: theirs, reaction: "heart" }],
    json: ({ theirs }) => ["PUT", `/api/messages/${theirs}/reaction`, { reaction: "heart" }],
  },
  goodbye: {
    form: ({ talk }) => [`/messages/${talk}/goodbye`, { content: "Farewell" }],
    json: ({ talk }) => ["POST", `/api/conversations/${talk}/goodbye`, { content: "Farewell" }],
  },
  reopening: {
    form: ({ talk }) => [`/messages/${talk}/reopen`, {}],
    json: ({ talk }) => ["DELETE", `/api/conversations/${talk}/goodbye`, {}],
  },
  challenge: {
    form: ({ ben }) => ["/trivia/new", { player2Id: ben, id: randomUUID() }],
    json: ({ ben }) => ["POST", "/api/trivia-games", { player2Id: ben, id: randomUUID() }],
    among: ["strangers"],
  },
  "song in their playlist": {
    form: ({ playlist }) => [`/playlists/${playlist}/add`, { ...song, id: randomUUID() }],
    json: ({ playlist }) => ["POST", `/api/playlists/${playlist}/songs`, { ...song, id: randomUUID() }],
  },
  "invitation to a playlist": {
    form: ({ ben }) => ["/playlists/new", { name: "Slow trains", collaboratorId: ben, id: randomUUID() }],
    json: ({ ben }) => [
      "POST",
      "/api/playlists",
      { name: "Slow trains", collaboratorId: ben, id: randomUUID() },
    ],
  },
};

/** Hides what somebody shares, as a sanction does until an appeal. */
async function suspend({ id }: Member) {
  await transaction(async (tx) => {
    await hideConnections(tx, randomUUID(), id);
    await tx.update(member).set({ suspendedAt: new Date() }).where(eq(member.id, id));
  });
}

type Act = (ada: Member, ben: Member, talk: string) => Promise<unknown>;

/** What has happened before. The first three ends look alike to Ada. */
const states: Record<string, Act> = {
  "Ben is suspended": (_, ben) => suspend(ben),
  "Ben has blocked her": (ada, ben) => blockMember(ben.id, ada.id),
  "Ben has passed on her": (ada, ben) => decideOn(ben.id, { targetUserId: ada.id, liked: false }),
  nothing: async () => undefined,
  "Ben is paused": (_, ben) => setPaused(ben.id, true),
  "Ben is deleted": (_, ben) => deleteAccount(ben.id),
  "Ben has said goodbye": (_, ben, talk) => sayGoodbye(ben.id, talk, { content: "Bye" }).catch(() => {}),
  "she has blocked Ben": (ada, ben) => blockMember(ada.id, ben.id),
  "she is suspended": (ada) => suspend(ada),
};
const ALIKE = 3;

async function stage(relation: Relation, act: Act): Promise<Scene> {
  const [ada, ben] = [await members.addMember("Ada"), await members.addMember("Ben")];
  await savePrompts(ben.id, { prompts: [{ prompt: "b_side", answer: "Pearly*" }] });
  const scene = { ada: String(ada.id), ben: String(ben.id), talk: "none", match: "none" };
  const [own, theirs] = [randomUUID(), randomUUID()];
  let playlist = "none";
  if (relation === "a request of hers") {
    await decideOn(ada.id, { targetUserId: ben.id, liked: true });
    scene.talk = (await startConversation(ada.id, ben.id)).id;
    await addMessage(ada.id, scene.talk, { content: "Hello", id: own });
  }
  if (relation === "a conversation") {
    scene.talk = (await members.makeConversation(ada, ben)).id;
    await addMessage(ada.id, scene.talk, { content: "Hello", id: own });
    await addMessage(ben.id, scene.talk, { content: "Hi", id: theirs });
    const shared = { name: "Shared", description: "", isPublic: false, collaboratorId: ada.id };
    playlist = (await addPlaylist(ben.id, { ...shared, coverImageUrl: null })).id;
    const [made] = await db
      .select()
      .from(match)
      .where(isOfPair(match, pairOf(ada.id, ben.id)));
    scene.match = made?.id ?? "none";
  }
  await act(ada, ben, scene.talk);
  return { ...scene, own, theirs, playlist };
}

/** All that two members share and have decided about each other, by their roles. */
async function readEffects({ ada, ben }: Scene) {
  const [a, b] = [Number(ada), Number(ben)];
  const role = (column: string) => sql.raw(`case ${column} when ${a} then 'ada' when ${b} then 'ben' end`);
  const pair = sql.raw(`low_id in (${a}, ${b}) and high_id in (${a}, ${b})`);
  const talks = sql`(select id from conversation where ${pair})`;
  const read = async (statement: SQL) => {
    const rows = await db.all<object>(statement);
    return rows.map((row) => JSON.stringify(Object.values(row))).sort();
  };
  return {
    matches: await read(sql`select count(*) from match where ${pair}`),
    decisions: await read(
      sql`select ${role("member_id")}, ${role("target_id")}, liked from decision where member_id in (${a}, ${b})`,
    ),
    blocks: await read(sql`select ${role("member_id")} from block where member_id in (${a}, ${b})`),
    ended: await read(sql`select sanction_id = '' from ended_connection where ${pair}`),
    talks: await read(
      sql`select ${role("started_by")}, accepted_at is null, declined_at is null, ended_at is null, ${role("closed_by")},
        id in (select subject_id from hidden_by_sanction) from conversation where ${pair}`,
    ),
    messages: await read(
      sql`select ${role("sender_id")}, content, message_type, edited_at is null, deleted_at is null,
        (select group_concat(kind) from reaction where message_id = message.id) from message where conversation_id in ${talks}`,
    ),
    reports: await read(
      sql`select subject, reason, ${role("reported_id")} from report where reporter_id in (${a}, ${b})`,
    ),
    games: await read(
      sql`select ${role("player1_id")}, status, ending, dismissed_at is null from trivia_game where player1_id in (${a}, ${b})`,
    ),
    playlists: await read(
      sql`select name, ${role("owner_id")}, ${role("collaborator_id")},
        (select count(*) from playlist_song where playlist_id = playlist.id) from playlist where owner_id in (${a}, ${b})`,
    ),
  };
}

/** Sends a request by Ada; resolves with its effects and its status, in which all that succeeds is alike. */
async function tryOut(scene: Scene, way: "form" | "json", { form, json }: Pair) {
  const browser = await signInAgain({ id: scene.ada } as Parameters<typeof signInAgain>[0]);
  const [method, path, body] = json(scene);
  const [page, fields] = form(scene);
  // As the page's script sends it: the answer says what became of the form, without a page.
  const answer =
    way === "json"
      ? await browser.json(method, path, body)
      : await browser.form(page.replace(/(?=\?|$)/, ".data"), fields as Record<string, string>, {
          Accept: "*/*",
        });
  const text = await answer.text();
  const status = text.includes("/account-status") ? 403 : answer.status < 400 ? 200 : answer.status;
  return { status, ...(await readEffects(scene)) };
}

test.each(Object.entries(pairs))("%s has the same effect by form and by JSON", async (_, pair) => {
  for (const relation of ["a conversation", ...(pair.among ?? [])] as Relation[]) {
    const results: Record<"form" | "json", object[]> = { form: [], json: [] };
    const alike = new Set<number>();
    for (const [index, [state, act]] of Object.entries(states).entries())
      for (const way of ["form", "json"] as const) {
        const { status, ...effects } = await tryOut(await stage(relation, act), way, pair);
        results[way].push({
          relation,
          state,
          status: pair.hasNotice && status === 404 ? 200 : status,
          ...effects,
        });
        if (way === "json" && index < ALIKE) alike.add(status);
      }
    expect(results.json).toEqual(results.form);
    if (relation === "a conversation") expect([...alike]).toHaveLength(1);
  }
});
