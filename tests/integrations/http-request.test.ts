import { expect, test } from "vitest";
import { httpRequest, parseJson } from "~/integrations/http-request.server";
import { sharedDeadline } from "~/integrations/music-service.server";
import { pausedUntil } from "~/integrations/outside-service.server";
import { serve } from "./serve";

test("a response has a status and text, parsed if it is JSON", async () => {
  const { base } = await serve((_, response) => response.writeHead(404).end('{"error":6}'));
  const answer = await httpRequest(base, "/2.0/");
  expect(answer).toEqual({ status: 404, text: '{"error":6}' });
  expect(parseJson({ status: 200, text: '{"error":6}' })).toEqual({ error: 6 });
  expect(parseJson({ status: 200, text: "<html>" })).toBeUndefined();
  expect(parseJson({ status: 200, text: JSON.stringify(Array(10_000).fill(1)) })).toHaveLength(10_000);
  for (const many of [Array(11_000).fill(1), Array(6_000).fill({}), Array(6_000).fill([])])
    expect(parseJson({ status: 200, text: JSON.stringify(many) })).toBeUndefined();
});

test("values are encoded and can't become keys or paths, with any base URL", async () => {
  const { base, asked } = await serve((_, response) => response.end("{}"));
  await httpRequest(`${base}/`, "/2.0/", { query: { user: "a&method=b#c/../d" } });
  await httpRequest(base, "/token", { form: { code: "a&b=c" } });
  expect(asked).toEqual(["GET /2.0/?user=a%26method%3Db%23c%2F..%2Fd", "POST /token"]);
});

test("a segment is encoded, and none leads to another path", async () => {
  const { base, asked } = await serve((_, response) => response.end("{}"));
  const request = (name: string) => httpRequest(base, "/user/:name/artists", { segments: { name } });
  for (const name of ["a/../b", "%2e%2e", "?x#y", "..."]) await request(name);
  expect(asked).toEqual([
    "GET /user/a%2F..%2Fb/artists",
    "GET /user/%252e%252e/artists",
    "GET /user/%3Fx%23y/artists",
    "GET /user/.../artists",
  ]);
  for (const name of ["", ".", "..", "x".repeat(201), "\ud800"])
    await expect(request(name)).rejects.toThrow();
  expect(asked).toHaveLength(4);
});

test("a redirect is not followed", async () => {
  const inner = await serve((_, response) => response.end("secret"));
  const { base } = await serve((_, response) => response.writeHead(302, { Location: inner.base }).end());
  expect(await httpRequest(base, "/")).toEqual({ failure: "redirect" });
  expect(inner.asked).toEqual([]);
});

test("requests can share a deadline", async () => {
  const { base } = await serve(() => {});
  const begun = Date.now();
  expect(await httpRequest(base, "/", { deadline: begun + 300 })).toEqual({ failure: "timeout" });
  // Without a deadline of its own it would take five seconds.
  expect(Date.now() - begun).toBeLessThan(5000);
});

test("requests whose shared time is used up are not sent and do not pause a service", async () => {
  const { base, asked } = await serve((_, response) => response.end("{}"));
  for (let i = 0; i < 5; i++)
    expect(await httpRequest(base, "/", { deadline: Date.now() - i })).toEqual({ failure: "timeout" });
  expect(asked).toEqual([]);
  expect(await httpRequest(base, "/")).toMatchObject({ status: 200 });
});

test("requests for which little of the shared time was left do not pause a service, and forgive it nothing", async () => {
  const { base } = await serve((request, response) => {
    if (request.url === "/hangs") return;
    response.writeHead(request.url === "/fails" ? 500 : 200).end("{}");
  });
  const cutOff = async () =>
    expect(await httpRequest(base, "/hangs", { deadline: Date.now() + 50 })).toEqual({ failure: "timeout" });
  for (let i = 0; i < 5; i++) await cutOff();
  expect(await httpRequest(base, "/")).toMatchObject({ status: 200 });
  for (let i = 0; i < 4; i++) expect(await httpRequest(base, "/fails")).toEqual({ failure: "failed" });
  await cutOff();
  expect(await httpRequest(base, "/fails")).toEqual({ failure: "failed" });
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
});

test("at most 256 kB are read", async () => {
  let sent = 0;
  const { base } = await serve((request, response) => {
    if (request.url === "/fits") return void response.end("a".repeat(256 * 1024));
    const pour = () => {
      while (!response.destroyed && response.write("a".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await httpRequest(base, "/fits")).toMatchObject({ status: 200 });
  expect(await httpRequest(base, "/pours")).toEqual({ failure: "too-large" });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("a hanging service times out after five seconds, and is paused, also if the requests share theirs", async () => {
  const { base } = await serve(() => undefined);
  const deadline = sharedDeadline();
  const requests = Array.from({ length: 5 }, (_, i) => httpRequest(base, "/", i ? { deadline } : {}));
  expect(await Promise.all(requests)).toEqual(requests.map(() => ({ failure: "timeout" })));
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
});

test("a response cut off or missing is a failure", async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 50);
  });
  expect(await httpRequest(base, "/")).toEqual({ failure: "failed" });
  expect(await httpRequest("http://127.0.0.1:1", "/")).toEqual({ failure: "failed" });
});

test("five failures in a row pause a service, and no other", async () => {
  const broken = await serve((_, response) => response.writeHead(500).end());
  const sound = await serve((_, response) => response.end("{}"));
  for (let i = 0; i < 5; i++) expect(await httpRequest(broken.base, "/")).toEqual({ failure: "failed" });
  expect(await httpRequest(broken.base, "/")).toEqual({ failure: "paused" });
  expect(broken.asked).toHaveLength(5);
  expect(await httpRequest(sound.base, "/")).toMatchObject({ status: 200 });
});

test.each([
  ["seconds", () => "60"],
  ["a date", () => new Date(Date.now() + 60_000).toUTCString()],
])("a Retry-After of %s pauses the service", async (_, retryAfter) => {
  const { base, asked } = await serve((_, response) =>
    response.writeHead(429, { "Retry-After": retryAfter() }).end(),
  );
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
  expect(asked).toHaveLength(1);
});

test("a 503 that names a time pauses the service until then, and another one counts as a failure", async () => {
  const { base, asked } = await serve((_, response) =>
    response.writeHead(503, asked.length > 1 ? { "Retry-After": "60" } : {}).end(),
  );
  expect(await httpRequest(base, "/")).toEqual({ failure: "failed" });
  expect(pausedUntil(base)).toBe(0);
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
  expect(pausedUntil(base)).toBeGreaterThan(Date.now() + 50_000);
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
  expect(asked).toHaveLength(2);
});

test("a short pause ends", async () => {
  let times = 0;
  const { base } = await serve((_, response) =>
    times++ ? response.end("{}") : response.writeHead(429, { "Retry-After": "0" }).end(),
  );
  expect(await httpRequest(base, "/")).toEqual({ failure: "paused" });
  expect(await httpRequest(base, "/")).toMatchObject({ status: 200 });
});
