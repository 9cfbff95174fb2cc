// Exports in tests of the app: made at once, as its job does a little later.
import { expect } from "vitest";
import { query } from "./mail";
import type { Person } from "./people";

/** Makes the exports that were asked for. */
async function makeExports() {
  const { claimExport } = await import("~/models/account/export/export.server");
  const { makeExport } = await import("~/operations/export-archive.server");
  for (let claim = await claimExport(); claim; claim = await claimExport()) await makeExport(claim);
  // The app's own job may have been the first.
  await expect.poll(() => query("select 1 from data_export where finished_at is null")).toEqual([]);
}

/** Creates a member's export; resolves with the path of its download. */
export async function createExport(person: Pick<Person, "get" | "form">): Promise<string> {
  await person.form("/settings/export", {});
  await makeExports();
  const page = await (await person.get("/settings/export")).text();
  const [, path = ""] = /href="(\/settings\/export\/[^"]+\.zip)"/.exec(page) ?? [];
  expect(path).not.toBe("");
  return path;
}
