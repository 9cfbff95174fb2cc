// YouTube, asked what a video is called and how it looks. Its answer's HTML is never used.
import { z } from "zod";
import { env } from "~/env.server";
import { optionalText } from "~/models/fields";
import { VIDEO_TITLE_MAX } from "~/models/share";
import { ask, readAnswer } from "./ask.server";

const said = z.object({
  title: optionalText(VIDEO_TITLE_MAX).catch(""),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** What YouTube says of a video; nothing where it does not answer, or knows no such video for everyone. */
export async function describeVideo(videoId: string): Promise<{ title?: string; thumbnail?: string }> {
  const url = `https://www.youtube.com/watch?v=${videoId}`;
  const answer = await ask(env.youtube.url, "/oembed", { query: { url, format: "json" } });
  if ("silence" in answer || answer.status !== 200) return {};
  const { data } = said.safeParse(readAnswer(answer));
  return { title: data?.title, thumbnail: data?.thumbnail_url };
}
