// Two machines that each keep a copy of one database, and one that has no copy, before which the same members stand.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { bank } from "db/trivia";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemberCard } from "~/models/member";
import type { GameDetail, ShownQuestion } from "~/models/trivia";
import { photo } from "../picture-files";
import { startBucket } from "../stand-ins/bucket";
import { hasPrimary, type Primary, startPrimary } from "./primary";
import {
  type Browser,
  decide,
  openBrowser,
  type Person,
  type RunningServer,
  runToItsEnd,
  settleIn,
  signIn,
  signUp,
  startServer,
} from "./server";
import { openStream } from "./stream";

type Bucket = Awaited<ReturnType<typeof startBucket>>;

const surroundings = {
  APP_ORIGIN: "http://b-side.example:8080",
  SESSION_SECRET: "one secret for all of the machines",
};
const oneSentence = /^(oidc-provider [^\n]*\n)*The database [^\n]+\.\n$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = () => mkdtempSync(join(tmpdir(), "b-side-replica-"));

const onReplica = (primary: Primary, dataDir: string) => ({
  ...surroundings,
  DATA_DIR: dataDir,
  DATABASE_SYNC_URL: primary.address,
});
const onServer = (primary: Primary, dataDir: string) => ({
  ...surroundings,
  DATA_DIR: dataDir,
  DATABASE_URL: primary.address,
});

/** All of them behind one address: every request comes to the next. */
function anyOf(machines: RunningServer[]): RunningServer {
  let turn = 0;
  return Object.defineProperty({ ...(machines[0] as RunningServer) }, "address", {
    get: () => machines[turn++ % machines.length]?.address,
  });
}

/** The same browser, as another machine meets it. */
function at(server: RunningServer, person: Person): Person {
  const { id, email, password, cookies } = person;
  return Object.assign(openBrowser(server, cookies), { id, email, password });
}

test("there is a libSQL server wherever one can be had", () => {
  expect(hasPrimary).toBe(/^(linux|darwin)-(x64|arm64)$/.test(`${process.platform}-${process.arch}`));
});

describe.runIf(hasPrimary)("two machines with a replica each, and one without", () => {
  let primary: Primary;
  let bucket: Bucket;
  let inBucket: Record<string, string>;
  let a: RunningServer;
  let b: RunningServer;
  let far: RunningServer;
  const folders = [folder(), folder(), folder()] as const;

  beforeAll(async () => {
    [primary, bucket] = await Promise.all([startPrimary(), startBucket()]);
    const { endpoint, keys } = bucket;
    inBucket = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    };
    // At the same moment: one of them makes the tables.
    [a, b, far] = await Promise.all([
      startServer({ ...onReplica(primary, folders[0]), ...inBucket }),
      startServer({ ...onReplica(primary, folders[1]), ...inBucket }),
      startServer({ ...onServer(primary, folders[2]), ...inBucket }),
    ]);
  }, 180_000);
  afterAll(async () => {
    const codes = await Promise.all([a, b, far].map((server) => server?.end()));
    await Promise.all([primary.remove(), bucket.close()]);
    for (const each of folders) rmSync(each, { recursive: true });
    expect(codes).toEqual([0, 0, 0]);
    for (const server of [a, b, far]) expect(server.printed()).not.toContain('"msg":"bug"');
  }, 180_000);

  const settle = async (server: RunningServer, firstName: string) =>
    settleIn(await signUp(openBrowser(server), firstName));
  const write = (one: Person, talk: string, content: string, id = randomUUID()) =>
    one.json("POST", `/api/conversations/${talk}/messages`, { content, id });
  const read = async <Kind>(one: Browser, path: string) => {
    const answer = await one.get(path);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Kind;
  };
  const talkOf = async (one: Person, other: Person) => {
    const begun = await one.json("POST", "/api/conversations", { targetUserId: other.id });
    expect(begun.status).toBeLessThan(300);
    return ((await begun.json()) as { id: string }).id;
  };
  const matchUp = async (one: Person, other: Person) => {
    expect(await (await decide(one, other, true)).json()).toMatchObject({ mutual: false });
    expect(await (await decide(other, one, true)).json()).toMatchObject({ mutual: true });
  };

  test("two find each other, match and talk, whichever machine each request comes to", async () => {
    const anywhere = anyOf([a, b, far]);
    const ada = await settle(anywhere, "Ada");
    const ben = await settle(anyOf([far, b, a]), "Ben");
    expect((await signIn(openBrowser(anywhere), ada.email, ada.password)).status).toBe(200);

    const found = await read<MemberCard[]>(ada, "/api/discover");
    expect(found.map(({ id }) => id)).toContain(ben.id);
    await matchUp(ada, ben);
    const [hers] = await read<{ id: string }[]>(ada, "/api/matches/mutual");
    expect(await read(ben, "/api/matches/mutual")).toMatchObject([{ id: hers?.id }]);
    const talk = await talkOf(ada, ben);
    for (let i = 0; i < 6; i++) {
      expect((await write(i % 2 ? ada : ben, talk, `${i}`)).status).toBe(201);
      const messages = await read<{ content: string }[]>(
        i % 2 ? ben : ada,
        `/api/conversations/${talk}/messages`,
      );
      expect(messages.map(({ content }) => content)).toEqual([..."012345"].slice(0, i + 1).reverse());
    }
    for (const one of [ada, ben]) {
      const page = await one.get(`/messages/${talk}`, { Accept: "text/html" });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Ada")]);
    }
    await ada.get("/api/logout");
    for (const machine of [a, b, far])
      expect((await at(machine, ada).get("/api/auth/user")).status).toBe(401);
  });

  test("what is written at one machine is read at every other at once", async () => {
    const [ada, ben] = [await signUp(openBrowser(a), "Ada"), await signUp(openBrowser(far), "Ben")];
    for (const [writer, readers] of [
      [ada, [a, b, far]],
      [at(b, ada), [b, far, a]],
      [ben, [far, a, b]],
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

  test("likes, beginnings and messages that come to both at once are one", async () => {
    const ada = await settle(a, "Ada");
    const ben = await settle(b, "Ben");
    const everywhere = (one: Person) =>
      Array.from({ length: 10 }, (_, i) => at([a, b, far][i % 3] as RunningServer, one));
    const decided = await Promise.all([
      ...everywhere(ada).map((one) => decide(one, ben, true)),
      ...everywhere(ben).map((one) => decide(one, ada, true)),
    ]);
    expect(decided.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const begun = await Promise.all(
      [...everywhere(ada), ...everywhere(ben)].map((one, i) => talkOf(one, i < 10 ? ben : ada)),
    );
    expect(new Set(begun).size).toBe(1);
    const talk = String(begun[0]);
    const id = randomUUID();
    const sent = await Promise.all(everywhere(ada).map((one) => write(one, talk, "Once", id)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    const database = createClient({ url: primary.address });
    const [low, high] = [Number(ada.id), Number(ben.id)].sort((x, y) => x - y) as [number, number];
    const count = async (from: string, args: (number | string)[]) =>
      (await database.execute({ sql: `select count(*) as count from ${from}`, args })).rows[0]?.count;
    expect(await count("decision where member_id in (?, ?)", [low, high])).toBe(2);
    expect(await count("match where low_id = ? and high_id = ?", [low, high])).toBe(1);
    expect(await count("conversation where low_id = ? and high_id = ?", [low, high])).toBe(1);
    expect(await count("message where conversation_id = ?", [talk])).toBe(1);
    expect(await count("outbox where recipient_id = ? and kind = 'match'", [low])).toBe(1);
    database.close();
  });

  test("a stream at one machine tells of what was written at the others, once and in order, and goes on at another", async () => {
    const ada = await settle(a, "Ada");
    const ben = await settle(b, "Ben");
    const first = await openStream(ben);
    await matchUp(ada, ben);
    const talk = await talkOf(ada, ben);
    const adas = [a, far, b].map((machine) => at(machine, ada));
    const waits: number[] = [];
    const expected: string[] = [];
    let reader = first;
    const told: string[] = [];
    const wordsOf = ({ told }: typeof first) =>
      told.flatMap(({ data }) => (data as { message?: { content: string } }).message?.content ?? []);
    for (let i = 0; i < 9; i++) {
      if (i === 3 || i === 6) {
        // Two are sent while nobody listens; then the stream goes on elsewhere.
        reader.drop();
        told.push(...wordsOf(reader));
        for (const late of ["x", "y"]) {
          expected.push(`${i}${late}`);
          await write(adas[i % 3] as Person, talk, `${i}${late}`);
        }
        reader = await openStream(at(i === 3 ? a : far, ben), { from: reader.place() });
      }
      expected.push(String(i));
      const began = Date.now();
      await write(adas[i % 3] as Person, talk, String(i));
      await reader.until(() => wordsOf(reader).includes(String(i)));
      waits.push(Date.now() - began);
    }
    told.push(...wordsOf(reader));
    reader.drop();
    expect(told).toEqual(expected);
    expect(Math.max(...waits)).toBeLessThan(10_000);
  });

  test("who is blocked at one machine is told at another to load everything anew, and a session that is ended there is over", async () => {
    const [ada, ben] = [await signUp(openBrowser(a), "Ada"), await signUp(openBrowser(b), "Ben")];
    await matchUp(ada, ben);
    const talk = await talkOf(ada, ben);
    const stream = await openStream(ben);
    expect((await ada.form(`/messages/${talk}/block`, {})).status).toBe(303);
    await stream.until((told) => told.some(({ event }) => event === "reset"));
    await at(a, ben).get("/api/logout");
    const began = Date.now();
    await stream.ended;
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  test("a game is played between two machines: answers at the same moment are two answers and one point", async () => {
    const ada = await signUp(openBrowser(a), "Ada");
    const ben = await signUp(openBrowser(b), "Ben");
    const begun = await ada.json("POST", "/api/trivia-games", { player2Id: ben.id });
    expect(begun.status).toBe(201);
    const path = `/api/trivia-games/${((await begun.json()) as GameDetail).id}`;
    const right = new Map(bank.map(({ question, correctAnswer }) => [question, correctAnswer]));
    for (let round = 1; round <= 5; round++) {
      const asked = (await read<GameDetail>(ben, path)).questions[round - 1] as ShownQuestion;
      const fields = { questionId: asked.id, answer: right.get(asked.question) };
      const statuses = await Promise.all(
        [ada, ben, at(b, ada), at(far, ben)].map(
          async (one) => (await one.json("POST", `${path}/answer`, fields)).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, 200, 409, 409]);
      for (const one of [ada, at(b, ada), ben, at(far, ben)]) {
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

  test("a picture in the bucket is made at one machine and seen at every other", async () => {
    const ada = await signUp(openBrowser(a), "Ada");
    const opened = await ada.json("POST", "/api/objects/upload", undefined);
    const { uploadURL } = (await opened.json()) as { uploadURL: string };
    const { pathname } = new URL(uploadURL);
    const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "image/jpeg" };
    const body = new Uint8Array(await photo());
    const sent = await at(b, ada).send(pathname, { method: "PUT", body, headers: own });
    expect(sent.status).toBe(201);
    const changed = await at(far, ada).json("PUT", "/api/profile-images", { profileImageURL: uploadURL });
    const { profileImageUrl } = (await changed.json()) as { profileImageUrl: string };
    for (const machine of [a, b, far]) expect((await at(machine, ada).get(profileImageUrl)).status).toBe(200);
  });

  test("Discover searches in a replica while it follows its primary", async () => {
    const [ada, ben] = [await settle(a, "Ada"), await settle(far, "Ben")];
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) {
        expect(
          (
            await ben.json("PATCH", "/api/profile", {
              bio: `Bio ${i}`,
              age: 20 + (i % 40),
              location: "Portland, Oregon",
            })
          ).status,
        ).toBe(200);
      }
    })();
    for (let i = 0; i < 30; i++) {
      const found = await read<MemberCard[]>(i % 2 ? ada : at(b, ada), "/api/discover");
      expect(found.map(({ id }) => id)).toContain(ben.id);
    }
    isOver = true;
    await writing;
  });

  test("listeners are counted by one process at a time, and a member's change meanwhile is kept", async () => {
    const ada = await settle(a, "Ada");
    const count = async (machine: ReturnType<typeof onReplica>) => {
      const child = spawn(process.execPath, ["bin/ready.mjs", "idf"], {
        env: { ...process.env, ...machine },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (part) => {
          printed += part;
        });
      }
      const [code] = await once(child, "close");
      return { code, printed };
    };
    const [counted, alsoCounted, changed] = await Promise.all([
      count(onReplica(primary, folders[0])),
      count(onReplica(primary, folders[1])),
      ada.json("POST", "/api/music-preferences", { topArtists: ["Can"], favoriteGenres: ["Rock"] }),
    ]);
    for (const { code, printed } of [counted, alsoCounted]) {
      expect([code, printed]).toEqual(
        printed.includes("already")
          ? [1, "Another process is counting already.\n"]
          : [0, expect.stringMatching(/^Listeners are counted anew \(\d+ s\)\.\n$/)],
      );
    }
    expect(counted.code === 0 || alsoCounted.code === 0).toBe(true);
    expect(changed.status).toBeLessThan(300);
    const database = createClient({ url: primary.address });
    const { rows } = await database.execute(
      "select count(*) as slots, sum(is_current) as current, count(begun_at) as busy from census",
    );
    expect(rows[0]).toMatchObject({ current: 1, busy: 0 });
    database.close();
  });

  test("a machine that is killed while it follows comes back with what it had, and with what was written since", async () => {
    const [ada, ben] = [await settle(a, "Ada"), await settle(b, "Ben")];
    await matchUp(ada, ben);
    const talk = await talkOf(ada, ben);
    const kept: string[] = [];
    const isBack = (async () => {
      await pause(300);
      await b.end("SIGKILL");
      b = await startServer({ ...onReplica(primary, folders[1]), ...inBucket, PORT: String(b.port) });
    })();
    let isDone = false;
    void isBack.then(() => {
      isDone = true;
    });
    for (let i = 0; !isDone; i++) {
      expect((await write(ada, talk, `${i}`)).status).toBe(201);
      kept.push(`${i}`);
      const answer = await write(at(b, ben), talk, `his ${i}`).catch(() => undefined);
      if (answer?.status === 201) kept.push(`his ${i}`);
    }
    await isBack;
    const replica = createClient({ url: `file:${join(folders[1], "replica.sqlite")}`, timeout: 5000 });
    const original = createClient({ url: primary.address });
    const rows = "select json_group_array(json_array(sequence, content)) as messages from message";
    await at(b, ben).get("/api/auth/user");
    const [here, there] = [await replica.execute(rows), await original.execute(rows)];
    expect(here.rows[0]?.messages).toBe(there.rows[0]?.messages);
    for (const words of kept) expect(here.rows[0]?.messages).toContain(JSON.stringify(words));
    expect((await replica.execute("pragma integrity_check")).rows[0]?.integrity_check).toBe("ok");
    replica.close();
    original.close();
  });

  /** Resolves once all machines write again. */
  const recovered = async (one: Person, talk: string) => {
    const began = Date.now();
    for (const machine of [a, b, far]) {
      // One that was written although it was not answered in time is the same message.
      const id = randomUUID();
      while ((await write(at(machine, one), talk, `Back at ${machine.port}`, id)).status !== 201) {
        expect(Date.now() - began).toBeLessThan(30_000);
        await pause(100);
      }
    }
  };
  const inTime = async (asking: Promise<Response>) => {
    const began = Date.now();
    const answer = await asking;
    expect(Date.now() - began, answer.url).toBeLessThan(10_000);
    return answer;
  };
  const away = "The database does not answer at the moment. Try again in a minute.";
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
    ["takes what it is sent and says nothing", () => primary.freeze(), () => primary.wake()],
  ])(
    "while the primary %s, replicas are read, nothing waits long, and all is well after",
    async (_, leave, back) => {
      const ada = await settle(a, "Ada");
      const ben = await settle(b, "Ben");
      await matchUp(ada, ben);
      const talk = await talkOf(ada, ben);
      await write(ada, talk, "Before");
      const stream = await openStream(ben);
      await leave();

      const asked = [a, b].flatMap((machine) =>
        [...screens, `/messages/${talk}`, "/api/matches", `/api/conversations/${talk}/messages`].map(
          async (path) => {
            const answer = await inTime(at(machine, ada).get(path, { Accept: "text/html" }));
            expect([path, answer.status]).toEqual([path, 200]);
          },
        ),
      );
      const refused = [a, b, far].map(async (machine) => {
        const one = at(machine, ada);
        const unsent = await inTime(write(one, talk, "Unsent"));
        expect([unsent.status, await unsent.text()]).toEqual([503, away]);
        expect(unsent.headers.get("Retry-After")).toBe("10");
        const form = await inTime(
          one.form(`/messages/${talk}`, { id: randomUUID(), content: "Unsent words" }),
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
        const answer = await inTime(at(far, ada).get(path, { Accept: "text/html" }));
        expect([path, answer.status, await answer.text()]).toEqual([
          path,
          503,
          expect.stringContaining(away),
        ]);
      });
      const live = at(far, ada)
        .get("/api/live")
        .then(async (answer) => {
          expect([answer.status, await answer.text()]).toEqual([503, away]);
        });
      await Promise.all([...asked, ...refused, ...unread, live]);
      expect(stream.isOpen()).toBe(true);

      await back();
      await recovered(ada, talk);
      const isTold = ({ port }: RunningServer) => JSON.stringify(stream.told).includes(`Back at ${port}`);
      await stream.until(() => [a, b, far].every(isTold));
      stream.drop();
      const messages = await read<{ content: string }[]>(at(far, ben), `/api/conversations/${talk}/messages`);
      // One that was sent while nobody answered may have been written all the same.
      const kept = messages.map(({ content }) => content).filter((content) => !content.startsWith("Unsent"));
      expect(kept.reverse()).toEqual(["Before", ...[a, b, far].map(({ port }) => `Back at ${port}`)]);
    },
  );

  test("nothing starts without its primary, and says so in a sentence", async () => {
    await primary.kill();
    const own = folder();
    const [replica, elsewhere] = await Promise.all([
      runToItsEnd(onReplica(primary, own)),
      runToItsEnd(onServer(primary, own)),
    ]);
    rmSync(own, { recursive: true });
    for (const { code, printed } of [replica, elsewhere]) {
      expect(code).toBe(1);
      expect(printed).toMatch(oneSentence);
      expect(printed).toContain("cannot be opened and written: ");
    }
  });
});
