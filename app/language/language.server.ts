// The language of the request in progress, or of a mail's or push's recipient.
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { Language } from "db/column-types";
import { env } from "~/env.server";
import { getRequestContext } from "~/request-context.server";
import { translateTo } from "./catalogs.server";
import { currentLanguage, setLanguageSource } from "./current";
import { COMPLETE_LANGUAGES, ENGLISH, preferredLanguage, toLanguage } from "./language";

/** Name of the cookie in which a browser keeps the language that was chosen there. */
const COOKIE = "language";
const YEAR_SECONDS = 31_536_000;

/** The languages that the app is offered in. */
export const offeredLanguages: readonly Language[] = env.languages ?? COMPLETE_LANGUAGES;

const recipients = new AsyncLocalStorage<Language>();

/** Within a request it is the request's; while something is worded for somebody, theirs. */
setLanguageSource({
  language: () => recipients.getStore() ?? getRequestContext()?.language ?? ENGLISH,
  translate: translateTo,
});

function toOffered(value: string | null | undefined): Language | undefined {
  const language = toLanguage(value);
  return language && offeredLanguages.includes(language) ? language : undefined;
}

/** Runs something in its recipient's language, whoever's request it is in. Null is English. */
export function inLanguage<Result>(language: Language | null, run: () => Result): Result {
  return recipients.run(toOffered(language) ?? ENGLISH, run);
}

/** The language of a request by its headers: the cookie's, else the browser's preference, else English. */
export function readLanguage({ cookie = "", "accept-language": accepted }: IncomingHttpHeaders): Language {
  if (offeredLanguages.length === 1) return offeredLanguages[0] ?? ENGLISH;
  const [, kept] = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookie) ?? [];
  return toOffered(kept) ?? preferredLanguage(accepted, offeredLanguages) ?? ENGLISH;
}

/** Answers the request in progress in the language of a member's settings. Null leaves it as it is. */
export function answerIn(chosen: Language | null) {
  const context = getRequestContext();
  const language = toOffered(chosen);
  if (context && language) context.language = language;
}

/** The Set-Cookie header that keeps a chosen language in this browser; null forgets it. */
export function languageCookie(language: Language | null): string {
  const secure = env.isPublic ? "; Secure" : "";
  return `${COOKIE}=${language ?? ""}; Path=/; Max-Age=${language ? YEAR_SECONDS : 0}; SameSite=Lax; HttpOnly${secure}`;
}

/** The folder in /assets of each language's scripts, in a build; those in English are in /assets itself. */
const folders: Record<string, string> = readFolders();

function readFolders() {
  const file = join(process.cwd(), "build/languages.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

type Scripts = { version: string };

const inLanguages = new WeakMap<Scripts, Map<string, Scripts>>();

/** A build's manifest of scripts, with those of the current language. */
export function scriptsInLanguage<Manifest extends Scripts>(manifest: Manifest): Manifest {
  const folder = folders[currentLanguage()];
  if (!folder) return manifest;
  const made = inLanguages.get(manifest) ?? new Map<string, Scripts>();
  inLanguages.set(manifest, made);
  const scripts = made.get(folder) ?? moveScripts(manifest, folder);
  made.set(folder, scripts);
  return scripts as Manifest;
}

/** The version of a build whose scripts are in the current language. */
export function versionInLanguage(version: string): string {
  const folder = folders[currentLanguage()];
  return folder ? `${version}-${folder}` : version;
}

function moveScripts(manifest: Scripts, folder: string): Scripts {
  const json = JSON.stringify(manifest).replace(/"\/assets\/([^"/]+\.js)"/g, `"/assets/${folder}/$1"`);
  return { ...JSON.parse(json), version: versionInLanguage(manifest.version) };
}
