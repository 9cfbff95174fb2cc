// Shows: adding one, finding the same, going, who is seen there by whom, and what becomes of them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, going, member, moderationCase, notification, show, showArtist } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { toDate } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { inLanguage } from "~/language/language.server";
import { dayAt } from "~/matching/cell";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { readShownShow } from "~/models/conversation/profile-quote/profile-quote.server";
import { decideOn } from "~/models/match/decision.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getMember, type Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { blockMember } from "~/models/safety/block.server";
import { viewCase } from "~/models/safety/case/case.server";
import { removeContent } from "~/models/safety/evidence/content-removal.server";
import { fileReport, listReports } from "~/models/safety/report.server";
import { findSharedShows, setGoing } from "~/models/show/going.server";
import { describeShared, type Going, quoteShow } from "~/models/show/show";
import { addShow, deletePastShows, setCancelled } from "~/models/show/show.server";
import { findNextShow, getShow, listOwnShows, listShows, listShowsOf } from "~/models/show/show-list.server";
import { showInput, showsQuery } from "~/models/show/show-schema";
import { addMember, addModerator, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows } from "../../rows";

let [ada, ben, cleo] = [] as unknown as [Member, Member, Member];
const today = () => dayAt(ada.cell);

beforeEach(async () => {
  await db.delete(show);
  await db.delete(member);
  [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
});

/** A show in this many days, as its form is filled in. */
function typed(inDays = 10, fields: Record<string, string> = {}) {
  return showInput.parse({
    ...{ artist: "Broadcast", venue: "Mississippi Studios", town: "Portland, Oregon" },
    ...{ date: toDate(today() + inDays), ...fields },
  });
}

const add = async (inDays?: number, fields?: Record<string, string>, by = ada) =>
  (await addShow(by, typed(inDays, fields))).id;
const filters = (given: Record<string, string> = {}) => showsQuery.parse(given);
const namesAt = async (viewer: Member, id: string) => {
  const { people } = (await getShow(await getMember(viewer.id), id)) ?? {
    people: { together: [], going: [] },
  };
  const namesOf = (cards: { firstName: string }[]) => cards.map(({ firstName }) => firstName);
  return { together: namesOf(people.together), going: namesOf(people.going) };
};
const go = (who: Member, id: string, choice: Going = "going") => setGoing(who.id, id, choice);

describe("adding", () => {
  test("a show says its artists, day, place and link, and not who has added it", async () => {
    const id = await add(10, {
      ...{ artist2: "pram", doors: "19:30", link: "https://example.org/gig", note: "Bring earplugs." },
    });
    const found = await getShow(ben, id);
    expect(found).toMatchObject({
      ...{ artists: ["Broadcast", "Pram"], date: toDate(today() + 10), doors: "19:30" },
      ...{ venue: "Mississippi Studios", town: "Portland, Oregon, US", distance: 5 },
      ...{ link: "https://example.org/gig", note: "Bring earplugs.", isPast: false, isCancelled: false },
      yours: { artist: "Broadcast", isListed: true },
    });
    expect(JSON.stringify(found)).not.toContain(String(ada.id));
  });

  test("the same artist, day and town is the same show, whoever enters it and at once", async () => {
    const twice = await Promise.all([
      addShow(ada, typed()),
      addShow(ben, typed(10, { artist: "BROADCAST" })),
    ]);
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
    expect(twice.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const near = await addShow(
      ben,
      typed(10, { artist: "Pram", artist2: "Broadcast", town: "Milwaukie, Oregon" }),
    );
    expect(near.isNew).toBe(false);
    const far = await addShow(ben, typed(10, { town: "Seattle, Washington" }));
    expect(far.isNew).toBe(true);
    expect((await addShow(ben, typed(11))).isNew).toBe(true);
  });

  test("a repeat with the same id is the same show", async () => {
    const id = randomUUID();
    const once = await addShow(ada, { ...typed(), id });
    expect(await addShow(ada, { ...typed(), id })).toEqual(once);
    await expect(addShow(ben, { ...typed(12), id })).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([
    ["a day that is over", { date: "2020-01-01" }, "date", "This day is over"],
    [
      "a day in three years",
      { date: toDate(Math.floor(Date.now() / DAY_MS) + 1100) },
      "date",
      /2 years ahead/,
    ],
    ["a town that nobody knows", { town: "Xyzzyville" }, "town", "We couldn't find Xyzzyville"],
    ["an address in the note", { note: "Tickets at buy.example.com" }, "note", /Leave out links/],
    ["an address as a venue", { venue: "www.tickets.com" }, "venue", /Leave out links/],
    ["a phone number as an artist", { artist: "Call 503 555 01234" }, "artist", /Leave out links/],
  ])("%s is refused at its field", async (_, fields, field, message) => {
    const refused = await add(10, fields as Record<string, string>).catch((refusal) => refusal);
    expect(refused).toMatchObject({ code: "invalid", fields: { [field]: expect.stringMatching(message) } });
    expect(await db.$count(show)).toBe(0);
  });

  test.each([
    ["artist", "Various Artists"],
    ["date", "2026-02-30"],
    ["doors", "25:00"],
    ["link", "http://example.org"],
    ["link", "https://10.0.0.1/"],
    ["link", "https://user@example.org/"],
  ])("the form refuses %s: %s", (field, value) => {
    const { error } = showInput.safeParse({
      ...typed(),
      date: toDate(today() + 3),
      doors: "",
      link: "",
      [field]: value,
    });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });

  test("the venue and the artists are one line each, whose words nothing turns around", async () => {
    const id = await add(10, { venue: "The\u202e Lex\nington", artist2: "Pr\u2067am" });
    expect(await getShow(ada, id)).toMatchObject({ venue: "The Lexington", artists: ["Broadcast", "Pram"] });
  });

  test("ten a week, and the eleventh says when again", async () => {
    for (let day = 1; day <= 10; day++) await add(day);
    await expect(add(11)).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: expect.any(Number) });
    // What is there already can still be found.
    expect((await addShow(ada, typed(3))).isNew).toBe(false);
  });
});

describe("lists", () => {
  test("by day, those of the member's artists first, in pages and within the distance", async () => {
    const other = await add(5, { artist: "Abba" });
    const own = await add(5, { artist: "Stereolab", venue: "Revolution Hall" });
    const later = await add(6, { artist: "Abba" });
    const far = await add(6, { artist: "Radiohead", town: "Seattle, Washington" });
    await add(100, { artist: "Radiohead" });
    const ids = async (given?: Record<string, string>) =>
      (await listShows(ada, filters(given))).shows.map(({ id }) => id);
    expect(await ids()).toEqual([own, other, later]);
    expect(await ids({ mine: "on" })).toEqual([own]);
    expect(await ids({ within: "100" })).not.toContain(far);
    expect(await ids({ month: toDate(today() + 6).slice(0, 7) })).toContain(later);
    expect((await listShowsOf(ada.id, "stereolab")).map(({ id }) => id)).toEqual([own]);
    expect((await findNextShow(ada.id, 50))?.id).toBe(own);
  });

  test("no list and no page reads a whole table", async () => {
    const id = await add();
    for (const who of [ada, ben]) await go(who, id);
    const plans = await plansOf(async () => {
      await listShows(ada, filters());
      await listShows(ada, filters({ mine: "on" }), { day: today(), rank: 2, id: "" });
      await listShowsOf(ada.id, "broadcast");
      await listOwnShows(ada);
      await findNextShow(ada.id, 50);
      await getShow(ada, id);
    });
    expect(
      plans.filter((step) => /^SCAN (show|show_artist|going|member|member_artist|artist)\b/.test(step)),
    ).toEqual([]);
  });

  test("pages hold each show once", async () => {
    const rows = Array.from({ length: 90 }, (_, index) => ({
      id: randomUUID(),
      day: today() + 1 + (index % 4),
    }));
    const place = {
      placeName: "Portland, Oregon, US",
      cell: ada.cell ?? 0,
      venue: "Hall",
      createdAt: new Date(),
    };
    await db.insert(show).values(rows.map((row) => ({ ...row, ...place })));
    await db.insert(showArtist).values(
      rows.map(({ id, day }, index) => ({
        ...{ showId: id, position: 0, day, cell: ada.cell ?? 0, name: `Band ${index}` },
        artistKey: index % 9 === 0 ? `radiohead ${index}` : `band ${index}`,
      })),
    );
    const seen: string[] = [];
    for (let cursor: string | undefined = "", page = 0; cursor !== undefined && page < 9; page++) {
      const { shows, next } = await listShows(
        ada,
        filters(),
        cursor ? filters({ cursor }).cursor : undefined,
      );
      seen.push(...shows.map(({ id }) => id));
      cursor = next?.cursor;
    }
    expect(seen.length).toBe(90);
    expect(new Set(seen).size).toBe(90);
  });
});

describe("going", () => {
  test("is said, taken back and listed, and a cancelled or past show takes nobody", async () => {
    const id = await add();
    expect(await go(ben, id, "together")).toBe("together");
    await go(ben, id, "going");
    expect((await listOwnShows(ben)).map(({ id, going }) => [id, going])).toEqual([[id, "going"]]);
    await go(ben, id, "no");
    expect(await listOwnShows(ben)).toEqual([]);
    await db.update(show).set({ cancelledAt: new Date() });
    await expect(go(ben, id)).rejects.toMatchObject({ code: "conflict" });
    await db.update(show).set({ cancelledAt: null, day: today() - 3 });
    await expect(go(ben, id)).rejects.toMatchObject({ code: "conflict" });
    await expect(go(ben, randomUUID())).rejects.toMatchObject({ code: "absent" });
  });

  test("to fifty upcoming shows", async () => {
    const place = {
      placeName: "Portland, Oregon, US",
      cell: ada.cell ?? 0,
      venue: "Hall",
      createdAt: new Date(),
    };
    const rows = Array.from({ length: 50 }, () => ({ id: randomUUID(), day: today() + 1, ...place }));
    await db.insert(show).values(rows);
    await db
      .insert(going)
      .values(rows.map(({ id }) => ({ memberId: ben.id, showId: id, createdAt: new Date() })));
    const id = await add();
    await expect(go(ben, id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/50 upcoming shows/),
    });
    // What they go to already can still change.
    await go(ben, rows[0]?.id ?? "", "together");
    await go(ben, rows[0]?.id ?? "", "no");
    await go(ben, id);
  });

  test("members who would like company come first, each by score", async () => {
    const dan = await addMember("Dan");
    const id = await add();
    for (const who of [dan, ben]) await go(who, id);
    await go(cleo, id, "together");
    expect(await namesAt(ada, id)).toEqual({ together: ["Cleo"], going: ["Ben", "Dan"] });
    expect((await getShow(ada, id))?.atLeast).toEqual({ together: null, going: null });
  });

  const hides: [string, (id: string) => Promise<unknown>][] = [
    ["a block by the viewer", () => blockMember(ada.id, ben.id)],
    ["a block by the other", () => blockMember(ben.id, ada.id)],
    ["a pause", () => setPaused(ben.id, true)],
    ["a pause of the viewer", () => setPaused(ada.id, true)],
    ["hiding", () => db.update(member).set({ hiddenAt: new Date() }).where(eq(member.id, ben.id))],
    ["a suspension", () => db.update(member).set({ suspendedAt: new Date() }).where(eq(member.id, ben.id))],
    [
      "waiting to be let in",
      () => db.update(member).set({ waitingSince: new Date() }).where(eq(member.id, ben.id)),
    ],
    ["a deletion", () => db.update(member).set({ deletedAt: new Date() }).where(eq(member.id, ben.id))],
    ["a setting for nobody", () => savePrivacy(ben.id, { showsGoing: "nobody" })],
    ["a setting for matches", () => savePrivacy(ben.id, { showsGoing: "matches" })],
    ["a removed show", (id) => transaction((tx) => removeContent(tx, null, removalOf(id)))],
  ];

  test.each(hides)(
    "%s keeps a member from being seen at a show, in a reason and in a quote",
    async (_, hide) => {
      const id = await add();
      await go(ada, id);
      await go(ben, id, "together");
      const quote = { type: "show" as const, showId: id };
      const shared = async () => (await getMemberCards(ada, [ben.id])).get(ben.id)?.sharedShow;
      expect(await namesAt(ada, id)).toEqual({ together: ["Ben"], going: [] });
      expect(await shared()).toMatchObject({ id, artist: "Broadcast" });
      await hide(id);
      expect(await namesAt(ada, id)).toEqual({ together: [], going: [] });
      expect(await shared()).toBeUndefined();
      const refused = await likeWithNote(ada.id, { targetUserId: ben.id, content: "Together?", quote }).catch(
        (refusal) => refusal.code,
      );
      expect(["invalid", "absent"]).toContain(refused);
    },
  );

  test("whom the viewer has passed on isn't seen, and who has passed on the viewer is", async () => {
    const id = await add();
    await go(ben, id);
    await decideOn(ben.id, { targetUserId: ada.id, liked: false });
    expect((await namesAt(ada, id)).going).toEqual(["Ben"]);
    await decideOn(ada.id, { targetUserId: ben.id, liked: false });
    expect((await namesAt(ada, id)).going).toEqual([]);
  });

  test("a setting for matches shows it to a match", async () => {
    const id = await add();
    await savePrivacy(ben.id, { showsGoing: "matches" });
    await go(ben, id);
    await makeMatch(ada, ben);
    expect(await namesAt(ada, id)).toEqual({ together: [], going: ["Ben"] });
    expect(await namesAt(cleo, id)).toEqual({ together: [], going: [] });
  });

  test("a reason names the next show to which both go", async () => {
    const [later, next] = [await add(20), await add(3, { artist: "Pram" })];
    for (const id of [later, next]) {
      await go(ada, id);
      await go(ben, id);
    }
    const found = (await getMemberCards(ada, [ben.id])).get(ben.id)?.sharedShow;
    expect(found && describeShared(found)).toMatch(/^Pram on [A-Z][a-z]+day$/);
  });
});

const removalOf = (showId: string) => ({
  ...{ id: randomUUID(), caseId: "none" },
  removed: [{ kind: "show" as const, showId }],
});

describe("together", () => {
  const lastOf = async ({ id }: Member) => {
    const [row] = (await listConversations(id)).conversations;
    return row && toConversationRow(row, id).lastMessage;
  };

  test("is a like that quotes the show, and after both the first card of the conversation", async () => {
    const id = await add();
    await go(ben, id, "together");
    const input = { id: randomUUID(), content: "Together?", quote: { type: "show" as const, showId: id } };
    const sent = await likeWithNote(ada.id, { ...input, targetUserId: ben.id });
    expect(sent).toMatchObject({ mutual: false, message: { metadata: { type: "show", showId: id } } });
    const [asked, own] = await Promise.all([lastOf(ben), lastOf(ada)]);
    expect(asked).toMatch(/^Together\? · Broadcast · .* · Mississippi Studios, Portland$/);
    expect(own).toBe(`You: ${asked}`);
    // Each reads it in their own language, whoever wrote.
    const date = toDate(today() + 10);
    const about = { artists: ["Broadcast"], date, venue: "Mississippi Studios", town: "Portland" };
    const inGerman = inLanguage("de", () => quoteShow(about));
    expect(asked).not.toContain(inGerman);
    expect(await inLanguage("de", () => lastOf(ben))).toContain(inGerman);
    const [read] = (await inLanguage("de", () => listMessages(ben.id, sent.conversation.id))) ?? [];
    expect(read?.metadata).toMatchObject({ show: inGerman });
    const { notifications } = await inLanguage("de", () => listNotifications(ben.id));
    expect(notifications[0]?.text).toContain(inGerman);
    // A repeat is the same message.
    await likeWithNote(ada.id, { ...input, targetUserId: ben.id });
    await decideOn(ben.id, { targetUserId: ada.id, liked: true });
    const readAll = async () => (await listMessages(ben.id, sent.conversation.id)) ?? [];
    expect((await readAll()).map(({ content, metadata }) => [content, metadata])).toEqual([
      [
        "Together?",
        { type: "show", showId: id, show: expect.stringMatching(/^Broadcast · .* · Mississippi/) },
      ],
    ]);
    // What a moderator removes is gone from the card, and what is erased has no page.
    await db.update(show).set({ removedAt: new Date() });
    const [removed] = await readAll();
    expect(removed?.metadata).toEqual({ type: "show", showId: null, show: null });
    expect(await lastOf(ben)).toBe("About your profile: Together?");
    await db.delete(show);
    const [erased] = await readAll();
    expect(erased?.metadata).toMatchObject({ showId: null, show: expect.stringMatching(/^Broadcast/) });
  });
});

test("a show that is over tells nobody any more who went, however they ask", async () => {
  const id = await add();
  await go(ben, id, "together");
  expect(await readShownShow(ada.id, ben.id, id)).toMatchObject({ artists: ["Broadcast"] });
  await db.update(show).set({ day: today() - 2 });
  expect(await readShownShow(ada.id, ben.id, id)).toBeNull();
  const quote = { type: "show" as const, showId: id };
  const asked = likeWithNote(ada.id, { targetUserId: ben.id, content: "Were you there?", quote });
  await expect(asked).toBeRefused("invalid");
});

describe("what becomes of a show", () => {
  const textsOf = async (who: Member) =>
    (await listNotifications(who.id)).notifications.map(({ text, url }) => [text, url]);

  test("those who go are told that it is cancelled or was taken down, and nobody else", async () => {
    const [one, two] = [await add(10), await add(12, { artist: "Pram" })];
    for (const id of [one, two]) await go(ben, id);
    await transaction((tx) => setCancelled(tx, one, true));
    // The two could be of the same millisecond.
    await changeRows(notification, { subjectId: one }, { at: new Date(Date.now() - 1000) });
    await transaction((tx) => removeContent(tx, null, removalOf(two)));
    expect(await textsOf(ben)).toEqual([
      [expect.stringMatching(/^Pram on .*, which you were going to, was taken down\.$/), "/shows"],
      [expect.stringMatching(/^Broadcast on .* is cancelled\.$/), `/shows/${one}`],
    ]);
    expect(await textsOf(cleo)).toEqual([]);
    expect(await getShow(ben, two)).toBeUndefined();
    // A member who no longer goes gets no news of it.
    await go(ben, one, "no");
    expect((await textsOf(ben)).map(([text]) => text)).toEqual([expect.stringMatching(/^Pram/)]);
    // The same show can be added again.
    expect((await addShow(cleo, typed(12, { artist: "Pram" }))).isNew).toBe(true);
  });

  test("it is off the lists the day after, and erased a month later with who went", async () => {
    const id = await add();
    await go(ben, id);
    await db.update(show).set({ day: today() - 1 });
    await db.update(showArtist).set({ day: today() - 1 });
    expect((await listShows(ada, filters())).shows).toEqual([]);
    expect(await listShowsOf(ada.id, "broadcast")).toEqual([]);
    expect(await getShow(ada, id)).toMatchObject({ isPast: true, people: { together: [], going: [] } });
    await expect(go(ada, id)).rejects.toMatchObject({ code: "conflict" });
    await deletePastShows(Date.now() + 20 * DAY_MS);
    expect(await db.$count(show)).toBe(1);
    await deletePastShows(Date.now() + 40 * DAY_MS);
    expect([await db.$count(show), await db.$count(showArtist), await db.$count(going)]).toEqual([0, 0, 0]);
  });

  test("once it is over there, no reason and no quote says who went, though the day goes on elsewhere", async () => {
    const id = await add(1);
    for (const who of [ada, ben]) await go(who, id);
    // One in the morning in Portland, where the day is over that goes on in the last time zone.
    const now = (today() + 2) * DAY_MS + 9 * HOUR_MS;
    expect((await findSharedShows(ada.id, [ben.id], now - 2 * HOUR_MS)).get(ben.id)?.id).toBe(id);
    expect((await findSharedShows(ada.id, [ben.id], now)).get(ben.id)).toBeUndefined();
    await db.update(show).set({ day: today() - 1 });
    const quote = { type: "show" as const, showId: id };
    const asked = likeWithNote(ada.id, { targetUserId: ben.id, content: "Together?", quote });
    await expect(asked).rejects.toMatchObject({ code: "invalid", fields: { quote: expect.any(String) } });
  });

  test("a report names nobody and blocks nobody, also of a show that is nobody's", async () => {
    const id = await add();
    const about = { subject: "show" as const, id };
    const report = { about, reason: "spam" as const, words: "An advertisement", alsoBlock: true };
    await fileReport(ben.id, report);
    await db.update(show).set({ addedBy: null });
    await fileReport(cleo.id, report);
    await fileReport(cleo.id, report);
    const { reports } = await listReports(cleo.id);
    expect(reports.map(({ firstName, subject }) => [firstName, subject])).toEqual([["", "show"]]);
    expect((await listReports(ben.id)).reports.map(({ firstName }) => firstName)).toEqual([""]);
    expect(await db.$count(block)).toBe(0);
    const moderator = await addModerator("Mo");
    const cases = await db
      .select({ id: moderationCase.id, memberId: moderationCase.memberId })
      .from(moderationCase);
    const pages = await Promise.all(cases.map((each) => viewCase(moderator.id, each.id)));
    expect(pages.map((page) => page?.isOwnerless)).toEqual(cases.map(({ memberId }) => memberId === null));
    expect(new Set(pages.map((page) => page?.isOwnerless))).toEqual(new Set([true, false]));
  });

  test("notifications are about shows that are off alone", async () => {
    const id = await add();
    await go(ben, id);
    await db
      .insert(notification)
      .values({ id: 1, memberId: ben.id, kind: "show", subjectId: id, at: new Date() });
    expect(await textsOf(ben)).toEqual([]);
    expect(await db.$count(going, and(eq(going.showId, id), eq(going.memberId, ben.id)))).toBe(1);
  });
});
