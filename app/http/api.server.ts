// Handlers of the JSON API: the operations of the screens, with a status and JSON or one sentence as the response.
import type { z } from "zod";
import { getCurrentSession } from "~/auth/session.server";
import { describeClosedAccount } from "~/models/account/closed-account";
import type { Member } from "~/models/member/member.server";
import { UNREAD_SANCTION } from "~/models/safety/account-status";
import { Refusal, SIGNED_OUT } from "~/refusal";
import { readJson } from "./body.server";
import { errorResponse, privateHeaders, toErrorResponse } from "./error-response.server";
import { parseInput } from "./parse-input.server";
import { wholeResponse } from "./remix-adapter.server";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Operation = {
  /** The schema of the body; omitted if there is none. */
  schema?: z.ZodTypeAny;
  /** True if the body is a file, which `run` reads. */
  takesFile?: true;
  /** 201 for a created resource; 204 sends no body. */
  status?: 200 | 201 | 204;
  /** A Response is returned as it is. */
  run: (member: Member, input: never, version?: string) => Promise<unknown>;
};

/** Declares an operation whose input has the type of its schema. */
export function operation<Schema extends z.ZodTypeAny>(
  schema: Schema,
  run: (member: Member, input: z.output<Schema>, version?: string) => Promise<unknown>,
  status: 200 | 201 | 204 = 200,
): Operation {
  return { schema, run, status };
}

/**
 * Handles GET with the result of `run` for the signed-in member; undefined is a 404, a Response is returned as it is.
 * `isOpenToWarned` answers members with an unread sanction too.
 */
export async function apiRead(
  request: Request,
  run: (member: Member) => Promise<unknown>,
  { isOpenToWarned = false } = {},
): Promise<Response> {
  return answering(request, async () => {
    const found = await run(await apiMember(request, isOpenToWarned));
    if (found === undefined) throw new Refusal("absent", "There is nothing here.");
    return found instanceof Response ? found : json(found);
  });
}

/** Handles these methods; `reads` adds GET to Allow if a loader handles it. */
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
      return errorResponse(request, 405, `Use ${allowed.join(" or ")} here.`, { Allow: allowed.join(", ") });
    }
    const body = found.takesFile ? undefined : await readJson(request);
    const input = found.schema ? parseInput(found.schema, body) : undefined;
    const version = request.headers.get("If-Match")?.replace(/^\*$|^"(.*)"$/, "$1") || undefined;
    const result = await found.run(member, input as never, version);
    if (result instanceof Response) return result;
    return found.status === 204
      ? new Response(null, { status: 204, headers: privateHeaders })
      : json(result, found.status);
  });
}

/** The response for something created, or existing already. */
export function createdResponse(thing: unknown, isNew: boolean): Response {
  return json(thing, isNew ? 201 : 200);
}

/** Something with its version, which a client sends back as If-Match so that its change overwrites no other. */
export function versionedResponse(thing: unknown, version: string, status?: 200 | 201): Response {
  const response = json(thing, status);
  response.headers.set("ETag", `"${version}"`);
  return response;
}

/** A page of a list; `next` are the parameters of the next page, for the Link header. */
export function listResponse(request: Request, page: unknown, next?: Record<string, string>): Response {
  const response = json(page);
  if (next) {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(next)) url.searchParams.set(name, value);
    response.headers.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return response;
}

async function apiMember(request: Request, isOpenToWarned = false): Promise<Member> {
  const session = await getCurrentSession(request);
  if (!session) throw new Refusal("signed-out", SIGNED_OUT);
  const closed = describeClosedAccount(session.member);
  if (closed) throw new Refusal("forbidden", closed);
  if (session.member.hasUnreadSanction && !isOpenToWarned) throw new Refusal("forbidden", UNREAD_SANCTION);
  return session.member;
}

async function answering(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    return toErrorResponse(request, error);
  }
}

function json(value: unknown, status = 200): Response {
  const headers = { ...privateHeaders, "Content-Type": "application/json" };
  return wholeResponse(JSON.stringify(value), { status, headers });
}
