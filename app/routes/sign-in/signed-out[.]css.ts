import { clearCachedPages } from "~/auth/bfcache.server";
import { privateHeaders } from "~/http/error-response.server";

/** An empty stylesheet loaded by the page after a sign-out: its headers clear the browser's cache. */
export async function loader() {
  return new Response("", {
    headers: { ...privateHeaders, "Content-Type": "text/css; charset=utf-8", ...(await clearCachedPages()) },
  });
}
