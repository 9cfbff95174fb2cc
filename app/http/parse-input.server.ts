// Checks what a request brings, of the API, a form or an address, against a schema.
import type { z } from "zod";
import { type FieldMessages, Refusal } from "~/refusal";

/** Parses a value with a schema. Refuses (invalid) with the first message, and with one message per field. */
export function parseInput<Schema extends z.ZodTypeAny>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  const [name, first] = Object.entries(fields)[0] ?? ["", ""];
  if (name === "") throw new Refusal("invalid", "The body must be a JSON object.");
  throw new Refusal("invalid", first, fields);
}
