// The catalog over HTTP: its JSON and forms, the pace of two machines, and the search for covers across a kill.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { startCatalog } from "../../fakes/catalog";
import { hasPrimary, startPrimary } from "../primary";
import { openBrowser, type RunningServer, signUp, startServer } from "../server";

const catalog = await startCatalog();
const variables = {
  CATALOG_CONTACT: "ops@b-side.example",
  MUSICBRAINZ_URL: catalog.musicBrainz.address,
  COVERART_URL: catalog.archive.address,
};
const { app, sharedMember } = shareApp(variables);
const moon = "b84ee12a-09ef-421b-82de-0441a926375b";

afterEach(() => {
  catalog.musicBrainz.fail(undefined);
  catalog.archive.fail(undefined);
});
afterAll(() => {
  catalog.musicBrainz.close();
  catalog.archive.close();
});

const newRecord = {
  __rvfInternalFormId: "add-record",
  artist: "pink floyd",
  album: "dark side of the moon",
  notes: "From Dad",
  genre: "Rock",
};

test("JSON finds releases, shows their covers from us, and takes one for a record", async () => {
  const ada = await sharedMember("Ada");
  const found = await ada.get("/api/catalog/releases?artist=Pink+Floyd&title=dark+side");
  expect(found.status).toBe(200);
  const { releases } = (await found.json()) as { releases: { id: string; coverUrl: string }[] };
  expect(releases).toHaveLength(3);
  for (const { coverUrl } of releases) expect(coverUrl).toMatch(/^\/catalog\/covers\//);
  const shown = await ada.get(`/catalog/covers/${moon}`);
  expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  const coverless = await ada.get("/catalog/covers/7b4cf3e5-0d3e-4b5e-a2d0-3f2e6b3a6a01");
  expect(coverless.headers.get("Location")).toMatch(/^\/sleeves\//);
  const taken = await ada.json("POST", `/api/catalog/releases/${moon}/cover`, {});
  expect(taken.status).toBe(201);
  const { imageUrl } = (await taken.json()) as { imageUrl: string };
  const saved = await ada.json("POST", "/api/record-collections", { ...newRecord, imageUrl });
  expect(await saved.json()).toMatchObject({ imageUrl });
});

test("without scripts a press offers releases and keeps what is typed, and choosing fills it in", async () => {
  const ada = await sharedMember("Ada");
  const offered = await (await ada.form("/records/new", { ...newRecord, find: "releases" })).text();
  for (const words of ["Choose one.", "1973 · Vinyl · Harvest · GB", "From Dad", 'value="Rock"'])
    expect(offered).toContain(words);
  expect(offered).not.toContain(catalog.archive.address);
  const filled = await (await ada.form("/records/new", { ...newRecord, choose: moon })).text();
  for (const words of ["The Dark Side of the Moon", 'value="1973"', "From Dad", "Cover: Cover Art Archive"])
    expect(filled).toContain(words);
  const uploaded = /name="uploaded" value="(\/pictures\/[^"]+)"/.exec(filled)?.[1] ?? "";
  const added = await ada.form("/records/new", { ...newRecord, album: "Found", uploaded });
  expect(added.status).toBe(303);
  const records = await (await ada.get("/api/record-collections?q=found")).json();
  expect(records).toMatchObject([{ album: "Found", imageUrl: uploaded }]);
  expect(await (await ada.get("/records?q=found")).text()).toContain("Cover: Cover Art Archive");
});

test.each(["broken", "garbled", "huge", "redirecting"] as const)(
  "a catalog that is %s is a sentence, with all that is typed, and saving works",
  async (failure) => {
    const ada = await sharedMember("Ada");
    catalog.musicBrainz.fail(failure);
    const typed = { ...newRecord, album: `On a ${failure} day` };
    const page = await ada.form("/records/new", { ...typed, find: "releases" });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("MusicBrainz isn&#x27;t responding.");
    expect(html).toContain("From Dad");
    const refused = await ada.get(`/api/catalog/releases?title=On+a+${failure}+day`);
    expect(refused.status).toBe(502);
    expect((await ada.form("/records/new", typed)).status).toBe(303);
  },
);

test("a song is filled in with title and artist only", async () => {
  const ada = await sharedMember("Ada");
  const made = await ada.json("POST", "/api/playlists", { name: "Slow trains" });
  const { id } = (await made.json()) as { id: string };
  const song = {
    __rvfInternalFormId: "add-song",
    title: "dark side",
    artist: "pink floyd",
    duration: "3:45",
    find: "releases",
  };
  const offered = await (await ada.form(`/playlists/${id}/add`, song)).text();
  expect(offered).toContain("Choose one.");
  const { find: _, ...typed } = song;
  const filled = await (await ada.form(`/playlists/${id}/add`, { ...typed, choose: moon })).text();
  for (const words of ['value="The Dark Side of the Moon"', 'value="Pink Floyd"', 'value="3:45"'])
    expect(filled).toContain(words);
});

test("the search for covers starts, pauses and resumes by form and JSON", async () => {
  const ben = await sharedMember("Ben");
  for (let i = 0; i < 4; i++)
    await ben.json("POST", "/api/record-collections", { artist: "Can", album: `Bootleg ${i}` });
  const step = async (name: string) =>
    (await ben.json("POST", "/api/record-covers", { step: name })).json() as Promise<{ status: string }>;
  expect(await (await ben.get("/api/record-covers")).json()).toMatchObject({ status: "none", lacking: 4 });
  expect(await (await ben.get("/records")).text()).toContain("4 records have no cover.");
  // However slow the steps are, it is not over before them.
  const client = openDatabaseFile(join(app().dataDir, "b-side.sqlite"));
  await client.execute(`create trigger hold after insert on cover_search begin
    update cover_search set claimed_until = ${Date.now() + 600_000} where member_id = new.member_id; end`);
  expect((await ben.form("/records/covers", { step: "start" })).status).toBe(303);
  expect(await step("pause")).toMatchObject({ status: "paused", total: 4 });
  expect(await (await ben.get("/records")).text()).toContain("Finding covers, paused:");
  expect(await step("resume")).toMatchObject({ status: "running" });
  await client.execute("drop trigger hold");
  await client.execute("update cover_search set claimed_until = 1");
  client.close();
  const status = async () =>
    ((await (await ben.get("/api/record-covers")).json()) as { status: string }).status;
  await expect.poll(status).toBe("finished");
  expect((await ben.json("POST", "/api/record-covers", { step: "dance" })).status).toBe(400);
});

describe("across processes", () => {
  const folder = () => mkdtempSync(join(tmpdir(), "b-side-catalog-"));

  test("a kill in the middle of finding covers loses nothing: it goes on", async () => {
    const dataDir = folder();
    const own = { ...variables, DATA_DIR: dataDir };
    let server = await startServer(own);
    const ada = await signUp(openBrowser(server), "Ada");
    for (let i = 0; i < 6; i++)
      await ada.json("POST", "/api/record-collections", { artist: "Neu!", album: `Hallogallo ${i}` });
    const read = async () =>
      (await (await openBrowser(server, ada.cookies).get("/api/record-covers")).json()) as { done: number };
    await ada.json("POST", "/api/record-covers", { step: "start" });
    await expect.poll(async () => (await read()).done).toBeGreaterThan(1);
    await server.stop("SIGKILL");
    server = await startServer(own);
    expect((await read()).done).toBeLessThan(6);
    // The dead machine's claim ends.
    const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
    await client.execute("update cover_search set claimed_until = 1");
    client.close();
    await expect.poll(read).toMatchObject({ status: "finished", done: 6, found: 6 });
    const asked = catalog.musicBrainz.requests.filter((request) => /hallogallo/i.test(request));
    expect(asked.length).toBeLessThanOrEqual(7);
    expect(await server.stop()).toBe(0);
    rmSync(dataDir, { recursive: true });
  });

  test.runIf(hasPrimary)("two machines together ask once a second, also while both find covers", async () => {
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
  });
});
