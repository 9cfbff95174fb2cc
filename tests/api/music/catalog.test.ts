// The catalog over HTTP: its JSON, and the search for covers. Its forms are in tests/pages.
import { client } from "db/client.server";
import { afterAll, afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startCatalog } from "../../fakes/catalog";

const catalog = await startCatalog();
const variables = {
  CATALOG_CONTACT: "ops@b-side.example",
};
const { sharedMember } = shareApp(variables);
const moon = "b84ee12a-09ef-421b-82de-0441a926375b";

afterEach(() => {
  catalog.musicBrainz.fail(undefined);
  catalog.archive.fail(undefined);
});
afterAll(() => {
  catalog.musicBrainz.close();
  catalog.archive.close();
});

const newRecord = { artist: "pink floyd", album: "dark side of the moon" };

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

test("a catalog that fails is a refusal", async () => {
  catalog.musicBrainz.fail("broken");
  const refused = await (await sharedMember("Ada")).get("/api/catalog/releases?title=On+a+broken+day");
  expect(refused.status).toBe(502);
});

test("the search for covers starts, pauses and resumes", async () => {
  const ben = await sharedMember("Ben");
  for (let i = 0; i < 2; i++)
    await ben.json("POST", "/api/record-collections", { artist: "Can", album: `Bootleg ${i}` });
  const step = async (name: string) =>
    (await ben.json("POST", "/api/record-covers", { step: name })).json() as Promise<{ status: string }>;
  expect(await (await ben.get("/api/record-covers")).json()).toMatchObject({ status: "none", lacking: 2 });
  // However slow the steps are, it is not over before them.
  await client.execute(`create trigger hold after insert on cover_search begin
    update cover_search set claimed_until = ${Date.now() + 600_000} where member_id = new.member_id; end`);
  expect((await ben.form("/records/covers", { step: "start" })).status).toBe(303);
  expect(await step("pause")).toMatchObject({ status: "paused", total: 2 });
  expect(await step("resume")).toMatchObject({ status: "running" });
  await client.execute("drop trigger hold");
  await client.execute("update cover_search set claimed_until = 1");
  const status = async () =>
    ((await (await ben.get("/api/record-covers")).json()) as { status: string }).status;
  await expect.poll(status).toBe("finished");
  expect((await ben.json("POST", "/api/record-covers", { step: "dance" })).status).toBe(400);
});
