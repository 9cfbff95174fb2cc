import { randomUUID } from "node:crypto";
import { client } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { conversation, member, moderationCase, outbox, playlistSong } from "db/schema";
import { expect, test, vi } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { addAccount } from "~/models/account/account.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { addSession, getSession } from "~/models/account/sign-in/session.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { deleteEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { readOwnWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { savePreferences } from "~/models/music/preferences.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { addMember, makeConversation } from "../../cast";
import { countRows, rowsOf } from "../../rows";
import { report } from "../safety/cases";

const PASSWORD = "listen very closely";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Adds a member with an account whose every field contains a word from this list. */
async function addWordyMember(words: string[]): Promise<Member> {
  const [first = "", last = "", email = "", bio = "", artist = ""] = words;
  const input = { firstName: first, lastName: last, email: `${email}@example.org`, password: PASSWORD };
  const subject = await addAccount(input, randomUUID());
  const { password: _, ...person } = input;
  const { id } = await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject });
  const saved = await saveProfile(id, profileInput.parse({ bio, age: 31, location: "Portland, Oregon" }));
  await savePreferences(id, {
    topArtists: [artist, "Broadcast"],
    favoriteGenres: ["Indie"],
    totalScrobbles: 1,
    concertsAttended: 1,
  } as never);
  return saved;
}

const remove = ({ id }: Member) => deleteAccount(id);
const purge = (days: number) => purgeDeletedMembers(Date.now() + days * DAY_MS);

async function isFound(viewer: Member, other: Member) {
  return (await discover(viewer.id, {})).members.some(({ id }) => id === String(other.id));
}

test("a deleted member is a former member in accepted conversations, and nowhere else", async () => {
  const ada = await addWordyMember(["Ada", "L", "former", "", "Radiohead"]);
  const [ben, cleo] = [await addMember("Ben"), await addMember("Cleo")];
  const token = await addSession(ada.id, {}, { userAgent: "" });
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Keep this" });
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  const request = await startConversation(ada.id, cleo.id);
  await addMessage(ada.id, request.id, { content: "May I?" });
  expect(await isFound(cleo, ada)).toBe(true);

  await remove(ada);
  expect(await getSession(token)).toBeUndefined();
  expect(await isFound(cleo, ada)).toBe(false);
  expect((await listMatches(ben)).matches).toEqual([]);
  expect(await getConversation(cleo.id, request.id)).toBeUndefined();
  const kept = await getConversation(ben.id, id);
  expect([kept?.user1, kept?.user2]).toContainEqual({
    id: String(ada.id),
    firstName: "Former member",
    profileImageFocus: null,
    profileImageUrl: null,
    firstArtist: null,
    hasLeft: true,
  });
  expect((await listMessages(ben.id, id))?.map(({ content }) => content)).toEqual(["Keep this"]);
  await expect(addMessage(ben.id, id, { content: "Hello?" })).toBeRefused(
    "forbidden",
    "This member has left B-Side.",
  );
});

test("within 14 days everything comes back, and afterwards nothing does", async () => {
  const ada = await addWordyMember(["Ada", "L", "back", "", "Radiohead"]);
  const ben = await addMember("Ben");
  const { id } = await makeConversation(ada, ben);
  await remove(ada);
  await purge(13);
  await restoreAccount(ada.id);
  expect((await listMatches(ben)).matches).toHaveLength(1);
  expect(await addMessage(ben.id, id, { content: "You're back" })).toMatchObject({ content: "You're back" });
  const countReloads = () => countRows(outbox, { recipientId: ben.id, kind: "reset" });
  const reloads = await countReloads();
  // Once more, in another tab.
  await restoreAccount(ada.id);
  expect(await countReloads()).toBe(reloads);
  await remove(ada);
  // Twice at the same moment.
  await Promise.all([restoreAccount(ada.id), restoreAccount(ada.id)]);
  expect((await listMatches(ben)).matches).toHaveLength(1);
  await remove(ada);
  await purge(15);
  await expect(restoreAccount(ada.id)).toBeRefused("conflict");
});

test("what a former member wrote stays with those who accepted it, and for 90 days where nobody sees it", async () => {
  const [sent, hidden] = [`zyx${randomUUID()}`, `xyz${randomUUID()}`];
  const ada = await addWordyMember(["Ada", "L", "written", "", "Radiohead"]);
  const [ben, cleo] = [await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: sent });
  const shared = await addPlaylist(
    ben.id,
    playlistInput.parse({ name: "Ours", collaboratorId: String(ada.id) }),
  );
  await addSong(ada.id, shared.id, songInput.parse({ title: "Song", artist: "Artist" }));
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  await addMessage(ada.id, (await startConversation(ada.id, cleo.id)).id, { content: hidden });
  await remove(ada);
  await purge(15);
  await purge(15);

  // Cleo can still report what was written to her.
  const before = await everythingInTheDatabase();
  expect([before.includes(sent), before.includes(hidden)]).toEqual([true, true]);
  await deleteEndedConversations(Date.now() + 90 * DAY_MS);
  const left = await everythingInTheDatabase();
  expect([left.includes(sent), left.includes(hidden), left.includes(ada.subject)]).toEqual([
    true,
    false,
    false,
  ]);
  const [purged] = await rowsOf(member, { id: ada.id });
  expect({ ...(purged && readOwnWishes(purged)), consents: false }).toEqual(wishesInput.parse({}));
  expect((await listConversations(ben.id)).conversations).toMatchObject([{ id }]);
  const [added] = (await getPlaylist(ben.id, shared.id))?.songs ?? [];
  expect(added).toMatchObject({ title: "Song", addedBy: null });
  expect(await rowsOf(playlistSong, { addedBy: ada.id })).toEqual([]);
});

test("a conversation is deleted with its second member", async () => {
  const ada = await addWordyMember(["Ada", "L", "second-a", "", "Radiohead"]);
  const ben = await addWordyMember(["Ben", "L", "second-b", "", "Radiohead"]);
  const { id } = await makeConversation(ada, ben);
  await remove(ada);
  await purge(15);
  expect(await countRows(conversation, { id })).toBe(1);
  await remove(ben);
  await purge(15);
  expect(await countRows(conversation, { id })).toBe(0);
});

test("a case outlives its member without the name", async () => {
  const ada = await addWordyMember(["Ada", "Zyxwvut", "case", "", "Radiohead"]);
  const ben = await addMember("Ben");
  await report(ben, ada, { reason: "scam" });
  await remove(ada);
  await purge(15);
  const [kept] = await rowsOf(moderationCase, { memberId: ada.id });
  expect(kept).toMatchObject({ memberName: "Former member", closedAt: null });
});

async function everythingInTheDatabase(): Promise<string> {
  const { rows } = await client.execute(
    "select name from pragma_table_list where schema = 'main' and type <> 'virtual' and name not like 'sqlite_%'",
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await client.execute(`select * from "${name}"`);
    // An index of words holds them in blobs.
    const toText = (_: string, value: unknown) =>
      value instanceof ArrayBuffer ? Buffer.from(value).toString("latin1") : value;
    texts.push(
      JSON.stringify(
        table.rows.map((row) => ({ ...row })),
        toText,
      ),
    );
  }
  return texts.join("\n");
}

test("nothing changes many rows in one go, however much a member leaves", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const many = (statement: string) =>
    client.execute(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) ${statement}`,
    );
  await many(`insert into message (id, conversation_id, sender_id, content, created_at, edited_at)
    select 'many-' || i, '${id}', ${ada.id}, 'Hello', i, i from n`);
  await many(
    `insert into message_version (message_id, content, replaced_at) select 'many-' || i, 'Hi', i from n`,
  );
  await many(
    `insert into reaction (message_id, member_id, kind) select 'many-' || i, ${ada.id}, 'love' from n`,
  );
  await many(`insert into record
    (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes, created_at)
    select 'many-' || i, ${ada.id}, 'A', i, 'a', i, 'rock', 'Rock', 'vinyl', 'mint', '', i from n`);
  for (const [owner, other] of [
    [ada.id, ben.id],
    [ben.id, ada.id],
  ]) {
    await client.execute(`insert into playlist (id, owner_id, collaborator_id, name, description, is_public, created_at)
      values ('of-${owner}', ${owner}, ${other}, 'Sundays', '', 0, 0)`);
    await many(`insert into playlist_song (id, playlist_id, added_by, artist, title, album, position, created_at)
      select ${owner} || '-' || i, 'of-${owner}', ${ada.id}, 'A', 'B', '', i, i from n`);
  }
  await many(`insert into notification (id, member_id, kind, subject_id, at)
    select 5000000 + i, ${ada.id}, 'song', i, i from n`);
  await many(
    `insert into outbox (recipient_id, kind, reference, created_at) select ${ada.id}, 'match', '', i from n`,
  );
  await many(`insert into member (id, issuer, subject, first_name, last_name, created_at)
    select 700000 + i, 'bench', i, 'Name', '', 0 from n`);
  await many(
    `insert into decision (member_id, target_id, liked, decided_at) select ${ada.id}, 700000 + i, 0, i from n`,
  );
  await remove(ada);

  const counts: number[] = [];
  const countChanges = async () =>
    Number((await client.execute("select total_changes() as changes")).rows[0]?.changes);
  const { execute, batch } = client;
  let before = await countChanges();
  const counted = async <Result>(result: Promise<Result>) => {
    const done = await result;
    const [{ changes } = { changes: 0 }] = (await execute.call(client, "select total_changes() as changes"))
      .rows;
    counts.push(Number(changes) - before);
    before = Number(changes);
    return done;
  };
  vi.spyOn(client, "execute").mockImplementation((...args) => counted(execute.apply(client, args as never)));
  vi.spyOn(client, "batch").mockImplementation((...args) => counted(batch.apply(client, args)));
  await purge(15);
  vi.restoreAllMocks();
  expect(Math.max(...counts)).toBeLessThan(600);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(8000);
});
