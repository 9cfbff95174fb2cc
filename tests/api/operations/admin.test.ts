import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { type Browser, openBrowser } from "../client";
import { operate } from "../operate";
import { makeConversation, type Person, signUp } from "../people";
import { startServer } from "../server";

const { app, visitor, addMember } = shareApp();
const run = (...args: string[]) => operate(app().dataDir, args);

let ada: Person;
let ben: Person;
let cleo: Person;
beforeAll(async () => {
  ada = await addMember("Ada");
  ben = await addMember("Ben");
  cleo = await addMember("Cleo");
  expect((await run("operator", "add", ada.email)).code).toBe(0);
  expect((await run("moderator", "add", ben.email)).code).toBe(0);
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
  await run("operator", "add", dan.email);
  expect((await dan.get("/admin")).status).toBe(200);
  await run("operator", "remove", dan.email);
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

  test("the last backup is shown", async () => {
    const first = await (await ada.get("/admin")).text();
    for (const text of ["Never", "Back up now"]) expect(first).toContain(text);
    expect((await run("backup", join(app().dataDir, "backup.tar.gz"))).code).toBe(0);
    const html = await (await ada.get("/admin")).text();
    for (const text of ["Never", "Back up now"]) expect(html).not.toContain(text);
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

test("errors are listed by id, with their route and class but without their messages", async () => {
  const server = await startServer();
  const eve = await signUp(openBrowser(server), "Eve");
  expect((await operate(server.dataDir, ["operator", "add", eve.email])).code).toBe(0);
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
  await server.stop();
});

test("a part that fails is named, and the rest of the page still works", async () => {
  const bucket = {
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_BUCKET: "b-side",
    S3_REGION: "auto",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const server = await startServer(bucket);
  const eve = await signUp(openBrowser(server), "Eve");
  await operate(server.dataDir, ["operator", "add", eve.email]);
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
  expect(await server.stop()).toBe(0);
});
