import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { text } from "node:stream/consumers";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { Await, Scripts, useLoaderData } from "@remix-run/react";
import express from "express";
import { lazy, type ReactNode, Suspense } from "react";
import { expect, test } from "vitest";
import * as entryModule from "~/entry.server";
import { serve } from "./serve";

/** Text that would end a script or pass for React's own marks, and characters of more than one byte. */
const TEXT = "</script></body><!--$!--> & \u2028 Zoë 🎧";
const ESCAPED = TEXT.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const LONG = Array.from({ length: 300 }, (_, at) => "“”".repeat(at));

type Screen = { show: () => ReactNode; load?: (request: Request) => unknown };

let resolveSlow: ((text: string) => void) | undefined;
let signal: AbortSignal | undefined;

function Loaded() {
  const { text, slow } = useLoaderData<{ text?: string; slow?: Promise<string> }>();
  return (
    <>
      <p>{text}</p>
      <Suspense fallback={<p>to come</p>}>
        <Await resolve={slow}>{(slow) => <em>{slow}</em>}</Await>
      </Suspense>
    </>
  );
}

const Lazy = lazy(async () => ({ default: () => <em>lazy part</em> }));

const screens: Record<string, Screen> = {
  "/whole": { show: () => <p>{useLoaderData<{ text: string }>().text}</p>, load: () => ({ text: TEXT }) },
  "/slow": {
    show: () => <Loaded />,
    load: () => ({
      text: TEXT,
      slow: new Promise<string>((resolve) => {
        resolveSlow = resolve;
      }),
    }),
  },
  "/long": {
    show: () => (
      <>
        {LONG.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </>
    ),
  },
  "/lazy": {
    show: () => (
      <Suspense>
        <Lazy />
      </Suspense>
    ),
    load: () => ({ text: TEXT }),
  },
  "/broken": {
    show: () => {
      throw new Error("the inside of a bug");
    },
  },
  "/never": {
    show: () => null,
    load: (request) => {
      signal = request.signal;
      return once(signal, "abort").then(() => null);
    },
  },
};

function toHandler({ show, load }: Screen) {
  const module = {
    default: show,
    loader: load && (({ request }: { request: Request }) => load(request)),
    ErrorBoundary: () => <p>It failed</p>,
    Layout: ({ children }: { children: ReactNode }) => (
      <html lang="en">
        <body>
          {children}
          <Scripts nonce="n1" />
        </body>
      </html>
    ),
  };
  const root = { id: "root", path: "*", module };
  const asset = {
    id: "root",
    path: "*",
    module: "/root.js",
    hasLoader: Boolean(load),
    hasErrorBoundary: true,
  };
  const build = {
    mode: "production",
    entry: { module: entryModule },
    routes: { root },
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: { root: asset },
      url: "/m.js",
      version: "1",
    },
    future: { v3_singleFetch: true },
  } as unknown as ServerBuild;
  return createRequestHandler({
    build,
    getLoadContext: ({ method }, response) => ({
      nonce: "n1",
      clientAddress: "::1",
      method,
      response,
      findInteraction: async () => undefined,
    }),
  });
}

const app = express();
for (const [path, screen] of Object.entries(screens)) app.all([path, `${path}.data`], toHandler(screen));
const { origin } = serve(app);

function send(path: string, options: RequestOptions = {}) {
  return request(origin() + path, options).end();
}

async function get(path: string, options?: RequestOptions): Promise<IncomingMessage> {
  const [answer] = (await once(send(path, options), "response")) as [IncomingMessage];
  return answer;
}

test("a page is private, and its data can't end a script", async () => {
  const answer = await get("/whole");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
  });
  const html = await text(answer);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/html>/su);
  expect(html).toContain(`<p>${ESCAPED}</p>`);
  expect(html).not.toContain(TEXT);
});

test("a long page has every letter of more than one byte, and nothing between them", async () => {
  const html = await text(await get("/long"));
  for (const text of LONG) expect(html).toContain(`<p>${text}</p>`);
  expect(html).not.toContain("\0");
});

test("a page waits for data that comes later", async () => {
  const answer = get("/slow");
  await expect.poll(() => resolveSlow).toBeDefined();
  resolveSlow?.("at last");
  const html = await text(await answer);
  expect(html).not.toContain("to come");
  expect(html).toContain("<em>at last</em>");
});

test("data that a navigation asks for is private", async () => {
  const answer = await get("/whole.data");
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect(JSON.parse(await text(answer))).toContain(TEXT);
});

test("a component that is not loaded yet is part of the page", async () => {
  const html = await text(await get("/lazy"));
  expect(html).toContain("<em>lazy part</em>");
});

test("a page that fails to render becomes its error screen", async () => {
  const answer = await get("/broken");
  const html = await text(answer);
  expect([answer.statusCode, html.includes("It failed")]).toEqual([500, true]);
  expect(html).not.toContain("the inside of a bug");
});

test("HEAD gets the same headers and no body", async () => {
  const answer = await get("/whole", { method: "HEAD" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await text(answer)).toBe("");
});

test("a loader's request is aborted when the client leaves", async () => {
  const leaving = send("/never").on("error", () => undefined);
  await expect.poll(() => signal?.aborted).toBe(false);
  leaving.destroy();
  await expect.poll(() => signal?.aborted).toBe(true);
});
