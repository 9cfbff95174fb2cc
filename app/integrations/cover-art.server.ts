// The Cover Art Archive: the front cover of a release of MusicBrainz.
import { httpDownload } from "./http-download.server";
import { catalogHeaders } from "./musicbrainz.server";
import { serviceUrl } from "./outside-service.server";

/** The archive redirects to the Internet Archive, which redirects to one of its machines. */
const HOSTS = ["coverartarchive.org", "archive.org", "*.archive.org"] as const;
const MAX_REDIRECTS = 5;
/** 10 MB, as for uploads. */
const MAX_BYTES = 10_485_760;

/** The bytes of a release's front cover; null if it has none, undefined without a response or after a temporary failure. */
export async function downloadCover(releaseId: string): Promise<Buffer | null | undefined> {
  const base = serviceUrl(HOSTS[0]);
  const response = await httpDownload(`${base}/release/${releaseId}/front-500`, {
    hosts: HOSTS,
    base,
    maxRedirects: MAX_REDIRECTS,
    maxBytes: MAX_BYTES,
    headers: catalogHeaders(),
  });
  if ("failure" in response) return undefined;
  if (response.status === 404) return null;
  return response.status === 200 ? response.bytes : undefined;
}
