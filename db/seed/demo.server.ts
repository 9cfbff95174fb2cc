// Seeds an empty database with the demo members.
import { randomUUID } from "node:crypto";
import type { StoredPhoto } from "db/column-types";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/durations";
import { insertArtists } from "~/matching/artist.server";
import { artistKey } from "~/matching/artist-key";
import { rebuildCandidates } from "~/matching/candidate.server";
import { DEMO_MODERATOR, DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { hashPassword } from "~/models/account/sign-in/password.server";
import { newMemberId } from "~/models/member/member.server";
import { resolvePlace } from "~/models/member/place/place.server";
import { dayOf } from "~/models/member/visit.server";
import { WISHES_CONSENT } from "~/models/member/wishes-consent.server";
import { pairOf } from "~/models/pair.server";
import { formatFocus } from "~/models/picture-focus";
import type { PlaylistInput } from "~/models/playlist/playlist";
import { songInput } from "~/models/playlist/playlist-schema";
import { questionOf } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import { publishWanted } from "~/models/record/wanted-record.server";
import { fileReport } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { questionBank } from "~/models/trivia/question-bank.server";
import { currentQuestion } from "~/models/trivia/trivia";
import { db } from "../client.server";
import {
  account,
  dailyAnswer,
  decision,
  match,
  member,
  playlist,
  playlistSong,
  preferences,
  record,
  staff,
} from "../schema";
import { transaction } from "../transaction.server";
import { demoAnswerers, demoAnswers } from "./demo-answers";
import { addConversation } from "./demo-conversations.server";
import {
  type DemoMember,
  demoAlbums,
  demoCase,
  demoConversation,
  demoFriendRecords,
  demoFriendWanted,
  demoMember,
  demoMembers,
  demoModerator,
  demoPlaylist,
  demoPublicPlaylist,
  demoRecords,
  demoRequest,
  demoRestedConversation,
  demoWanted,
} from "./demo-members";
import { portraitFocus } from "./portrait-focus";

type Person = ReturnType<typeof preparePeople>[number];
type Ago = (minutes: number) => Date;

/** The age of the demo member's matches, latest first. */
const matchedMinutesAgo = [1600, 4400, 13_000];

/**
 * Adds the demo members with likes, conversations, records, a playlist and games, unless the database has any member. The
 * demo member and a moderator, who has a case to look at, can sign in at the embedded identity provider.
 */
export async function seedDemo() {
  if (await db.$count(member)) return;
  try {
    const [subject, moderator] = [
      await ensureAccount({ ...demoMember, ...DEMO_SIGN_IN }),
      await ensureAccount({ ...demoModerator, ...DEMO_MODERATOR }),
    ];
    await addDemoMembers(subject, moderator);
  } catch (error) {
    // Another server that started at the same moment may have been first.
    if (!(await db.$count(member))) throw error;
  }
}

async function addDemoMembers(subject: string, moderatorSubject: string) {
  const people = preparePeople();
  const [self, ...others] = people;
  if (!self) return;

  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  await db.batch([
    db.insert(member).values(
      people.map((person, i) => ({
        ...memberRow(person, ago(60 * 24 * (90 - i))),
        ...(person === self && { issuer: EMBEDDED_MEMBERS, subject, email: DEMO_SIGN_IN.email }),
      })),
    ),
    ...insertModerator(moderatorSubject, ago),
    db.insert(preferences).values(
      people.map(({ id, genres, scrobbles, concerts }) => ({
        memberId: id,
        favoriteGenres: genres,
        totalScrobbles: scrobbles,
        concertsAttended: concerts,
        updatedAt: ago(60 * 24),
      })),
    ),
    ...insertArtistLists(people),
    ...insertDecisions(self, others, ago),
    ...recordsAndPlaylists(people, ago),
    ...rebuildCandidates(),
  ]);
  const isAdded = eq(record.wanted, true);
  await transaction((tx) => publishWanted(tx, self.id, { wanted: true, isAdded }));
  const matched = others.filter(({ withDemo }) => withDemo === "matched");
  const suitor = others.find(({ withDemo }) => withDemo === "likes");
  await addConversation(self.id, matched[0]?.id, demoConversation, { isAccepted: true, ago });
  await addConversation(self.id, matched[2]?.id, demoRestedConversation, { isAccepted: true, ago });
  await addConversation(self.id, suitor?.id, demoRequest, { isAccepted: false, ago });
  await playGames(
    self.id,
    matched.map(({ id }) => id),
  );
  await openCase(new Map(people.map(({ id, firstName }) => [firstName, id])), ago);
}

function preparePeople() {
  return [demoMember, ...demoMembers].map((person) => ({
    ...person,
    id: newMemberId(),
    artists: person.artists.split(" · "),
    resolved: resolvePlace(person.place),
  }));
}

function memberRow(person: Person, createdAt: Date) {
  const portrait = portraitOf(person);
  return {
    id: person.id,
    issuer: "demo",
    subject: portrait,
    firstName: person.firstName,
    lastName: person.lastName,
    bio: person.bio,
    prompts: person.prompts ?? [],
    age: person.age,
    location: person.place,
    placeName: person.resolved?.name,
    cell: person.resolved?.cell,
    portraitUrl: `/portraits/${portrait}.svg`,
    photoFocus: formatFocus(portraitFocus(portrait)),
    morePhotos: morePortraitsOf(person),
    ...(person.wishes && wishesOf(person.wishes, createdAt)),
    createdAt,
  };
}

function wishesOf({ gender, words, meets, purpose }: NonNullable<DemoMember["wishes"]>, saidAt: Date) {
  const consent = { wishesConsent: WISHES_CONSENT.version, wishesConsentAt: saidAt };
  return { gender, genderWords: words, genderSaidAt: saidAt, meets, purpose, ...consent };
}

function insertModerator(subject: string, ago: Ago) {
  const id = newMemberId();
  return [
    db.insert(member).values({
      id,
      issuer: EMBEDDED_MEMBERS,
      subject,
      email: DEMO_MODERATOR.email,
      ...demoModerator,
      createdAt: ago(60 * 24 * 100),
    }),
    db.insert(staff).values({ memberId: id, role: "moderator", addedAt: ago(0) }),
  ];
}

function insertArtistLists(people: Person[]) {
  const listed = people.flatMap(({ id, artists }) =>
    artists.map((name, position) => ({ id, position, name, key: artistKey(name) })),
  );
  return [
    db.run(insertArtists(listed.map(({ key }) => key))),
    db.run(sql`insert into member_artist (member_id, artist_id, position, name)
      select value ->> 'id', artist.id, value ->> 'position', value ->> 'name'
      from json_each(${JSON.stringify(listed)}) join artist on artist.key = value ->> 'key'`),
  ];
}

/** The statements that insert the likes between the demo member and the others, and the matches that they made. */
function insertDecisions(self: Person, others: Person[], ago: Ago) {
  const matched = others.filter(({ withDemo }) => withDemo === "matched");
  const matches = matched.map(({ id }, i) => ({
    id: randomUUID(),
    ...pairOf(self.id, id),
    createdAt: ago(matchedMinutesAgo[i] ?? 20_000),
  }));
  const likes = others.flatMap(({ id, withDemo }, i) => {
    const made = matches[matched.findIndex((other) => other.id === id)]?.createdAt;
    const liked = { liked: true, decidedAt: made ?? ago(300 + 170 * i) };
    return [
      ...(withDemo === "likes" || withDemo === "matched"
        ? [{ memberId: id, targetId: self.id, ...liked }]
        : []),
      ...(withDemo === "liked" || withDemo === "matched"
        ? [{ memberId: self.id, targetId: id, ...liked }]
        : []),
    ];
  });
  return [db.insert(decision).values(likes), db.insert(match).values(matches)];
}

/** Gives the moderator a case to decide. */
async function openCase(ids: Map<string, number>, ago: Ago) {
  const reportedId = ids.get(demoCase.reported);
  const reporters = demoCase.reporters.flatMap(({ firstName, ...report }) => {
    const id = ids.get(firstName);
    return id === undefined ? [] : [{ id, report }];
  });
  await addConversation(reporters[0]?.id, reportedId, demoCase.lines, { isAccepted: true, ago });
  for (const { id, report } of reporters)
    await fileReport(id, reportInput.parse({ about: `member:${reportedId}`, ...report, alsoBlock: false }));
}

/** The portraits of a demo member after the first. */
function morePortraitsOf(person: Pick<DemoMember, "firstName" | "photos">): StoredPhoto[] {
  return Array.from({ length: (person.photos ?? 1) - 1 }, (_, index) => {
    const name = `${portraitOf(person)}-${index + 2}`;
    const photoFocus = formatFocus(portraitFocus(name));
    return { photoId: null, portraitUrl: `/portraits/${name}.svg`, photoFocus };
  });
}

/** The name of a demo member's portrait in public/portraits. */
export function portraitOf({ firstName }: Pick<DemoMember, "firstName">) {
  return firstName
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

type Account = { firstName: string; lastName: string; email: string; password: string };

/** Finds or creates an account and returns its id. */
async function ensureAccount({ firstName, lastName, email, password }: Account) {
  const id = randomUUID();
  const person = { firstName, lastName, email, passwordHash: await hashPassword(password) };
  // Another server that starts at the same moment may add it, too. This ignores whether newcomers can join.
  await db
    .insert(account)
    .values({ id, ...person, createdAt: new Date() })
    .onConflictDoNothing();
  return (await findAccount(email)) ?? id;
}

async function findAccount(email: string) {
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.email, email));
  return found?.id;
}

/** Leaves the demo member with one game to move in, in its third round, and one new challenge. */
async function playGames(selfId: number, [first, second]: number[]) {
  if (!first || !second) return;
  let game = await addGame(second, { player2Id: selfId });
  const answer = async (memberId: number, isRight: boolean) => {
    const round = currentQuestion(game);
    const right = questionBank.find(({ question }) => question === round?.question)?.correctAnswer;
    const chosen = round?.options.find((option) => (option === right) === isRight);
    game = await answerQuestion(memberId, game.id, { questionId: round?.id ?? "", answer: chosen ?? "" });
  };
  await answer(selfId, true);
  await answer(second, false);
  await answer(selfId, false);
  await answer(second, true);
  await answer(second, true);
  await addGame(first, { player2Id: selfId });
}

/** The records that the demo member and the others own or look for (the others show theirs), and two playlists. */
function recordsAndPlaylists([self, ...others]: Person[], ago: Ago) {
  const friend = others.find(({ withDemo }) => withDemo === "matched");
  const publisher = others.find(({ firstName }) => firstName === demoPublicPlaylist.owner);
  if (!self || !friend || !publisher) return [];
  const lines = [
    ...demoRecords.map((line) => ({ memberId: self.id, line, wanted: false })),
    ...demoWanted.map((line) => ({ memberId: self.id, line, wanted: true })),
    ...demoFriendRecords.map((line) => ({ memberId: friend.id, line, wanted: false })),
    ...demoFriendWanted.map((line) => ({ memberId: friend.id, line, wanted: true })),
    ...others
      .filter((person) => person !== friend)
      .flatMap(({ id, artists }) =>
        demoAlbums
          .filter((line) => artists.includes(line.split(" · ")[0] ?? ""))
          .map((line) => ({ memberId: id, line, wanted: false })),
      ),
  ];
  const owners = [...new Set(lines.map(({ memberId }) => memberId))];
  return [
    db.insert(record).values(
      lines.map(({ memberId, line, wanted }, index) => {
        const [artist, album, year, format, condition, notes] = line.split(" · ");
        const typed = recordInput.parse({ artist, album, year, format, condition, notes, wanted });
        return { ...typed, ...recordKeys(typed), id: randomUUID(), memberId, createdAt: ago(9000 + index) };
      }),
    ),
    db
      .update(member)
      .set({ showsCollection: true })
      .where(and(inArray(member.id, owners), ne(member.id, self.id))),
    ...playlistOf(
      { ...demoPlaylist, ownerId: self.id, collaboratorId: friend.id, isPublic: false },
      demoPlaylist.songs.map(({ fromDemo, song }) => ({ addedBy: fromDemo ? self.id : friend.id, song })),
      ago,
    ),
    ...playlistOf(
      { ...demoPublicPlaylist, ownerId: publisher.id, collaboratorId: null, isPublic: true },
      demoPublicPlaylist.songs.map((song) => ({ addedBy: publisher.id, song })),
      ago,
    ),
  ];
}

function playlistOf(
  {
    name,
    description,
    ownerId,
    collaboratorId,
    isPublic,
  }: Omit<PlaylistInput, "coverImageUrl"> & { ownerId: number },
  songs: { addedBy: number; song: string }[],
  ago: Ago,
) {
  const id = randomUUID();
  return [
    db
      .insert(playlist)
      .values({ id, ownerId, collaboratorId, name, description, isPublic, createdAt: ago(1500) }),
    db.insert(playlistSong).values(
      songs.map(({ addedBy, song }, position) => {
        const [artist, title, album, seconds] = song.split(" · ");
        const { duration, ...typed } = songInput.parse({ artist, title, album, duration: seconds });
        return {
          ...typed,
          id: randomUUID(),
          playlistId: id,
          addedBy,
          durationSeconds: duration,
          position,
          createdAt: ago(1490 - position),
        };
      }),
    ),
  ];
}

/** Adds demo members' answers to today's question, unless they exist. */
export async function answerAsDemo(now = Date.now()) {
  const day = dayOf(now);
  const question = questionOf(day);
  const people = await db
    .select({ id: member.id, firstName: member.firstName })
    .from(member)
    .where(and(eq(member.issuer, "demo"), inArray(member.firstName, demoAnswerers)));
  const answers = people.map(({ id, firstName }) => {
    const index = demoAnswerers.indexOf(firstName);
    const line = demoAnswers[question][index] ?? "";
    const [, artist, title] = /^♪ (.+) · (.+)$/.exec(line) ?? [];
    const typed = answerInput.parse(artist ? { question, artist, title } : { question, text: line });
    return { memberId: id, day, ...typed, answeredAt: new Date(now - index * MINUTE_MS) };
  });
  if (answers.length) await db.insert(dailyAnswer).values(answers).onConflictDoNothing();
}
