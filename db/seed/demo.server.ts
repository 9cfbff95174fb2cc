// Puts the demo members into a database that has no members.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { relistEverybody } from "~/matching/listing.server";
import { addAccount, EMBEDDED_MEMBERS } from "~/models/account.server";
import { artistKey } from "~/models/artist";
import { DEMO_SIGN_IN } from "~/models/demo";
import { newMemberId } from "~/models/member.server";
import { pairOf } from "~/models/pair";
import { resolvePlace } from "~/models/place.server";
import { songInput } from "~/models/playlist-input";
import { recordInput, recordKeys } from "~/models/record-input";
import { addGame, answerQuestion } from "~/models/trivia.server";
import { db } from "./client.server";
import {
  type DemoLine,
  type DemoMember,
  demoFriendRecords,
  demoMember,
  demoMembers,
  demoPlaylist,
  demoRecords,
  demoRequest,
  demoTalk,
} from "./demo";
import {
  account,
  conversation,
  decision,
  match,
  member,
  message,
  playlist,
  playlistSong,
  preferences,
  record,
} from "./schema";
import { bank } from "./trivia";

/** How long ago the demo member's matches were made, the latest first. */
const matchedMinutesAgo = [1600, 4400, 13_000];

/**
 * Adds the demo members, their likes and one talk, unless there is any member. One of them can sign in at the embedded identity provider.
 */
export async function seedDemo() {
  if (await db.$count(member)) return;
  const subject = await demoAccount();
  const people = await Promise.all(
    [demoMember, ...demoMembers].map(async (person) => ({
      ...person,
      id: newMemberId(),
      artists: person.artists.split(" · "),
      resolved: await resolvePlace(person.place),
    })),
  );
  const [self, ...others] = people;
  if (!self) return;

  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * 60_000);
  const listed = people.flatMap(({ id, artists }) =>
    artists.map((name, position) => ({ id, position, name, key: artistKey(name) })),
  );
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

  await db.batch([
    db.insert(member).values(
      people.map((person, i) => ({
        id: person.id,
        issuer: person === self ? EMBEDDED_MEMBERS : "demo",
        subject: person === self ? subject : portraitOf(person),
        email: person === self ? DEMO_SIGN_IN.email : null,
        firstName: person.firstName,
        lastName: person.lastName,
        bio: person.bio,
        age: person.age,
        location: person.place,
        placeName: person.resolved?.name,
        cell: person.resolved?.cell,
        profileImageUrl: `/portraits/${portraitOf(person)}.svg`,
        createdAt: ago(60 * 24 * (90 - i)),
      })),
    ),
    db.insert(preferences).values(
      people.map(({ id, genres, scrobbles, concerts }) => ({
        memberId: id,
        favoriteGenres: genres,
        totalScrobbles: scrobbles,
        concertsAttended: concerts,
        updatedAt: ago(60 * 24),
      })),
    ),
    db.run(sql`insert into artist (key) select distinct value ->> 'key' from json_each(${JSON.stringify(listed)})
      where true on conflict do nothing`),
    db.run(sql`insert into member_artist (member_id, artist_id, position, name)
      select value ->> 'id', artist.id, value ->> 'position', value ->> 'name'
      from json_each(${JSON.stringify(listed)}) join artist on artist.key = value ->> 'key'`),
    db.insert(decision).values(likes),
    db.insert(match).values(matches),
    ...talkWith(self.id, matched[0]?.id, demoTalk, true, ago),
    ...talkWith(self.id, others.find(({ withDemo }) => withDemo === "likes")?.id, demoRequest, false, ago),
    ...shelvesOf(self.id, matched[0]?.id, ago),
    ...relistEverybody(),
  ]);
  await playGames(
    self.id,
    matched.map(({ id }) => id),
  );
}

/** The name of a demo member's portrait in public/portraits. */
export function portraitOf({ firstName }: Pick<DemoMember, "firstName">) {
  return firstName
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

/** The id of the account that the demo member signs in with. */
async function demoAccount() {
  const [found] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.email, DEMO_SIGN_IN.email));
  const { firstName, lastName } = demoMember;
  return found?.id ?? (await addAccount({ ...DEMO_SIGN_IN, firstName, lastName }, "demo"));
}

function talkWith(
  selfId: number,
  otherId: number | undefined,
  lines: DemoLine[],
  isAccepted: boolean,
  ago: (minutes: number) => Date,
) {
  const [first] = lines;
  const last = lines.at(-1);
  if (!otherId || !first || !last) return [];
  const id = randomUUID();
  return [
    db.insert(conversation).values({
      id,
      ...pairOf(selfId, otherId),
      startedBy: otherId,
      acceptedAt: isAccepted ? ago(first.minutesAgo) : null,
      lastMessageAt: ago(last.minutesAgo),
      createdAt: ago(first.minutesAgo),
    }),
    db.insert(message).values(
      lines.map(({ fromDemo, minutesAgo, text, song }) => ({
        id: randomUUID(),
        conversationId: id,
        senderId: fromDemo ? selfId : otherId,
        content: text,
        messageType: song ? "music_share" : null,
        metadata: song ? { type: "song", ...song } : null,
        createdAt: ago(minutesAgo),
      })),
    ),
  ];
}

/** One match waits for the demo member's move in the third round, another has just challenged them. */
async function playGames(selfId: number, [first, second]: number[]) {
  if (!first || !second) return;
  const game = await addGame(second, { player2Id: selfId });
  const answer = (memberId: number, place: number, isRight: boolean) => {
    const round = game.questions[place];
    const right = bank.find(({ question }) => question === round?.question)?.correctAnswer;
    const chosen = round?.options.find((option) => (option === right) === isRight);
    return answerQuestion(memberId, game.id, { questionId: round?.id ?? "", answer: chosen ?? "" });
  };
  await answer(selfId, 0, true);
  await answer(second, 0, false);
  await answer(selfId, 1, false);
  await answer(second, 1, true);
  await answer(second, 2, true);
  await addGame(first, { player2Id: selfId });
}

function shelvesOf(selfId: number, otherId: number | undefined, ago: (minutes: number) => Date) {
  if (!otherId) return [];
  const id = randomUUID();
  const shelves = [
    ...demoRecords.map((line) => ({ memberId: selfId, line })),
    ...demoFriendRecords.map((line) => ({ memberId: otherId, line })),
  ];
  return [
    db.insert(record).values(
      shelves.map(({ memberId, line }, place) => {
        const [artist, album, year, format, condition, notes] = line.split(" · ");
        const typed = recordInput.parse({ artist, album, year, format, condition, notes });
        return { ...typed, ...recordKeys(typed), id: randomUUID(), memberId, createdAt: ago(9000 + place) };
      }),
    ),
    db.insert(playlist).values({
      id,
      ownerId: selfId,
      collaboratorId: otherId,
      name: demoPlaylist.name,
      description: demoPlaylist.description,
      isPublic: false,
      createdAt: ago(1500),
    }),
    db.insert(playlistSong).values(
      demoPlaylist.songs.map(({ fromDemo, song }, position) => {
        const [artist, title, album, seconds] = song.split(" · ");
        const { duration, ...typed } = songInput.parse({ artist, title, album, duration: seconds });
        return {
          ...typed,
          id: randomUUID(),
          playlistId: id,
          addedBy: fromDemo ? selfId : otherId,
          durationSeconds: duration,
          position,
          createdAt: ago(1490 - position),
        };
      }),
    ),
  ];
}
