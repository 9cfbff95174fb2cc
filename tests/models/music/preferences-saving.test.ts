import { db } from "db/client.server";
import { artist } from "db/schema";
import { expect, test } from "vitest";
import { getPreferences, listTastes, savePreferences } from "~/models/music/preferences.server";
import { addMember } from "../../matching/members";

const ANA = {
  topArtists: ["Sigur Rós", "AC/DC", "Björk"],
  favoriteGenres: ["Rock" as const, "Electronic" as const],
  totalScrobbles: 12,
  concertsAttended: 3,
};

test("a new member has no preferences", async () => {
  const ana = await addMember(1);
  expect(await getPreferences(ana)).toBeNull();
  expect(await listTastes([ana])).toEqual(new Map());
});

test("preferences keep their order and spelling", async () => {
  const ana = await addMember(2);
  expect(await savePreferences(ana, ANA)).toEqual(ANA);
  expect(await getPreferences(ana)).toEqual(ANA);
  const { topArtists, favoriteGenres } = ANA;
  expect(await listTastes([ana, 999])).toEqual(new Map([[ana, { topArtists, favoriteGenres }]]));
});

test("saving again replaces everything", async () => {
  const ana = await addMember(3);
  await savePreferences(ana, ANA);
  const later = {
    ...ANA,
    topArtists: ["Muse", "AC/DC"],
    favoriteGenres: ["Jazz" as const],
    totalScrobbles: 0,
  };
  await savePreferences(ana, later);
  expect(await getPreferences(ana)).toEqual(later);
});

test("two spellings are one artist, and each member keeps theirs", async () => {
  const [ana, ben] = [await addMember(4), await addMember(5)];
  await savePreferences(ana, { ...ANA, topArtists: ["The Strokes"] });
  await savePreferences(ben, { ...ANA, topArtists: ["strokes"] });
  const keys = (await db.select().from(artist)).map(({ key }) => key);
  expect(keys.filter((key) => key.includes("strokes"))).toEqual(["strokes"]);
  expect((await getPreferences(ana))?.topArtists).toEqual(["The Strokes"]);
  expect((await getPreferences(ben))?.topArtists).toEqual(["strokes"]);
});

test("names that look like code are kept unchanged", async () => {
  const topArtists = ["'); drop table artist; --", '{"key":"x"}', "<script>", "100", "null", "!!!"];
  const ana = await addMember(6);
  await savePreferences(ana, { ...ANA, topArtists });
  expect((await getPreferences(ana))?.topArtists).toEqual(topArtists);
});

test("saving in several tabs at once leaves one of them, complete", async () => {
  const ana = await addMember(7);
  const tabs = ["Muse", "Blur", "Pulp", "Suede"].map((name) => ({ ...ANA, topArtists: [name, "Björk"] }));
  await Promise.all(tabs.map((tab) => savePreferences(ana, tab)));
  expect(tabs).toContainEqual(await getPreferences(ana));
});
