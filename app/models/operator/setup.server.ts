// What an operator has left to set up: on a public deployment what it lacks, and everywhere what is wrong.
import { env } from "~/env.server";
import { getDocumentFiles, listMissingDocuments } from "~/models/document/documents.server";

/** One sentence for each problem. */
export function listSetupProblems(): string[] {
  const missing = env.isPublic ? listMissingDocuments() : [];
  const absent = missing.length
    ? [`There is no ${missing.map((name) => `${name}.md`).join(", ")} in PAGES_DIR.`]
    : [];
  return [...absent, ...getDocumentFiles().problems];
}
