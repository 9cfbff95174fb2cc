// The door of a form so small that it needs no library: what the chat's composer posts to.
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { parseInput } from "~/http/api.server";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/member.server";
import { failure } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import type { Member } from "~/models/member.server";
import { refusalIn } from "~/models/refusal";
import { isFetch } from "./press-button.server";
import { textFields } from "./text-fields.server";

/**
 * Reads a signed-in member's form against its schema and runs the operation.
 * A fetch gets `{ saved }`, a browser goes on to the local path `goOn`. Bad input and refusals come back to the form as
 * `{ notice, error, typed }`: the words of a toast, the sentence at the field, and what was typed.
 */
export async function submitPlainForm<Schema extends z.ZodTypeAny, Saved>(
  request: Request,
  schema: Schema,
  goOn: string,
  run: (member: Member, input: z.output<Schema>) => Promise<Saved>,
) {
  const member = await requireMember(request);
  const typed: Record<string, string> = {};
  try {
    for (const [name, value] of textFields(await readForm(request))) typed[name] = String(value);
    const saved = await run(member, parseInput(schema, typed));
    if (isFetch(request)) return data({ saved });
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const refused = { notice: failure(refusal), error: refusal.message, typed };
    return data(refused, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
  throw redirect(goOn, 303);
}
