import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { dataExport, member, musicAccount, passkey, securityEvent } from "db/schema";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addAccount } from "~/models/account/account.server";
import { exportFile } from "~/models/account/export/export";
import {
  claimExport,
  finishExport,
  getNewestExport,
  hasFreeExport,
  openExport,
  releaseClaim,
  removeExpiredExports,
  renewClaim,
  startExport,
} from "~/models/account/export/export.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { addSession } from "~/models/account/sign-in/session.server";
import { sendPhoto, sendVoice } from "~/models/conversation/attachment/sending.server";
import { addMessage } from "~/models/conversation/message.server";
import { react } from "~/models/conversation/reaction.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePrompts } from "~/models/member/prompt.server";
import { saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { savePreferences } from "~/models/music/preferences.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { readPlaylistFile } from "~/models/playlist/file/reading.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { addRecord, listAllRecords } from "~/models/record/record.server";
import { prepareImport, runImport } from "~/models/record/record-import.server";
import { recordInput } from "~/models/record/record-schema";
import { blockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { makeExport } from "~/operations/export-archive.server";
import { addMember, addModerator, addNewcomer, makeConversation, makeMatch } from "../../cast";
import { photo } from "../../fakes/picture-files";
import { webm } from "../../fakes/recordings";
import { readZip } from "../../read-zip";
import { changeRows, countRows } from "../../rows";
import { decide, report } from "../safety/cases";

const folder = join(process.env.DATA_DIR ?? "", "exports");
const DAY_MS = 24 * 60 * 60 * 1000;

/** Adds Ada with an account at the embedded provider. */
async function addAda(): Promise<Member> {
  const email = `ada-${randomUUID().slice(0, 8)}@example.org`;
  const person = { firstName: "Ada", lastName: "Lovelace", email };
  const subject = await addAccount({ ...person, password: "listen very closely" }, randomUUID());
  const { id } = await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject });
  await saveWishes(
    id,
    wishesInput.parse({ gender: "own", genderWords: "Agender", meets: ["woman"], consents: true }),
  );
  await savePreferences(id, {
    topArtists: ["Radiohead", "Broadcast"],
    favoriteGenres: ["Indie"],
    totalScrobbles: 10,
    concertsAttended: 2,
  });
  await savePrompts(id, { prompts: [{ prompt: "b_side", answer: "Yes It Is" }] });
  return saveProfile(
    id,
    profileInput.parse({ bio: "Likes records.", age: 36, location: "Portland, Oregon" }),
  );
}

/** Does what the job does for the export that has waited longest. */
async function makeNextExport() {
  const claim = await claimExport();
  return claim && makeExport(claim);
}

/** Makes a member's export and returns its bytes. */
async function exportMember({ id }: Member): Promise<Buffer> {
  await startExport(id, "");
  expect(await makeNextExport()).toMatchObject({ memberId: id });
  const newest = await getNewestExport(id);
  const opened = await openExport(id, newest?.id ?? "");
  if (!opened) throw new Error("There is no export");
  const bytes = await buffer(opened.stream);
  expect(bytes).toHaveLength(opened.bytes);
  return bytes;
}

/** Makes a member's export and returns its text files, the JSON ones parsed. */
async function readExport(self: Member) {
  const bytes = await exportMember(self);
  const files = await readZip(bytes);
  const texts = new Map(
    [...files].filter(([name]) => !name.endsWith(".webp")).map(([name, bytes]) => [name, bytes.toString()]),
  );
  const json = Object.fromEntries(
    [...texts].filter(([name]) => /\.json$/.test(name)).map(([name, text]) => [name, JSON.parse(text)]),
  );
  const all = [...texts.values()].join("\n");
  const talks = Object.entries(json).flatMap(([name, value]) =>
    name.startsWith("conversations/") ? [value] : [],
  );
  return { bytes, files, texts, json, all, talks };
}

/** Gives Ada something of everything, and others what their own exports would have. */
async function addEverything() {
  const ada = await addAda();
  const [ben, cleo, dan, eve] = [
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
    await addNewcomer("Eve"),
  ];
  const moderator = await addModerator("Mia");
  await changeRows(member, { id: ben.id }, { lastName: "Benedict", email: "ben@private.example" });
  await addSession(
    ada.id,
    {},
    { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  );
  await db.insert(passkey).values({
    id: "credential",
    accountId: ada.subject,
    name: "Ada's phone",
    publicKey: "secret-key",
    counter: 0,
    transports: [],
    createdAt: new Date(),
  });
  await db.insert(musicAccount).values({
    id: randomUUID(),
    memberId: ada.id,
    service: "spotify",
    serviceUserId: "ada-at-spotify",
    serviceUsername: "Ada",
    isVerified: true,
    tokens: "secret-tokens",
    topArtists: ["Stereolab"],
    createdAt: new Date(),
  });
  const picturePath = join(tmpdir(), `${randomUUID()}.jpg`);
  writeFileSync(picturePath, await photo());
  const pictureId = await addPicture(ada.id, picturePath);
  await updateProfilePicture(ada.id, "photo", pictureId);
  const records = [
    { artist: "Can", album: "Tago Mago", year: "1971", notes: 'Bought "new", with a\nline break; =1+1' },
    { artist: "Nico", album: "Desertshore", year: "", notes: "" },
  ];
  for (const record of records) await addRecord(ada.id, recordInput.parse({ ...record, id: randomUUID() }));

  const talk = await makeConversation(ada, ben);
  for (let i = 0; i < 3; i++) {
    const { id } = await addMessage(ada.id, talk.id, { content: `From Ada ${i}` });
    await react(ada.id, id, "record");
    if (i) await react(ben.id, id, "dancer");
    await addMessage(ben.id, talk.id, { content: `From Ben ${i}` });
  }
  const mine = await addPlaylist(
    ada.id,
    playlistInput.parse({ name: "Slow trains", description: "", collaboratorId: String(ben.id) }),
  );
  await addSong(ada.id, mine.id, songInput.parse({ artist: "Can", title: "Vitamin C" }));
  await addSong(ben.id, mine.id, songInput.parse({ artist: "Low", title: "Words" }));
  const game = await addGame(ada.id, { id: randomUUID(), player2Id: ben.id });
  const [question] = game.questions;
  await answerQuestion(ada.id, game.id, {
    questionId: question?.id ?? "",
    answer: question?.options[0] ?? "",
  });

  const ended = await makeConversation(ada, cleo);
  const { id: lastId } = await addMessage(ada.id, ended.id, { content: "Ada's last words" });
  await react(ada.id, lastId, "tear");
  await react(cleo.id, lastId, "laugh");
  await addMessage(cleo.id, ended.id, { content: "Cleo's last words" });
  await unmatch(ada.id, cleo.id);

  await decideOn(dan.id, { targetUserId: ada.id, liked: true });
  const request = await startConversation(dan.id, ada.id);
  await addMessage(dan.id, request.id, { content: "Dan would like to talk" });

  await makeMatch(ada, eve);
  await blockMember(eve.id, ada.id);
  await report(ada, ben, { words: "What Ada told the moderators", reason: "scam" });
  const caseId = await report(ben, ada, { words: "What Ben told the moderators" });
  await decide(moderator, caseId, { statement: "You were unkind." });
  return { ada, others: [ben, cleo, dan, eve, moderator], pictureId };
}

const hasUnzip = spawnSync("unzip", ["-v"]).status === 0;

describe("the export of a member with something of everything", () => {
  let fixture: Awaited<ReturnType<typeof addEverything>> & Awaited<ReturnType<typeof readExport>>;
  beforeAll(async () => {
    const everything = await addEverything();
    fixture = { ...everything, ...(await readExport(everything.ada)) };
  });

  test.runIf(hasUnzip)("opens with unzip", () => {
    const path = join(tmpdir(), `${randomUUID()}.zip`);
    writeFileSync(path, fixture.bytes);
    expect(execFileSync("unzip", ["-t", path], { encoding: "utf8" })).toContain("No errors detected");
  });

  test("says in its README what each file is", () => {
    const { json, texts } = fixture;
    for (const name of [...Object.keys(json), "records.csv", "wanted-records.csv"])
      expect(texts.get("README.txt")).toContain(name.replace(/\/.*/, "/"));
  });

  test("has the member's own words and pictures", () => {
    const { ada, json, files, pictureId } = fixture;
    expect(json["profile.json"]).toMatchObject({
      firstName: "Ada",
      lastName: "Lovelace",
      email: ada.email,
      age: 36,
      prompts: [{ prompt: "The B-side I defend", answer: "Yes It Is" }],
      visitedOn: new Date().toISOString().slice(0, 10),
      showsSeen: true,
      showsTyping: true,
      playsYoutube: false,
      playsSpotify: false,
      opensPhotos: false,
      listenService: null,
      distanceUnit: null,
      language: "en",
      gender: "own",
      genderWords: "Agender",
      meets: ["woman"],
      showsWishes: false,
      notifications: { matchPage: true, matchMail: expect.any(String), quietFrom: null },
    });
    expect(json["preferences.json"].topArtists).toEqual(["Radiohead", "Broadcast"]);
    expect(json["sign-in.json"]).toMatchObject({
      account: { email: ada.email },
      passkeys: [{ name: "Ada's phone" }],
      sessions: [{ userAgent: "Firefox on Linux" }],
      securityEvents: [{ kind: "data-exported" }],
    });
    expect(json["music-connections.json"]).toMatchObject([
      { service: "spotify", serviceUsername: "Ada", topArtists: ["Stereolab"] },
    ]);
    expect(json["reports.json"]).toMatchObject([
      { about: "Ben", reason: "Scam or fraud", words: "What Ada told the moderators", status: "Received" },
    ]);
    expect(json["notifications.json"]).toContainEqual({
      kind: "decision",
      text: "A moderator made a decision about your account.",
      at: expect.any(String),
      isRead: false,
    });
    expect(json["decisions-about-you.json"]).toMatchObject([
      { kind: "Warning", statement: "You were unkind.", appeal: null },
    ]);
    const file = `pictures/${pictureId}-640.webp`;
    expect(json["profile.json"].photo).toBe(file);
    expect(json["pictures.json"]).toMatchObject([{ file }]);
    expect(files.get(file)?.subarray(8, 12).toString()).toBe("WEBP");
  });

  test("has conversations as both wrote them, and of an ended one only what the member wrote", () => {
    const [withBen, ...others] = fixture.talks.sort((a, b) => a.with.localeCompare(b.with));
    expect(withBen).toMatchObject({
      with: "Ben",
      startedBy: "you",
      acceptedAt: expect.any(String),
      endedAt: null,
    });
    expect(withBen.messages.map(({ from, text }: { from: string; text: string }) => [from, text])).toEqual(
      [0, 1, 2].flatMap((i) => [
        ["you", `From Ada ${i}`],
        ["them", `From Ben ${i}`],
      ]),
    );
    const own = withBen.messages.filter(({ from }: { from: string }) => from === "you");
    expect(own).toMatchObject([
      { yourReaction: "record", theirReaction: null },
      { yourReaction: "record", theirReaction: "dancer" },
      { yourReaction: "record", theirReaction: "dancer" },
    ]);
    const last = { from: "you", text: "Ada's last words", yourReaction: "tear", theirReaction: null };
    expect(others).toMatchObject([
      { with: "Cleo", endedAt: expect.any(String), messages: [last] },
      { with: "Dan", startedBy: "them", acceptedAt: null, messages: [{ text: "Dan would like to talk" }] },
      { with: "Eve", startedBy: null, endedAt: expect.any(String), messages: [] },
    ]);
  });

  test("has the photos and voice notes that the member sent, and not those of the other", async () => {
    const [ada, ben] = [await addAda(), await addMember("Ben")];
    const { id } = await makeConversation(ada, ben);
    const note = join(tmpdir(), `${randomUUID()}.webm`);
    writeFileSync(note, await webm(2));
    const picture = join(tmpdir(), `${randomUUID()}.jpg`);
    writeFileSync(picture, await photo("jpeg", 600, 400));
    await sendVoice(ada.id, id, {}, note);
    await sendPhoto(ada.id, id, { content: "The river" }, picture);
    await sendVoice(ben.id, id, {}, note);
    const { talks, files } = await readExport(ada);
    const messages: { from: string; file: string | null }[] = talks[0].messages;
    const sent = messages.map(({ from, file }) => [from, file && /\.\w+$/.exec(file)?.[0]]);
    expect(sent).toEqual([
      ["you", ".webm"],
      ["you", ".webp"],
      ["them", null],
    ]);
    const [voice, image] = messages.map(({ file }) => files.get(file ?? ""));
    expect(voice?.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(image?.subarray(8, 12).toString()).toBe("WEBP");
    expect([...files.keys()].filter((name) => name.startsWith("attachments/"))).toHaveLength(2);
  });

  test("has decisions, matches, playlists and games with the names that the app shows", () => {
    const { json } = fixture;
    // Nothing reveals Cleo, whom Ada unmatched, and Eve, who has blocked Ada.
    expect(json["decisions.json"]).toMatchObject([{ member: "Ben B.", liked: true }]);
    expect(json["matches.json"]).toMatchObject([{ member: "Ben B." }]);
    expect(json["playlists.json"]).toMatchObject([
      {
        name: "Slow trains",
        owner: "you",
        collaborator: "Ben",
        songs: [
          { title: "Vitamin C", addedBy: "you" },
          { title: "Words", addedBy: "Ben" },
        ],
      },
    ]);
    expect(json["trivia-games.json"]).toMatchObject([
      {
        player1: "you",
        player2: "Ben",
        status: "waiting",
        rounds: [{ player1Answer: expect.any(String), player2Answer: null, correctAnswer: null }],
      },
    ]);
  });

  test("has each playlist as a file that can be imported", async () => {
    const { files } = fixture;
    expect([...files.keys()].filter((name) => name.startsWith("playlists/"))).toEqual([
      "playlists/1 Slow trains.jspf",
    ]);
    const bytes = files.get("playlists/1 Slow trains.jspf") ?? Buffer.alloc(0);
    const { playlists } = await readPlaylistFile(bytes, "");
    expect(playlists).toMatchObject([
      { name: "Slow trains", songs: [{ title: "Vitamin C" }, { title: "Words" }], leftOutCount: 0 },
    ]);
  });

  test("has nothing of others that the app does not show", () => {
    const { others, all } = fixture;
    const hidden = [
      "Benedict",
      "ben@private.example",
      "What Ben told the moderators",
      "Cleo's last words",
      "Mia",
      ...others.map(({ id }) => String(id)),
    ];
    expect(hidden.filter((text) => all.includes(text))).toEqual([]);
  });

  test("has records that another member can import", async () => {
    const { ada, texts } = fixture;
    const gil = await addNewcomer("Gil");
    const prepared = await prepareImport(gil.id, Buffer.from(texts.get("records.csv") ?? ""));
    if (!("id" in prepared)) throw new Error("Nothing can be read");
    await runImport(gil.id, prepared.id);
    expect(await readRecords(gil)).toEqual(await readRecords(ada));
  });
});

async function readRecords({ id }: Member) {
  const records = [];
  for await (const page of listAllRecords(id, false)) records.push(...page);
  return records.map(({ id: _, createdAt: __, ...fields }) => fields);
}

async function forgetExports() {
  await db.delete(dataExport);
  rmSync(folder, { recursive: true, force: true });
}

describe("exports one after another", () => {
  beforeEach(forgetExports);

  test("requests at the same moment are one export", async () => {
    const ada = await addAda();
    await Promise.all(Array.from({ length: 5 }, () => startExport(ada.id, "")));
    expect(await countRows(dataExport, { memberId: ada.id })).toBe(1);
    expect(await countRows(securityEvent, { memberId: ada.id })).toBe(1);
    await makeNextExport();
  });

  test("an export replaces the member's earlier one, and is gone after seven days", async () => {
    const ada = await addAda();
    await exportMember(ada);
    const first = await getNewestExport(ada.id);
    await exportMember(ada);
    const second = await getNewestExport(ada.id);
    expect(first?.id).not.toBe(second?.id);
    expect(await openExport(ada.id, first?.id ?? "")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([exportFile(second?.id ?? "")]);

    const ben = await addMember("Ben");
    expect(await openExport(ben.id, second?.id ?? "")).toBeUndefined();
    await removeExpiredExports(Date.now() + 6.9 * DAY_MS);
    expect(readdirSync(folder)).toHaveLength(1);
    await removeExpiredExports(Date.now() + 7.1 * DAY_MS);
    expect(readdirSync(folder)).toEqual([]);
    expect(await getNewestExport(ada.id)).toBeUndefined();
  });

  test("a machine takes over what a dead one has claimed, and the dead one's late result does not count", async () => {
    const ada = await addAda();
    await startExport(ada.id, "");
    const dead = await claimExport();
    if (!dead) throw new Error("Nothing was claimed");
    expect(await hasFreeExport()).toBe(false);
    expect(await makeNextExport()).toBeUndefined();
    expect(await renewClaim(dead, { done: 3, total: 20 })).toBe(true);
    expect(await getNewestExport(ada.id)).toMatchObject({ status: "waiting", done: 3, total: 20 });

    const later = Date.now() + 31_000;
    expect(await hasFreeExport(later)).toBe(true);
    const taken = await claimExport(later);
    expect(taken?.id).toBe(dead.id);
    expect(await renewClaim(dead, { done: 4, total: 20 })).toBe(false);
    expect(await finishExport(dead, 20, 1)).toBe(false);
    await releaseClaim(dead);
    expect(await getNewestExport(ada.id)).toMatchObject({ status: "waiting", done: 0, total: null });

    expect(await claimExport(later + 31_000)).toMatchObject({ attempts: 3 });
    expect(await claimExport(later + 62_000)).toBeUndefined();
    expect(await getNewestExport(ada.id)).toMatchObject({ status: "failed" });
    await exportMember(ada);
    expect(await getNewestExport(ada.id)).toMatchObject({ status: "ready" });
  });

  test("a failed attempt leaves no file, and is tried again a little later", async () => {
    const ada = await addAda();
    await startExport(ada.id, "");
    const id = (await getNewestExport(ada.id))?.id ?? "";
    const inTheWay = join(folder, exportFile(id));
    mkdirSync(inTheWay, { recursive: true });
    await expect(makeNextExport()).rejects.toThrow("EISDIR");
    expect(readdirSync(folder)).toEqual([exportFile(id)]);
    rmdirSync(inTheWay);
    expect([await hasFreeExport(), await hasFreeExport(Date.now() + 16_000)]).toEqual([false, true]);
    await changeRows(dataExport, { id }, { claimedUntil: null });
    expect(await makeNextExport()).toMatchObject({ memberId: ada.id });
  });

  test("a deleted account has no export", async () => {
    const ada = await addAda();
    await exportMember(ada);
    await startExport(ada.id, "");
    const claim = await claimExport();
    if (!claim) throw new Error("Nothing was claimed");
    await deleteAccount(ada.id);
    expect(await countRows(dataExport, { memberId: ada.id })).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(await finishExport(claim, 20, 1)).toBe(false);
    await restoreAccount(ada.id);
    expect(await getNewestExport(ada.id)).toBeUndefined();
  });

  test("files that no export has are swept from the folder", async () => {
    const ada = await addAda();
    await exportMember(ada);
    writeFileSync(join(folder, `${randomUUID()}.zip`), "left by a crash");
    writeFileSync(join(folder, `${randomUUID()}.1.unfinished`), "left by a crash");
    await removeExpiredExports();
    expect(readdirSync(folder)).toEqual([exportFile((await getNewestExport(ada.id))?.id ?? "")]);
  });
});
