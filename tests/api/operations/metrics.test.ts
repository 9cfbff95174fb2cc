import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startMailServer } from "../../fakes/mail-server";
import { freePort } from "../../free-port";
import { routeFiles } from "../../routes";
import { openBrowser, type Site } from "../client";
import { operate } from "../operate";
import { goToSignIn, makeConversation } from "../people";
import { runUntilExit, startServer } from "../server";
import { openStream } from "../stream";

const token = "a token of enough characters";
const authorized = { Authorization: `Bearer ${token}` };

const { app, visitor, addMember } = shareApp({ METRICS_TOKEN: token });

async function readText(server: Site): Promise<string> {
  const answer = await fetch(`${server.address}/metrics`, { headers: authorized });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The values by name and labels, such as `b_side_streams` and `b_side_jobs_waiting{queue="search"}`. */
async function readValues(server = app()): Promise<Record<string, number>> {
  const lines = (await readText(server)).split("\n").filter((line) => line && !line.startsWith("#"));
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

test("METRICS_PORT serves the metrics and nothing else, without a token", async () => {
  const port = await freePort();
  const server = await startServer({ METRICS_PORT: String(port) });
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
  expect(await server.stop()).toBe(0);
});

test("mail is counted by result, and what waits by its age", async () => {
  const mail = await startMailServer();
  const server = await startServer({ METRICS_TOKEN: token, ...mail.variables });
  const browser = openBrowser(server);
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
  await expect
    .poll(() => readValues(server))
    .toMatchObject({
      'b_side_mails_total{result="sent"}': 1,
      b_side_mails_waiting: 0,
      b_side_mail_oldest_seconds: 0,
    });
  mail.fail("busy");
  await send("ben@example.org");
  await expect.poll(async () => (await readValues(server))['b_side_mails_total{result="failed"}']).toBe(1);
  const after = await readValues(server);
  expect(after.b_side_mails_waiting).toBe(1);
  expect(after.b_side_mail_oldest_seconds).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  mail.close();
});

describe("after members have used the site", () => {
  test("requests are counted by route, method and status, and values follow what happens", async () => {
    const ada = await addMember("Ada");
    const ben = await addMember("Ben");
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
    expect(before['b_side_event_loop_delay_seconds{quantile="1"}']).toBeGreaterThan(0);
    expect(after.b_side_database_bytes).toBeGreaterThan(100_000);
    expect(after.b_side_disk_free_bytes).toBeGreaterThan(1_000_000);
    expect(after.b_side_resident_memory_bytes).toBeGreaterThan(10_000_000);
    const queues = ["search", "statistics", "report", "picture"];
    const states = queues.flatMap((queue) => [`running{queue="${queue}"}`, `waiting{queue="${queue}"}`]);
    const idle = Object.fromEntries(states.map((state) => [`b_side_jobs_${state}`, 0]));
    await expect.poll(() => readValues()).toMatchObject(idle);
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
    const text = await readText(app());
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
    const text = (await readText(app())).toLowerCase();
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

  test("the last backup is among them, whoever made it", async () => {
    expect(await readValues()).not.toHaveProperty("b_side_last_backup_bytes");
    const archive = join(app().dataDir, "backup.tar.gz");
    expect((await operate(app().dataDir, ["backup", archive])).code).toBe(0);
    const values = await readValues();
    expect(values.b_side_last_backup_bytes).toBeGreaterThan(1000);
    expect(Date.now() / 1000 - (values.b_side_last_backup_time_seconds ?? 0)).toBeLessThan(60);
  });
});
