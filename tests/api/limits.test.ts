// How often is too often. Each limit is for one member, or one address: the next is not kept from anything.
import { expect, test } from "vitest";
import { decide, goToSignIn, matchUp, serveThisFile, signIn, talkUp } from "./server";

const { visitor, signUp } = serveThisFile({ RATE_LIMITS: "on" });

const inAMinute = /^That was a little too fast\. Try again in \d+ (seconds?|minutes|hours)\.$/;
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();
const count = (answers: Response[], status: number) =>
  statuses(answers).filter((each) => each === status).length;

async function expectToWait(answer: Response | undefined, atMostSeconds: number) {
  expect(answer?.status).toBe(429);
  const seconds = Number(answer?.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(atMostSeconds);
  expect(await answer?.text()).toMatch(inAMinute);
}

// Sign-ins are counted for all of an address: these four are all that may sign up before the last test.
const people = { ada: signUp.bind(null, "Ada"), ben: signUp.bind(null, "Ben") };

test("likes, messages, conversations, games, uploads, services and places have their limits, and one member's are not another's", async () => {
  const [ada, ben] = [await people.ada(), await people.ben()];
  await matchUp(ada, ben);
  const talk = await talkUp(ada, ben);

  const likes = await Promise.all(Array.from({ length: 180 }, () => decide(ada, ben, true)));
  expect(count(likes, 201)).toBe(58);
  await expectToWait(
    likes.find(({ status }) => status === 429),
    60,
  );
  expect((await decide(ben, ada, true)).status).toBe(201);

  const write = (one: typeof ada) =>
    one.json("POST", `/api/conversations/${talk}/messages`, { content: "Hello" });
  const messages = await Promise.all(Array.from({ length: 90 }, () => write(ada)));
  expect(count(messages, 201)).toBe(30);
  await expectToWait(
    messages.find(({ status }) => status === 429),
    10,
  );
  expect((await write(ben)).status).toBe(201);
  // What is shared is counted among them, and before anybody outside is asked.
  const video = { conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  await expectToWait(await ada.json("POST", "/api/messages/youtube", video), 10);

  const begin = (one: typeof ada, other: typeof ada) =>
    one.json("POST", "/api/conversations", { targetUserId: other.id });
  const begun = await Promise.all(Array.from({ length: 60 }, () => begin(ada, ben)));
  expect(count(begun, 201)).toBe(19);
  await expectToWait(
    begun.find(({ status }) => status === 429),
    3600,
  );
  expect((await begin(ben, ada)).status).toBe(201);

  const challenge = (one: typeof ada, other: typeof ada) =>
    one.json("POST", "/api/trivia-games", { player2Id: other.id });
  const games = await Promise.all(Array.from({ length: 30 }, () => challenge(ada, ben)));
  expect(count(games, 201)).toBe(10);
  await expectToWait(
    games.find(({ status }) => status === 429),
    3600,
  );
  expect((await challenge(ben, ada)).status).toBe(201);

  const open = (one: typeof ada) => one.json("POST", "/api/objects/upload", undefined);
  const opened = await Promise.all(Array.from({ length: 30 }, () => open(ada)));
  expect(count(opened, 201)).toBe(10);
  await expectToWait(
    opened.find(({ status }) => status === 429),
    3600,
  );
  expect((await open(ben)).status).toBe(201);

  // Nobody is asked here for want of a key, and yet it counts.
  const lookUp = (one: typeof ada) => one.get("/api/lastfm/user/rj");
  const looked = await Promise.all(Array.from({ length: 60 }, () => lookUp(ada)));
  expect(count(looked, 503)).toBe(20);
  await expectToWait(
    looked.find(({ status }) => status === 429),
    60,
  );
  expect((await lookUp(ben)).status).toBe(503);

  const account = { service: "spotify", serviceUserId: "x", serviceUsername: "x" };
  const connect = (one: typeof ada) => one.json("POST", "/api/music-connections", account);
  const connected = await Promise.all(Array.from({ length: 60 }, () => connect(ada)));
  expect(count(connected, 201)).toBe(20);
  await expectToWait(
    connected.find(({ status }) => status === 429),
    3600,
  );
  expect((await connect(ben)).status).toBe(201);

  const live = (where: string) => ada.json("PATCH", "/api/profile", { bio: "", age: 30, location: where });
  const moves = [];
  for (const where of ["Oslo", "Oslo", "Rome", "Riga", "Bonn", "Bern", "Bonn"]) moves.push(await live(where));
  expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 200]);
  await expectToWait(moves[5], 24 * 3600);

  const refused = await ada.form("/matches/talk", { targetUserId: ben.id });
  expect(refused.status).toBe(303);
  expect(await (await ada.follow(refused)).text()).toMatch(/429: That was a little too fast\. Try again in/);
  const fetched = await ada.form("/matches/talk.data", { targetUserId: ben.id }, { Accept: "*/*" });
  expect([fetched.status, await fetched.text()]).toEqual([429, expect.stringMatching(/a little too fast/)]);
});

test("passwords cannot be guessed: ten tries in three minutes, at one account or from one address", async () => {
  const browser = visitor();
  const page = await goToSignIn(browser);
  const guess = (n: number, email = "ada@example.org") =>
    browser.form(page, { email, password: `guess ${n}` });
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  expect(count(guesses, 429)).toBeGreaterThanOrEqual(20);
  const refused = guesses.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("Retry-After"))).toBeLessThanOrEqual(180);
  expect(await refused?.text()).toMatch(/That was a little too fast\. Try again in/);
  const elsewhere = visitor();
  const right = await elsewhere.form(
    await goToSignIn(elsewhere),
    { email: "somebody.else@example.org", password: "listen closely" },
    { "X-Forwarded-For": "203.0.113.9", "Fly-Client-IP": "203.0.113.9", "X-Client-IP": "203.0.113.9" },
  );
  expect(right.status).toBe(429);
  const newcomer = {
    firstName: "Eve",
    lastName: "L",
    email: "eve@example.org",
    password: "listen closely",
    adult: "on",
  };
  expect((await browser.form(`${page}/sign-up`, newcomer)).status).toBe(429);
  expect((await signIn(visitor(), "ada@example.org")).status).toBe(429);
});
