import { readdirSync, readFileSync } from "node:fs";
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
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { updateCandidate } from "~/matching/candidate.server";
import { countStatisticsAtStart } from "~/matching/statistics.server";
import { checkPassword } from "~/models/account/account.server";
import { DEMO_MODERATOR, DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { getAttachmentFile } from "~/models/conversation/attachment/attachment.server";
import { hasContactDetails } from "~/models/conversation/contact-details";
import { toConversationRow } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import type { MessageDto } from "~/models/conversation/message";
import { listMessages } from "~/models/conversation/message-list.server";
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
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { saveAnswer } from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { questionOf } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { listRecords } from "~/models/record/record.server";
import { recordQuery } from "~/models/record/record-schema";
import { listWantedRecords } from "~/models/record/wanted-record.server";
import { viewCase } from "~/models/safety/case/case.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { getRole } from "~/models/safety/staff/staff.server";
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

  test("the demo member finds something on every screen", async () => {
    const demo = await getDemo();
    const { conversations } = await listConversations(demo.id);
    const messages = (await listMessages(demo.id, conversations[0]?.id ?? "")) ?? [];
    const countMessages = (has: (message: MessageDto) => unknown) => messages.filter(has).length;
    const ofType = (type: string) => countMessages(({ messageType }) => messageType === type);
    const countRecords = async (query: object) =>
      (await listRecords(demo.id, recordQuery.parse(query), 50)).count;
    const { own } = await listPlaylists(demo.id);
    const friend = Number(own[0]?.collaboratorId);
    const { theirs, yours } = await listWantedRecords(demo.id, friend, 5);
    const { games } = await listGames(demo.id);
    expect({
      matches: (await listMatches(demo, { mutual: true })).matches.length,
      likes: (await listMatches(demo, { mutual: false })).matches.length,
      conversations: conversations.map((talk) => toConversationRow(talk, demo.id).status),
      messages: {
        reactions: messages.flatMap(({ reactions = [] }) => reactions).length,
        ...{ songs: ofType("music_share"), photos: ofType("photo"), voiceNotes: ofType("voice") },
        replies: countMessages(({ quote }) => quote?.text),
        edited: countMessages(({ editedAt }) => editedAt),
      },
      openers: (await findOpeners(demo.id, conversations.at(-1)?.id ?? ""))?.length,
      records: [await countRecords({}), await countRecords({ wanted: "true" })],
      inCommon: (await listRecordsInCommon(demo.id, friend, 50)).count,
      wanted: [theirs.count, yours.count],
      songs: own.map(({ songCount }) => songCount),
      games: games.map(({ status, yourTurn }) => [status, yourTurn]),
    }).toEqual({
      ...{ matches: 3, likes: 2, conversations: ["open", "received", "open"] },
      messages: { reactions: 5, songs: 3, photos: 1, voiceNotes: 1, replies: 2, edited: 1 },
      ...{ openers: 3, records: [demoRecords.length, demoWanted.length], inCommon: 3, wanted: [1, 1] },
      ...{
        songs: [demoPlaylist.songs.length],
        games: [
          ["waiting", true],
          ["active", true],
        ],
      },
    });
    for (const sent of messages.filter(({ messageType }) => ["photo", "voice"].includes(messageType ?? "")))
      expect((await getAttachmentFile(demo.id, sent.id, "whole"))?.bytes.length).toBeGreaterThan(1000);
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
