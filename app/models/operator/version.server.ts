// The version of this build.
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Version = { version: string; commit: string | null; builtAt: string };

/** The build's commit and time; `commit` is null for a build outside of a Git checkout. */
export const version: Version = JSON.parse(readFileSync(join(process.cwd(), "build/version.json"), "utf8"));
