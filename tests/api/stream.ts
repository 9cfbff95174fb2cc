// A client of GET /api/live, as strict as a browser's EventSource, that keeps all events.
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Browser } from "./client";

/** A dispatched event; `id` is the last event id after it. */
export type LiveEvent = { id: string; event: string; data: unknown };

export type LiveStream = {
  status: number;
  headers: IncomingMessage["headers"];
  events: LiveEvent[];
  /** Comments, which an EventSource ignores. */
  comments: string[];
  /** The Last-Event-ID that a reconnect would send. */
  lastEventId: () => string;
  retryMs: () => number;
  /** Resolves with all events once `isDone` is true of them; fails if the stream ends before. */
  waitFor: (isDone: (events: LiveEvent[]) => boolean) => Promise<LiveEvent[]>;
  /** Resolves when either side has closed the stream. */
  ended: Promise<void>;
  isOpen: () => boolean;
  /** Breaks the connection. */
  disconnect: () => void;
  /** Stops reading without closing the connection. */
  pause: () => void;
};

/** Opens a stream with a browser's cookies; `from` is sent as Last-Event-ID. */
export async function openStream(
  browser: Browser,
  { from = "", path = "/api/live" } = {},
): Promise<LiveStream> {
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const outgoing: ClientRequest = request(`${browser.server.address}${path}`, {
    agent: new Agent({ keepAlive: false }),
    headers: {
      Host: new URL(browser.server.origin).host,
      Accept: "text/event-stream",
      ...(cookie ? { Cookie: cookie } : {}),
      ...(from ? { "Last-Event-ID": from } : {}),
    },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  outgoing.on("error", () => {});
  const events: LiveEvent[] = [];
  const comments: string[] = [];
  const waiting = new Set<() => void>();
  let [lastEventId, retryMs, rest, name] = [from, 0, "", ""];
  let id = from;
  let data: string[] = [];

  function readLine(line: string) {
    if (line === "") {
      // Not earlier: an event that has not arrived whole is sent again.
      lastEventId = id;
      if (data.length)
        events.push({ id: lastEventId, event: name || "message", data: JSON.parse(data.join("\n")) });
      [name, data] = ["", []];
    } else if (line.startsWith(":")) comments.push(line.slice(1));
    else {
      const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "id") id = value;
      else if (field === "event") name = value;
      else if (field === "data") data.push(value);
      else if (field === "retry") retryMs = Number(value);
    }
  }

  answer.setEncoding("utf8").on("data", (part: string) => {
    const lines = (rest + part).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
    for (const check of waiting) check();
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
    events,
    comments,
    lastEventId: () => lastEventId,
    retryMs: () => retryMs,
    waitFor: (isDone) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!isDone(events)) return;
          waiting.delete(check);
          resolve(events);
        };
        waiting.add(check);
        check();
        void ended.then(() => reject(new Error("The stream has ended.")));
      }),
    ended,
    isOpen: () => isOpen,
    disconnect: () => outgoing.destroy(),
    pause: () => answer.pause(),
  };
}
