// The project's source files, for tests that read them.
import { readdirSync, readFileSync } from "node:fs";

/** The files of a folder, and of those in it, whose paths end like this. */
export function sourcesIn(folder: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, "utf8") }));
}
