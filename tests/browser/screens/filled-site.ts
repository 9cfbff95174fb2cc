// Members whose screens are full: the longest accepted input, each value one unbroken word that also tries to run a script.
import { Secret, TOTP } from "otpauth";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail } from "~/models/trivia/trivia";
import {
  addMember,
  like,
  type Member,
  makeMatch,
  PASSWORD,
  sendForm,
  sendJson,
  sendMessage,
  sendPhoto,
  sendVoice,
  setPreferences,
  startConversation,
} from "../members";
import { execute, holdJobs, operate } from "../operator";

const HOSTILE = `"'><img/src=x/onerror=alert(1)>`;
const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";

/** Whose browser a screen is opened in. */
export type Viewer = keyof FilledSite["cookies"];

/** The cookies of each viewer, and the ids of what there is. */
export type FilledSite = Awaited<ReturnType<typeof fillSite>>;

/** The part of a site that the screens of `npm test` need. */
export type SampleSite = Awaited<ReturnType<typeof fillSample>>;

/** A word of this length. Short ones are letters alone, which no line can break. */
export function long(length: number, end = ""): string {
  const tail = (length < 100 ? "" : HOSTILE) + end;
  return "W".repeat(length - tail.length) + tail;
}

/** A member with the longest possible values. */
async function settle(firstName = long(40)): Promise<Member> {
  const person = await addMember(firstName, long(60), "w".repeat(50));
  await sendJson(person, "PATCH", "/api/profile", { bio: long(500), age: 100, location: long(100) });
  await sendJson(person, "POST", "/api/music-preferences", {
    topArtists: [long(100), long(100, "2"), long(100, "3")],
    favoriteGenres: ["Singer-Songwriter", "Electronic", "Alternative"],
    totalScrobbles: 1_000_000_000,
    concertsAttended: 1_000_000_000,
  });
  return person;
}

/** Starts a game and plays this many rounds; the opponent gets all points. */
async function play(one: Member, other: Member, answers: number): Promise<string> {
  const game: GameDetail = await sendJson(one, "POST", "/api/trivia-games", { player2Id: other.id });
  for (let round = 1; round <= answers; round++) {
    // A game shows the questions of the rounds it has reached.
    const { questions }: GameDetail = await sendJson(one, "GET", `/api/trivia-games/${game.id}`, undefined);
    const asked = questions.find(({ roundNumber }) => roundNumber === round);
    if (!asked) throw new Error(`No question in round ${round}`);
    const { id, question, options } = asked;
    const right = questionBank.find((each) => each.question === question)?.correctAnswer;
    const wrong = options.find((option) => option !== right);
    for (const [who, answer] of [
      [other, right],
      [one, wrong],
    ] as const)
      await sendJson(who, "POST", `/api/trivia-games/${game.id}/answer`, { questionId: id, answer });
  }
  return `/trivia/${game.id}`;
}

/** Says everything that a conversation can hold. */
async function talk(ada: Member, ben: Member) {
  const conversation = await startConversation(ada, ben);
  const messages = `/api/conversations/${conversation}/messages`;
  const say = async (who: Member, value: object): Promise<string> =>
    (await sendJson(who, "POST", messages, { content: long(2000), ...value })).id;
  const edited = await say(ben, {});
  await sendJson(ben, "PATCH", `/api/messages/${edited}`, { content: long(2000, "2") });
  await say(ben, {
    messageType: "music_share",
    metadata: { artist: long(200), title: long(200), album: long(200) },
  });
  await say(ben, { messageType: "youtube_link", metadata: { url: `${VIDEO}&x=${"W".repeat(1900)}` } });
  const track = await say(ben, {
    messageType: "spotify_link",
    metadata: { url: `${TRACK}?x=${"W".repeat(1900)}` },
  });
  await say(ben, { messageType: "youtube_video", metadata: { youtubeUrl: VIDEO, videoTitle: long(200) } });
  const photo = await sendPhoto(ben, conversation, long(2000));
  await sendVoice(ben, conversation);
  const quoted = await say(ben, { content: `Hello https://example.org/a.jpg ${long(1900)}` });
  const own = await say(ada, { quotedId: quoted });
  await sendJson(ben, "PUT", `/api/messages/${own}/reaction`, { reaction: "tear" });
  return { conversation, edited, track, photo, quoted, own };
}

/** Records and shared playlists of both, with covers on another host, which are for their owner's eyes only. */
async function collect(ada: Member, ben: Member) {
  const record = { artist: long(200), album: long(200), genre: long(60), notes: long(1000), year: 1999 };
  const { id } = await sendJson(ada, "POST", "/api/record-collections", record);
  await sendJson(ben, "POST", "/api/record-collections", record);
  const song = { title: long(200), artist: long(200), album: long(200), duration: 24 * 3600 };
  const playlists: string[] = [];
  for (const [owner, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const playlist = await sendJson(owner, "POST", "/api/playlists", {
      name: long(100),
      description: long(500),
      collaboratorId: other.id,
      isPublic: true,
      ...(owner === ben ? { coverImageUrl: "https://covers.example/a.jpg" } : {}),
    });
    for (const who of [owner, other])
      await sendJson(who, "POST", `/api/playlists/${playlist.id}/songs`, song);
    playlists.push(playlist.id);
  }
  const [own = "", shared = ""] = playlists;
  return { record: id as string, playlist: own, sharedPlaylist: shared };
}

/** A moderator with an open case about Ben, and a member who is suspended and has appealed. */
async function moderate(ada: Member, ben: Member) {
  const [mona, suspended] = [await addMember("Mona"), await addMember(HOSTILE, long(60))];
  await operate("moderator", "add", mona.email);
  for (const { id } of [ben, suspended]) {
    const report = { about: `member:${id}`, reason: "harassment", words: long(1000), alsoBlock: false };
    await sendJson(ada, "POST", "/api/reports", report);
  }
  const find = async (path: string, pattern: RegExp, who = mona) => {
    const [found] = pattern.exec(await (await who.request.get(path)).text()) ?? [];
    if (!found) throw new Error(`${path} has no ${pattern}`);
    return found;
  };
  const caseOf = (person: Member) =>
    find(`/moderation/members?q=${encodeURIComponent(person.email)}`, /\/moderation\/cases\/[\da-f-]{36}/);
  const [open, decided] = [await caseOf(ben), await caseOf(suspended)];
  await sendForm(mona, `${decided}/claim`);
  const sanction = { kind: "suspend", days: "7", rule: "harassment", statement: long(500) };
  await sendForm(mona, `${decided}?index`, sanction);
  const appealForm = await find("/account-status", /\/account-status\/[\da-f-]{36}\/appeal/, suspended);
  await sendForm(suspended, appealForm, { words: long(1000) });
  const appeal = await find("/moderation/appeals", /\/moderation\/appeals\/[\da-f-]{36}/);
  await sendForm(mona, `${open}/claim`);
  return { mona, suspended, openCase: open, decidedCase: decided, appeal, appealForm };
}

/** Signs in a member with an authenticator app, up to the code that is asked for then. */
async function secure(): Promise<Member> {
  const person = await addMember("Sam", long(60), "w".repeat(50));
  await sendForm(person, "/settings/authenticator/start");
  const page = await (await person.request.get("/settings/authenticator")).text();
  const [, shown = ""] = /<code[^>]*>([A-Z\d ]+)<\/code>/.exec(page) ?? [];
  const secret = Secret.fromBase32(shown.replaceAll(" ", ""));
  await sendForm(person, "/settings/authenticator", { code: new TOTP({ secret }).generate() });
  return person;
}

/** Deletes a member's account; the member signs in again, and could still come back. */
async function leave(): Promise<Member> {
  const person = await addMember(HOSTILE, long(60));
  await sendForm(person, "/settings/delete");
  const { request } = person;
  const form = { email: person.email, password: PASSWORD };
  await sendForm(person, new URL((await request.get("/api/login")).url()).pathname, form);
  return person;
}

/** Makes enough members wait for an answer for Discover to ask about them. */
export async function keepWaiting(person: Member) {
  for (let count = 0; count < 8; count++) {
    const other = await addMember("Finn");
    await makeMatch(other, person);
    await sendMessage(other, await startConversation(other, person), "Hello");
  }
}

const cookiesOf = async ({ request }: Member) => (await request.storageState()).cookies;

/** Adds a show with the longest words, to which Ada goes, too; returns its page. */
async function announce(ada: Member, goers: Member[]): Promise<string> {
  const words = { artist: "W".repeat(100), artist2: long(100), venue: long(100), note: long(200) };
  const place = { town: "Portland, Oregon", link: `https://${"w".repeat(60)}.example/${"w".repeat(300)}` };
  const date = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const show = { ...words, ...place, date, doors: "19:30" };
  const { id }: { id: string } = await sendJson(ada, "POST", "/api/shows", show);
  for (const person of [ada, ...goers])
    await sendJson(person, "PUT", `/api/shows/${id}/going`, { going: "together" });
  return `/shows/${id}`;
}

/** Lets the two agree on a plan for today, of which Ada has told a friend; returns the friend's page. Both are asked if they met. */
async function planToMeet(ada: Member, ben: Member, conversation: string): Promise<string> {
  const path = `/api/conversations/${conversation}/plan`;
  const today = { date: new Date().toISOString().slice(0, 10), time: "23:59" };
  const { id: planId } = await sendJson(ben, "POST", path, { place: long(120), ...today });
  await sendJson(ada, "PATCH", path, { planId, step: "accept" });
  const link = await sendJson(ada, "POST", `${path}/links`, { planId, note: long(200), askAt: "1:00" });
  await execute("update plan set asked_at = ? where id = ?", Date.now(), planId);
  return new URL(link.url).pathname;
}

/** Fills what the screens of `npm test` show: Ada, all that she and Ben share, and candidates. */
export async function fillSample() {
  const [ada, ben] = [await settle(), await settle()];
  // These are candidates as well.
  const [asker, noted] = [await settle(HOSTILE), await settle(HOSTILE)];
  for (const person of [ada, ben]) {
    await sendForm(person, "/settings/collection", { shown: "true" });
    await sendJson(person, "PUT", "/api/profile/anthem", { shareType: "spotify", url: TRACK });
  }
  for (const person of [ada, noted])
    await sendJson(person, "PUT", "/api/profile/prompts", {
      prompts: [{ prompt: "best_show", answer: long(150) }],
    });
  for (const person of [ada, ben, noted]) {
    const { question } = await (await person.request.get("/api/question")).json();
    const song = { artist: "W".repeat(100), title: long(100) };
    await sendJson(person, "PUT", "/api/question", { question: question.id, text: long(150), ...song });
  }
  await makeMatch(ada, ben);
  const said = await talk(ada, ben);
  await like(asker, ada);
  const collected = await collect(ada, ben);
  const open = await play(ada, ben, 1);
  const show = await announce(ada, [ben, noted]);
  const cookies = { ada: await cookiesOf(ada), visitor: [] };
  return { members: { ada, ben, asker, noted }, cookies, ben: ben.id, ...said, ...collected, open, show };
}

/** Fills a site. Its members have no browser: what is left of them are their cookies. */
export async function fillSite() {
  const { members, ...sample } = await fillSample();
  const { ada, ben, asker, noted } = members;
  const dora = await settle();
  const request = await startConversation(asker, ada);
  await sendMessage(asker, request, `a@example.org\nhttps://example.org\n${long(1900)}`);
  await like(ada, dora);
  const ownRequest = await startConversation(ada, dora);

  const friend = await planToMeet(ada, ben, sample.conversation);

  const closing = await addMember(HOSTILE, long(60));
  await makeMatch(ada, closing);
  const closed = await startConversation(ada, closing);
  await sendJson(closing, "POST", `/api/conversations/${closed}/goodbye`, { content: long(300) });

  // A first conversation, and one that has rested for three days.
  const [fresh, rested] = [await addMember("Cleo"), await addMember("Dan")];
  const talks: string[] = [];
  for (const other of [fresh, rested]) {
    await setPreferences(other, [long(100), "Low"], ["Electronic"]);
    await makeMatch(ada, other);
    talks.push(await startConversation(ada, other));
  }
  const [first = "", old = ""] = talks;
  await sendMessage(rested, old, "Hello");
  await execute(
    "update message set created_at = created_at - ? where conversation_id = ?",
    3 * 86_400_000,
    old,
  );

  // Two members have one open challenge at a time.
  const declined = await play(ben, ada, 0);
  await sendForm(ada, `${declined}/resign`);
  const games = { declined, over: await play(ben, ada, 5), challenge: await play(ben, ada, 0) };
  const blocked = await addMember(HOSTILE, long(60));
  await sendJson(ada, "POST", "/api/blocks", { targetUserId: blocked.id });

  const { mona, suspended, ...cases } = await moderate(ada, ben);
  const newcomer = await addMember("Nora");
  const operator = await addMember("Olga");
  await operate("operator", "add", operator.email);
  const [secured, leaver] = [await secure(), await leave()];
  // A search for covers stays where its member sees it.
  await holdJobs("cover_search", ada.id);
  const busy = await addMember("Billie");
  await keepWaiting(busy);
  return {
    ...sample,
    cookies: {
      ...sample.cookies,
      newcomer: await cookiesOf(newcomer),
      busy: await cookiesOf(busy),
      moderator: await cookiesOf(mona),
      suspended: await cookiesOf(suspended),
      operator: await cookiesOf(operator),
      leaver: await cookiesOf(leaver),
    },
    asker: asker.id,
    noted: noted.id,
    ...games,
    ...{ request, ownRequest, closed, first, old },
    ...cases,
    ...{ secured: secured.email, friend },
  };
}
