import fc from "fast-check";
import { expect, test } from "vitest";
import { shareApp } from "../app";
import { runsOf } from "../sampled";
import { sendForeignTargets } from "./targets";

const { app, visitor, sendRaw, addMember } = shareApp({ METRICS_TOKEN: "a token of enough characters" });

const statusOf = (answer: string) => Number(answer.split(" ")[1]);
const ask = (line: string, headers: string[] = [], host = `127.0.0.1:${app().port}`) =>
  sendRaw([line, `Host: ${host}`, ...headers, "Connection: close", "", ""].join("\r\n"));

test.each([
  "/%",
  "/%E0%A4%A",
  "/%ff",
  "/assets/%",
  "/avatars/%E0%A4.svg",
  "/oidc/interaction/%E0",
  "/api/conversations/%E0/messages",
  "//evil.example",
  "//evil.example/..",
  "/%2f%2fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/../%5C",
  "/%2e%2e/%5cevil.example",
  "/a/..//evil.example",
  "*",
  "http://evil.example/",
  "http://[::1",
  "http://[::1]:99999/",
  "https://",
  "x:",
  "[::1",
  "//[::1",
])("a malformed URL is a 400: %s", async (target) => {
  expect(statusOf(await ask(`GET ${target} HTTP/1.1`))).toBe(400);
});

test.each(["b-side.example", "b-side.example:8080"])(
  "a target that is no path is refused at every mount, with the Host %s",
  async (host) => {
    expect(await sendForeignTargets(sendRaw, host)).toEqual({ accepted: [], asked: [] });
  },
);

test.each([
  "/%00",
  "/discover/%00",
  "/..%2f..%2fetc/passwd",
  "/assets/..%2f..%2fserver.ts",
  "/assets/../server.ts",
  "/assets/no-such-file.js",
  "/assets//evil.example/..",
  "/assets/",
  "/.env",
  "/server.ts",
  "/data/session-secret",
  `/${"a/".repeat(3000)}`,
  "/constructor",
  "/__proto__",
  "/__proto__.data",
])("a path without a page or file is a 404 or 403: %s", async (target) => {
  const answer = await ask(`GET ${target} HTTP/1.1`);
  expect([403, 404]).toContain(statusOf(answer));
  expect(answer).not.toMatch(/^location:/im);
});

test.each(["", "a b", "x:y", "x:999999", "user@x", "x/y", "x?y", "%00", "[::1", "\u00e9"])(
  "an invalid Host is a 400: %j",
  async (host) => {
    expect(statusOf(await ask("GET /discover HTTP/1.1", [], host))).toBe(400);
  },
);

test.each([
  "X-Forwarded-Host: x:y",
  "X-Forwarded-Host: x:999999",
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Proto: %",
  "X-Forwarded-Proto: javascript",
  "Cookie: session=%",
  "Cookie: =;;;=",
  "Cookie: __proto__=1; constructor=2; session",
  `Cookie: session=${"a".repeat(9000)}`,
  "Cookie: session=eyJhIjoxfQ%3D%3D.x; theme=%7B; return=%E0; sign-in:x=%E0%A4%A",
  "Cookie: theme=e30=; provider=x; provider.sig=y; interaction=z; interaction.sig=",
  "User-Agent: \u00ff\u00fe",
  "Accept: */*;q=x, application/problem+json;;",
  "Accept-Encoding: gzip;q=9, br, \u00ff",
  "Range: bytes=0-1",
  "If-None-Match: *",
  "Upgrade: websocket",
])("no header causes a server error: %s", async (header) => {
  for (const path of [
    "/",
    "/api/login",
    "/api/callback?state=a&code=b",
    "/oidc/auth?client_id=b-side",
    "/favicon.svg",
  ]) {
    const answer = await ask(`GET ${path} HTTP/1.1`, [header]);
    expect(statusOf(answer)).toBeLessThan(500);
    expect(answer.match(/^location: .*/im)?.[0] ?? "").not.toMatch(/evil|javascript/);
  }
});

test("a request with too many cookies gets 431", async () => {
  expect(statusOf(await ask("GET / HTTP/1.1", [`Cookie: ${"a=b; ".repeat(4000)}`]))).toBe(431);
});

test.each(["TRACE", "OPTIONS", "PROPFIND", "PUT", "DELETE", "PATCH"])("pages refuse %s", async (method) => {
  const answer = await ask(`${method} /discover HTTP/1.1`, ["Sec-Fetch-Site: same-origin"]);
  expect(statusOf(answer)).toBe(405);
  expect(answer).toMatch(/^Allow: GET, HEAD, POST\r$/im);
});

test.each([
  "/healthz",
  "/assets/none.js",
  "/counts",
  "/discover",
  "/discover.data",
  "/api/login",
  "/avatars/Ada.svg",
])("a POST to %s is refused with a message and an Allow header", async (path) => {
  const answer = await ask(`POST ${path} HTTP/1.1`, ["Sec-Fetch-Site: same-origin", "Content-Length: 0"]);
  expect(statusOf(answer)).toBe(405);
  // A page's data request has no headers of its own.
  if (!path.endsWith(".data")) expect(answer).toMatch(/^Allow: GET, HEAD\r$/im);
  expect(answer).toContain("Nothing can be sent to this address.");
  expect(answer).not.toMatch(/did not provide|Unexpected Server Error|^Content-Type: application\/json/im);
});

test.each([
  "/avatars/Ada.svg/",
  "/sleeves/1.svg/",
  "/avatars/Ada.svg//",
  "/signed-out.css/",
  "/signed-out.css/?v=1",
  "/favicon.svg/",
])("a file is not served as a folder: %s", async (path) => {
  expect(statusOf(await ask(`GET ${path.replace(/\/+($|\?)/, "$1")} HTTP/1.1`))).toBe(200);
  expect(statusOf(await ask(`GET ${path} HTTP/1.1`))).toBe(404);
});

test.each(["https://evil.example", "null", "x", ""])(
  "Sec-Fetch-Site: same-origin overrides any Origin: %j",
  async (origin) => {
    for (const path of ["/theme", "/theme.data"]) {
      const headers = ["Sec-Fetch-Site: same-origin", `Origin: ${origin}`, "Content-Length: 0"];
      expect(statusOf(await ask(`POST ${path} HTTP/1.1`, headers))).toBe(415);
    }
  },
);

test("HEAD gets the same response as GET, without the body", async () => {
  for (const path of [
    "/",
    "/discover",
    "/avatars/Ada.svg",
    "/signed-out.css",
    "/healthz",
    "/favicon.svg",
    "/api/login",
  ]) {
    const [get, head] = [await ask(`GET ${path} HTTP/1.1`), await ask(`HEAD ${path} HTTP/1.1`)];
    const typeOf = (answer: string) => /^content-type: .*/im.exec(answer)?.[0];
    expect([statusOf(head), typeOf(head)]).toEqual([statusOf(get), typeOf(get)]);
    expect(head.split("\r\n\r\n")[1]).toBe("");
  }
});

test("malformed HTTP is refused and does not affect other requests", async () => {
  for (const bytes of [
    "\u0000\u0001\u0002\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /\r\n\r\n",
    "POST /profile HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /profile HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nX: y\r\n z\r\n\r\n",
  ]) {
    expect(await sendRaw(bytes)).toMatch(/^HTTP\/1.1 (4\d\d|505)/);
  }
  expect((await visitor().get("/healthz")).status).toBe(200);
});

test("the health check is public and reveals nothing else about the process", async () => {
  const answer = await visitor().get("/healthz");
  expect([answer.status, await answer.text()]).toEqual([200, "ready"]);
  expect((await visitor().get("/")).headers.get("X-Powered-By")).toBeNull();
});

test("server code, source maps and the list of routes are not served", async () => {
  const page = await (await visitor().get("/")).text();
  const scripts = [...page.matchAll(/\/assets\/[\w/.$-]+\.js/g)].map(([path]) => path);
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts) expect((await visitor().get(`${script}.map`)).status).toBe(404);
  expect((await visitor().get("/__manifest?p=/&version=x")).status).toBe(404);
});

test("no path causes a server error, for members or visitors", async () => {
  const ada = await addMember("Ada");
  const piece = fc.oneof(
    fc.constantFrom("api", "matches", "conversations", "messages", "discover", "members", "avatars", "oidc"),
    fc.constantFrom(
      "%00",
      "%2e%2e",
      "..",
      "%5c",
      "%2f",
      "__manifest",
      "_root.data",
      "x.data",
      "-1",
      "1e999",
      "💿",
    ),
    fc.string({ maxLength: 12 }).map(encodeURIComponent),
  );
  const query = fc.oneof(
    fc.constantFrom(
      "",
      "?index",
      "?_routes=%00",
      "?_routes=root",
      "?_data=root",
      "?_data=routes%2F_index",
      "?p=/&version=x",
      "?cursor=x",
      "?before=%00",
    ),
    fc.webQueryParameters().map((text) => `?${text}`),
  );
  const path = fc.tuple(fc.array(piece, { maxLength: 4 }), fc.constantFrom("", ".data"), query);
  await fc.assert(
    fc.asyncProperty(path, fc.boolean(), async ([pieces, ending, asked], isMember) => {
      const browser = isMember ? ada : visitor();
      const target = encodeURI(decodeURI(`/${pieces.join("/").replaceAll("logout", "x")}`)) + ending + asked;
      const answer = await browser.get(target.replaceAll("%2F", "%2f"));
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: runsOf(150, 40) },
  );
});
