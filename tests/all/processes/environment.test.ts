import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "db/write-ahead-log.server";
import { expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { signIn, signUp } from "../../api/people";
import { nodePath, runUntilExit, startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";

const folder = () => mkdtempSync(join(tmpdir(), "b-side-surroundings-"));
/** The sign-in library's warning about Node 20 precedes our output. */
const oneSentence = /^(oidc-provider [^\n]*\n)*[A-Z][^\n]+\.?\n$/;

/** A migrated database. */
async function madeDatabase() {
  const dataDir = folder();
  const server = await startServer({ DATA_DIR: dataDir });
  expect(await server.stop()).toBe(0);
  return { dataDir, file: join(dataDir, "b-side.sqlite") };
}

test("a line of the log names the version of SQLite, and who copies its log", async () => {
  const server = await startServer({ DATA_DIR: folder(), LOG_LEVEL: "info" });
  const line = () => /^\{.*"sqlite".*$/m.exec(server.output())?.[0];
  await expect.poll(line).toBeDefined();
  expect(JSON.parse(line() ?? "")).toMatchObject({
    level: 30,
    sqlite: "3.45.1",
    msg: "SQLite 3.45.1 can lose commits in its own checkpoints, so the server makes them",
  });
  await server.stop();
});

test("a server whose folder is reached through a link starts", async () => {
  const link = join(folder(), "app");
  symlinkSync(process.cwd(), link);
  const server = await startServer({}, { command: [nodePath, join(link, "build/server/index.js")] });
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("an invalid variable is reported in one sentence, and the server exits with 1", async () => {
  const { code, output } = await runUntilExit({ DATA_DIR: folder(), PORT: "http" });
  expect(code).toBe(1);
  expect(output).toMatch(oneSentence);
  expect(output).toContain("The environment variable PORT must be a port number between 1 and 65535.");
});

test("a public deployment without its secret does not start", async () => {
  const { code, output } = await runUntilExit({
    DATA_DIR: folder(),
    APP_ORIGIN: "https://b-side.example",
    RATE_LIMITS: "on",
  });
  expect(code).toBe(1);
  expect(output).toMatch(oneSentence);
  expect(output).toContain("The environment variable SESSION_SECRET is missing");
});

test("a port in use is reported in one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await runUntilExit({ DATA_DIR: folder(), PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`The port ${port} is taken`);
  expect(output).not.toMatch(/\n\s+at /);
});

test.each([
  ["in a folder that is none", () => "file:/dev/null/b-side.sqlite"],
  ["that cannot be written", () => "file:/proc/b-side.sqlite"],
  [
    "that is no database",
    () => {
      const file = join(folder(), "b-side.sqlite");
      writeFileSync(file, "Dear diary, ".repeat(1000));
      return `file:${file}`;
    },
  ],
])("a database %s is reported in one sentence", async (_, makeUrl) => {
  const url = makeUrl();
  const { code, output } = await runUntilExit({ DATA_DIR: folder(), DATABASE_URL: url });
  expect(code).toBe(1);
  expect(output).toMatch(oneSentence);
  expect(output).toContain(`The database ${url} cannot be opened for writing`);
});

test("a locked database is reported in one sentence", async () => {
  const { dataDir, file } = await madeDatabase();
  const other = openFile(file, 0);
  other.exec("begin immediate");
  const { code, output } = await runUntilExit({ DATA_DIR: dataDir });
  other.close();
  expect(code).toBe(1);
  expect(output).toMatch(/cannot be opened for writing: .*locked/);
  expect(output).toMatch(oneSentence);
});

test("a newer database is refused in one sentence and left unchanged", async () => {
  const { dataDir, file } = await madeDatabase();
  const client = openDatabaseFile(file);
  await client.execute("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
  await client.execute("pragma wal_checkpoint(truncate)");
  client.close();
  const before = readFileSync(file);
  const { code, output } = await runUntilExit({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(output).toMatch(oneSentence);
  expect(output).toContain("belongs to a newer version of B-Side; nothing was changed.");
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a public deployment has Secure host-only cookies and no demo members", async () => {
  const server = await startServer({
    APP_ORIGIN: "https://b-side.example",
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    RATE_LIMITS: "on",
    DEADLINES: "on",
    DEMO: "",
  });
  const browser = openBrowser(server);
  const demo = await signIn(browser, "demo@b-side.example", "listen closely");
  expect(await demo.text()).toContain("The email or password is wrong.");
  const ada = await signUp(openBrowser(server), "Ada");
  const set = (cookie: { name: string }) => cookie.name.startsWith("__Host-session");
  expect(ada.cookies.find(set)?.attributes).toMatch(/Path=\/.*HttpOnly.*Secure.*SameSite=Lax/);
  for (const cookie of [...ada.cookies, ...browser.cookies]) {
    expect(cookie.name).toMatch(/^__(Host|Secure)-/);
    expect(cookie.attributes).toMatch(/; secure/i);
    expect(cookie.attributes).toMatch(/; httponly/i);
    expect(cookie.attributes).not.toMatch(/domain=/i);
  }
  const page = await ada.get("/");
  expect(page.headers.get("Strict-Transport-Security")).toMatch(/max-age=\d{8}/);
  await ada.get("/api/logout", { "Sec-Fetch-Site": "none" });
  expect((await ada.get("/api/auth/user")).status).toBe(401);
  expect(server.output()).not.toContain("listen closely");
  expect(await server.stop()).toBe(0);
});

test("members stay signed in when the server restarts", async () => {
  const dataDir = folder();
  const first = await startServer({ DATA_DIR: dataDir });
  const ada = await signUp(openBrowser(first), "Ada");
  expect(await first.stop()).toBe(0);
  const second = await startServer({ DATA_DIR: dataDir, PORT: String(first.port) });
  const again = openBrowser(second, ada.cookies);
  expect(await (await again.get("/api/auth/user")).json()).toMatchObject({ id: ada.id });
  expect(await second.stop()).toBe(0);
});

test("on SIGTERM, the server fails its health check, finishes open requests and exits with 0", async () => {
  const server = await startServer();
  const ada = await signUp(openBrowser(server), "Ada");
  const cookies = ada.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const body = JSON.stringify({ bio: "Finished.", age: 30, location: "Nowhere" });
  const open = (head: string) => {
    const socket = connect(server.port, "127.0.0.1");
    let heard = "";
    socket.on("data", (part) => {
      heard += part;
    });
    socket.write(head);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    return { socket, closed, heard: () => heard };
  };
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  const idle = open(`GET /healthz HTTP/1.1\r\n${host}\r\n`);
  const begun = open(
    `PATCH /api/profile HTTP/1.1\r\n${host}Cookie: ${cookies}\r\nSec-Fetch-Site: same-origin\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
  );
  const watching = open(`POST /healthz HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\n`);
  // The server has met all three before it is told to stop.
  await expect.poll(idle.heard).toContain("ready");
  await expect.poll(begun.heard).toContain("100 Continue");
  await expect.poll(watching.heard).toContain("405");
  const ended = server.stop("SIGTERM");
  await idle.closed;
  watching.socket.write(`xGET /healthz HTTP/1.1\r\n${host}\r\n`);
  begun.socket.write(body.slice(10));
  await Promise.all([begun.closed, watching.closed]);
  expect(begun.heard()).toMatch(/^HTTP\/1.1 200 OK[\s\S]*"bio":"Finished."/m);
  expect(watching.heard()).toMatch(/HTTP\/1.1 503 Service Unavailable/);
  expect(await ended).toBe(0);
  expect(server.output()).not.toMatch(/\n\s+at /);
});

test("an idle connection is kept open longer than a proxy keeps its own", async () => {
  const server = await startServer();
  const answer = await openBrowser(server).get("/healthz");
  expect(await server.stop()).toBe(0);
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get("Keep-Alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test.each([
  ["http://192.168.1.5:3000", true],
  ["http://localhost:3000", false],
])("demo members at %s: warns of them: %s", async (APP_ORIGIN, isWarned) => {
  const server = await startServer({ APP_ORIGIN, DEMO: "1" });
  expect(await server.stop()).toBe(0);
  expect(server.output().includes("set DEMO=0 before real members join")).toBe(isWarned);
});

test.each(["new", "readable by all"])(
  "only the server's user may read a database that is %s",
  async (kind) => {
    const dataDir = folder();
    const path = join(dataDir, "b-side.sqlite");
    // The server inherits it.
    const umask = process.umask(0o022);
    if (kind !== "new") {
      await (await startServer({ DATA_DIR: dataDir })).stop();
      chmodSync(path, 0o644);
    }
    const server = await startServer({ DATA_DIR: dataDir });
    process.umask(umask);
    const files = readdirSync(dataDir).filter((name) => name.startsWith("b-side.sqlite"));
    expect(files).toContain("b-side.sqlite-wal");
    const modes = files.map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
    expect(modes).toEqual(files.map((name) => [name, "600"]));
    expect(await server.stop()).toBe(0);
  },
);
