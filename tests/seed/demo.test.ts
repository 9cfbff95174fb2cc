import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { client, db } from "db/client.server";
import { EMBEDDED_MEMBERS, GENDERS, MEET_CHOICES, PURPOSES } from "db/column-types";
import { dailyAnswer, member } from "db/schema";
import { answerAsDemo, portraitOf, seedDemo } from "db/seed/demo.server";
import { demoAnswerers, demoAnswers } from "db/seed/demo-answers";
import {
  type DemoMember,
  demoCase,
  demoMember,
  demoMembers,
  demoPlaylist,
  demoRecords,
  demoWanted,
} from "db/seed/demo-members";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { updateCandidate } from "~/matching/candidate.server";
import { getReasons } from "~/matching/reasons.server";
import { countStatisticsAtStart } from "~/matching/statistics.server";
import { checkPassword } from "~/models/account/account.server";
import { DEMO_MODERATOR, DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { getAttachmentFile } from "~/models/conversation/attachment/attachment.server";
import { rewrapRecording } from "~/models/conversation/attachment/voice-file.server";
import { hasContactDetails } from "~/models/conversation/contact-details";
import { toConversationRow } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listVersions } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { findOpeners } from "~/models/conversation/openers.server";
import { decideOn } from "~/models/match/decision.server";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { findOrAddMember, saveProfile } from "~/models/member/member.server";
import { resolvePlace } from "~/models/member/place/place.server";
import { profileInput } from "~/models/member/profile-schema";
import { dayOf } from "~/models/member/visit.server";
import { savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";
import { listNotifications } from "~/models/notification/notification.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { saveAnswer } from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { questionOf } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { listRecords } from "~/models/record/record.server";
import { recordQuery } from "~/models/record/record-schema";
import { listWantedOnCards, listWantedRecords } from "~/models/record/wanted-record.server";
import { viewCase } from "~/models/safety/case/case.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { getRole } from "~/models/safety/staff/staff.server";
import { gameLine } from "~/models/trivia/trivia";
import { listGames } from "~/models/trivia/trivia.server";

const everybody = [demoMember, ...demoMembers];

function keysOf({ artists }: DemoMember) {
  return artists.split(" · ").map(artistKey);
}

describe("the demo members", () => {
  test("all are valid members", async () => {
    for (const person of everybody) {
      const preferences = {
        topArtists: person.artists.split(" · "),
        favoriteGenres: person.genres,
        totalScrobbles: person.scrobbles,
        concertsAttended: person.concerts,
      };
      expect(preferencesInput.parse(preferences)).toEqual(preferences);
      expect(preferences.topArtists.length, person.firstName).toBeGreaterThanOrEqual(8);
      expect(preferences.topArtists.length, person.firstName).toBeLessThanOrEqual(20);
      const { bio, age, place } = person;
      expect(profileInput.parse({ bio, age, location: place })).toEqual({ bio, age, location: place });
      expect(resolvePlace(place), place).toBeDefined();
    }
  });

  test("each shares three artists with another", () => {
    for (const person of everybody) {
      const keys = new Set(keysOf(person));
      const shared = everybody
        .filter((other) => other !== person)
        .map((other) => keysOf(other).filter((key) => keys.has(key)).length);
      expect(Math.max(...shared), person.firstName).toBeGreaterThanOrEqual(3);
    }
  });

  test("all have a portrait of their own", () => {
    const files = readdirSync("public/portraits");
    expect(files).toEqual(expect.arrayContaining(everybody.map((person) => `${portraitOf(person)}.svg`)));
    expect(new Set(everybody.map(portraitOf)).size).toBe(everybody.length);
    const drawings = files.map((file) => readFileSync(`public/portraits/${file}`, "utf8"));
    expect(new Set(drawings).size).toBe(files.length);
    for (const drawing of drawings) {
      expect(drawing.length).toBeLessThan(8192);
      expect(drawing).not.toMatch(/<script|href|url\(|<style/);
    }
  });
});

describe("the seeded database", () => {
  beforeAll(async () => {
    // The demo is for looking at the screens of every kind of deployment.
    env.registration = "closed";
    await seedDemo();
    env.registration = "open";
    await countStatisticsAtStart();
  });

  async function getDemo() {
    const { accountId: subject } = await checkPassword(DEMO_SIGN_IN, {
      address: "127.0.0.1",
    });
    const [found] = await db.select().from(member).where(eq(member.subject, subject));
    if (!found) throw new Error("The demo member is missing");
    return found;
  }

  test("eight members have answered today's question, tomorrow's too, and the demo member sees most of them", async () => {
    const demo = await getDemo();
    for (const now of [Date.now(), Date.now() + 86_400_000]) {
      await answerAsDemo(now);
      await answerAsDemo(now);
      const question = questionOf(dayOf(now));
      await saveAnswer(demo.id, { question, text: "The long version.", song: null }, undefined, now);
      expect((await readQuestion(demo, now)).answers.length).toBeGreaterThanOrEqual(6);
      expect(await db.$count(dailyAnswer, eq(dailyAnswer.day, dayOf(now)))).toBe(9);
    }
  });

  test("every question has eight answers that would be accepted", () => {
    for (const [question, lines] of Object.entries(demoAnswers)) {
      expect(lines, question).toHaveLength(demoAnswerers.length);
      for (const line of lines) {
        expect(answerInput.safeParse({ question, text: line }).success, line).toBe(true);
        expect(hasContactDetails(line), line).toBe(false);
        expect(line.startsWith("♪"), line).toBe(/^♪ .+ · .+$/.test(line));
      }
    }
    const names = demoMembers.map(({ firstName }) => firstName);
    expect(names).toEqual(expect.arrayContaining(demoAnswerers));
  });

  test("the demo member can sign in", async () => {
    const demo = await getDemo();
    const { firstName, lastName, email } = demo;
    const identity = { issuer: EMBEDDED_MEMBERS, subject: demo.subject, firstName, lastName, email };
    const signedIn = await findOrAddMember(identity);
    expect(signedIn.id).toBe(demo.id);
    expect(signedIn.placeName).toBe("Portland, Oregon, US");
  });

  test("seeding twice adds nobody", async () => {
    await seedDemo();
    // The moderator is a member too, whom nobody can discover.
    expect(await db.$count(member)).toBe(everybody.length + 1);
    const { rows } = await client.execute("select count(*) as count from candidate");
    expect(rows[0]?.count).toBe(everybody.length);
  });

  test("the default filters find the demo member a dozen people with varied scores", async () => {
    const { members } = await discover((await getDemo()).id, DISCOVER_DEFAULTS);
    expect(members.length).toBeGreaterThanOrEqual(12);
    expect(new Set(members.map((found) => found.compatibilityScore)).size).toBeGreaterThanOrEqual(5);
  });

  test("a rare artist in common adds clearly more to the score than a superstar", async () => {
    const demo = await getDemo();
    for (const firstName of ["Theo", "Elias"]) {
      const [other] = await db.select({ id: member.id }).from(member).where(eq(member.firstName, firstName));
      const artists = (await getReasons(demo.id, other?.id ?? 0))?.artists ?? [];
      const [rare, superstar] = ["Arthur Russell", "Fleetwood Mac"].map((name) =>
        artists.find((artist) => artist.name === name),
      );
      expect(rare?.part).toBeGreaterThan(4 * (superstar?.part ?? Number.POSITIVE_INFINITY));
      expect([rare?.rarity, superstar?.rarity]).toEqual(["rare", "common"]);
    }
  });

  test("the demo member has matches, likes and a conversation", async () => {
    const demo = await getDemo();
    expect((await listMatches(demo, { mutual: true })).matches).toHaveLength(3);
    expect((await listMatches(demo, { mutual: false })).matches).toHaveLength(2);
    const [talk] = (await listConversations(demo.id)).conversations;
    const messages = await listMessages(demo.id, talk?.id ?? "");
    expect(messages?.length).toBeGreaterThan(3);
    expect(messages?.[0]?.createdAt).toBe(talk?.lastMessageAt);
    expect(Date.parse(messages?.[0]?.createdAt ?? "")).toBeLessThan(Date.now());
    const shared = (messages ?? []).filter(({ messageType }) => messageType === "music_share");
    expect(shared).toHaveLength(3);
    for (const { content, messageType, metadata } of shared) {
      const sent = { content, messageType, metadata };
      expect(messageInput.parse(sent)).toEqual(sent);
    }
  });

  test("the conversation has reactions, replies, an edited message, a photo and a voice note", async () => {
    const demo = await getDemo();
    const [talk] = (await listConversations(demo.id)).conversations;
    const messages = (await listMessages(demo.id, talk?.id ?? "")) ?? [];
    expect(messages.flatMap(({ reactions = [] }) => reactions).length).toBeGreaterThan(3);
    expect(messages.filter(({ quote }) => quote?.text)).toHaveLength(2);
    const edited = messages.filter(({ editedAt }) => editedAt);
    expect(edited).toHaveLength(1);
    expect(await listVersions(demo.id, edited[0]?.id ?? "")).toHaveLength(1);
    for (const [kind, type] of [
      ["photo", "image/webp"],
      ["voice", "audio/wav"],
    ]) {
      const sent = messages.find(({ messageType }) => messageType === kind);
      const file = await getAttachmentFile(demo.id, sent?.id ?? "", "thumbnail");
      expect(file?.type).toBe(type);
      expect(file?.bytes.length).toBeGreaterThan(1000);
    }
    const photo = messages.find(({ messageType }) => messageType === "photo");
    const whole = await getAttachmentFile(demo.id, photo?.id ?? "", "whole");
    expect(photo?.metadata).toMatchObject({ width: 1600, height: 1200 });
    expect(await sharp(whole?.bytes).metadata()).toMatchObject({ width: 1600, height: 1200 });
    const voice = messages.find(({ messageType }) => messageType === "voice");
    const note = await getAttachmentFile(demo.id, voice?.id ?? "", "whole");
    const path = join(mkdtempSync(join(tmpdir(), "b-side-note-")), "note.wav");
    writeFileSync(path, note?.bytes ?? "");
    const { durationMs } = await rewrapRecording(path);
    expect(voice?.metadata).toMatchObject({ seconds: Math.round(durationMs / 1000) });
  });

  test("a conversation that has rested has openers", async () => {
    const demo = await getDemo();
    const talk = (await listConversations(demo.id)).conversations.at(-1);
    expect((await findOpeners(demo.id, talk?.id ?? ""))?.length).toBe(3);
  });

  test("a moderator can sign in and finds a case", async () => {
    const { accountId: subject } = await checkPassword(DEMO_MODERATOR, {
      address: "127.0.0.1",
    });
    const [moderator] = await db.select().from(member).where(eq(member.subject, subject));
    expect(await getRole(moderator?.id ?? 0)).toBe("moderator");
    const { cases } = await listCases(moderator?.id ?? 0);
    expect(cases).toMatchObject([{ memberName: expect.stringContaining(demoCase.reported), reportCount: 2 }]);
    const view = (report?: string) => viewCase(moderator?.id ?? 0, cases[0]?.id ?? "", { report });
    const pages = await Promise.all(((await view())?.reports ?? []).map(({ id }) => view(id)));
    const evidence = pages.map((page) => [page?.report?.reason, page?.report?.messageCount]);
    expect(evidence.sort()).toEqual([
      ["harassment", 0],
      ["scam", demoCase.lines.length],
    ]);
  });

  test("a message request awaits the demo member", async () => {
    const demo = await getDemo();
    const { conversations: talks } = await listConversations(demo.id);
    expect(talks.map((talk) => toConversationRow(talk, demo.id).status)).toEqual([
      "open",
      "received",
      "open",
    ]);
  });

  test("the demo member has records, some of which a match owns too, and a shared playlist", async () => {
    const demo = await getDemo();
    const { records, count } = await listRecords(demo.id, recordQuery.parse({}), 50);
    expect(count).toBe(demoRecords.length);
    expect(records[0]?.album).toBe("Hounds of Love");
    const { own, shared } = await listPlaylists(demo.id);
    expect([own.length, shared.length]).toEqual([1, 0]);
    const friend = Number(own[0]?.collaboratorId);
    expect((await listRecordsInCommon(demo.id, friend, 50)).count).toBe(3);
    expect((await getPlaylist(friend, own[0]?.id ?? ""))?.songs).toHaveLength(demoPlaylist.songs.length);
  });

  test("matches and strangers own what the demo member looks for, and a match looks for what they own", async () => {
    const demo = await getDemo();
    const wanted = await listRecords(demo.id, recordQuery.parse({ wanted: "true" }), 50);
    expect(wanted.count).toBe(demoWanted.length);
    const { notifications } = await listNotifications(demo.id);
    expect(notifications.filter(({ kind }) => kind === "wanted").length).toBeGreaterThanOrEqual(2);
    const [shared] = (await listPlaylists(demo.id)).own;
    const { theirs, yours } = await listWantedRecords(demo.id, Number(shared?.collaboratorId), 5);
    expect([theirs.count, yours.count]).toEqual([1, 1]);
    const { members } = await discover(demo.id, DISCOVER_DEFAULTS);
    const owners = await listWantedOnCards(
      demo.id,
      members.map(({ id }) => Number(id)),
    );
    expect(owners.size).toBeGreaterThan(2);
  });

  test("the demo member has a game in play and a challenge", async () => {
    const demo = await getDemo();
    const { games } = await listGames(demo.id);
    expect(games.map((game) => gameLine(game, String(demo.id)))).toEqual([
      expect.stringMatching(/ challenged you$/),
      expect.stringMatching(/ answered\. Your move\.$/),
    ]);
    expect(games[1]).toMatchObject({ currentRound: 3, player1Score: 1, player2Score: 1, status: "active" });
  });

  test("a newcomer with well-known artists finds people, nearby and anywhere", async () => {
    const newcomer = await findOrAddMember({
      issuer: EMBEDDED_MEMBERS,
      subject: "newcomer",
      firstName: "Ada",
      lastName: "Newcomer",
      email: "ada@example.org",
    });
    await saveProfile(newcomer.id, profileInput.parse({ age: 28, location: "Portland, Oregon" }));
    await savePreferences(newcomer.id, {
      topArtists: ["Radiohead", "Taylor Swift", "Beyoncé", "The Beatles", "Kendrick Lamar"],
      favoriteGenres: ["Pop", "Rock", "Alternative"],
      totalScrobbles: 0,
      concertsAttended: 0,
    });
    const nearby = { ...DISCOVER_DEFAULTS, minCompatibility: 50 };
    expect((await discover(newcomer.id, DISCOVER_DEFAULTS)).members.length).toBeGreaterThanOrEqual(1);
    expect((await discover(newcomer.id, nearby)).members.length).toBeGreaterThanOrEqual(5);
    expect((await discover(newcomer.id, { minCompatibility: 50 })).members.length).toBe(20);
  });

  test("whatever a newcomer says about whom to meet, somebody fits within ten miles and farther away", async () => {
    const { id } = await findOrAddMember({
      ...{ issuer: EMBEDDED_MEMBERS, subject: "honest", email: "honest@example.org" },
      ...{ firstName: "Honest", lastName: "Newcomer" },
    });
    await saveProfile(id, profileInput.parse({ age: 30, location: "Portland, Oregon" }));
    const empty: unknown[] = [];
    for (const gender of [...GENDERS, null]) {
      for (const meets of [null, ...MEET_CHOICES.map((choice) => [choice])]) {
        for (const purpose of [...PURPOSES, null]) {
          await transaction(async (tx) => {
            await tx.update(member).set({ gender, meets, purpose }).where(eq(member.id, id));
            await updateCandidate(tx, id);
          });
          const near = (await discover(id, { maxDistance: 10 })).members.length;
          const all = (await discover(id, {})).members.length;
          if (!near || all <= Math.min(near, 19)) empty.push({ gender, meets, purpose, near, all });
        }
      }
    }
    expect(empty).toEqual([]);
  });

  test("the first people the demo member likes like them back", async () => {
    const demo = await getDemo();
    const { members } = await discover(demo.id, DISCOVER_DEFAULTS);
    for (const { id } of members.slice(0, 8)) {
      expect(await decideOn(demo.id, { targetUserId: Number(id), liked: true })).toEqual({ mutual: true });
    }
  });
});
