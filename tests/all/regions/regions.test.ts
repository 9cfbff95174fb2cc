// One writing region and another that only reads, behind Fly's proxy.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemberCardDto } from "~/models/member/member";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail, QuestionDto } from "~/models/trivia/trivia";
import { type Browser, openBrowser, sendRaw } from "../../api/client";
import { operate } from "../../api/operate";
import {
  at,
  completeProfile,
  decide,
  makeConversation,
  makeMatch,
  type Person,
  signIn,
  signUp,
} from "../../api/people";
import { hasPrimary } from "../../api/primary";
import { type Regions, startRegions } from "../../api/regions";
import { type RunningServer, startServer } from "../../api/server";
import { openStream } from "../../api/stream";
import { sendForeignTargets } from "../../api/targets";
import { heavyPhoto } from "../../fakes/picture-files";

const SECRET = "one secret for all of the machines";
const never = { bio: "Never", age: 30, location: "Portland, Oregon" };
const PAGE = { Accept: "text/html" };

describe.runIf(hasPrimary)("a writing region and one that reads", () => {
  let regions: Regions;

  beforeAll(async () => {
    regions = await startRegions();
  });
  afterAll(async () => {
    const { codes, output } = await regions.stop();
    expect(codes).toEqual([0, 0, 0]);
    expect(output).not.toContain('"msg":"bug"');
  });

  /** The answer of a machine that has what was written; until then it leaves the request to the writing region (421). */
  const caughtUp = async (ask: () => Promise<Response>) => {
    let answer = await ask();
    while (answer.status === 421) answer = await ask();
    return answer;
  };
  const addMember = async (firstName: string) =>
    completeProfile(await signUp(openBrowser(regions.everywhere), firstName));
  const read = async <Kind>(one: Browser, path: string) => {
    const answer = await one.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Kind;
  };
  /** Whether Discover shows the other on any of its pages. */
  const isDiscovered = async (one: Person, other: Person, headers = {}) => {
    let path: string | undefined = "/api/discover";
    while (path) {
      const answer: Response = await one.get(path, headers);
      expect([path, answer.status]).toEqual([path, 200]);
      if (((await answer.json()) as MemberCardDto[]).some(({ id }) => id === other.id)) return true;
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
    }
    return false;
  };
  const takeReplayed = () => regions.proxy.replayed.splice(0);
  const query = async (sql: string, args: (string | number)[] = []) => {
    const { primary } = regions;
    const database = createClient({ url: primary.address });
    const { rows } = await database.execute({ sql, args });
    database.close();
    return rows;
  };

  /** Loads the page of matches; resolves with what is unread then. A machine may not have heard of the match yet. */
  const readMatches = async (one: Person) => {
    await one.get("/matches", PAGE);
    return query("select 1 from notification where member_id = ? and read_at is null", [one.id]);
  };

  test("everything that is only read is read in the member's own region", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const conversationId = await makeConversation(ada, ben);
    await expect.poll(() => readMatches(ada)).toEqual([]);
    takeReplayed();
    const pages = [
      "/",
      "/discover",
      "/messages",
      `/messages/${conversationId}`,
      "/profile",
      "/records",
      "/playlists",
      "/trivia",
      "/settings",
      "/notifications",
      "/music-connections",
      `/members/${ben.id}`,
      `/members/${ben.id}/why`,
      "/help",
    ];
    for (const path of pages) expect([path, (await ada.get(path, PAGE)).status]).toEqual([path, 200]);
    for (const path of ["/api/auth/user", "/api/matches/mutual", "/api/discover", "/api/conversations"])
      await read(ada, path);
    expect(takeReplayed()).toEqual([]);
  });

  test("members meet, talk, play and share pictures, and each reads at once what they have written", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    expect((await signIn(openBrowser(regions.everywhere), ada.email, ada.password)).status).toBe(200);
    for (const one of [ada, ben])
      for (let i = 0; i < 6; i++) {
        const profile = { bio: `Bio ${i}`, age: 30, location: "Portland, Oregon" };
        expect((await one.json("PATCH", "/api/profile", profile)).status).toBe(200);
        for (let j = 0; j < 2; j++)
          expect(await read(one, "/api/auth/user")).toMatchObject({ bio: `Bio ${i}` });
      }
    await expect.poll(() => isDiscovered(ada, ben)).toBe(true);

    expect(await (await decide(ada, ben, true)).json()).toMatchObject({ mutual: false });
    expect(await (await decide(ben, ada, true)).json()).toMatchObject({ mutual: true });
    expect(await read(ben, "/api/matches/mutual")).toHaveLength(1);
    const begun = await ben.json("POST", "/api/conversations", { targetUserId: ada.id });
    const path = `/api/conversations/${((await begun.json()) as { id: string }).id}/messages`;
    for (let i = 0; i < 10; i++) {
      expect((await ben.json("POST", path, { content: `${i}`, id: randomUUID() })).status).toBe(201);
      const [newest] = await read<{ content: string }[]>(ben, path);
      expect(newest?.content).toBe(`${i}`);
    }

    const game = await ada.json("POST", "/api/trivia-games", { player2Id: ben.id });
    const gamePath = `/api/trivia-games/${((await game.json()) as GameDetail).id}`;
    const right = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));
    await expect.poll(async () => (await ben.get(gamePath)).status).toBe(200);
    const askedIn = async (one: Person, round: number) =>
      (await read<GameDetail>(one, gamePath)).questions[round - 1];
    for (let round = 1; round <= 5; round++) {
      for (const one of [ada, ben]) {
        let asked: QuestionDto | undefined;
        const isAsked = async () => {
          asked = await askedIn(one, round);
          return asked !== undefined;
        };
        // The other's answer, which asks the next question, may come a moment later.
        await expect.poll(isAsked).toBe(true);
        const fields = { questionId: asked?.id, answer: right.get(asked?.question ?? "") };
        expect((await one.json("POST", `${gamePath}/answer`, fields)).status).toBe(200);
        const own = one === ada ? "player1Answer" : "player2Answer";
        expect(await askedIn(one, round)).toMatchObject({ [own]: fields.answer });
      }
    }
    expect(await read(ben, gamePath)).toMatchObject({ status: "completed" });
  });

  test("an upload that the proxy can't replay is passed on, and saved", async () => {
    const ada = await addMember("Ada");
    takeReplayed();
    const bytes = await heavyPhoto(3000, 2000, 95);
    expect(bytes.length).toBeGreaterThan(1_000_000);
    const fields = new FormData();
    fields.set("file", new File([new Uint8Array(bytes)], "ada.jpg", { type: "image/jpeg" }));
    // Old browsers say by Origin alone where they are.
    const { origin } = regions.everywhere;
    for (const [name, value] of [["Sec-Fetch-Site", "same-origin"] as const, ["Origin", origin] as const]) {
      const headers = { [name]: value };
      const sent = await ada.send("/profile/photo", { method: "POST", body: fields, headers });
      expect([name, sent.status, takeReplayed()]).toEqual([name, 303, []]);
    }
    expect(await read(ada, "/api/auth/user")).toMatchObject({ profileImageUrl: expect.any(String) });
  });

  test("a machine that only reads asks no other host than a writer's, and nothing that it is sent ends it", async () => {
    const [reader] = regions.readers as [RunningServer];
    const send = (request: string) => sendRaw(reader, request);
    expect(await sendForeignTargets(send, "b-side.example")).toEqual({ accepted: [], asked: [] });
    const lines = ["Host: b-side.example:8080", "Sec-Fetch-Site: same-origin", "Connection: close"];
    const body = "x".repeat(9_000_000);
    for (const odd of ["Trailer: x", "TE: trailers", "Upgrade: websocket", "Keep-Alive: timeout=5"]) {
      const head = ["POST /profile/photo HTTP/1.1", ...lines, odd, `Content-Length: ${body.length}`];
      expect([odd, (await send([...head, "", body].join("\r\n"))).split(" ")[1]]).toEqual([odd, "404"]);
    }
    expect((await fetch(`${reader.address}/healthz`)).status).toBe(200);
  });

  test.each([
    ["the end of the body", "\r\n0\r\n\r\n"],
    ["the end of the head", "\r\n\r\n"],
  ])(
    "an upload is refused with a sentence if the machine that it is passed on to ends at %s",
    async (_, last) => {
      const ending = createServer((socket) => {
        let received = "";
        socket.setEncoding("latin1").on("data", (part) => {
          received += part;
          if (received.includes(last)) socket.destroy();
        });
      }).listen(0, "127.0.0.1");
      await once(ending, "listening");
      const { port } = ending.address() as AddressInfo;
      const reader = await regions.startReader({ TEST_WRITER_PORT: String(port) });
      const host = "Host: b-side.example:8080";
      const answer = await sendRaw(
        reader,
        [
          ...["POST /profile/photo HTTP/1.1", host, "Sec-Fetch-Site: same-origin"],
          ...["Transfer-Encoding: chunked", "", "186a0", "x".repeat(100_000), "0", "", ""],
          ...["GET /healthz HTTP/1.1", host, "Connection: close", "", ""],
        ].join("\r\n"),
      );
      const bodies = answer.split("HTTP/1.1 ").map((each) => [each.slice(0, 3), each.split("\r\n\r\n")[1]]);
      const message = "Your upload could not be saved right now. Try again in a minute.";
      expect(bodies.slice(1)).toEqual([
        ["503", message],
        ["200", "ready"],
      ]);
      expect(await reader.stop()).toBe(0);
      ending.close();
    },
  );

  test("a page that has something to write goes to the writing region, and only then", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    await makeMatch(ada, ben);
    takeReplayed();
    await expect.poll(() => readMatches(ada)).toEqual([]);
    expect(takeReplayed()).toEqual(["GET /matches"]);
    expect((await ada.get("/matches", PAGE)).status).toBe(200);
    expect(takeReplayed()).toEqual([]);

    await query("update member set visited_on = visited_on - 1 where id = ?", [ada.id]);
    const today = Math.floor(Date.now() / 86_400_000);
    await expect
      .poll(async () => {
        await ada.get("/help", PAGE);
        return (await query("select visited_on from member where id = ?", [ada.id]))[0]?.visited_on;
      })
      .toBe(today);
    const replayed = async () => {
      takeReplayed();
      await ada.get("/help", PAGE);
      return takeReplayed();
    };
    await expect.poll(replayed).toEqual([]);
  });

  test("a machine that lacks what a browser has seen catches up, or leaves the answer to the writing region", async () => {
    const ada = await addMember("Ada");
    const [reader] = regions.readers as [RunningServer];
    const changed = await ada.json("PATCH", "/api/profile", {
      bio: "New",
      age: 30,
      location: "Portland, Oregon",
    });
    const frame = changed.headers.get("Database-Frame") ?? "";
    expect(frame).toMatch(/^\d+$/);
    const cookies = ada.cookies.filter(({ name }) => name !== "written-frame");
    const elsewhere = at(reader, { ...ada, cookies });
    const seen = await caughtUp(() => elsewhere.get("/api/auth/user", { "Database-Frame": frame }));
    expect([seen.status, await seen.json()]).toEqual([200, expect.objectContaining({ bio: "New" })]);
    for (const ahead of [`${Number(frame) + 1_000_000}`, "Infinity"]) {
      const late = await elsewhere.get("/api/auth/user", { "Database-Frame": ahead });
      expect([late.status, late.headers.get("Fly-Replay")]).toEqual([
        421,
        "region=fra;elsewhere=true;state=far;timeout=5s;fallback=prefer_self",
      ]);
    }
    for (const wrong of ["", "x", "-1", "1.5", "9".repeat(20), "-Infinity", "NaN"])
      expect((await elsewhere.get("/api/auth/user", { "Database-Frame": wrong })).status).toBe(200);
  });

  test("a request that went to the writing region in vain is refused with a sentence, and never goes round", async () => {
    const ada = await addMember("Ada");
    const [reader] = regions.readers as [RunningServer];
    const here = at(reader, ada);
    const failed = { "fly-replay-failed": "region=fra;reason=no_candidate" };
    const words = "Words that took a while";
    const form = await here.form("/playlists/new", { name: words, id: randomUUID() }, failed);
    expect([form.status, form.headers.get("Fly-Replay")]).toEqual([503, null]);
    const page = await form.text();
    expect(page).toContain("The database is not responding right now. Try again in a minute.");
    expect(page).toContain(words);
    const api = await here.json("PATCH", "/api/profile", never, failed);
    expect([api.status, api.headers.get("Fly-Replay")]).toEqual([503, null]);
    expect((await here.get("/matches", { ...PAGE, ...failed })).status).toBe(200);

    const again = await here.json("PATCH", "/api/profile", never, { "fly-replay-src": "region=iad" });
    expect([again.status, again.headers.get("Fly-Replay")]).toEqual([421, null]);
    expect(await query("select 1 from member where bio = 'Never'")).toEqual([]);

    regions.relay.cut();
    const newcomer = await addMember("Ben");
    const unseen = await at(reader, newcomer).json("PATCH", "/api/profile", never, failed);
    expect(unseen.status, "not as if the newcomer were signed out").toBe(503);
    regions.relay.heal();
  });

  test("without Fly's proxy, a machine that only reads says 421 to what writes", async () => {
    const reader = await startServer({
      APP_ORIGIN: "http://b-side.example:8080",
      SESSION_SECRET: SECRET,
      DATABASE_URL: regions.replica.address,
      READS_ONLY: "1",
      LOG_LEVEL: "warn",
    });
    const ada = await addMember("Ada");
    const here = at(reader, ada);
    expect((await here.get("/profile", PAGE)).status).toBe(200);
    // Headers of Fly's proxy are the client's own words here.
    const forged = [{ "fly-replay-failed": "region=fra" }, { "fly-replay-src": "region=fra;state=back" }];
    for (const headers of [{}, ...forged]) {
      const refused = await here.json("PATCH", "/api/profile", never, headers);
      expect([refused.status, refused.headers.get("Fly-Replay"), await refused.text()]).toEqual([
        421,
        null,
        "This machine only answers reads. Try again in a minute.",
      ]);
    }
    await reader.untilOutput("was sent a request that writes");
    expect(await reader.stop()).toBe(0);
  });

  test("every machine of the region knows what an event has told", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const [one, other] = regions.readers as [RunningServer, RunningServer];
    const stream = await openStream(at(one, ben));
    const again = elsewhere(ben, other);
    for (let i = 0; i < 8; i++) {
      const content = `${i}`;
      await ada.json("POST", path, { content, id: randomUUID() });
      await stream.waitFor((events) => JSON.stringify(events).includes(`"${content}"`));
      expect((await read<{ content: string }[]>(again, path))[0]?.content).toBe(content);
    }
    stream.disconnect();
  });

  /** The same member at one machine, in another browser that has seen nothing yet. */
  const elsewhere = (one: Person, server = regions.readers[0] as RunningServer) =>
    at(server, { ...one, cookies: one.cookies.filter(({ name }) => name !== "written-frame") });
  const signInElsewhere = async (one: Person) => {
    const browser = openBrowser(regions.everywhere);
    await signIn(browser, one.email, one.password);
    return Object.assign(browser, { id: one.id, email: one.email, password: one.password });
  };

  async function ban(ada: Person, ben: Person) {
    const mia = await addMember("Mia");
    const env = { DATABASE_URL: regions.primary.address, SESSION_SECRET: SECRET };
    const folder = regions.writers[0]?.dataDir ?? "";
    expect(await operate(folder, ["moderator", "add", mia.email], env)).toMatchObject({ code: 0 });
    const report = { about: `member:${ada.id}`, reason: "hate", words: "" };
    expect((await ben.json("POST", "/api/reports", report)).status).toBe(201);
    let path = "";
    await expect
      .poll(async () => {
        const queue = await (await mia.get("/moderation", PAGE)).text();
        [path = ""] = /\/moderation\/cases\/[\da-f-]{36}/.exec(queue) ?? [];
        return path;
      })
      .not.toBe("");
    expect((await mia.form(`${path}/claim`, {})).status).toBe(303);
    return mia.form(`${path}?index`, { kind: "ban", rule: "hate", statement: "That was hateful." });
  }

  type Change = (ada: Person, ben: Person) => Promise<Response>;
  /** What must not lag: the replica has it within a second. Each looks at something of Ben's as Ada. */
  const urgent: [string, Change, path: (ben: Person, conversationId: string) => string, status: number][] = [
    [
      "a sign-out",
      (ada) => ada.get("/api/logout", { "Sec-Fetch-Site": "none" }),
      () => "/api/auth/user",
      401,
    ],
    [
      "a sign-out of all other browsers",
      async (ada) => (await signInElsewhere(ada)).form("/settings/sessions/end", {}),
      () => "/api/auth/user",
      401,
    ],
    [
      "a new password",
      async (ada) =>
        (await signInElsewhere(ada)).form("/settings/password", {
          currentPassword: ada.password,
          newPassword: "another password",
        }),
      () => "/api/auth/user",
      401,
    ],
    [
      "a block",
      (ada, ben) => ben.form(`/members/${ada.id}/block`, {}),
      ({ id }) => `/api/members/${id}`,
      404,
    ],
    [
      "an unmatch",
      (ada, ben) => ben.form(`/members/${ada.id}/unmatch`, {}),
      (_, id) => `/api/conversations/${id}/messages`,
      404,
    ],
    [
      "a deletion",
      (_, ben) => ben.form("/settings/delete", { password: ben.password }),
      ({ id }) => `/api/members/${id}`,
      404,
    ],
    ["a ban", ban, () => "/api/matches", 403],
  ];
  test.each(urgent)(
    "%s holds in the other region once its replica has it",
    async (_, change, path, status) => {
      const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      const where = path(ben, await makeConversation(ada, ben));
      const machines = regions.readers.map((reader) => elsewhere(ada, reader));
      for (const one of machines) await expect.poll(async () => (await one.get(where)).status).toBe(200);
      const changed = await change(ada, ben);
      const frame = changed.headers.get("Database-Frame") ?? "none";
      expect([changed.status, frame]).toEqual([expect.toBeOneOf([302, 303]), expect.stringMatching(/^\d+$/)]);
      for (const one of machines)
        expect((await caughtUp(() => one.get(where, { "Database-Frame": frame }))).status).toBe(status);
    },
  );

  test("a pause leaves Discover in the other region once its replica has it", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const one = elsewhere(ada);
    await expect.poll(() => isDiscovered(one, ben)).toBe(true);
    const paused = await ben.form("/settings/pause", { paused: "true" });
    const frame = paused.headers.get("Database-Frame") ?? "none";
    const headers = { "Database-Frame": frame };
    expect((await caughtUp(() => one.get("/api/discover", headers))).status).toBe(200);
    expect(await isDiscovered(one, ben, headers)).toBe(false);
  });
});
