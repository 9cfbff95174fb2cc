// Requests to music services: JSON, or a sentence for the member.
import type { z } from "zod";
import { cleanText } from "~/clean-text";
import { Refusal } from "~/refusal";
import { type HttpRequestOptions, httpRequest, parseJson } from "./http-request.server";
import { ACCOUNT_MAX } from "./music-service";
import { limitedSeconds } from "./outside-service.server";

/** All requests behind one page share this time; after it the page does without them. */
const SHARED_TIMEOUT_MS = 5_000;

const NO_CONTENT = 204;

/** The deadline for all requests behind one page, counted from now. */
export function sharedDeadline(): number {
  return Date.now() + SHARED_TIMEOUT_MS;
}

/**
 * Requests JSON from the service `name`; without content (204) it is empty. Refuses a missing response, and a success without
 * JSON (unanswered).
 */
export async function requestJson(name: string, base: string, path: string, options: HttpRequestOptions) {
  const response = await httpRequest(base, path, options);
  if ("failure" in response) throw unansweredRefusal(name, response.failure);
  if (response.status === NO_CONTENT) return { status: NO_CONTENT, json: {} };
  const json = parseJson(response);
  const isObject = typeof json === "object" && json !== null;
  if (!isObject && response.status < 400) throw unansweredRefusal(name, "not JSON");
  return { status: response.status, json: isObject ? json : {} };
}

/** Requests JSON as `requestJson` does. Refuses (too-many) for as long as the service wants no more requests. */
export async function requestWithinLimit(
  name: string,
  base: string,
  path: string,
  options: HttpRequestOptions,
) {
  try {
    return await requestJson(name, base, path, options);
  } catch (error) {
    throw limitRefusal(name, base) ?? error;
  }
}

/** The refusal for as long as the service at `base` wants no more requests. */
export function limitRefusal(name: string, base: string): Refusal | undefined {
  const seconds = limitedSeconds(base);
  if (!seconds) return undefined;
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return new Refusal("too-many", `${name} is getting too many requests. Try again in ${wait}.`, {}, seconds);
}

/** Parses a response against its schema. Refuses an error status and unexpected JSON (unanswered). */
export function parseResponse<Schema extends z.ZodTypeAny>(
  name: string,
  schema: Schema,
  { status, json }: { status: number; json: object },
): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (status >= 400) throw unansweredRefusal(name, `status ${status}`);
  if (!parsed.success) throw unansweredRefusal(name, "unexpected JSON");
  return parsed.data;
}

/** The refusal of a service that lets us read nothing of an account; `reason` is for the log. */
export function withheldRefusal(name: string, reason: string): Refusal {
  const message = `${name} doesn't let B-Side read this account.`;
  return Object.assign(new Refusal("invalid", message), { cause: `${name}: ${reason}` });
}

/** A name from a service, without unstorable characters and cut to the length of ours. */
export function cleanName(name: string): string {
  return Array.from(cleanText(name)).slice(0, ACCOUNT_MAX).join("");
}

/** The refusal for any failure of a service; `reason` is for the log. */
export function unansweredRefusal(name: string, reason: string): Refusal {
  const message = `${name} isn't responding. Try again in a minute.`;
  return Object.assign(new Refusal("unanswered", message), { cause: `${name}: ${reason}` });
}
