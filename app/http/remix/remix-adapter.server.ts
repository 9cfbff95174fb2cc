// Between Node's requests and responses and those that Remix takes and returns.
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import type { Request as NodeRequest, Response as NodeResponse } from "express";

/** The bodies that are sent in one piece: a web stream takes as long to carry a page as reading its data takes. */
const texts = new WeakMap<Response, string>();

/** A response whose body only `sendResponse` reads, and sends in one piece. */
export function wholeResponse(text: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  texts.set(response, text);
  return response;
}

/** The bodies that have been read as a whole. */
const bodies = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

/** The same request with its body, which has been read and is in `bodyOf`. Its Host header must have been checked. */
export function toWholeRequest(req: NodeRequest, body: Uint8Array<ArrayBuffer>): Request {
  const request = new Request(addressOf(req), { method: req.method, headers: headersOf(req) });
  bodies.set(request, body);
  return request;
}

/** The body of a request that was made with it. */
export function bodyOf(request: Request): Uint8Array<ArrayBuffer> | undefined {
  return bodies.get(request);
}

/** The request for Remix, aborted if the client leaves before its response. Its Host header must have been checked. */
export function toRemixRequest(req: NodeRequest, res: NodeResponse): Request {
  const leaving = new AbortController();
  res.on("close", () => {
    if (!res.writableFinished) leaving.abort();
  });
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return new Request(addressOf(req), {
    method: req.method,
    headers: headersOf(req),
    signal: leaving.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(req), duplex: "half" }),
  });
}

function addressOf(req: NodeRequest): string {
  return `http://${req.headers.host}${req.originalUrl}`;
}

function headersOf(req: NodeRequest): Record<string, string> {
  // Node joins the values of a repeated header, except for Set-Cookie, which no request has.
  return req.headers as Record<string, string>;
}

/** Sends a response of Remix; resolves once its body has been read. */
export async function sendResponse(response: Response, res: NodeResponse) {
  res.status(response.status);
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.append(name, value);
    else res.setHeader(name, value);
  }
  const text = texts.get(response);
  if (text !== undefined) {
    const bytes = Buffer.from(text);
    // The compression middleware removes it again.
    res.setHeader("Content-Length", bytes.length);
    res.end(bytes);
  } else if (response.body) {
    await writeReadableStreamToWritable(response.body, res);
  } else {
    res.end();
  }
}
