// Imports and weekly readings of a member far from the primary: two machines beside it do the work between them, each part
// once, and the member's own machine shows how far they are.
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { type Person, signUp } from "../../api/people";
import { hasPrimary } from "../../api/primary";
import { type Regions, startRegions } from "../../api/regions";
import { makeCopy, startDiscogs } from "../../fakes/discogs";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { exportifyCsv } from "../../fakes/playlist-files";

const PAGE = { Accept: "text/html" };
const ALBUMS = Array.from({ length: 250 }, (_, index) => `Album ${index + 1}`);

describe.runIf(hasPrimary)("music of a member in a region that reads", () => {
  let regions: Regions;
  let discogs: Awaited<ReturnType<typeof startDiscogs>>;
  let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;

  beforeAll(async () => {
    [discogs, listenbrainz] = await Promise.all([startDiscogs(), startListenbrainz()]);
    const variables = {
      CATALOG_CONTACT: "ops@b-side.example",
      DISCOGS_TOKEN: "a token",
    };
    regions = await startRegions({ writerCount: 2, variables });
  });
  afterAll(async () => {
    const { codes, output } = await regions.stop();
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(output).not.toContain('"msg":"bug"');
    for (const service of [discogs, listenbrainz]) service.close();
  });

  const takeReplayed = () => regions.proxy.replayed.splice(0);
  const textOf = async (person: Person, path: string) => (await person.get(path, PAGE)).text();
  const albumsOf = async (person: Person) =>
    ((await (await person.get("/api/record-collections")).json()) as { album: string }[])
      .map(({ album }) => album)
      .sort();
  const addressIn = (html: string, start: string) =>
    (new RegExp(`"(${start}/[^"]+)"`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
  /** A form with a file. */
  const fileOf = (text: string, name: string) => {
    const fields = new FormData();
    fields.set("file", new File([text], name, { type: "text/csv" }));
    return fields;
  };

  test("a collection on Discogs is read once, beside the primary, and its progress is shown in the other region", async () => {
    const ada = await signUp(openBrowser(regions.everywhere), "Ada");
    discogs.collections.set(
      "ada",
      ALBUMS.map((title, index) => makeCopy(index, title)),
    );
    // The third page waits until the member has seen how far the reading is.
    discogs.fail("busy", "page=3");
    takeReplayed();
    expect((await ada.form("/records/discogs", { username: "ada" })).status).toBe(303);
    expect(takeReplayed()).toEqual(["POST /records/discogs"]);
    await expect.poll(() => textOf(ada, "/records/discogs")).toContain("200 of 250");
    expect(takeReplayed()).toEqual([]);
    discogs.fail(undefined);
    let page = "";
    const readPage = async () => {
      page = await textOf(ada, "/records/discogs");
      return page;
    };
    await expect.poll(readPage).toContain("has been read");
    expect(takeReplayed()).toEqual([]);
    const pages = discogs.requests.flatMap((request) => /[?&]page=(\d+)/.exec(request)?.[1] ?? []);
    expect(pages.filter((page) => page !== "3")).toEqual(["1", "2"]);

    const preview = addressIn(page, "/records/import");
    // The region's other machine may hear of it a moment later.
    await expect.poll(() => textOf(ada, preview)).toContain("Import 250 records");
    expect(takeReplayed()).toEqual([]);
    const sent = await Promise.all([ada.form(preview, {}), ada.form(preview, {})]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(takeReplayed()).toEqual([`POST ${preview}`, `POST ${preview}`]);
    expect(await albumsOf(ada)).toEqual([...ALBUMS].sort());
  });

  test.each([
    ["records", 20_000],
    ["records in a file that the proxy can't replay", 1_200_000],
  ])("a file of %s is previewed and imported from the other region", async (_, bytes) => {
    const ben = await signUp(openBrowser(regions.everywhere), "Ben");
    const note = "x".repeat(Math.floor(bytes / ALBUMS.length));
    const rows = ALBUMS.map((title) => `Low,${title},${note}`);
    const sent = await ben.form(
      "/records/import",
      fileOf(["Artist,Title,Other", ...rows].join("\n"), "a.csv"),
    );
    expect(sent.status).toBe(303);
    const preview = sent.headers.get("Location") ?? "";
    expect(await textOf(ben, preview)).toContain("Import 250 records");
    expect((await ben.form(preview, {})).status).toBe(303);
    expect(await albumsOf(ben)).toEqual([...ALBUMS].sort());
  });

  test("a playlist's file is previewed and added from the other region", async () => {
    const cleo = await signUp(openBrowser(regions.everywhere), "Cleo");
    takeReplayed();
    const sent = await cleo.form("/playlists/import", fileOf(exportifyCsv, "Sundays.csv"));
    const preview = sent.headers.get("Location") ?? "";
    expect(takeReplayed()).toEqual(["POST /playlists/import"]);
    expect(await textOf(cleo, preview)).toContain("Sundays");
    expect(takeReplayed()).toEqual([]);
    const added = await cleo.form(preview, { name: "Sundays" });
    expect(added.status).toBe(303);
    expect(await textOf(cleo, added.headers.get("Location") ?? "")).toContain("Sundays");
    const { own } = (await (await cleo.get("/api/playlists")).json()) as { own: object[] };
    expect(own).toMatchObject([{ name: "Sundays", songCount: 2 }]);
  });

  test("a connection is read weekly by one machine, and its news arrive in the other region", async () => {
    const account = {
      name: "far away",
      artists: { half_yearly: [["Neu!", 12]] as [string, number][], all_time: [] },
    };
    listenbrainzListeners.push(account);
    const dora = await signUp(openBrowser(regions.everywhere), "Dora");
    const fields = { service: "listenbrainz", serviceUserId: "far away", serviceUsername: "far away" };
    expect((await dora.json("POST", "/api/music-connections", fields)).status).toBe(201);
    account.artists.half_yearly.push(["Faust", 5], ["Can", 4]);
    const asked = listenbrainz.requests.length;
    const { primary } = regions;
    const database = createClient({ url: primary.address });
    await database.execute("update music_connection set weekly_due_at = 0");
    database.close();
    const notifications = async () =>
      (await (await dora.get("/api/notifications")).json()) as { text: string }[];
    await expect
      .poll(notifications)
      .toMatchObject([{ text: "Two artists are new in your last six months on ListenBrainz." }]);
    expect(listenbrainz.requests.length).toBe(asked + 1);
  });
});
