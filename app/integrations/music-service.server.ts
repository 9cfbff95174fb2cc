// Requests to music services: JSON, or a sentence for the member.
import type { z } from "zod";
import { cleanText } from "~/clean-text";
import { Refusal } from "~/refusal";
import { type HttpRequestOptions, httpRequest, parseJson } from "./http-request.server";
import { ACCOUNT_MAX } from "./music-service";

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

/** A name from a service, without unstorable characters and cut to the length of ours. */
export function cleanName(name: string): string {
  return Array.from(cleanText(name)).slice(0, ACCOUNT_MAX).join("");
}

/** The refusal for any failure of a service; `reason` is for the log. */
export function unansweredRefusal(name: string, reason: string): Refusal {
  const message = `${name} isn't responding. Try again in a minute.`;
  return Object.assign(new Refusal("unanswered", message), { cause: `${name}: ${reason}` });
}
