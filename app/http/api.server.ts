// The doors of the JSON API: same operations as the screens, answers as status and JSON or one sentence.
import type { z } from "zod";
import type { Member } from "~/models/member.server";
import { type FieldMessages, Refusal, SIGNED_OUT } from "~/models/refusal";
import { readJson } from "./body.server";
import { errorAnswer, lengthOf, privately, sentence } from "./refusal.server";
import { getVisit } from "./session.server";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Operation = {
  /** What the body must be; left out where there is none. */
  schema?: z.ZodTypeAny;
  /** Where the body is a file: `run` reads it. */
  takesFile?: true;
  /** 201 where something is created; 204 answers without a body. */
  status?: 200 | 201 | 204;
  /** A Response stands as it is. */
  run: (member: Member, input: never) => Promise<unknown>;
};

/** One operation behind a schema, with the type of its input kept. */
export function operation<Schema extends z.ZodTypeAny>(
  schema: Schema,
  run: (member: Member, input: z.output<Schema>) => Promise<unknown>,
  status: 200 | 201 | 204 = 200,
): Operation {
  return { schema, run, status };
}

/** Answers GET with what `run` finds for the signed-in member; undefined is 404, a Response stands as it is. */
export async function apiRead(
  request: Request,
  run: (member: Member) => Promise<unknown>,
): Promise<Response> {
  return answering(request, async () => {
    const found = await run(await apiMember(request));
    if (found === undefined) throw new Refusal("absent", "There is nothing here.");
    return found instanceof Response ? found : json(found);
  });
}

/** Answers the methods that are given; `reads` names GET in Allow where a loader answers it. */
export async function apiWrite(
  request: Request,
  operations: Partial<Record<Exclude<Method, "GET">, Operation>>,
  { reads = false } = {},
): Promise<Response> {
  return answering(request, async () => {
    const member = await apiMember(request);
    const found = operations[request.method as Exclude<Method, "GET">];
    if (!found) {
      const allowed = [...(reads ? ["GET"] : []), ...Object.keys(operations)];
      return sentence(request, 405, `Use ${allowed.join(" or ")} here.`, { Allow: allowed.join(", ") });
    }
    const body = found.takesFile ? undefined : await readJson(request);
    const input = found.schema ? parseInput(found.schema, body) : undefined;
    const result = await found.run(member, input as never);
    if (result instanceof Response) return result;
    return found.status === 204
      ? new Response(null, { status: 204, headers: privately })
      : json(result, found.status);
  });
}

/** What was created, or was there already. */
export function createdAnswer(thing: unknown, isNew: boolean): Response {
  return json(thing, isNew ? 201 : 200);
}

/** A page of a list; `next` are the parameters under which the list goes on, told in the Link header. */
export function listAnswer(request: Request, items: unknown[], next?: Record<string, string>): Response {
  const response = json(items);
  if (next) {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(next)) url.searchParams.set(name, value);
    response.headers.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return response;
}

/** Reads a value against a schema. Refuses (invalid) with the first message, and with one message a field. */
export function parseInput<Schema extends z.ZodTypeAny>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  const [name, first] = Object.entries(fields)[0] ?? ["", ""];
  if (name === "") throw new Refusal("invalid", "The body must be a JSON object.");
  throw new Refusal("invalid", first, fields);
}

async function apiMember(request: Request): Promise<Member> {
  const visit = await getVisit(request);
  if (!visit) throw new Refusal("signed-out", SIGNED_OUT);
  return visit.member;
}

async function answering(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    return errorAnswer(request, error);
  }
}

function json(value: unknown, status = 200): Response {
  const body = JSON.stringify(value);
  return new Response(body, {
    status,
    headers: { ...privately, ...lengthOf(body), "Content-Type": "application/json" },
  });
}
