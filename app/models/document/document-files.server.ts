// The operator's documents as files: which Markdown files become pages, and what is wrong with the others.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { digest } from "~/digest.server";
import { EXPECTED_DOCUMENTS } from "./document";

const MAX_BYTES = 200_000;
const MAX_DOCUMENTS = 20;
const NAME = /^[a-z][a-z\d]*(-[a-z\d]+)*$/;
const NAME_MAX = 40;
const TITLE_MAX = 80;

/** The first segments of the app's own addresses, which no document can take. */
export const OWN_SEGMENTS = [
  "account-deleted",
  "account-status",
  "admin",
  "agreement",
  "api",
  "artists",
  "assets",
  "attachments",
  "avatars",
  "catalog",
  "come-back",
  "confirm-email",
  "counts",
  "discover",
  "forgot-password",
  "healthz",
  "help",
  "home-safe",
  "icons",
  "join",
  "language",
  "listen",
  "matches",
  "members",
  "messages",
  "metrics",
  "moderation",
  "music-connections",
  "notice",
  "notifications",
  "offline",
  "oidc",
  "pictures",
  "plans",
  "playlists",
  "portraits",
  "previews",
  "profile",
  "question",
  "records",
  "report",
  "reset-password",
  "restore-email",
  "settings",
  "shows",
  "sleeves",
  "theme",
  "transparency",
  "trivia",
  "unsubscribe",
  "waiting",
  "welcome",
];

/** A document. `text` is Markdown without head and title, and `version` its hash. */
export type OperatorDocument = {
  name: string;
  title: string;
  text: string;
  version: string;
  /** Whether members who accepted another version are asked again. */
  asksAgain: boolean;
};

export type DocumentFiles = {
  documents: OperatorDocument[];
  /** One sentence for each file that is not shown. */
  problems: string[];
};

/** Reads the documents in a folder, the expected ones first. */
export function readDocumentFiles(folder: string): DocumentFiles {
  const documents: OperatorDocument[] = [];
  const problems: string[] = [];
  const files = readdirSync(folder)
    .filter((file) => /\.md$/i.test(file))
    .sort();
  for (const file of files) {
    const problem = documents.length < MAX_DOCUMENTS ? problemOf(folder, file) : TOO_MANY;
    if (problem) problems.push(`${file} is not shown: ${problem}`);
    else documents.push(parseDocument(file.slice(0, -3), readFileSync(join(folder, file), "utf8")));
  }
  const rank = (name: string) => [...EXPECTED_DOCUMENTS, name].indexOf(name);
  return { documents: documents.sort((one, other) => rank(one.name) - rank(other.name)), problems };
}

const TOO_MANY = `a folder can hold ${MAX_DOCUMENTS} documents.`;

/** Why a file can't be a page; undefined if it can. */
function problemOf(folder: string, file: string): string | undefined {
  const name = file.slice(0, -3);
  if (!file.endsWith(".md") || !NAME.test(name) || name.length > NAME_MAX)
    return "its name must be lowercase letters, digits and hyphens, such as community-events.md.";
  if (OWN_SEGMENTS.includes(name)) return `B-Side has a page of its own at /${name}.`;
  try {
    const stats = statSync(join(folder, file));
    if (!stats.isFile()) return "it is not a file.";
    if (stats.size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1000} kB.`;
    return readFileSync(join(folder, file), "utf8").trim() ? undefined : "it is empty.";
  } catch {
    return "it cannot be read.";
  }
}

const HEAD = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(\n|$)/;
const HEADING = /^\s*#[ \t]+(.+?)[ \t#]*(\n|$)/;

/** Reads a document: a head of `name: value` lines between lines of `---` if there is one, then Markdown. */
export function parseDocument(name: string, file: string): OperatorDocument {
  const source = file.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const [head, fields = ""] = HEAD.exec(source) ?? [""];
  const body = source.slice(head.length).trim();
  const [heading, headingText = ""] = HEADING.exec(body) ?? [""];
  const title = fieldIn(fields, "title") ?? headingText;
  const text = body.slice(heading.length).trim();
  return {
    name,
    title: title.slice(0, TITLE_MAX) || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
    text,
    version: digest(text),
    asksAgain: fieldIn(fields, "ask-again") === "true",
  };
}

function fieldIn(head: string, name: string): string | undefined {
  const line = head.split("\n").find((each) => each.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() || undefined;
}
