import { forgetPages } from "~/http/left.server";
import { privately } from "~/http/refusal.server";

/** An empty stylesheet that the page after a sign-out loads: its headers make the browser forget what it kept. */
export async function loader() {
  return new Response("", {
    headers: { ...privately, "Content-Type": "text/css; charset=utf-8", ...(await forgetPages()) },
  });
}
