// Downloads: responses that are streamed or take long to write. A member has one at a time, whatever its kind, and other
// requests get their turn between its steps.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Message, msg } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal, refusalIn } from "~/refusal";
import { logCause, privateHeaders } from "./error-response.server";
import { errorFlash, refusalFlash, setFlash } from "./flash.server";
import { isFetchRequest, orNotFound, requireMember } from "./page.server";

const BUSY = msg("You're already downloading a file. Try again when it's done.");
const SECONDS_TO_WAIT = 20;

/** A file to download. */
type Download = {
  name: string;
  /** Its name in any script, for clients that read `filename*` (RFC 6266). */
  title?: string;
  type: string;
  bytes?: number;
  /** Each part is written in one step, which may take 10 ms. */
  content: string | AsyncIterable<string | Uint8Array>;
};

type Call = Pick<LoaderFunctionArgs, "request" | "params">;

type DownloadRoute = {
  /** The page with the link, which says in a browser why there is no file. */
  page: (call: Call) => string;
  /** What that page says if the file is missing or the member isn't signed in. Without it, the response is a bare 404. */
  missing?: { title: Message; description: Message };
  authorize?: (request: Request) => Promise<Member>;
  /** Opens a member's file; undefined is a 404. */
  open: (member: Member, call: Call) => Promise<Download | undefined>;
};

/** Who is downloading something from this process. */
const downloading = new Set<number>();

/**
 * The loader of a download. Refuses a second one at a time and more than 20 an hour (too-many), with a status and a sentence, or
 * as a flash message on the page with the link if a browser would show the bare sentence.
 */
export function downloadRoute({ page, missing, authorize = requireMember, open }: DownloadRoute) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<Response> => {
    try {
      const member = await authorize(request);
      await startDownload(member.id, context.response);
      return toResponse(request, orNotFound(await open(member, { request, params })), context.response);
    } catch (error) {
      const refusal = refusalIn(error);
      const isMissing = error instanceof Response && error.status === 404;
      const flash = refusal
        ? refusalFlash(refusal, msg("Download failed"))
        : missing && isMissing && errorFlash(missing.title, missing.description);
      if (!flash || isFetchRequest(request)) throw error;
      if (refusal) logCause(refusal);
      await setFlash(request, flash);
      return redirect(page({ request, params }), 303);
    }
  };
}

/** Counts a download, which is in progress until its response has been sent or its reader has gone. */
async function startDownload(memberId: number, response: ServerResponse) {
  if (downloading.has(memberId)) throw new Refusal("too-many", BUSY, {}, SECONDS_TO_WAIT);
  if (!response.destroyed) {
    downloading.add(memberId);
    response.once("close", () => downloading.delete(memberId));
  }
  await consumeRateLimit("download", memberId);
  await ownTurn();
}

function toResponse(
  { method }: Request,
  { name, title, type, bytes, content }: Download,
  response: ServerResponse,
): Response {
  const encoded = title && `; filename*=UTF-8''${encodeURIComponent(title).replace(/['()*]/g, "_")}`;
  const headers = {
    ...privateHeaders,
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"${encoded ?? ""}`,
    ...(bytes === undefined ? {} : { "Content-Length": String(bytes) }),
  };
  if (method !== "HEAD")
    return new Response(ReadableStream.from(inSteps(content, response)) as BodyInit, { headers });
  if (content instanceof Readable) content.destroy();
  return new Response(null, { headers });
}

/** Yields what is to be sent, no faster than it is read, until the reader has gone. */
async function* inSteps(content: Download["content"], response: ServerResponse): AsyncGenerator<Uint8Array> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  for await (const part of typeof content === "string" ? [content] : content) {
    if (response.destroyed) return;
    yield Buffer.from(part);
    if (response.writableNeedDrain)
      await once(response, "drain", { signal: gone.signal }).catch(() => undefined);
    await ownTurn();
  }
}

/** The steps of all downloads that wait for their turn. */
const waiting: (() => void)[] = [];

/** Resolves for one step of all downloads in each turn of the event loop. */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext);
  });
}

function startNext() {
  waiting.shift()?.();
  if (waiting.length) setImmediate(startNext);
}
