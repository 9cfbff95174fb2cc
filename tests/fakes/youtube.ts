// A fake of YouTube's oEmbed, with the answers and failures of the real one.
import type { ServerResponse } from "node:http";
import { photo } from "./picture-files";
import { standFor } from "./service";

/** The metadata of a video. */
type Video = { title: unknown; thumbnail_url?: unknown };

/** How requests are answered. */
export type YoutubeBehavior =
  | "normal"
  | "rejecting the id"
  | "forbidding embeds"
  | "keeping it private"
  | "unaware of it"
  | "rate limiting"
  | "broken"
  | "hanging"
  | "cut off"
  | "sending HTML"
  | "sending null"
  | "sending too much"
  | "redirecting";

const texts: Partial<Record<YoutubeBehavior, [status: number, text: string]>> = {
  "rejecting the id": [400, "Bad Request"],
  "forbidding embeds": [401, "Unauthorized"],
  "keeping it private": [403, "Forbidden"],
  "unaware of it": [404, "Not Found"],
  broken: [500, "Internal Server Error"],
  "sending HTML": [200, "<!doctype html><title>Before you continue</title>"],
  "sending null": [200, "null"],
};

/** Starts a fake YouTube. A video that was not added is titled 'Video ' and its id. */
export async function startYoutube() {
  const thumbnail = await photo("jpeg", 480, 360);
  const pictures: string[] = [];
  const videos = new Map<string, Video>();
  const requests: { path: string; videoId: string; userAgent: string }[] = [];
  const hanging = new Set<ServerResponse>();
  let behavior: YoutubeBehavior = "normal";
  let retryAfter = "0";
  let redirectTo = "http://127.0.0.1:1/";

  function sendAnswer(response: ServerResponse, videoId: string) {
    const text = texts[behavior];
    if (text) return void response.writeHead(text[0], { "Content-Type": "text/plain" }).end(text[1]);
    switch (behavior) {
      case "rate limiting":
        return void response.writeHead(429, { "Retry-After": retryAfter }).end("Too Many Requests");
      case "hanging":
        return void hanging.add(response);
      case "cut off":
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
        response.write('{"title":"Half an answ');
        setTimeout(() => response.destroy(), 20);
        return;
      case "sending too much":
        response.writeHead(200, { "Content-Type": "application/json" });
        return void response.end(JSON.stringify({ title: "x", html: "x".repeat(5_000_000) }));
      case "redirecting":
        return void response.writeHead(302, { Location: redirectTo }).end();
    }
    const { title, thumbnail_url } = videos.get(videoId) ?? { title: `Video ${videoId}` };
    const metadata = {
      title,
      author_name: "Somebody - Topic",
      author_url: "https://www.youtube.com/@somebody",
      type: "video",
      height: 113,
      width: 200,
      version: "1.0",
      provider_name: "YouTube",
      provider_url: "https://www.youtube.com/",
      thumbnail_height: 360,
      thumbnail_width: 480,
      thumbnail_url:
        thumbnail_url === undefined ? `${service.address}/vi/${videoId}/hqdefault.jpg` : thumbnail_url,
      html: `<iframe src="https://www.youtube.com/embed/${videoId}"></iframe>`,
    };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(metadata));
  }

  const service = standFor(["www.youtube.com"], (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://youtube");
    const videoId = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(
      searchParams.get("url") ?? "",
    )?.[1];
    const path = `${request.method} ${pathname}`;
    if (pathname.startsWith("/vi/")) {
      pictures.push(pathname);
      return void response.writeHead(200, { "Content-Type": "image/jpeg" }).end(thumbnail);
    }
    requests.push({ path, videoId: videoId ?? "", userAgent: request.headers["user-agent"] ?? "" });
    if (path !== "GET /oembed") return void response.writeHead(404).end("Not Found");
    if (!videoId || searchParams.get("format") !== "json") {
      return void response.writeHead(400).end("Bad Request");
    }
    sendAnswer(response, videoId);
  });

  return {
    ...service,
    /** The path of every thumbnail that was asked for, in order. */
    pictures,
    /** Every request, in order. */
    requests,
    /** Sets the metadata of a video. */
    addVideo(videoId: string, video: Video) {
      videos.set(videoId, video);
    },
    /** Sets how it answers, and cuts off what hangs; `detail` is the Retry-After of "rate limiting" or the target of "redirecting". */
    behave(next: YoutubeBehavior, detail?: string) {
      behavior = next;
      for (const response of hanging) response.destroy();
      hanging.clear();
      if (next === "rate limiting") retryAfter = detail ?? "0";
      if (next === "redirecting") redirectTo = detail ?? redirectTo;
    },
  };
}
