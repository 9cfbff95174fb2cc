// What an operator has left to set up: on a public deployment what it lacks, and everywhere what is wrong.
import { env } from "~/env.server";
import { getDocumentFiles, listMissingDocuments } from "~/models/document/documents.server";

/** What an operator may want to know of a public deployment that lacks nothing. */
export function listSetupNotes(): string[] {
  if (!env.isPublic || env.ageProvider) return [];
  return ["Members only say that they are 18 or older. AGE_CHECK=provider lets them prove it."];
}

/** One sentence for each problem. */
export function listSetupProblems(): string[] {
  const missing = env.isPublic ? listMissingDocuments() : [];
  const absent = missing.length
    ? [`There is no ${missing.map((name) => `${name}.md`).join(", ")} in PAGES_DIR.`]
    : [];
  return [...listOpenDoors(), ...absent, ...getDocumentFiles().problems];
}

/** Anybody can join a public deployment under any address while nothing confirms it. */
function listOpenDoors(): string[] {
  const isConfirmed = env.mail !== undefined || env.signIn.issuer !== undefined;
  if (!env.isPublic || env.registration !== "open" || isConfirmed) return [];
  return [
    "Anyone can join without confirming an email address. Set SMTP_URL and MAIL_FROM, or choose who can join with REGISTRATION.",
  ];
}
