// The operator's documents as pages: those of PAGES_DIR, read once.
import type { Language } from "db/column-types";
import { LRUCache } from "lru-cache";
import MarkdownIt from "markdown-it";
import { env } from "~/env.server";
import { currentLanguage } from "~/language/current";
import { DATA_PATH, type DocumentLink, EXPECTED_DOCUMENTS } from "./document";
import {
  type DocumentFiles,
  type DocumentInLanguage,
  type OperatorDocument,
  readDocumentFiles,
} from "./document-files.server";

const NO_FILES: DocumentFiles = { documents: [], problems: [] };

// HTML in a document stays text; a picture would make every reader's browser ask its site.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true }).disable("image");

/** The pairs of quotation marks, and those of a quotation within one. */
const QUOTES: Partial<Record<Language, string[]>> = {
  de: ["„", "“", "‚", "‘"],
  es: ["«", "»", "“", "”"],
  fr: ["«\u00a0", "\u00a0»", "“", "”"],
};
const ENGLISH_QUOTES = ["“", "”", "‘", "’"];

/** A long document takes 100 ms to render, and everybody can open it. */
const rendered = new LRUCache<string, string>({
  maxSize: 20_000_000,
  sizeCalculation: (html, text) => html.length + text.length + 1,
});

let read: { folder: string; files: DocumentFiles } | undefined;

/** The documents of this deployment, and what is wrong with other files. */
export function getDocumentFiles(): DocumentFiles {
  if (!env.pagesDir) return NO_FILES;
  if (read?.folder !== env.pagesDir) read = { folder: env.pagesDir, files: readDocumentFiles(env.pagesDir) };
  return read.files;
}

/** The original of the document with this name; undefined if there is none. */
export function findOriginal(name: string): OperatorDocument | undefined {
  return getDocumentFiles().documents.find((each) => each.name === name);
}

/** The document with this name, in the reader's language if it is translated; undefined if there is none. */
export function findDocument(name: string): OperatorDocument | undefined {
  const found = findOriginal(name);
  return found && toReader(found);
}

function toReader(original: OperatorDocument): OperatorDocument {
  return { ...original, ...original.translations[currentLanguage()] };
}

/** A version of a document in whichever language; undefined if it isn't, or is no longer, a current one. */
export function findVersion(name: string, version: string): DocumentInLanguage | undefined {
  const found = findOriginal(name);
  const all = found ? [found, ...Object.values(found.translations)] : [];
  return all.find((each) => each.version === version);
}

/** The links to all documents. */
export function listDocumentLinks(): DocumentLink[] {
  return getDocumentFiles()
    .documents.map(toReader)
    .map(({ name, title }) => ({ title, path: `/${name}` }));
}

/** Whether a path is that of a document, or of the page on what is kept about members. */
export function isDocumentPath(pathname: string): boolean {
  return pathname === DATA_PATH || findDocument(pathname.slice(1)) !== undefined;
}

/** The names of the expected documents that this deployment lacks. */
export function listMissingDocuments(): string[] {
  return EXPECTED_DOCUMENTS.filter((name) => !findDocument(name));
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*\S)/gm;
const HEADING_MAX = 120;

/** The headings below a document's title, each once, without emphasis. */
export function listHeadings({ text }: Pick<OperatorDocument, "text">): string[] {
  const headings = Array.from(text.matchAll(HEADING), ([, heading = ""]) =>
    heading.replace(/ #+$/, "").replace(/[*_`]/g, "").slice(0, HEADING_MAX),
  );
  return [...new Set(headings)];
}

/** A document's text, or a part of it, as HTML, with the quotation marks of its language. */
export function renderDocument({ text, language }: Pick<OperatorDocument, "text" | "language">): string {
  const key = `${language} ${text}`;
  const quotes = (language && QUOTES[language]) ?? ENGLISH_QUOTES;
  const html = rendered.get(key) ?? markdown.set({ quotes }).render(text);
  rendered.set(key, html);
  return html;
}
