// Three machines beside the libSQL server that they share, used by the same members.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemberCardDto } from "~/models/member/member";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import { type Browser, openBrowser } from "../../api/client";
import { operate } from "../../api/operate";
import { at, completeProfile, decide, type Person, signIn, signUp } from "../../api/people";
import { hasPrimary, type Primary, startPrimary } from "../../api/primary";
import { type RunningServer, runUntilExit, startServer } from "../../api/server";
import { openStream } from "../../api/stream";
import { startBucket } from "../../fakes/bucket";
import { photo } from "../../fakes/picture-files";

type Bucket = Awaited<ReturnType<typeof startBucket>>;

const surroundings = {
  APP_ORIGIN: "http://b-side.example:8080",
  SESSION_SECRET: "one secret for all of the machines",
};
const oneSentence = /^(oidc-provider [^\n]*\n)*The database [^\n]+\.\n$/;
const folder = () => mkdtempSync(join(tmpdir(), "b-side-machine-"));

const onServer = (primary: Primary, dataDir: string) => ({
  ...surroundings,
  DATA_DIR: dataDir,
  DATABASE_URL: primary.address,
});

/** All machines behind one origin, in turn for each request. */
function anyOf(machines: RunningServer[]): RunningServer {
  let turn = 0;
  return Object.defineProperty({ ...(machines[0] as RunningServer) }, "address", {
    get: () => machines[turn++ % machines.length]?.address,
  });
}

test("a libSQL server is available on every supported platform", () => {
  expect(hasPrimary).toBe(/^(linux|darwin)-(x64|arm64)$/.test(`${process.platform}-${process.arch}`));
});

describe.runIf(hasPrimary)("three machines", () => {
  let primary: Primary;
  let bucket: Bucket;
  let inBucket: Record<string, string>;
  let a: RunningServer;
  let b: RunningServer;
  let c: RunningServer;
  const folders = [folder(), folder(), folder()] as const;

  beforeAll(async () => {
    [primary, bucket] = await Promise.all([startPrimary(), startBucket()]);
    inBucket = bucket.variables;
    // At the same moment: one of them creates the tables.
    [a, b, c] = await Promise.all([
      startServer({ ...onServer(primary, folders[0]), ...inBucket }),
      startServer({ ...onServer(primary, folders[1]), ...inBucket }),
      startServer({ ...onServer(primary, folders[2]), ...inBucket }),
    ]);
  });
  afterAll(async () => {
    const codes = await Promise.all([a, b, c].map((server) => server?.stop()));
    await Promise.all([primary.remove(), bucket.close()]);
    for (const each of folders) rmSync(each, { recursive: true });
    expect(codes).toEqual([0, 0, 0]);
    for (const server of [a, b, c]) expect(server.output()).not.toContain('"msg":"bug"');
  });

  const addMember = async (server: RunningServer, firstName: string) =>
    completeProfile(await signUp(openBrowser(server), firstName));
  const write = (one: Person, conversationId: string, content: string, id = randomUUID()) =>
    one.json("POST", `/api/conversations/${conversationId}/messages`, { content, id });
  const read = async <Kind>(one: Browser, path: string) => {
    const answer = await one.get(path);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Kind;
  };
  const openConversation = async (one: Person, other: Person) => {
    const begun = await one.json("POST", "/api/conversations", { targetUserId: other.id });
    expect(begun.status).toBeLessThan(300);
    return ((await begun.json()) as { id: string }).id;
  };
  const makeMatch = async (one: Person, other: Person) => {
    expect(await (await decide(one, other, true)).json()).toMatchObject({ mutual: false });
    expect(await (await decide(other, one, true)).json()).toMatchObject({ mutual: true });
  };

  test("two members can discover each other, match and chat across machines", async () => {
    const anywhere = anyOf([a, b, c]);
    const ada = await addMember(anywhere, "Ada");
    const ben = await addMember(anyOf([c, b, a]), "Ben");
    expect((await signIn(openBrowser(anywhere), ada.email, ada.password)).status).toBe(200);

    const found = await read<MemberCardDto[]>(ada, "/api/discover");
    expect(found.map(({ id }) => id)).toContain(ben.id);
    await makeMatch(ada, ben);
    const [hers] = await read<{ id: string }[]>(ada, "/api/matches/mutual");
    expect(await read(ben, "/api/matches/mutual")).toMatchObject([{ id: hers?.id }]);
    const conversationId = await openConversation(ada, ben);
    for (let i = 0; i < 6; i++) {
      expect((await write(i % 2 ? ada : ben, conversationId, `${i}`)).status).toBe(201);
      const messages = await read<{ content: string }[]>(
        i % 2 ? ben : ada,
        `/api/conversations/${conversationId}/messages`,
      );
      expect(messages.map(({ content }) => content)).toEqual([..."012345"].slice(0, i + 1).reverse());
    }
    for (const one of [ada, ben]) {
      const page = await one.get(`/messages/${conversationId}`, { Accept: "text/html" });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Ada")]);
    }
    await ada.get("/api/logout", { "Sec-Fetch-Site": "none" });
    for (const machine of [a, b, c]) expect((await at(machine, ada).get("/api/auth/user")).status).toBe(401);
  });

  test("a message is found on every machine, before and after it is indexed, until it is erased", async () => {
    const ada = await addMember(a, "Ada");
    const ben = await addMember(c, "Ben");
    await makeMatch(ada, ben);
    const conversationId = await openConversation(ada, ben);
    const id = randomUUID();
    expect((await write(ada, conversationId, "Ágætis byrjun on quokkavinyl", id)).status).toBe(201);
    const search = (machine: RunningServer) =>
      read<{ id: string }[]>(at(machine, ben), "/api/messages/search?q=quokka");
    for (const machine of [b, c, a]) expect(await search(machine)).toMatchObject([{ id }]);
    const database = createClient({ url: primary.address });
    const indexOf = async () => JSON.stringify((await database.execute("select * from message_words")).rows);
    const waiting = async () => (await database.execute("select * from unindexed_message")).rows.length;
    await expect.poll(waiting).toBe(0);
    expect(await indexOf()).toContain("quokkavinyl");
    for (const machine of [b, c, a]) await expect.poll(() => search(machine)).toMatchObject([{ id }]);
    await database.execute({ sql: "delete from message where id = ?", args: [id] });
    expect(await indexOf()).not.toContain("quokkavinyl");
    database.close();
    for (const machine of [b, c, a]) await expect.poll(() => search(machine)).toEqual([]);
  });

  test("a write on one machine is visible on every other at once", async () => {
    const [ada, ben] = [await signUp(openBrowser(a), "Ada"), await signUp(openBrowser(c), "Ben")];
    for (const [writer, readers] of [
      [ada, [a, b, c]],
      [at(b, ada), [b, c, a]],
      [ben, [c, a, b]],
    ] as const) {
      for (let i = 0; i < 5; i++) {
        const bio = `Record number ${i} of ${writer.server.port}`;
        const profile = { bio, age: 30, location: "Portland, Oregon" };
        expect((await writer.json("PATCH", "/api/profile", profile)).status).toBe(200);
        for (const reader of readers) {
          expect(await read(at(reader, writer), "/api/auth/user")).toMatchObject({ bio });
        }
      }
    }
  });

  test("machines count rate limits together, and requests that only read write nothing", async () => {
    const limited = { ...inBucket, RATE_LIMITS: "on" };
    const folders = [folder(), folder()];
    const [here, there] = await Promise.all([
      startServer({ ...onServer(primary, folders[0] ?? ""), ...limited }),
      startServer({ ...onServer(primary, folders[1] ?? ""), ...limited }),
    ]);
    const [ada, ben] = [await signUp(openBrowser(here), "Ada"), await signUp(openBrowser(there), "Ben")];
    await makeMatch(ada, ben);
    const challenges = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        at(i % 2 ? here : there, ada).json("POST", "/api/trivia-games", { player2Id: ben.id }),
      ),
    );
    const statuses = challenges.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(409), ...Array(6).fill(429)]);
    const original = createClient({ url: primary.address });
    const countKeys = async () =>
      (await original.execute("select count(*) as keys from rate_limit")).rows[0]?.keys;
    const before = await countKeys();
    expect(before).toBeGreaterThan(0);
    for (const machine of [here, there]) {
      expect((await at(machine, ben).get("/api/lastfm/user/rj")).status).toBe(503);
      expect((await at(machine, ben).get("/discover")).status).toBe(200);
    }
    expect(await countKeys()).toBe(before);
    const rows = (await original.execute("select * from rate_limit")).rows;
    expect(JSON.stringify(rows)).not.toContain("example.org");
    original.close();
    for (const machine of [here, there]) expect(await machine.stop()).toBe(0);
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  test("likes, conversations and messages sent to both machines at once are saved once", async () => {
    const ada = await addMember(a, "Ada");
    const ben = await addMember(b, "Ben");
    const everywhere = (one: Person) =>
      Array.from({ length: 10 }, (_, i) => at([a, b, c][i % 3] as RunningServer, one));
    const decided = await Promise.all([
      ...everywhere(ada).map((one) => decide(one, ben, true)),
      ...everywhere(ben).map((one) => decide(one, ada, true)),
    ]);
    expect(decided.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const begun = await Promise.all(
      [...everywhere(ada), ...everywhere(ben)].map((one, i) => openConversation(one, i < 10 ? ben : ada)),
    );
    expect(new Set(begun).size).toBe(1);
    const conversationId = String(begun[0]);
    const id = randomUUID();
    const sent = await Promise.all(everywhere(ada).map((one) => write(one, conversationId, "Once", id)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    const database = createClient({ url: primary.address });
    const [low, high] = [Number(ada.id), Number(ben.id)].sort((x, y) => x - y) as [number, number];
    const count = async (from: string, args: (number | string)[]) =>
      (await database.execute({ sql: `select count(*) as count from ${from}`, args })).rows[0]?.count;
    expect(await count("decision where member_id in (?, ?)", [low, high])).toBe(2);
    expect(await count("match where low_id = ? and high_id = ?", [low, high])).toBe(1);
    expect(await count("conversation where low_id = ? and high_id = ?", [low, high])).toBe(1);
    expect(await count("message where conversation_id = ?", [conversationId])).toBe(1);
    expect(await count("outbox where recipient_id = ? and kind = 'match'", [low])).toBe(1);
    database.close();
  });

  test("a stream delivers other machines' events once, in order, and resumes on another machine", async () => {
    const ada = await addMember(a, "Ada");
    const ben = await addMember(b, "Ben");
    const first = await openStream(ben);
    await makeMatch(ada, ben);
    const conversationId = await openConversation(ada, ben);
    const adas = [a, c, b].map((machine) => at(machine, ada));
    const expected: string[] = [];
    let reader = first;
    const received: string[] = [];
    const wordsOf = ({ events }: typeof first) =>
      events.flatMap(({ data }) => (data as { message?: { content: string } }).message?.content ?? []);
    for (let i = 0; i < 9; i++) {
      if (i === 3 || i === 6) {
        // Two are sent while no stream is open; then the stream resumes on another machine.
        reader.disconnect();
        received.push(...wordsOf(reader));
        for (const late of ["x", "y"]) {
          expected.push(`${i}${late}`);
          await write(adas[i % 3] as Person, conversationId, `${i}${late}`);
        }
        reader = await openStream(at(i === 3 ? a : c, ben), { from: reader.lastEventId() });
      }
      expected.push(String(i));
      await write(adas[i % 3] as Person, conversationId, String(i));
      await reader.waitFor(() => wordsOf(reader).includes(String(i)));
    }
    received.push(...wordsOf(reader));
    reader.disconnect();
    expect(received).toEqual(expected);
  });

  test("a block on one machine resets streams on another, and a session ended there is over everywhere", async () => {
    const [ada, ben] = [await signUp(openBrowser(a), "Ada"), await signUp(openBrowser(b), "Ben")];
    await makeMatch(ada, ben);
    await openConversation(ada, ben);
    const stream = await openStream(ben);
    expect((await ada.form(`/members/${ben.id}/block`, {})).status).toBe(303);
    await stream.waitFor((events) => events.some(({ event }) => event === "reset"));
    await at(a, ben).get("/api/logout", { "Sec-Fetch-Site": "none" });
    await stream.ended;
  });

  test("a game can be played across machines, and simultaneous answers score one point", async () => {
    const ada = await signUp(openBrowser(a), "Ada");
    const ben = await signUp(openBrowser(b), "Ben");
    const begun = await ada.json("POST", "/api/trivia-games", { player2Id: ben.id });
    expect(begun.status).toBe(201);
    const path = `/api/trivia-games/${((await begun.json()) as GameDetail).id}`;
    const right = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));
    for (let round = 1; round <= 5; round++) {
      const asked = (await read<GameDetail>(ben, path)).questions[round - 1] as QuestionDto;
      const fields = { questionId: asked.id, answer: right.get(asked.question) };
      const statuses = await Promise.all(
        [ada, ben, at(b, ada), at(c, ben)].map(
          async (one) => (await one.json("POST", `${path}/answer`, fields)).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, 200, 409, 409]);
      for (const one of [ada, at(b, ada), ben, at(c, ben)]) {
        const game = await read<GameDetail>(one, path);
        expect(game.player1Score + game.player2Score).toBe(round);
        expect(game.questions[round - 1]).toMatchObject({
          player1Answer: fields.answer,
          player2Answer: fields.answer,
          pointTo: expect.any(String),
        });
      }
    }
    expect(await read(ada, path)).toMatchObject({ status: "completed", ending: "played" });
  });

  test("a picture processed on one machine is served by every other", async () => {
    const ada = await signUp(openBrowser(a), "Ada");
    const opened = await ada.json("POST", "/api/objects/upload", undefined);
    const { uploadURL } = (await opened.json()) as { uploadURL: string };
    const { pathname } = new URL(uploadURL);
    const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "image/jpeg" };
    const body = new Uint8Array(await photo());
    const sent = await at(b, ada).send(pathname, { method: "PUT", body, headers: own });
    expect(sent.status).toBe(201);
    const changed = await at(c, ada).json("PUT", "/api/profile-images", { profileImageURL: uploadURL });
    const { profileImageUrl } = (await changed.json()) as { profileImageUrl: string };
    for (const machine of [a, b, c]) expect((await at(machine, ada).get(profileImageUrl)).status).toBe(200);
  });

  test("Discover finds somebody on every machine while they move", async () => {
    const [ada, ben] = [await addMember(a, "Ada"), await addMember(c, "Ben")];
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) {
        const location = i % 2 ? "Salem, Oregon" : "Portland, Oregon";
        const profile = { bio: `Bio ${i}`, age: 30, location };
        expect((await ben.json("PATCH", "/api/profile", profile)).status).toBe(200);
      }
    })();
    for (let i = 0; i < 30; i++) {
      const found = await read<MemberCardDto[]>(i % 2 ? ada : at(b, ada), "/api/discover");
      expect(found.map(({ id }) => id)).toContain(ben.id);
    }
    isOver = true;
    await writing;
  });

  test("a ban on one machine is enforced on the others at once, and ends open streams", async () => {
    const [ada, ben, mia] = [await addMember(a, "Ada"), await addMember(b, "Ben"), await addMember(a, "Mia")];
    await makeMatch(ada, ben);
    const conversationId = await openConversation(ada, ben);
    const appointed = await operate(
      folders[0],
      ["moderator", "add", mia.email],
      onServer(primary, folders[0]),
    );
    expect(appointed).toMatchObject({ code: 0 });
    const report = { about: `member:${ben.id}`, reason: "hate", words: "" };
    expect((await ada.json("POST", "/api/reports", report)).status).toBe(201);
    const queue = await (await mia.get("/moderation", { Accept: "text/html" })).text();
    const [path = ""] = /\/moderation\/cases\/[\da-f-]{36}/.exec(queue) ?? [];
    expect((await mia.form(`${path}/claim`, {})).status).toBe(303);
    const [adaAtC, benAtC] = [at(c, ada), at(c, ben)];
    const streams = [await openStream(ben), await openStream(benAtC)];

    const decision = { kind: "ban", rule: "hate", statement: "That was hateful." };
    expect((await mia.form(`${path}?index`, decision)).status).toBe(303);
    for (const [one, other] of [
      [at(b, ada), ben],
      [adaAtC, benAtC],
    ] as const) {
      expect(await read(one, "/api/matches/mutual")).toEqual([]);
      expect((await one.get(`/api/conversations/${conversationId}/messages`)).status).toBe(404);
      expect((await other.get("/api/matches")).status).toBe(403);
    }
    await Promise.all(streams.map(({ ended }) => ended));
  });

  test("one process counts listeners at a time, and changes made meanwhile are kept", async () => {
    const ada = await addMember(a, "Ada");
    const count = async (machine: ReturnType<typeof onServer>) => {
      const child = spawn(process.execPath, ["bin/ready.mjs", "statistics"], {
        env: { ...process.env, ...machine },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (part) => {
          output += part;
        });
      }
      const [code] = await once(child, "close");
      return { code, output };
    };
    const [counted, alsoCounted, changed] = await Promise.all([
      count(onServer(primary, folders[0])),
      count(onServer(primary, folders[1])),
      ada.json("POST", "/api/music-preferences", { topArtists: ["Can"], favoriteGenres: ["Rock"] }),
    ]);
    for (const { code, output } of [counted, alsoCounted]) {
      expect([code, output]).toEqual(
        output.includes("already")
          ? [1, "Another process is already counting.\n"]
          : [0, expect.stringMatching(/^Counted the statistics in \d+ s\.\n$/)],
      );
    }
    expect(counted.code === 0 || alsoCounted.code === 0).toBe(true);
    expect(changed.status).toBeLessThan(300);
    const database = createClient({ url: primary.address });
    const { rows } = await database.execute(
      "select count(*) as buffers, sum(is_current) as current, count(begun_at) as busy from statistics",
    );
    expect(rows[0]).toMatchObject({ current: 1, busy: 0 });
    database.close();
  });

  test("what was answered is kept when a machine is killed, and it goes on with the others", async () => {
    const [ada, ben] = [await addMember(a, "Ada"), await addMember(b, "Ben")];
    await makeMatch(ada, ben);
    const conversationId = await openConversation(ada, ben);
    const kept: string[] = [];
    const isBack = (async () => {
      await expect.poll(() => kept.length).toBeGreaterThan(10);
      await b.stop("SIGKILL");
      b = await startServer({ ...onServer(primary, folders[1]), ...inBucket, PORT: String(b.port) });
    })();
    let isDone = false;
    const noteEnd = () => {
      isDone = true;
    };
    void isBack.then(noteEnd, noteEnd);
    for (let i = 0; !isDone; i++) {
      expect((await write(ada, conversationId, `${i}`)).status).toBe(201);
      kept.push(`${i}`);
      const answer = await write(at(b, ben), conversationId, `his ${i}`).catch(() => undefined);
      if (answer?.status === 201) kept.push(`his ${i}`);
    }
    await isBack;
    const database = createClient({ url: primary.address });
    const { rows } = await database.execute({
      sql: "select content from message where conversation_id = ?",
      args: [conversationId],
    });
    database.close();
    expect(rows.map(({ content }) => content)).toEqual(expect.arrayContaining(kept));
  });

  test("a transaction that a killed machine left open holds up changes and refuses none", async () => {
    const ada = await addMember(a, "Ada");
    const left = createClient({ url: primary.address });
    const open = await left.transaction("write");
    await open.execute("update member set first_name = 'Nobody'");
    const answer = await ada.json("POST", "/api/music-preferences", {
      topArtists: ["Can"],
      favoriteGenres: ["Rock"],
    });
    left.close();
    expect(answer.status).toBe(200);
    expect(await (await at(c, ada).get("/api/auth/user")).json()).toMatchObject({ firstName: "Ada" });
  });

  /** Resolves once all machines write again. */
  const recovered = async (one: Person, conversationId: string) => {
    for (const machine of [a, b, c]) {
      // A message that was saved without a response in time is not saved twice.
      const id = randomUUID();
      const tell = () => write(at(machine, one), conversationId, `Back at ${machine.port}`, id);
      await expect.poll(async () => (await tell()).status).toBe(201);
    }
  };
  const inTime = async (asking: Promise<Response>) => {
    const began = Date.now();
    const answer = await asking;
    expect(Date.now() - began, answer.url).toBeLessThan(30_000);
    return answer;
  };
  const away = "The database is not responding right now. Try again in a minute.";
  const screens = [
    "/",
    "/discover",
    "/matches",
    "/messages",
    "/profile",
    "/records",
    "/playlists",
    "/trivia",
  ];

  test.each([
    ["is gone", () => primary.kill(), () => primary.restart()],
    ["takes what it is sent and says nothing", () => primary.freeze(), () => primary.thaw()],
  ])("while the server %s, everything is refused in time, and recovers by itself", async (_, leave, back) => {
    const ada = await addMember(a, "Ada");
    const ben = await addMember(b, "Ben");
    await makeMatch(ada, ben);
    const conversationId = await openConversation(ada, ben);
    await write(ada, conversationId, "Before");
    const stream = await openStream(ben);
    await leave();

    const refused = [a, b, c].map(async (machine) => {
      const one = at(machine, ada);
      const unsent = await inTime(write(one, conversationId, "Unsent"));
      expect([unsent.status, await unsent.text()]).toEqual([503, away]);
      expect(unsent.headers.get("Retry-After")).toBe("10");
      const form = await inTime(
        one.form(`/messages/${conversationId}`, { id: randomUUID(), content: "Unsent words" }),
      );
      expect([form.status, await form.text()]).toEqual([503, expect.stringContaining(away)]);
      const button = await inTime(one.form(`/members/${ben.id}/decide`, { liked: "true" }));
      expect([button.status, await button.text()]).toEqual([503, expect.stringContaining(away)]);
      const begun = await inTime(
        openBrowser(machine)
          .get("/api/login")
          .then((answer) => openBrowser(machine).follow(answer)),
      );
      expect([begun.status, await begun.text()]).toEqual([503, away]);
      expect((await fetch(`${machine.address}/healthz`)).status).toBe(200);
    });
    const unread = screens.map(async (path) => {
      const answer = await inTime(at(c, ada).get(path, { Accept: "text/html" }));
      expect([path, answer.status, await answer.text()]).toEqual([path, 503, expect.stringContaining(away)]);
    });
    const live = at(c, ada)
      .get("/api/live")
      .then(async (answer) => {
        expect([answer.status, await answer.text()]).toEqual([503, away]);
      });
    await Promise.all([...refused, ...unread, live]);

    await back();
    await recovered(ada, conversationId);
    // A browser opens a stream that has ended again, from where it was.
    const again = stream.isOpen() ? stream : await openStream(ben, { from: stream.lastEventId() });
    const isTold = ({ port }: RunningServer) => JSON.stringify(again.events).includes(`Back at ${port}`);
    await again.waitFor(() => [a, b, c].every(isTold));
    again.disconnect();
    const messages = await read<{ content: string }[]>(
      at(c, ben),
      `/api/conversations/${conversationId}/messages`,
    );
    // A message sent without a response may have been saved.
    const kept = messages.map(({ content }) => content).filter((content) => !content.startsWith("Unsent"));
    expect(kept.reverse()).toEqual(["Before", ...[a, b, c].map(({ port }) => `Back at ${port}`)]);
  });

  test("a machine does not start without its server, and exits with one sentence", async () => {
    await primary.kill();
    const own = folder();
    const { code, output } = await runUntilExit(onServer(primary, own));
    rmSync(own, { recursive: true });
    expect(code).toBe(1);
    expect(output).toMatch(oneSentence);
    expect(output).toContain("cannot be opened for writing: ");
  });
});
