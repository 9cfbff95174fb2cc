// The oEmbed APIs of YouTube and Spotify: the details of a link. Their HTML is never used.
import { z } from "zod";
import { removeTopic } from "~/clean-text";
import { httpDownload } from "./http-download.server";
import { httpRequest, parseJson } from "./http-request.server";
import { serviceUrl } from "./outside-service.server";

/** A link, in the form in which its site is asked about it. */
export type Link = { site: "youtube" | "spotify"; url: string };

export type LinkDetails = { title?: string; artist?: string; thumbnail?: string };

const THUMBNAIL_BYTES = 5_000_000;
const THUMBNAIL_REDIRECTS = 2;

const sites = {
  youtube: { host: "www.youtube.com", hosts: ["i.ytimg.com"] },
  spotify: { host: "open.spotify.com", hosts: ["*.scdn.co", "*.spotifycdn.com"] },
};

const text = z.string().optional().catch(undefined);
const details = z.object({ title: text, author_name: text, thumbnail_url: text });

/** The details of a link; empty if its site doesn't respond or shows it to nobody. */
export async function describeLink({ site, url }: Link): Promise<LinkDetails> {
  const response = await httpRequest(serviceUrl(sites[site].host), "/oembed", {
    query: { url, format: "json" },
  });
  if ("failure" in response || response.status !== 200) return {};
  const { data } = details.safeParse(parseJson(response));
  return {
    title: data?.title,
    artist: data?.author_name && removeTopic(data.author_name),
    thumbnail: data?.thumbnail_url,
  };
}

/** The bytes of a thumbnail that a site has named; undefined if it isn't available from the site's own hosts. */
export async function downloadThumbnail({ site }: Link, address: string): Promise<Buffer | undefined> {
  const { host, hosts } = sites[site];
  const limits = { maxRedirects: THUMBNAIL_REDIRECTS, maxBytes: THUMBNAIL_BYTES };
  const response = await httpDownload(address, { base: serviceUrl(host), hosts, ...limits });
  return "failure" in response || response.status !== 200 ? undefined : response.bytes;
}
