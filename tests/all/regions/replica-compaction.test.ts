// Machines with a replica while the primary compacts its log, which it cannot be synced from meanwhile.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { completeProfile, makeConversation, type Person, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { startServer } from "../../api/server";

const CROSSINGS = 4;

test.runIf(hasPrimary)("members read what they have written while the primary compacts its log", async () => {
  const primary = await startPrimary({ maxLogMb: 2 });
  const folders = ["a", "b"].map(() => mkdtempSync(join(tmpdir(), "b-side-compaction-")));
  const machines = await Promise.all(
    folders.map((dataDir) =>
      startServer({
        APP_ORIGIN: "http://b-side.example:8080",
        SESSION_SECRET: "one secret for all of the machines",
        DATA_DIR: dataDir,
        DATABASE_SYNC_URL: primary.address,
      }),
    ),
  );
  const [a, b] = machines as [(typeof machines)[0], (typeof machines)[0]];
  const ada = await completeProfile(await signUp(openBrowser(a), "Ada"));
  const ben = await completeProfile(await signUp(openBrowser(b), "Ben"));
  const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  const readNewest = async (one: Person) => {
    const answer = await one.get(path);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { content: string }[])[0]?.content;
  };
  const bens = Object.assign(openBrowser(a, ben.cookies), { id: ben.id, email: ben.email, password: "" });

  const snapshots = new Set<string>();
  const stale: string[] = [];
  for (let i = 0; snapshots.size < CROSSINGS; i++) {
    const content = `${i} ${"x".repeat(1500)}`;
    expect((await ada.json("POST", path, { content, id: randomUUID() })).status).toBe(201);
    const seen = await Promise.all([ada, ben, bens].map(readNewest));
    stale.push(...seen.filter((newest) => newest !== content).map(() => content.slice(0, 5)));
    for (const name of primary.listSnapshots()) snapshots.add(name);
  }
  expect(stale).toEqual([]);
  const codes = await Promise.all(machines.map((machine) => machine.stop()));
  expect(codes).toEqual([0, 0]);
  for (const { output } of machines) expect(output()).not.toMatch(/unreachable|"msg":"bug"/);
  await primary.remove();
  for (const each of folders) rmSync(each, { recursive: true });
});
