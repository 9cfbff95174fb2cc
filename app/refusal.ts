// How an operation says no: a code, a sentence for the member, and sentences for the fields.

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

/** What is said to whoever has no session, or whose session is over. */
export const SIGNED_OUT = "You are signed out.";

/** Sentences by field name. */
export type FieldMessages = Record<string, string>;

/** Thrown by an operation that will not be done. The message is one plain sentence a member can read. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly fields: FieldMessages = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The refusal that an error is or was caused by: the one of a database that does not answer comes wrapped. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : undefined;
}

/** The one answer to what is absent and to what is not yours. */
export function absent(): Refusal {
  return new Refusal("absent", "There is nothing here.");
}

/** The answer to an id that another member has used, or the same one for something else. */
export function usedAlready(): Refusal {
  return new Refusal("conflict", "Something else was sent from this page already. Send this once more.");
}
