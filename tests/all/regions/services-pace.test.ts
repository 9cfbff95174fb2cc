// Two machines together keep the pace that outside services ask for.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { type Person, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { type RunningServer, startServer } from "../../api/server";
import { startCatalog } from "../../fakes/catalog";
import { startListenbrainz } from "../../fakes/listenbrainz";

const catalog = await startCatalog();
const listenbrainz = await startListenbrainz();
afterAll(() => {
  for (const service of [catalog.musicBrainz, catalog.archive, listenbrainz]) service.close();
});

const variables = {
  CATALOG_CONTACT: "ops@b-side.example",
};
const folder = () => mkdtempSync(join(tmpdir(), "b-side-pace-"));
const connect = (person: Person, serviceUsername: string) =>
  person.json("POST", "/api/music-connections", {
    service: "listenbrainz",
    serviceUserId: serviceUsername,
    serviceUsername,
  });

test.runIf(hasPrimary)(
  "two machines together ask a catalog once a second, also while both find covers",
  async () => {
    const primary = await startPrimary();
    const folders = [folder(), folder()];
    const start = (dataDir: string) =>
      startServer({
        ...variables,
        DATA_DIR: dataDir,
        DATABASE_URL: primary.address,
        SESSION_SECRET: "one secret for all machines of a deployment",
      });
    const [here, there]: RunningServer[] = await Promise.all(folders.map(start));
    if (!here || !there) throw new Error("not started");
    const people = [await signUp(openBrowser(here), "Cleo"), await signUp(openBrowser(there), "Dev")];
    for (const person of people) {
      for (let i = 0; i < 5; i++)
        await person.json("POST", "/api/record-collections", {
          artist: "Faust",
          album: `Bootleg ${i} ${person.id}`,
        });
    }
    catalog.times.length = 0;
    const begun = Date.now();
    for (const person of people) await person.json("POST", "/api/record-covers", { step: "start" });
    const presses = people.flatMap((person) =>
      [1, 2].map((i) => person.get(`/api/catalog/releases?title=Press+${i}+${person.id}`)),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 503]).toContain(status);
    for (const person of people) {
      const status = async () =>
        ((await (await person.get("/api/record-covers")).json()) as { status: string }).status;
      await expect.poll(status).toBe("finished");
    }
    const { times } = catalog;
    expect(times.length).toBeGreaterThanOrEqual(11);
    const seconds = ((times.at(-1) ?? 0) - begun) / 1000;
    expect(times.length - 1).toBeLessThanOrEqual(seconds);
    await Promise.all([here.stop(), there.stop()]);
    await primary.remove();
    for (const each of folders) rmSync(each, { recursive: true });
  },
);

test.runIf(hasPrimary)("two machines together ask ListenBrainz once a second", async () => {
  const primary = await startPrimary();
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "b-side-listens-")));
  const [here, there] = await Promise.all(
    folders.map((dataDir) =>
      startServer({
        DATA_DIR: dataDir,
        DATABASE_URL: primary.address,
        SESSION_SECRET: "one secret for all machines of a deployment",
      }),
    ),
  );
  if (!here || !there) throw new Error("not started");
  const people: Person[] = [];
  for (const server of [here, there, here, there])
    people.push(await signUp(openBrowser(server), `Listener${people.length}`));
  listenbrainz.times.length = 0;
  const begun = Date.now();
  const statuses: number[] = [];
  while (listenbrainz.times.length < 6) {
    const answers = await Promise.all(people.map((person) => connect(person, "rob")));
    statuses.push(...answers.map(({ status }) => status));
  }
  for (const status of statuses) expect([201, 503]).toContain(status);
  const { times } = listenbrainz;
  const seconds = ((times.at(-1) ?? 0) - begun) / 1000;
  expect(times.length - 1).toBeLessThanOrEqual(seconds);
  await Promise.all([here.stop(), there.stop()]);
  await primary.remove();
  for (const each of folders) rmSync(each, { recursive: true });
});
