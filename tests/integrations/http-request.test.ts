import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ask, readAnswer } from "~/outside/ask.server";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A service on a port of its own, so that none inherits another's rest. */
async function serve(listener: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("an answer is its status and its text, and JSON where it is JSON", async () => {
  const { base } = await serve((_, response) => response.writeHead(404).end('{"error":6}'));
  const answer = await ask(base, "/2.0/");
  expect(answer).toEqual({ status: 404, text: '{"error":6}' });
  expect(readAnswer({ status: 200, text: '{"error":6}' })).toEqual({ error: 6 });
  expect(readAnswer({ status: 200, text: "<html>" })).toBeUndefined();
});

test("nothing in a value becomes a key or a path, of a base with a slash or without", async () => {
  const { base, asked } = await serve((_, response) => response.end("{}"));
  await ask(`${base}/`, "/2.0/", { query: { user: "a&method=b#c/../d" } });
  await ask(base, "/token", { form: { code: "a&b=c" } });
  expect(asked).toEqual(["GET /2.0/?user=a%26method%3Db%23c%2F..%2Fd", "POST /token"]);
});

test("a redirect is not followed", async () => {
  const inner = await serve((_, response) => response.end("secret"));
  const { base } = await serve((_, response) => response.writeHead(302, { Location: inner.base }).end());
  expect(await ask(base, "/")).toEqual({ silence: "elsewhere" });
  expect(inner.asked).toEqual([]);
});

test("questions may share their time: an answer that comes too late for all is not waited for", async () => {
  const { base } = await serve(() => {});
  const begun = Date.now();
  expect(await ask(base, "/", { until: begun + 300 })).toEqual({ silence: "slow" });
  expect(Date.now() - begun).toBeLessThan(3000);
  expect(await ask(base, "/", { until: begun })).toEqual({ silence: "slow" });
});

test("256 kB are read, and no more", async () => {
  let sent = 0;
  const { base } = await serve((request, response) => {
    if (request.url === "/fits") return void response.end("a".repeat(256 * 1024));
    const pour = () => {
      while (!response.destroyed && response.write("a".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await ask(base, "/fits")).toMatchObject({ status: 200 });
  expect(await ask(base, "/pours")).toEqual({ silence: "large" });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("a service that hangs is left after five seconds", async () => {
  const { base } = await serve(() => undefined);
  expect(await ask(base, "/")).toEqual({ silence: "slow" });
});

test("an answer cut off, or none at all, is a failure", async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 50);
  });
  expect(await ask(base, "/")).toEqual({ silence: "failed" });
  expect(await ask("http://127.0.0.1:1", "/")).toEqual({ silence: "failed" });
});

test("after five failures in a row a service is left alone, and others are not", async () => {
  const broken = await serve((_, response) => response.writeHead(500).end());
  const sound = await serve((_, response) => response.end("{}"));
  for (let i = 0; i < 5; i++) expect(await ask(broken.base, "/")).toEqual({ silence: "failed" });
  expect(await ask(broken.base, "/")).toEqual({ silence: "resting" });
  expect(broken.asked).toHaveLength(5);
  expect(await ask(sound.base, "/")).toMatchObject({ status: 200 });
});

test.each(["60", new Date(Date.now() + 60_000).toUTCString()])(
  "a service that asks for a rest until %s gets it",
  async (retryAfter) => {
    const { base, asked } = await serve((_, response) =>
      response.writeHead(429, { "Retry-After": retryAfter }).end(),
    );
    expect(await ask(base, "/")).toEqual({ silence: "resting" });
    expect(await ask(base, "/")).toEqual({ silence: "resting" });
    expect(asked).toHaveLength(1);
  },
);

test("a short rest ends", async () => {
  let times = 0;
  const { base } = await serve((_, response) =>
    times++ ? response.end("{}") : response.writeHead(429, { "Retry-After": "0" }).end(),
  );
  expect(await ask(base, "/")).toEqual({ silence: "resting" });
  expect(await ask(base, "/")).toMatchObject({ status: 200 });
});
