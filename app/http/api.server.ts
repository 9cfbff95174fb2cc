// Routes of the JSON API: the operations of the screens, with a status and JSON or one sentence as the response.
import type { LoaderFunctionArgs, TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { getCurrentSession, OFFLINE_KEY, offlineKeyOf } from "~/auth/session.server";
import { keyedUuid } from "~/digest.server";
import { formatList } from "~/language/intl";
import { msg, t } from "~/language/text";
import { describeClosedAccount, describeUnfinished } from "~/models/account/leaving/closed-account.server";
import { rejectAfterEnd } from "~/models/community/ending.server";
import type { Member } from "~/models/member/member.server";
import { notFoundRefusal, Refusal, signedOutRefusal } from "~/refusal";
import { parseInput, parseJson, readBody } from "./body.server";
import { errorResponse, privateHeaders, toErrorResponse } from "./error-response.server";

const KEY_MAX = 255;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Status = 200 | 201 | 204;

/** What an operation may need besides its input; `version` is the one that the client has changed (If-Match). */
type Call = { request: Request; params: LoaderFunctionArgs["params"]; version?: string };

/** docs/openapi.json describes it: its schema, its status, and the type that `run` returns. */
export type Operation = {
  /** The schema of the body, or of the query of a GET or beside a file; omitted if there is none. */
  schema?: z.ZodTypeAny;
  /** Reads the query for the schema, if names can repeat. */
  readQuery?: (params: URLSearchParams) => unknown;
  /** True if the body is a file, which `run` reads. */
  takesFile?: true;
  /** 201 for a created resource; 204 sends no body. */
  status?: Status;
  /** True if members with something to read or accept first may call it. */
  isOpenToUnfinished?: true;
  /** Undefined is a 404, unless the status is 204. A Response is returned as it is. */
  run: (member: Member, input: never, call: Call) => Promise<unknown>;
};

/** Declares an operation whose input has the type of its schema. */
export function operation<Schema extends z.ZodTypeAny, Result>(
  schema: Schema,
  run: (member: Member, input: z.output<Schema>, call: Call) => Promise<Result>,
  status: Status = 200,
) {
  return { schema, run, status };
}

/** The loader and the action of a route in one function, which carries its operations for the description of the API. */
export function apiRoute<Operations extends Partial<Record<Method, Operation>>>(operations: Operations) {
  const handle = async ({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) => {
    try {
      return await answer(operations, request, params);
    } catch (error) {
      return toErrorResponse(request, error);
    }
  };
  return Object.assign(handle, { operations });
}

async function answer(
  operations: Partial<Record<string, Operation>>,
  request: Request,
  params: Call["params"],
): Promise<Response> {
  const found = operations[request.method === "HEAD" ? "GET" : request.method];
  const isRead = request.method === "GET" || request.method === "HEAD";
  // The session is read after the body has arrived, and so only once.
  const body = isRead || found?.takesFile ? undefined : await readBody(request);
  const member = await apiMember(request, found?.isOpenToUnfinished);
  if (!found) {
    const allowed = Object.keys(operations);
    return errorResponse(request, 405, t("Use {methods} here.", { methods: formatList(allowed, "or") }), {
      Allow: allowed.join(", "),
    });
  }
  if (!isRead) rejectAfterEnd(request);
  const sent = nameByKey(
    body ? await parseJson(request, body) : readQuery(request, found),
    member.id,
    request,
  );
  const input = found.schema ? parseInput(found.schema, sent) : undefined;
  const version = request.headers.get("If-Match")?.replace(/^\*$|^"(.*)"$/, "$1") || undefined;
  const result = await found.run(member, input as never, { request, params, version });
  if (result instanceof Response) return result;
  if (found.status === 204) return new Response(null, { status: 204, headers: privateHeaders });
  if (result === undefined) throw notFoundRefusal();
  return json(result, found.status);
}

function readQuery(request: Request, { readQuery: read = Object.fromEntries }: Operation): unknown {
  return read(new URL(request.url).searchParams);
}

/** The input, with an id derived from its Idempotency-Key: the same request sent again creates nothing new. */
function nameByKey(sent: unknown, memberId: number, request: Request): unknown {
  const key = request.headers.get("Idempotency-Key");
  if (!key || request.method !== "POST" || !isObject(sent) || sent.id) return sent;
  if (key.length > KEY_MAX)
    throw new Refusal("invalid", msg("Idempotency-Key can have up to {max} characters.", { max: KEY_MAX }));
  return { ...sent, id: keyedUuid(`${memberId} ${new URL(request.url).pathname} ${key}`) };
}

function isObject(sent: unknown): sent is Record<string, unknown> {
  return typeof sent === "object" && sent !== null && !Array.isArray(sent);
}

/** The response for something created, or existing already. */
export function createdResponse<Thing>(thing: Thing, isNew: boolean): TypedResponse<Thing> {
  return json(thing, isNew ? 201 : 200);
}

/** Something with its version, which a client sends back as If-Match so that its change overwrites no other. */
export function versionedResponse<Thing>(
  thing: Thing,
  version: string,
  status?: 200 | 201,
): TypedResponse<Thing> {
  const response = json(thing, status);
  response.headers.set("ETag", `"${version}"`);
  return response;
}

/** A page of a list; `next` are the parameters of the next page, for the Link header. */
export function listResponse<Page>(
  request: Request,
  page: Page,
  next?: Record<string, string>,
): TypedResponse<Page> {
  const response = json(page);
  if (next) {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(next)) url.searchParams.set(name, value);
    response.headers.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return response;
}

async function apiMember(request: Request, isOpenToUnfinished = false): Promise<Member> {
  const session = await getCurrentSession(request);
  if (!session) throw signedOutRefusal();
  const writtenBy = request.headers.get(OFFLINE_KEY);
  // Written offline, before somebody else signed in: it must not be sent in their name.
  if (writtenBy && writtenBy !== offlineKeyOf(session)) throw signedOutRefusal();
  const closed = describeClosedAccount(new URL(request.url).pathname, session.member);
  if (closed) throw new Refusal("forbidden", closed);
  const unfinished = describeUnfinished(session.member);
  if (unfinished && !isOpenToUnfinished) throw new Refusal("forbidden", unfinished);
  return session.member;
}

function json<Value>(value: Value, status = 200): TypedResponse<Value> {
  const headers = { ...privateHeaders, "Content-Type": "application/json" };
  return new Response(JSON.stringify(value), { status, headers });
}
