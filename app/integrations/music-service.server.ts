// Requests to music services: returns JSON, or refuses with a sentence for the member.

import type { PlayPeriod } from "db/column-types";
import { z } from "zod";
import { cleanText } from "~/clean-text";
import { COMMUNITY_NAME } from "~/community";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { type HttpRequestOptions, httpRequest, parseJson } from "./http-request.server";
import { ACCOUNT_MAX, type PastListening } from "./music-service";
import { limitedSeconds } from "./outside-service.server";

/** A listener, with the name as the service spells it, and what the service knows about their listening. */
export type Listening = { name: string; playCount: number | null; topArtists: string[] | null };

/** Operations of a service that is connected by user name. All refuse a service that doesn't respond (unanswered). */
export type ListenerApi = {
  isSetUp: () => boolean;
  /** Undefined if there is no such listener. */
  read: (username: string, period: PlayPeriod, deadline: number) => Promise<Listening | undefined>;
  /** "hidden" if the listener doesn't show it, undefined if there is no such listener. It takes at most six requests. */
  readPast: (
    username: string,
    now: number,
    deadline: number,
  ) => Promise<PastListening | "hidden" | undefined>;
  /** The listener whose token this is; undefined for an unknown token. */
  findOwner: (token: string, deadline: number) => Promise<string | undefined>;
  /** For a service with a proof page: its address, which leads to `callback` with a token. Undefined if it isn't set up. */
  proofPage?: (callback: string) => string | undefined;
};

/** The account behind a grant, and its top artists if the service lists them. */
export type Account = { userId: string; username: string; topArtists: string[] | null };

/** Operations of a service whose members give consent, and its credentials. */
export type ConsentApi = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  consentPage: string;
  scopes: string[];
  /** Parameters beyond the protocol. */
  extra: Record<string, string>;
  tokens: [base: string, path: string];
  /** Spotify has none: members revoke consent on its own pages. */
  revocation?: [base: string, path: string];
  /** Undefined if the grant has ended. Refuses an account that can't be read (invalid). */
  readAccount: (options: {
    headers: Record<string, string>;
    deadline: number;
  }) => Promise<Account | undefined>;
};

/** All requests for one page share this time; after it the page is shown without them. */
const SHARED_TIMEOUT_MS = 5_000;

const NO_CONTENT = 204;

/** The id of an account in a response. */
export const accountId = z.string().regex(/^[^\p{C}]{1,200}$/u);

/** The deadline for all requests for one page, counted from now. */
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
  return new Refusal(
    "too-many",
    msg(
      "{name} is getting too many requests. Try again in {seconds, plural, one {a second} other {# seconds}}.",
      { name, seconds },
    ),
    {},
    seconds,
  );
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

/** The refusal for a service that withholds an account from us; `reason` is for the log. */
export function withheldRefusal(name: string, reason: string): Refusal {
  const message = msg("{name} doesn't let {community} read this account.", {
    name,
    community: COMMUNITY_NAME,
  });
  return Object.assign(new Refusal("invalid", message), { cause: `${name}: ${reason}` });
}

/** A name from a service, without unstorable characters and cut to the length of ours. */
export function cleanName(name: string): string {
  return Array.from(cleanText(name)).slice(0, ACCOUNT_MAX).join("");
}

/** The refusal for any failure of a service; `reason` is for the log. */
export function unansweredRefusal(name: string, reason: string): Refusal {
  const message = msg("{name} isn't responding. Try again in a minute.", { name });
  return Object.assign(new Refusal("unanswered", message), { cause: `${name}: ${reason}` });
}
