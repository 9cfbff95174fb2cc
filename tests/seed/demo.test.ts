import { readdirSync, readFileSync } from "node:fs";
import { client, db } from "db/client.server";
import { type DemoMember, demoMember, demoMembers, demoPlaylist, demoRecords } from "db/demo";
import { portraitOf, seedDemo } from "db/demo.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { recountAtStart } from "~/matching/census.server";
import { discover } from "~/matching/discover.server";
import { checkPassword, EMBEDDED_MEMBERS } from "~/models/account.server";
import { artistKey } from "~/models/artist";
import { conversationRow } from "~/models/conversation";
import { listConversations } from "~/models/conversation.server";
import { decideOn } from "~/models/decision.server";
import { DEMO_SIGN_IN } from "~/models/demo";
import { DISCOVER_DEFAULTS } from "~/models/discovery";
import { listMatches } from "~/models/match.server";
import { profileInput } from "~/models/member";
import { findOrAddMember, saveProfile } from "~/models/member.server";
import { messageInput } from "~/models/message";
import { listMessages } from "~/models/message.server";
import { resolvePlace } from "~/models/place.server";
import { getPlaylist, listPlaylists } from "~/models/playlist.server";
import { preferencesInput } from "~/models/preferences";
import { savePreferences } from "~/models/preferences.server";
import { listRecords, listRecordsInCommon } from "~/models/record.server";
import { recordQuery } from "~/models/record-input";
import { gameLine } from "~/models/trivia";
import { listGames } from "~/models/trivia.server";

const everybody = [demoMember, ...demoMembers];

function keysOf({ artists }: DemoMember) {
  return artists.split(" · ").map(artistKey);
}

describe("the people", () => {
  test("each could be a member", async () => {
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
      expect(await resolvePlace(place), place).toBeDefined();
    }
  });

  test("each has three artists in common with somebody", () => {
    for (const person of everybody) {
      const keys = new Set(keysOf(person));
      const shared = everybody
        .filter((other) => other !== person)
        .map((other) => keysOf(other).filter((key) => keys.has(key)).length);
      expect(Math.max(...shared), person.firstName).toBeGreaterThanOrEqual(3);
    }
  });

  test("everybody has a portrait, and no two are alike", () => {
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

describe("the database they are put into", () => {
  beforeAll(async () => {
    await seedDemo();
    await recountAtStart();
  });

  async function getDemo() {
    const subject = await checkPassword(DEMO_SIGN_IN, "127.0.0.1");
    const [found] = await db.select().from(member).where(eq(member.subject, subject));
    if (!found) throw new Error("The demo member is not there");
    return found;
  }

  test("the demo member signs in as the same member", async () => {
    const demo = await getDemo();
    const { firstName, lastName, email } = demo;
    const identity = { issuer: EMBEDDED_MEMBERS, subject: demo.subject, firstName, lastName, email };
    const signedIn = await findOrAddMember(identity);
    expect(signedIn.id).toBe(demo.id);
    expect(signedIn.placeName).toBe("Portland, Oregon, US");
  });

  test("a second time adds nobody", async () => {
    await seedDemo();
    expect(await db.$count(member)).toBe(everybody.length);
    const { rows } = await client.execute("select count(*) as count from candidate");
    expect(rows[0]?.count).toBe(everybody.length);
  });

  test("the default filters find the demo member a dozen people, of scores that differ", async () => {
    const { members } = await discover((await getDemo()).id, DISCOVER_DEFAULTS);
    expect(members.length).toBeGreaterThanOrEqual(12);
    expect(new Set(members.map((found) => found.compatibilityScore)).size).toBeGreaterThanOrEqual(5);
  });

  test("home and messages of the demo member are not empty", async () => {
    const demo = await getDemo();
    expect((await listMatches(demo, { mutual: true })).matches).toHaveLength(3);
    expect((await listMatches(demo, { mutual: false })).matches).toHaveLength(2);
    const [talk] = (await listConversations(demo.id)).talks;
    const messages = await listMessages(demo.id, talk?.id ?? "");
    expect(messages?.length).toBeGreaterThan(3);
    expect(messages?.[0]?.createdAt).toBe(talk?.lastMessageAt);
    expect(Date.parse(messages?.[0]?.createdAt ?? "")).toBeLessThan(Date.now());
    const shared = (messages ?? []).filter(({ messageType }) => messageType);
    expect(shared).toHaveLength(1);
    for (const { content, messageType, metadata } of shared) {
      const sent = { content, messageType, metadata };
      expect(messageInput.parse(sent)).toEqual(sent);
    }
  });

  test("somebody waits for the demo member's answer", async () => {
    const demo = await getDemo();
    const { talks } = await listConversations(demo.id);
    expect(talks.map((talk) => conversationRow(talk, demo.id).standing)).toEqual(["open", "received"]);
  });

  test("the demo member has records, some in common with a friend, and makes a playlist with them", async () => {
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

  test("the demo member has a game to go on with, and a challenge", async () => {
    const demo = await getDemo();
    const { games } = await listGames(demo.id);
    expect(games.map((game) => gameLine(game, String(demo.id)))).toEqual([
      expect.stringMatching(/ has challenged you$/),
      expect.stringMatching(/ has answered: your move$/),
    ]);
    expect(games[1]).toMatchObject({ currentRound: 3, player1Score: 1, player2Score: 1, status: "active" });
  });

  test("a newcomer who names well-known artists finds people, near and anywhere", async () => {
    const newcomer = await findOrAddMember({
      issuer: EMBEDDED_MEMBERS,
      subject: "newcomer",
      firstName: "Ada",
      lastName: "Newcomer",
      email: "ada@example.org",
    });
    await saveProfile(newcomer.id, { bio: "", age: 28, location: "Portland, Oregon" });
    await savePreferences(newcomer.id, {
      topArtists: ["Radiohead", "Taylor Swift", "Beyoncé", "The Beatles", "Kendrick Lamar"],
      favoriteGenres: ["Pop", "Rock", "Alternative"],
      totalScrobbles: 0,
      concertsAttended: 0,
    });
    expect((await discover(newcomer.id, DISCOVER_DEFAULTS)).members.length).toBeGreaterThanOrEqual(5);
    expect((await discover(newcomer.id, { minCompatibility: 50 })).members.length).toBe(20);
  });

  test("the first people the demo member likes like back", async () => {
    const demo = await getDemo();
    const { members } = await discover(demo.id, DISCOVER_DEFAULTS);
    for (const { id } of members.slice(0, 8)) {
      expect(await decideOn(demo.id, { targetUserId: Number(id), liked: true })).toEqual({ mutual: true });
    }
  });
});
