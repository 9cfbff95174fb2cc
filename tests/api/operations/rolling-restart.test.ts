import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../free-port";
import { pause } from "../restarts";
import { type RunningServer, startServer } from "../server";

const HEALTH_CHECK_MS = 200;
const DRAIN_SECONDS = "5";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A machine that can be restarted in place: the same folder and port each time. */
async function startMachine() {
  const folder = mkdtempSync(join(tmpdir(), "b-side-machine-"));
  folders.push(folder);
  const variables = { DATA_DIR: folder, PORT: String(await freePort()), DRAIN_SECONDS };
  let running: RunningServer = await startServer(variables);
  return {
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
      { agent, host: "127.0.0.1", port, path: req.url, headers: req.headers },
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

test("no request fails during a rolling restart of two machines", async () => {
  const machines = [await startMachine(), await startMachine()];
  const proxy = await startProxy(machines.map(({ port }) => port));
  const statuses: Record<number, number> = {};
  let isRolling = true;
  const visitors = Array.from({ length: 8 }, async () => {
    while (isRolling) {
      const answer = await fetch(`${proxy.address}/`);
      await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  });
  const countAnswers = () => Object.values(statuses).reduce((sum, count) => sum + count, 0);
  for (const machine of machines) {
    await machine.restart();
    // Platforms restart the next machine only once this one passes its health check: one always serves.
    await expect.poll(() => proxy.isHealthy(machine.port)).toBe(true);
    const before = countAnswers();
    await expect.poll(countAnswers).toBeGreaterThan(before + 50);
  }
  isRolling = false;
  await Promise.all(visitors);
  await proxy.end();
  for (const machine of machines) await machine.end();
  expect(Object.keys(statuses)).toEqual(["200"]);
});

test("after SIGTERM, a server serves requests for DRAIN_SECONDS but fails its health check", async () => {
  const running = await startServer({ DRAIN_SECONDS });
  const ended = running.stop("SIGTERM");
  await expect.poll(async () => (await fetch(`${running.address}/healthz`)).status).toBe(503);
  const page = await fetch(`${running.address}/`);
  expect([page.status, page.headers.get("Connection")]).toEqual([200, "close"]);
  expect(await ended).toBe(0);
});
