// YouTube's oEmbed API: a video's title and thumbnail. Its HTML is never used.
import { z } from "zod";
import { env } from "~/env.server";
import { httpRequest, parseJson } from "./http-request.server";

const details = z.object({
  title: z.string().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** A video's title and thumbnail; empty if YouTube doesn't respond or the video isn't public. */
export async function describeVideo(videoId: string): Promise<{ title?: string; thumbnail?: string }> {
  const url = `https://www.youtube.com/watch?v=${videoId}`;
  const response = await httpRequest(env.youtube.url, "/oembed", { query: { url, format: "json" } });
  if ("failure" in response || response.status !== 200) return {};
  const { data } = details.safeParse(parseJson(response));
  return { title: data?.title, thumbnail: data?.thumbnail_url };
}
