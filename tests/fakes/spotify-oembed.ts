// A fake of Spotify's oEmbed: titles and pictures of what its links lead to.
import { photo } from "./picture-files";
import { type Reply, startService } from "./service";

/** Starts a fake of Spotify's oEmbed. A link that was not added is titled "Spotify " and its path. */
export async function startSpotifyOembed() {
  const picture: Reply = { bytes: await photo("jpeg", 300, 300), type: "image/jpeg" };
  const known = new Map<string, object>();
  let image: Reply = picture;
  const service = startService(["open.spotify.com"], ({ path, query }): Reply | undefined => {
    if (path.startsWith("/image/")) return image;
    const url = query.get("url") ?? "";
    if (path !== "/oembed" || !/^https:\/\/(open\.spotify\.com|spotify\.link)\//.test(url)) return undefined;
    const { pathname } = new URL(url);
    return {
      json: {
        html: `<iframe src="https://open.spotify.com/embed${pathname}"></iframe><script>alert(1)</script>`,
        ...{ width: 456, height: 152, version: "1.0", type: "rich" },
        ...{ provider_name: "Spotify", provider_url: "https://spotify.com" },
        title: `Spotify ${pathname}`,
        ...{
          thumbnail_url: `${service.address}/image${pathname}`,
          thumbnail_width: 300,
          thumbnail_height: 300,
        },
        ...known.get(url),
      },
    };
  });
  return {
    ...service,
    /** Sets what it says about a link. */
    addLink(url: string, details: object) {
      known.set(url, details);
    },
    /** Sends this file for every picture; undefined for a good one. */
    sendPicture(bytes: Uint8Array | undefined, type = "image/jpeg") {
      image = bytes ? { bytes, type } : picture;
    },
  };
}
