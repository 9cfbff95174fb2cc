// Refusals: why an operation was refused, as a code, a sentence for the member, and messages for fields.
import { msg, toText, type Wording } from "~/language/text";

export type RefusalCode =
  | "invalid"
  | "signed-out"
  | "forbidden"
  | "absent"
  | "conflict"
  | "too-large"
  | "wrong-type"
  | "too-many"
  | "unanswered"
  | "unavailable";

/**
 * The body of a response to a browser without a session. Not translated: in any language, its page recognizes it by this text.
 */
export const SIGNED_OUT = "You're signed out.";

/** Messages by field name. */
export type FieldMessages = Record<string, string>;

/**
 * Thrown by an operation that refuses. The message is one sentence that a member can read. It and the fields' messages are in
 * the reader's language.
 */
export class Refusal extends Error {
  readonly #reasons: Record<string, Wording>;

  constructor(
    readonly code: RefusalCode,
    readonly reason: Wording,
    fields: Record<string, Wording> = {},
    readonly retryAfterSeconds?: number,
    /** For a stale form: the version with which it can be sent again. */
    readonly version?: string,
  ) {
    super();
    this.#reasons = fields;
    Object.defineProperty(this, "message", { get: () => toText(reason) });
  }

  get fields(): FieldMessages {
    return Object.fromEntries(
      Object.entries(this.#reasons).map(([field, reason]) => [field, toText(reason)]),
    );
  }
}

/** The refusal behind an error, if any: drizzle wraps the one thrown when the database is unreachable. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : undefined;
}

/** The refusal of a field's value, with its message there. */
export function invalidAt(field: string, reason: Wording): Refusal {
  return new Refusal("invalid", reason, { [field]: reason });
}

/** Moves a refusal to a field if its value is the cause, unlike a rate limit or a failing service. */
export function refusalAt(field: string, refusal: Refusal): Refusal {
  const { code, reason } = refusal;
  const isOfValue = code === "invalid" || code === "too-large" || code === "wrong-type";
  return isOfValue ? new Refusal(code, reason, { [field]: reason }) : refusal;
}

/** The same refusal for missing things and for other members' things. */
export function notFoundRefusal(): Refusal {
  return new Refusal("absent", msg("There is nothing here."));
}

/** The refusal without a session, or after it has ended. */
export function signedOutRefusal(): Refusal {
  return new Refusal("signed-out", msg("You're signed out."));
}

/** The refusal of a client-made id that is already used by someone else or for something else. */
export function duplicateIdRefusal(): Refusal {
  return new Refusal(
    "conflict",
    msg("Something else was already sent from this page. Please send this again."),
  );
}

const statuses: Record<RefusalCode, number> = {
  invalid: 400,
  "signed-out": 401,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  "too-large": 413,
  "wrong-type": 415,
  "too-many": 429,
  unanswered: 502,
  unavailable: 503,
};

/** The HTTP status of a refusal. */
export function statusOf(refusal: Refusal): number {
  return statuses[refusal.code];
}
