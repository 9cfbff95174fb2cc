// Stalled connections are closed, and live streams are not. The tests only compare the order of events, not times.
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { untilClosed } from "../../api/client";
import type { Person } from "../../api/people";
import { shareServer } from "../../api/server";
import { openStream } from "../../api/stream";
import { openUpload } from "../../api/upload-picture";
import { photo } from "../../fakes/picture-files";

const { running, addMember, visitor } = shareServer({ STALL_SECONDS: "2" });
const TIMED_OUT = /^HTTP\/1\.1 408 /;

function openSocket(): Socket {
  return connect(running().port, "127.0.0.1").on("error", () => {});
}

function headOf(member: Person, line: string, headers: string[]): string {
  const cookies = member.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const own = [`Host: 127.0.0.1:${running().port}`, `Cookie: ${cookies}`, "Sec-Fetch-Site: same-origin"];
  return [line, ...own, ...headers, "", ""].join("\r\n");
}

/** Sends a byte at a time while the connection is open. */
function trickle(socket: Socket) {
  const timer = setInterval(() => socket.write("x"), 50);
  socket.on("close", () => clearInterval(timer));
}

const countSockets = () => {
  const folder = `/proc/${running().pid}/fd`;
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return "";
    }
  });
  return links.filter((link) => link.startsWith("socket:")).length;
};

test("a connection that sends nothing, or never completes its headers, is closed", async () => {
  const [silent, slow] = [openSocket(), openSocket()];
  slow.write("GET / HTTP/1.1\r\nX-Slow: ");
  trickle(slow);
  await Promise.all([untilClosed(silent), expect(untilClosed(slow)).resolves.toMatch(TIMED_OUT)]);
});

test("stalled and trickling uploads get a 408 and free their places", async () => {
  const ada = await addMember("Ada");
  const headers = ["Content-Type: image/jpeg", "Content-Length: 100000"];
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async (_, i) => {
      // Asked for first: a socket that sends nothing is closed.
      const path = await openUpload(ada);
      const socket = openSocket();
      socket.write(`${headOf(ada, `PUT ${path} HTTP/1.1`, headers)}x`);
      if (i % 2) trickle(socket);
      return socket;
    }),
  );
  for (const answer of await Promise.all(sockets.map(untilClosed))) {
    expect(answer).toMatch(TIMED_OUT);
    expect(answer).toContain("This request arrived too slowly.");
  }
  const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "image/jpeg" };
  const body = (await photo("jpeg", 1800, 1200)) as BodyInit;
  await expect
    .poll(async () => (await ada.send(await openUpload(ada), { method: "PUT", body, headers: own })).status)
    .toBe(201);
});

test("the rest of a refused body must not trickle either", async () => {
  const ada = await addMember("Ada");
  const socket = openSocket();
  socket.write(headOf(ada, "POST /theme HTTP/1.1", ["Content-Type: text/plain", "Content-Length: 1000"]));
  trickle(socket);
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 415 /);
});

test("a slow body is accepted while it keeps arriving", async () => {
  const ada = await addMember("Ada");
  const stalled = openSocket();
  let isStalled = true;
  const over = once(stalled, "close").then(() => {
    isStalled = false;
  });
  async function* lines() {
    yield Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nArtist,Title\n',
    );
    // Until another connection is found stalled, and one line longer.
    for (let wasStalled = true; wasStalled; ) {
      wasStalled = isStalled;
      await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 20))]);
      yield Buffer.from(`Nico,${"Desertshore ".repeat(10)}\n`.repeat(10));
    }
    yield Buffer.from("\r\n--x--\r\n");
  }
  const answer = await ada.send("/records/import", {
    method: "POST",
    body: lines(),
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect([answer.status, isStalled]).toEqual([303, false]);
});

test("a response that nobody reads is aborted", async () => {
  const page = await (await visitor().get("/")).text();
  const [script = expect.fail("The page has no script")] = /\/assets\/shell-[\w-]+\.js/.exec(page) ?? [];
  const before = countSockets();
  const sockets = Array.from({ length: 3 }, () => {
    const socket = openSocket();
    socket.pause().write(`GET ${script} HTTP/1.1\r\nHost: 127.0.0.1:${running().port}\r\n\r\n`.repeat(2_000));
    return socket;
  });
  try {
    await expect.poll(countSockets).toBeGreaterThan(before);
    await expect.poll(countSockets).toBeLessThanOrEqual(before);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test("a live stream stays open while other connections come and go", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const stream = await openStream(ada);
  for (let i = 0; i < 3; i++) await untilClosed(openSocket());
  expect(stream.isOpen()).toBe(true);
  await ada.json("POST", "/api/matches", { targetUserId: ben.id, liked: true });
  await ben.json("POST", "/api/matches", { targetUserId: ada.id, liked: true });
  await stream.waitFor((events) => events.some(({ event }) => event === "match"));
  stream.disconnect();
});
