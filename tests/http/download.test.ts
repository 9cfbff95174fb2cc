// Downloads: one at a time for each member, no faster than they are read, in steps with turns for others in between.
import { once } from "node:events";
import { get, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { writeReadableStreamToWritable } from "@remix-run/node";
import express from "express";
import { beforeEach, expect, test } from "vitest";
import { downloadRoute } from "~/http/download.server";
import { toErrorResponse } from "~/http/error-response.server";
import type { Member } from "~/models/member/member.server";
import { serve } from "./serve";

const PART = Buffer.alloc(65_536);

/** What the next download sends, and how many have been let go of. */
let content: (response: ServerResponse) => AsyncGenerator<string | Uint8Array>;
let ended: number;
let memberId = 0;

beforeEach(() => {
  ended = 0;
  memberId += 100;
});

const app = express();
app.all("/:member", async (req, response) => {
  const loader = downloadRoute({
    page: () => "/",
    authorize: async () => ({ id: memberId + Number(req.params.member) }) as Member,
    open: async () => ({
      ...{ name: "a.txt", type: "text/plain" },
      content: content(response),
    }),
  });
  const request = new Request(`http://localhost${req.url}`, { method: req.method });
  const context = { response } as unknown as Parameters<typeof loader>[0]["context"];
  const answer = await loader({ request, params: {}, context }).catch((error) =>
    toErrorResponse(request, error),
  );
  response.status(answer.status).setHeaders(answer.headers);
  if (answer.body) await writeReadableStreamToWritable(answer.body, response);
  else response.end();
});
const { origin } = serve(app);

const download = (member: number, init?: RequestInit) => fetch(`${origin()}/${member}`, init);

/** Sends one part, and the rest once it is let go on. */
function stall() {
  let goOn = () => {};
  const waited = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  content = async function* () {
    try {
      yield "first";
      await waited;
      yield " last";
    } finally {
      ended++;
    }
  };
  return goOn;
}

async function* short() {
  yield "short";
}

test("a member's second download waits for the end of the first, and others' don't", async () => {
  const goOn = stall();
  const first = await download(1);
  content = short;
  const refused = await download(1);
  expect([refused.status, refused.headers.get("Retry-After"), await refused.text()]).toEqual([
    429,
    "20",
    "You're already downloading a file. Try again when it's done.",
  ]);
  expect(await (await download(2)).text()).toBe("short");
  goOn();
  expect(await first.text()).toBe("first last");
  await expect.poll(async () => (await download(1)).text()).toBe("short");
});

test("a reader who goes away leaves the turn to the next download, and nothing more is read for them", async () => {
  const goOn = stall();
  const gone = new AbortController();
  await download(1, { signal: gone.signal });
  content = short;
  gone.abort();
  await expect.poll(async () => (await download(1)).text()).toBe("short");
  goOn();
  await expect.poll(() => ended).toBe(1);
});

test("a request for the headers alone takes no turn with it", async () => {
  stall();
  for (let asked = 0; asked < 2; asked++) {
    const { status, headers } = await download(1, { method: "HEAD" });
    expect([status, headers.get("Content-Disposition")]).toEqual([200, 'attachment; filename="a.txt"']);
  }
});

test("no more is prepared than is read", async () => {
  let sent: ServerResponse | undefined;
  let prepared = 0;
  content = async function* (response) {
    sent = response;
    for (let parts = 0; parts < 400; parts++) {
      prepared = Math.max(prepared, response.writableLength);
      yield PART;
    }
  };
  const [answer] = (await once(get(`${origin()}/1`), "response")) as [IncomingMessage];
  answer.pause();
  await expect.poll(() => sent?.writableLength).toBeGreaterThan(0);
  expect((await text(answer)).length).toBe(400 * PART.length);
  expect(prepared).toBeLessThan(2 * PART.length);
});

test("all downloads together take about one step in each turn of the event loop", async () => {
  let turn = 0;
  const steps: number[] = [];
  content = async function* () {
    for (let parts = 0; parts < 20; parts++) {
      steps.push(turn);
      yield "part ";
    }
  };
  let isOver = false;
  const countTurns = () => {
    turn++;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const members = [1, 2, 3, 4, 5, 6, 7, 8];
  await Promise.all(members.map(async (member) => (await download(member)).text()));
  isOver = true;
  const inTurns = steps.map((step) => steps.filter((other) => other === step).length);
  expect(steps).toHaveLength(160);
  expect(Math.max(...inTurns)).toBeLessThan(members.length / 2);
});
