// The migrations of this version.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const migrationsFolder = join(process.cwd(), "db/migrations");

/** When the newest migration of this version was generated, in ms. */
export function newestMigration(): number {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map(({ when }) => when));
}
