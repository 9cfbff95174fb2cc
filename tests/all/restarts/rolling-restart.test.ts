import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { pause } from "../../api/restarts";
import { type RunningServer, startServer } from "../../api/server";
import { freePort } from "../../free-port";

const HEALTH_CHECK_MS = 500;
const DRAIN_SECONDS = "5";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A machine that can be restarted in place: the same folder and port each time. */
async function startMachine(database: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "b-side-machine-"));
  folders.push(folder);
  const variables = { ...database, DATA_DIR: folder, PORT: String(await freePort()), DRAIN_SECONDS };
  let running: RunningServer = await startServer(variables);
  return {
    server: running,
    port: running.port,
    restart: async () => {
      expect(await running.stop("SIGTERM")).toBe(0);
      running = await startServer(variables);
    },
    end: () => running.stop("SIGTERM"),
  };
}

/** A proxy like those of platforms: keeps connections, checks each machine's health, never retries a request. */
async function startProxy(ports: number[]) {
  const agent = new Agent({ keepAlive: true });
  const healthy = new Set(ports);
  let isOver = false;
  // One check after the other, so that no earlier answer follows a later one.
  const watch = async (port: number) => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      if (answer?.status === 200) healthy.add(port);
      else healthy.delete(port);
      await pause(HEALTH_CHECK_MS);
    }
  };
  const watching = ports.map(watch);
  let turn = 0;
  const proxy = createServer((req, res) => {
    const port = [...healthy][turn++ % healthy.size];
    const forwarded = request(
      { agent, host: "127.0.0.1", port, method: req.method, path: req.url, headers: req.headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    forwarded.on("error", () => res.headersSent || res.writeHead(502).end());
    req.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    isHealthy: (port: number) => healthy.has(port),
    end: async () => {
      isOver = true;
      await Promise.all(watching);
      agent.destroy();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test.runIf(hasPrimary)("no request fails during a rolling restart of two machines", async () => {
  const primary = await startPrimary();
  const database = {
    APP_ORIGIN: "http://b-side.example:8080",
    SESSION_SECRET: "one secret for all of the machines",
    DATABASE_URL: primary.address,
  };
  const machines = [await startMachine(database), await startMachine(database)] as const;
  const proxy = await startProxy(machines.map(({ port }) => port));
  const ada = await signUp(openBrowser({ ...machines[0].server, address: proxy.address }), "Ada");
  const statuses: Record<string, number> = {};
  let isRolling = true;
  const count = async (what: string, asking: Promise<Response>) => {
    const answer = await asking;
    await answer.text();
    const key = `${what} ${answer.status}`;
    statuses[key] = (statuses[key] ?? 0) + 1;
  };
  const visitors = Array.from({ length: 8 }, async () => {
    while (isRolling) await count("a page", fetch(`${proxy.address}/`));
  });
  const member = (async () => {
    for (let i = 0; isRolling; i++) {
      const profile = { bio: `${i}`, age: 30, location: "Portland, Oregon" };
      await count("a change", ada.json("PATCH", "/api/profile", profile));
    }
  })();
  const countAnswers = () => Object.values(statuses).reduce((sum, each) => sum + each, 0);
  for (const machine of machines) {
    await machine.restart();
    // Platforms restart the next machine only once this one passes its health check: one always serves.
    await expect.poll(() => proxy.isHealthy(machine.port)).toBe(true);
    const before = countAnswers();
    await expect.poll(countAnswers).toBeGreaterThan(before + 50);
  }
  isRolling = false;
  await Promise.all([...visitors, member]);
  await proxy.end();
  for (const machine of machines) await machine.end();
  await primary.remove();
  expect(Object.keys(statuses).sort()).toEqual(["a change 200", "a page 200"]);
});

test("after SIGTERM, a server serves requests for DRAIN_SECONDS but fails its health check", async () => {
  const running = await startServer({ DRAIN_SECONDS });
  const ended = running.stop("SIGTERM");
  await expect.poll(async () => (await fetch(`${running.address}/healthz`)).status).toBe(503);
  const page = await fetch(`${running.address}/`);
  expect([page.status, page.headers.get("Connection")]).toEqual([200, "close"]);
  expect(await ended).toBe(0);
});
