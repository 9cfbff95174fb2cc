// A reader of GET /api/live, as strict as a browser's EventSource, that keeps what it was told.
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Browser } from "./server";

/** What was dispatched; `id` is the reader's place after it. */
export type Told = { id: string; event: string; data: unknown };

export type Reader = {
  status: number;
  headers: IncomingMessage["headers"];
  told: Told[];
  /** Comments, which a browser never shows. */
  comments: string[];
  /** The reader's place: what it would send as Last-Event-ID. */
  place: () => string;
  retryMs: () => number;
  /** Resolves once `isThere` holds, with what was told. */
  until: (isThere: (told: Told[]) => boolean) => Promise<Told[]>;
  /** Resolves when the stream has ended, by whichever side. */
  ended: Promise<void>;
  isOpen: () => boolean;
  /** Breaks the connection. */
  drop: () => void;
  /** Stops reading, and keeps the connection. */
  stall: () => void;
};

/** Opens a stream in somebody's name; `from` is the Last-Event-ID of the stream before it. */
export async function openStream(browser: Browser, { from = "", path = "/api/live" } = {}): Promise<Reader> {
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const asked: ClientRequest = request(`${browser.server.address}${path}`, {
    agent: new Agent({ keepAlive: false }),
    headers: {
      Host: new URL(browser.server.origin).host,
      Accept: "text/event-stream",
      ...(cookie ? { Cookie: cookie } : {}),
      ...(from ? { "Last-Event-ID": from } : {}),
    },
  });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  asked.on("error", () => {});
  const told: Told[] = [];
  const comments: string[] = [];
  const waiting = new Set<() => void>();
  let [place, retryMs, rest, name] = [from, 0, "", ""];
  let data: string[] = [];

  function readLine(line: string) {
    if (line === "") {
      if (data.length) told.push({ id: place, event: name || "message", data: JSON.parse(data.join("\n")) });
      [name, data] = ["", []];
    } else if (line.startsWith(":")) comments.push(line.slice(1));
    else {
      const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "id") place = value;
      else if (field === "event") name = value;
      else if (field === "data") data.push(value);
      else if (field === "retry") retryMs = Number(value);
    }
  }

  answer.setEncoding("utf8").on("data", (part: string) => {
    const lines = (rest + part).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
    for (const look of waiting) look();
  });
  answer.on("error", () => {});
  let isOpen = true;
  const ended = new Promise<void>((resolve) => {
    answer.on("close", () => {
      isOpen = false;
      resolve();
    });
  });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    told,
    comments,
    place: () => place,
    retryMs: () => retryMs,
    until: (isThere) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isThere(told)) return;
          waiting.delete(look);
          resolve(told);
        };
        waiting.add(look);
        look();
      }),
    ended,
    isOpen: () => isOpen,
    drop: () => asked.destroy(),
    stall: () => answer.pause(),
  };
}
