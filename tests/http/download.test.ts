// Downloads, uploads and connections that take their time.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { writeReadableStreamToWritable } from "@remix-run/node";
import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { downloadRoute } from "~/http/download.server";
import { toErrorResponse } from "~/http/error-response.server";
import { closeSlowConnections } from "~/http/slow-connections.server";
import { withUploadedFile } from "~/http/upload.server";
import type { Member } from "~/models/member/member.server";
import { runInContext } from "~/request-context.server";
import { serve } from "./serve";

describe("downloads", () => {
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
      open: async () => ({ ...{ name: "a.txt", type: "text/plain" }, content: content(response) }),
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
});

describe("upload slots", () => {
  type Kind = Parameters<typeof withUploadedFile>[2];

  /** What has arrived of the uploads that stall. */
  let arrived = 0;
  const stalled: { end: () => void; ended: Promise<unknown> }[] = [];

  afterEach(async () => {
    vi.useRealTimers();
    for (const { end } of stalled) end();
    await Promise.all(stalled.map(({ ended }) => ended));
    stalled.length = arrived = 0;
  });

  /** Starts an upload that has sent some bytes, and sends no more. */
  function stall(
    memberId: number,
    kind: Kind,
    bytes: number,
    onRefusal: (code: string) => unknown,
    address?: string,
  ) {
    let end = () => {};
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        controller.enqueue(new Uint8Array(bytes));
        end = () => controller.close();
      },
      // Asked for more than has been sent.
      pull: () => {
        arrived++;
      },
    };
    const body = new ReadableStream(source, { highWaterMark: 0 });
    stalled.push({ end, ended: upload(memberId, kind, body, address).catch(({ code }) => onRefusal(code)) });
  }

  /** Sends a file, from an address that four members share unless it is given. */
  function upload(
    memberId: number,
    kind: Kind,
    body: ReadableStream<Uint8Array>,
    clientAddress = `192.0.2.${Math.floor(memberId / 4)}`,
  ): Promise<string> {
    return new Promise((resolve, reject) =>
      runInContext({ route: "", depth: 0, clientAddress }, () =>
        withUploadedFile(memberId, body, kind, (path) => readFile(path, "utf8")).then(resolve, reject),
      ),
    );
  }

  const send = (memberId: number, kind: Kind, address?: string) =>
    upload(memberId, kind, new Blob(["a file"]).stream(), address);

  test.each<[Kind, most: number, each: number, address?: string]>([
    ["picture", 40, 4],
    ["picture", 20, 4, "192.0.2.255"],
    ["history", 4, 1],
  ])(
    "a %s that arrives more slowly than all others gives way after half a minute",
    async (kind, most, each, address) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const refused: string[] = [];
      const code = address ? "too-many" : "unavailable";
      const hold = (n: number, bytes: number) =>
        stall(Math.floor(n / each), kind, bytes, (code) => refused.push(`${n} ${code}`), address);
      for (let n = 0; n < most; n++) hold(n, n === 2 ? 10 : 1000);
      await expect.poll(() => arrived).toBe(most);
      const busy = { code, message: expect.stringContaining("Too many files") };
      await expect(send(100, kind, address)).rejects.toMatchObject(busy);
      vi.setSystemTime(Date.now() + 31_000);
      expect(await send(100, kind, address)).toBe("a file");
      await expect.poll(() => refused).toEqual([`2 ${code}`]);
      hold(1000, 1);
      expect(await send(102, kind, address)).toBe("a file");
      // A new one stays.
      await expect.poll(() => refused).toHaveLength(2);
      expect(refused[1]).not.toContain("1000 ");
    },
  );
});

describe("slow connections", () => {
  const SECONDS = 20;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A connection to a server that answers nothing, with a request whose body has begun. */
  async function beginRequest() {
    const server = createServer(() => {});
    closeSlowConnections(server, SECONDS);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx");
    const [request] = (await once(server, "request")) as [IncomingMessage];
    let received = "";
    client.setEncoding("utf8").on("data", (part) => {
      received += part;
    });
    const body = request.resume();
    return { server, client, body, received: () => received };
  }

  test("a request that has just started does not count as slow", async () => {
    const { server, client, body, received } = await beginRequest();
    vi.advanceTimersByTime(SECONDS * 1000);
    client.write("y".repeat(99_999));
    await once(body, "end");
    expect(received()).toBe("");
    client.destroy();
    server.close();
  });

  test("less than 1 kB a second between two checks is too slow, and more is not", async () => {
    const { server, client, body, received } = await beginRequest();
    vi.advanceTimersByTime(SECONDS * 1000);
    for (let i = 0; i < 2; i++) {
      client.write("y".repeat(SECONDS * 1000));
      for (let bytes = 0; bytes < SECONDS * 1000; )
        bytes += ((await once(body, "data")) as [Buffer])[0].length;
      vi.advanceTimersByTime(SECONDS * 1000);
    }
    expect(received()).toBe("");
    client.write("y".repeat(SECONDS * 1000 - 1));
    for (let bytes = 0; bytes < SECONDS * 1000 - 1; )
      bytes += ((await once(body, "data")) as [Buffer])[0].length;
    vi.advanceTimersByTime(SECONDS * 1000);
    await once(client, "close");
    expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*This request arrived too slowly\.$/);
    server.close();
  });
});
