// YouTube's oEmbed on loopback, with the answers and the troubles of the real one.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What it knows of a video. */
type Video = { title: unknown; thumbnail_url?: unknown };

/** How the next questions are answered, until it is said otherwise. */
export type YoutubeMood =
  | "well"
  | "bad id"
  | "embedding off"
  | "private"
  | "absent"
  | "too many"
  | "broken"
  | "hanging"
  | "cut"
  | "not json"
  | "no object"
  | "huge"
  | "elsewhere";

const texts: Partial<Record<YoutubeMood, [status: number, text: string]>> = {
  "bad id": [400, "Bad Request"],
  "embedding off": [401, "Unauthorized"],
  private: [403, "Forbidden"],
  absent: [404, "Not Found"],
  broken: [500, "Internal Server Error"],
  "not json": [200, "<!doctype html><title>Before you continue</title>"],
  "no object": [200, "null"],
};

/** Starts it on a free port. Videos that nobody has told it of are called 'Video ' and their id. */
export async function startYoutube() {
  const videos = new Map<string, Video>();
  const asked: { path: string; videoId: string; userAgent: string }[] = [];
  let mood: YoutubeMood = "well";
  let retryAfter = "0";
  let leadTo = "http://127.0.0.1:1/";

  function answerInMood(response: ServerResponse, videoId: string) {
    const text = texts[mood];
    if (text) return void response.writeHead(text[0], { "Content-Type": "text/plain" }).end(text[1]);
    switch (mood) {
      case "too many":
        return void response.writeHead(429, { "Retry-After": retryAfter }).end("Too Many Requests");
      case "hanging":
        return;
      case "cut":
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
        response.write('{"title":"Half an answ');
        setTimeout(() => response.destroy(), 20);
        return;
      case "huge":
        response.writeHead(200, { "Content-Type": "application/json" });
        return void response.end(JSON.stringify({ title: "x", html: "x".repeat(5_000_000) }));
      case "elsewhere":
        return void response.writeHead(302, { Location: leadTo }).end();
    }
    const { title, thumbnail_url } = videos.get(videoId) ?? { title: `Video ${videoId}` };
    const said = {
      title,
      author_name: "Somebody",
      author_url: "https://www.youtube.com/@somebody",
      type: "video",
      height: 113,
      width: 200,
      version: "1.0",
      provider_name: "YouTube",
      provider_url: "https://www.youtube.com/",
      thumbnail_height: 360,
      thumbnail_width: 480,
      thumbnail_url: thumbnail_url ?? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
      html: `<iframe src="https://www.youtube.com/embed/${videoId}"></iframe>`,
    };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://youtube");
    const videoId = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(
      searchParams.get("url") ?? "",
    )?.[1];
    const path = `${request.method} ${pathname}`;
    asked.push({ path, videoId: videoId ?? "", userAgent: request.headers["user-agent"] ?? "" });
    if (path !== "GET /oembed") return void response.writeHead(404).end("Not Found");
    if (!videoId || searchParams.get("format") !== "json") {
      return void response.writeHead(400).end("Bad Request");
    }
    answerInMood(response, videoId);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that it was asked, in order. */
    asked,
    /** Says what it knows of a video. */
    tell(videoId: string, video: Video) {
      videos.set(videoId, video);
    },
    /** Says how it answers; `detail` is the Retry-After of "too many", the address of "elsewhere". */
    be(next: YoutubeMood, detail?: string) {
      mood = next;
      if (next === "too many") retryAfter = detail ?? "0";
      if (next === "elsewhere") leadTo = detail ?? leadTo;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
