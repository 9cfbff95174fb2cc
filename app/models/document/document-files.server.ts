// The operator's documents as files: which Markdown files become pages, which translate them, and what is wrong with the others.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "db/column-types";
import { digest } from "~/digest.server";
import { toLanguage } from "~/language/language";
import { offeredLanguages } from "~/language/language.server";
import { EXPECTED_DOCUMENTS } from "./document";

const MAX_BYTES = 200_000;
const MAX_DOCUMENTS = 20;
const NAME = /^[a-z][a-z\d]*(-[a-z\d]+)*$/;
const NAME_MAX = 40;
const TITLE_MAX = 80;

/** The name of a translation: "terms.de.md". */
const TRANSLATION = /^(.+)\.([a-z]{2,3})\.md$/;

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

/** A document in one language. `text` is Markdown without head and title, and `version` its hash, after the language. */
export type DocumentInLanguage = { title: string; text: string; version: string; language?: Language };

/** A document, in the language of the file that all others translate, and its translations. */
export type OperatorDocument = DocumentInLanguage & {
  name: string;
  /** Whether members who accepted another version are asked again. */
  asksAgain: boolean;
  translations: Partial<Record<Language, DocumentInLanguage>>;
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
  const isTranslation = (file: string) => TRANSLATION.test(file);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const noteProblem = (file: string, problem: string) => problems.push(`${file} is not shown: ${problem}`);
  for (const file of files.filter((each) => !isTranslation(each))) {
    const problem = documents.length < MAX_DOCUMENTS ? problemOf(folder, file) : TOO_MANY;
    if (problem) noteProblem(file, problem);
    else documents.push(parseDocument(file.slice(0, -3), read(file)));
  }
  for (const file of files.filter(isTranslation)) {
    const [, name, tag] = TRANSLATION.exec(file) ?? [];
    const [original, language] = [documents.find((each) => each.name === name), toLanguage(tag)];
    if (!language)
      noteProblem(file, "its name must be that of a document and a language, such as terms.de.md.");
    else if (!offeredLanguages.includes(language))
      noteProblem(file, `LANGUAGES lets nobody read in ${language}.`);
    else if (!original) noteProblem(file, `there is no ${name}.md, or it isn't shown.`);
    else {
      const problem = problemOfFile(join(folder, file));
      if (problem) noteProblem(file, problem);
      else original.translations[language] = parseTranslation(language, original, read(file));
    }
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
  return problemOfFile(join(folder, file));
}

function problemOfFile(path: string): string | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return "it is not a file.";
    if (stats.size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1000} kB.`;
    return readFileSync(path, "utf8").trim() ? undefined : "it is empty.";
  } catch {
    return "it cannot be read.";
  }
}

const HEAD = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(\n|$)/;
const HEADING = /^\s*#[ \t]+(.+?)[ \t#]*(\n|$)/;

/** Reads a document: a head of `name: value` lines between lines of `---` if there is one, then Markdown. */
export function parseDocument(name: string, file: string): OperatorDocument {
  const { head, heading, text } = parseFile(file);
  return {
    name,
    title: toTitle(head, heading) || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
    text,
    version: digest(text),
    asksAgain: fieldIn(head, "ask-again") === "true",
    translations: {},
  };
}

/** Reads a translation; without a title of its own it has the original's. Its version depends on the original, too. */
function parseTranslation(language: Language, original: OperatorDocument, file: string): DocumentInLanguage {
  const { head, heading, text } = parseFile(file);
  const version = `${language}:${digest(`${original.text}\n${text}`)}`;
  return { title: toTitle(head, heading) || original.title, text, version, language };
}

function parseFile(file: string) {
  const source = file.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const [all, head = ""] = HEAD.exec(source) ?? [""];
  const body = source.slice(all.length).trim();
  const [line, heading = ""] = HEADING.exec(body) ?? [""];
  return { head, heading, text: body.slice(line.length).trim() };
}

function toTitle(head: string, heading: string): string {
  return (fieldIn(head, "title") ?? heading).slice(0, TITLE_MAX);
}

function fieldIn(head: string, name: string): string | undefined {
  const line = head.split("\n").find((each) => each.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() || undefined;
}
