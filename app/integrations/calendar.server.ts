// Downloads the operator's calendars of shows.
import { httpDownload } from "./http-download.server";

const MAX_BYTES = 2_000_000;
const MAX_REDIRECTS = 3;

/** The validators of an earlier response. */
export type Validators = { etag: string | null; lastModified: string | null };

/** A calendar's text with its validators, or why there is none: unchanged since, or a sentence for the operator. */
export type CalendarDownload = ({ text: string } & Validators) | "unchanged" | { problem: string };

/**
 * Downloads a calendar, if it has changed since. Its own address may be anywhere, since the operator has listed it; a redirect
 * may lead to another site, but not to a private network.
 */
export async function downloadCalendar(url: string, known: Validators): Promise<CalendarDownload> {
  const response = await httpDownload(url, {
    ...{ hosts: ["*"], base: new URL(url).origin, maxRedirects: MAX_REDIRECTS, maxBytes: MAX_BYTES },
    headers: {
      Accept: "text/calendar, */*;q=0.1",
      ...(known.etag ? { "If-None-Match": known.etag } : {}),
      ...(known.lastModified ? { "If-Modified-Since": known.lastModified } : {}),
    },
  });
  if ("failure" in response) return { problem: problems[response.failure] };
  if (response.status === 304) return "unchanged";
  // Not translated: kept for operators.
  if (response.status !== 200) return { problem: `Its site answered with status ${response.status}.` };
  const { etag, "last-modified": lastModified } = response.headers;
  return { text: decode(response.bytes), etag: etag ?? null, lastModified: lastModified ?? null };
}

// Not translated: kept for operators.
const problems = {
  failed: "Its site couldn't be reached.",
  timeout: "Its site took too long.",
  paused: "Its site asks us to wait.",
  redirect: "It was redirected too often.",
  forbidden: "It was redirected to an address that can't be asked.",
  "too-large": `It is larger than ${MAX_BYTES / 1_000_000} MB.`,
};

/** Calendars are in UTF-8, except for some from old programs. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
