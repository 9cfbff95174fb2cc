// Refusals: why an operation was refused, as a code, a sentence for the member, and messages for fields.

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

/** Shown without a session, or after it has ended. */
export const SIGNED_OUT = "You're signed out.";

/** Messages by field name. */
export type FieldMessages = Record<string, string>;

/** Thrown by an operation that refuses. The message is one sentence a member can read. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly fields: FieldMessages = {},
    readonly retryAfterSeconds?: number,
    /** Of a stale form: the version with which it can be sent again. */
    readonly version?: string,
  ) {
    super(message);
  }
}

/** The refusal behind an error, if any: drizzle wraps the one thrown when the database is unreachable. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : undefined;
}

/** The refusal of a field's value, with its message there. */
export function invalidAt(field: string, message: string): Refusal {
  return new Refusal("invalid", message, { [field]: message });
}

/** Moves a refusal to a field if its value is the cause, unlike a rate limit or a failing service. */
export function refusalAt(field: string, refusal: Refusal): Refusal {
  const { code, message } = refusal;
  const isOfValue = code === "invalid" || code === "too-large" || code === "wrong-type";
  return isOfValue ? new Refusal(code, message, { [field]: message }) : refusal;
}

/** The same refusal for missing things and for other members' things. */
export function notFoundRefusal(): Refusal {
  return new Refusal("absent", "There is nothing here.");
}

/** The refusal of a client-made id that is already used by someone else or for something else. */
export function duplicateIdRefusal(): Refusal {
  return new Refusal("conflict", "Something else was already sent from this page. Please send this again.");
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
