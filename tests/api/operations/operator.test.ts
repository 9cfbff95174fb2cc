// What operators are shown: the metrics, and the page of operations; and the backup of a running deployment.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { startMailServer } from "../../fakes/mail-server";
import { freePort } from "../../free-port";
import { routeFiles } from "../../routes";
import { rareTest } from "../../sampled";
import { type Browser, openBrowser, type Site } from "../client";
import { query } from "../mail";
import { operate } from "../operate";
import { goToSignIn, makeConversation, type Person, signIn, signUp } from "../people";
import { type RunningServer, runUntilExit, startServer } from "../server";
import { openStream } from "../stream";
import { addProfilePhoto } from "../upload-picture";

const token = "a token of enough characters";
const authorized = { Authorization: `Bearer ${token}` };

const mail = await startMailServer();
afterAll(() => mail.close());
const { app, visitor, addMember } = shareApp({ METRICS_TOKEN: token, ...mail.variables });
const run = (...args: string[]) => operate(app().dataDir, args);

let ada: Person;
let ben: Person;
let cleo: Person;
beforeAll(async () => {
  ada = await addMember("Ada");
  ben = await addMember("Ben");
  cleo = await addMember("Cleo");
  const { addStaff } = await import("~/models/safety/staff/staff.server");
  await addStaff(ada.email, "operator");
  await addStaff(ben.email, "moderator");
});

async function readText(server: Site = app()): Promise<string> {
  const answer = await fetch(`${server.address}/metrics`, { headers: authorized });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The values by name and labels, such as `b_side_streams` and `b_side_jobs_waiting{queue="search"}`. */
async function readValues(): Promise<Record<string, number>> {
  const lines = (await readText()).split("\n").filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("the metrics are read with the token only, and nothing can be sent to them", async () => {
  const statuses = [];
  for (const given of ["", "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
    const answer = await visitor().get("/metrics", given ? { Authorization: given } : {});
    statuses.push([answer.status, await answer.text(), answer.headers.get("WWW-Authenticate")]);
  }
  expect(statuses).toEqual(statuses.map(() => [401, "The metrics need a token.", "Bearer"]));
  const answer = await visitor().get("/metrics", authorized);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain;.* version=0\.0\.4/);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const sent = await visitor().send("/metrics", { method: "POST", headers: authorized });
  expect([sent.status, sent.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
});

describe("after members have used the site", () => {
  test("requests are counted by route, method and status, and values follow what happens", async () => {
    const before = await readValues();
    const conversationId = await makeConversation(ada, ben);
    const stream = await openStream(ben);
    expect(
      (await ada.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hi" })).status,
    ).toBe(201);
    await stream.waitFor((events) => events.length > 0);
    expect((await ada.get("/discover")).status).toBe(200);
    expect((await ada.get(`/members/${ben.id}`)).status).toBe(200);
    expect((await ada.get(`/messages/${conversationId}.data`)).status).toBe(200);
    expect((await ada.get(`/members/1`)).status).toBe(404);
    expect((await ada.get("/favicon.svg")).status).toBe(200);

    await expect
      .poll(
        async () => (await readValues())['b_side_requests_total{route="static",method="GET",status="200"}'],
      )
      .toBeGreaterThan(0);
    const after = await readValues();
    const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    expect(
      moved('b_side_requests_total{route="api.conversations.$id.messages",method="POST",status="201"}'),
    ).toBe(1);
    expect(moved('b_side_requests_total{route="discover._index",method="GET",status="200"}')).toBe(1);
    expect(moved('b_side_requests_total{route="members.$id._index",method="GET",status="200"}')).toBe(1);
    expect(moved('b_side_requests_total{route="members.$id._index",method="GET",status="404"}')).toBe(1);
    expect(moved('b_side_requests_total{route="messages.$id",method="GET",status="200"}')).toBe(1);
    expect(moved('b_side_request_seconds_count{route="discover._index"}')).toBe(1);
    expect(moved('b_side_searches_total{result="succeeded"}')).toBeGreaterThan(0);
    expect(moved('b_side_search_seconds_total{result="succeeded"}')).toBeGreaterThan(0);
    expect([before.b_side_streams, after.b_side_streams]).toEqual([0, 1]);
    expect(after.b_side_database_bytes).toBeGreaterThan(100_000);
    expect(after.b_side_disk_free_bytes).toBeGreaterThan(1_000_000);
    expect(after.b_side_resident_memory_bytes).toBeGreaterThan(10_000_000);
    const queues = ["search", "statistics", "report", "picture"];
    const states = queues.flatMap((queue) => [`running{queue="${queue}"}`, `waiting{queue="${queue}"}`]);
    const idle = Object.fromEntries(states.map((state) => [`b_side_jobs_${state}`, 0]));
    await expect.poll(() => readValues()).toMatchObject(idle);
    const delay = async () => (await readValues())['b_side_event_loop_delay_seconds{quantile="1"}'];
    await expect.poll(delay).toBeGreaterThan(0);
    expect(after).not.toHaveProperty("b_side_replica_lag_seconds");
    // The stream's reader looks at the outbox once a second.
    await expect.poll(async () => (await readValues()).b_side_outbox_lag_events).toBe(0);
    stream.disconnect();
    await expect.poll(async () => (await readValues()).b_side_streams).toBe(0);
  });

  test("labels come from a short list, whatever is requested", async () => {
    const eve = visitor();
    for (const path of [
      "/no-such-page",
      "/jane.doe@example.org",
      "/oidc/nothing",
      "/api/nothing",
      "/assets/nothing.js",
    ])
      expect((await eve.get(path)).status).toBe(404);
    await eve.send("/", { method: "PROPFIND" });
    await eve.send("//", { method: "GET" });
    const text = await readText();
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    const files = routeFiles.map(({ name }) => name.replace(/\.tsx?$/, ""));
    const known = ["root", "oidc", "static", "other", "api.live", ...files];
    expect([...routes].filter((route) => !known.includes(route ?? ""))).toEqual([]);
    const methods = new Set([...text.matchAll(/method="([^"]*)"/g)].map(([, method]) => method));
    expect([...methods].sort()).toEqual(["GET", "POST", "PATCH", "other"].sort());
  });

  test("nothing in them names a member", async () => {
    const zelda = await addMember("Zelda");
    const otto = await addMember("Otto");
    const conversationId = await makeConversation(zelda, otto);
    await zelda.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Quintessence" });
    await zelda.get(`/messages/${conversationId}`);
    await zelda.get(`/members/${otto.id}?from=zelda`);
    await zelda.get("/api/lastfm/user/zeldafan");
    const text = (await readText()).toLowerCase();
    expect(text).toContain("api.lastfm.user.$username");
    const words = [
      zelda.id,
      otto.id,
      zelda.email,
      otto.email,
      "zelda",
      "otto",
      "lovelace",
      "portland",
      "radiohead",
    ];
    for (const word of [...words, conversationId, "quintessence"]) expect(text).not.toContain(word);
  });
});

/**
 * A response without what differs between two of them: nonces, event ids, and the address and the name of the route. The
 * scripts of a page are left out: their names, like those of all screens, are in the public build.
 */
async function comparable(answer: Response) {
  const text = (await answer.text())
    .replace(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>|nonce="[^"]*"/g, "")
    .replace(/lastEventId\W+[\w-]{54}/g, "")
    .replace(/no-such-page|routes\/(\$|admin)|admin/g, "…");
  const changing = /^(date|etag|content-security-policy|content-length)$/;
  return {
    status: answer.status,
    text,
    headers: [...answer.headers].filter(([name]) => !changing.test(name)),
  };
}

test("an operator sees the page and finds it in the settings", async () => {
  // Until its first process has started, the search does not respond in time on a slow machine.
  await expect.poll(async () => (await ada.get("/admin")).text()).not.toContain("Failing");
  const page = await ada.get("/admin", { Accept: "text/html" });
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  const html = await page.text();
  expect(html).toContain("<title>Operations · B-Side</title>");
  for (const part of [
    "Database",
    "Picture storage",
    "Mail",
    "Sign-in provider",
    "Age provider",
    "Checking service",
    "Discogs",
    "Search workers",
    "Picture processing",
    "Replica",
    "Live reader",
  ])
    expect(html).toContain(`<b>${part}</b>`);
  expect(html).toContain("No errors.");
  expect((await ada.get("/admin.data")).status).toBe(200);
  expect(await (await ada.get("/settings", { Accept: "text/html" })).text()).toContain('href="/admin"');
});

test.each<[string, () => Browser]>([
  ["a visitor", visitor],
  ["a member", () => cleo],
  ["a moderator", () => ben],
])("for %s the page does not exist", async (_, browser) => {
  const person = browser();
  for (const suffix of ["", ".data"]) {
    const page = await comparable(await person.get(`/admin${suffix}`, { Accept: "text/html" }));
    expect(page.status).toBe(404);
    expect(page).toEqual(
      await comparable(await person.get(`/no-such-page${suffix}`, { Accept: "text/html" })),
    );
    expect(page.text).not.toMatch(/Operations|Picture storage|sign-ups/i);
  }
  for (const method of ["POST", "PUT", "DELETE"]) {
    const init = { method, headers: { "Sec-Fetch-Site": "same-origin", Accept: "text/html" } };
    const sent = await comparable(await person.send("/admin", init));
    expect(sent).toEqual(await comparable(await person.send("/no-such-page", init)));
  }
  expect(await (await person.get("/settings", { Accept: "text/html" })).text()).not.toMatch(
    /Operations|isOperator.{3}true/,
  );
});

test("a removed role ends with the next request", async () => {
  const dan = await addMember("Dan");
  const { addStaff } = await import("~/models/safety/staff/staff.server");
  await addStaff(dan.email, "operator");
  expect((await dan.get("/admin")).status).toBe(200);
  expect((await run("operator", "remove", dan.email)).code).toBe(0);
  expect((await dan.get("/admin")).status).toBe(404);
  expect((await dan.get("/admin.data")).status).toBe(404);
  expect(await (await dan.get("/settings")).text()).not.toContain("Operations");
});

describe("the numbers", () => {
  /** The counts of the newest day. */
  async function readToday() {
    const html = await (await ada.get("/admin", { Accept: "text/html" })).text();
    const [, , signUps, active] =
      /<tr[^>]*><th scope="row"[^>]*>([^<]*)<\/th><td[^>]*>(\d+)<\/td><td[^>]*>(\d+)<\/td>/.exec(html) ?? [];
    return { signUps: Number(signUps), active: Number(active), rows: html.match(/<th scope="row"/g)?.length };
  }

  test("sign-ups and active members are counted by day, each member once", async () => {
    const before = await readToday();
    expect(before.rows).toBe(30);
    const eve = await addMember("Eve");
    expect(await readToday()).toEqual({ ...before, signUps: before.signUps + 1, active: before.active + 1 });
    const conversationId = await makeConversation(eve, cleo);
    await eve.json("POST", `/api/conversations/${conversationId}/messages`, { content: "Hello" });
    await eve.json("POST", "/api/record-collections", { artist: "Can", album: "Tago Mago" });
    expect(await readToday()).toEqual({ ...before, signUps: before.signUps + 1, active: before.active + 1 });
    // A sign-out takes the sign-in with it, but not the message.
    await eve.form("/api/auth/logout", {});
    expect((await readToday()).active).toBe(before.active + 1);
  });

  test("the last backup is shown, and among the metrics, whoever made it", async () => {
    expect(await readValues()).not.toHaveProperty("b_side_last_backup_bytes");
    const first = await (await ada.get("/admin")).text();
    for (const text of ["Never", "Back up now"]) expect(first).toContain(text);
    expect((await run("backup", join(app().dataDir, "backup.tar.gz"))).code).toBe(0);
    const html = await (await ada.get("/admin")).text();
    for (const text of ["Never", "Back up now"]) expect(html).not.toContain(text);
    const values = await readValues();
    expect(values.b_side_last_backup_bytes).toBeGreaterThan(1000);
    expect(Date.now() / 1000 - (values.b_side_last_backup_time_seconds ?? 0)).toBeLessThan(60);
    expect(html).toMatch(/Size<\/dt><dd[^>]*>\d+ kB/);
  });

  test("nobody's content is on the page", async () => {
    const both = (await (await ada.get("/admin")).text()) + (await (await ada.get("/admin.data")).text());
    // The bar has the operator's own avatar, which is drawn from their first artist.
    const html = both.replaceAll(/\/avatars\/Ada\.svg[^"\\]*/g, "");
    for (const word of [ben.email, cleo.email, ben.id, cleo.id, "Cleo", "Lovelace", "Radiohead", "Portland"])
      expect(html).not.toContain(word);
  });
});

test("mail is counted by result, and what waits by its age", async () => {
  const browser = visitor();
  const page = await goToSignIn(browser);
  const send = (email: string) =>
    browser.form(`${page}/sign-up`, {
      firstName: "Ada",
      lastName: "L",
      email,
      password: "listen closely",
      adult: "on",
    });
  await send("ada@example.org");
  // A mail that was sent is removed from the queue a moment later.
  await expect.poll(readValues).toMatchObject({
    'b_side_mails_total{result="sent"}': 1,
    b_side_mails_waiting: 0,
    b_side_mail_oldest_seconds: 0,
  });
  mail.fail("busy");
  await send("ben@example.org");
  await expect.poll(async () => (await readValues())['b_side_mails_total{result="failed"}']).toBe(1);
  const after = await readValues();
  expect(after.b_side_mails_waiting).toBe(1);
  expect(after.b_side_mail_oldest_seconds).toBeGreaterThan(0);
});

describe("in a process of its own, whose pictures are in a bucket that is away", () => {
  let server: RunningServer;
  let eve: Person;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    server = await startServer({
      METRICS_PORT: String(port),
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_BUCKET: "b-side",
      S3_REGION: "auto",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    });
    eve = await signUp(openBrowser(server), "Eve");
    expect((await operate(server.dataDir, ["operator", "add", eve.email])).code).toBe(0);
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });

  test("METRICS_PORT serves the metrics and nothing else, without a token", async () => {
    const status = async (url: string, method = "GET") => (await fetch(url, { method })).status;
    const alone = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${alone}/metrics`)).text()).toContain("b_side_streams 0");
    expect(await status(`${alone}/metrics`, "POST")).toBe(405);
    expect(await status(`${alone}/`)).toBe(404);
    expect(await status(`${alone}/healthz`)).toBe(404);
    const elsewhere = await openBrowser(server).get("/metrics", { Accept: "text/html" });
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      404,
      expect.stringContaining("Page Not Found"),
    ]);
    const second = await runUntilExit({
      DATA_DIR: server.dataDir,
      METRICS_PORT: String(port),
      PORT: String(await freePort()),
    });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(new RegExp(`${port} is taken.*METRICS_PORT`));
  });

  test("a part that fails is named, and the rest of the page still works", async () => {
    const readPage = async () => {
      const page = await eve.get("/admin", { Accept: "text/html" });
      expect(page.status).toBe(200);
      return page.text();
    };
    expect(await readPage()).toMatch(
      /<b>Picture storage<\/b><span[^>]*>Failing<\/span><\/p><p[^>]*>Not responding/,
    );
    // The search fails too until its first process has started.
    await expect.poll(async () => (await readPage()).match(/Failing/g)).toHaveLength(1);
  });

  test("errors are listed by id, with their route and class but without their messages", async () => {
    const database = openDatabaseFile(join(server.dataDir, "b-side.sqlite"));
    await database.execute("alter table playlist rename column description to secret_description");
    expect((await eve.get("/playlists", { Accept: "text/html" })).status).toBe(500);
    const answer = await eve.get("/api/playlists");
    expect(answer.status).toBe(500);
    const [id = ""] = /[\da-f-]{36}/.exec(await answer.text()) ?? [];
    await server.untilOutput(id);
    const html = await (await eve.get("/admin", { Accept: "text/html" })).text();
    expect(html).toContain(id);
    const entries = [...html.matchAll(/<p><b>(\w+)<\/b> in (?:<!-- -->)?([\w.]+)<\/p>/g)].map(
      ([, name, route]) => [name, route],
    );
    expect(entries).toEqual([
      ["DrizzleQueryError", "api.playlists._index"],
      ["DrizzleQueryError", "playlists"],
    ]);
    expect(html).not.toMatch(/no such column|secret_description|at async|\.server\.ts/);
    await database.execute("alter table playlist rename column secret_description to description");
    database.close();
  });
});

rareTest("a backup made while members write restores members, messages, pictures and passwords", async () => {
  const messages = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  const pictureUrl = await addProfilePhoto(ada);
  const post = async (content: string) => {
    expect((await ada.json("POST", messages, { content })).status).toBe(201);
  };
  const acknowledged = Array.from({ length: 60 }, (_, i) => `before ${i}`);
  for (const content of acknowledged) await post(content);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await post("meanwhile");
  })();
  const folder = mkdtempSync(join(tmpdir(), "b-side-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, "community.tar.gz");
  const backup = await run("backup", archive);
  isDone = true;
  await writing;
  const [counted] = await query("select count(*) as members from member");
  const those = `${counted?.members} members`;
  expect(backup.said).toMatch(
    new RegExp(`^Backed up ${those} and \\d+ files \\(pictures included\\); verified\\.$`),
  );

  const target = join(folder, "restored");
  expect((await operate(target, ["restore", archive])).said).toMatch(
    new RegExp(`^Restored ${those} as of 20`),
  );
  const copy = await startServer({ DATA_DIR: target });
  const browser = openBrowser(copy);
  await signIn(browser, ada.email, ada.password);
  expect(((await (await browser.get("/api/auth/user")).json()) as { id: string }).id).toBe(ada.id);
  const kept: string[] = [];
  for (let before = ""; ; ) {
    const answer = await browser.get(`${messages}${before}`);
    const page = (await answer.json()) as { id: string; content: string }[];
    kept.push(...page.map(({ content }) => content));
    if (page.length < 50) break;
    before = `?before=${page.at(-1)?.id}`;
  }
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
  const found = (await (await browser.get("/api/messages/search?q=before+59")).json()) as unknown[];
  expect(found).toHaveLength(1);
  expect((await browser.get(pictureUrl)).status).toBe(200);
  expect(await copy.stop()).toBe(0);
});
