// The fake catalog for tests of the models.
import { afterAll } from "vitest";
import { env } from "~/env.server";
import { startCatalog } from "../../fakes/catalog";

export const catalog = await startCatalog();
env.catalog.contact = "ops@b-side.example";

afterAll(() => {
  catalog.musicBrainz.close();
  catalog.archive.close();
});
