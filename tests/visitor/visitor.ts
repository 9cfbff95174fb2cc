// A visitor whose browser runs no scripts: opens pages, follows redirects, keeps what a browser keeps.
import type { Browser } from "../api/client";
import { openPage, type Page } from "./page";
import { dom, type Navigation } from "./submission";

/** The parts of a browser that a visitor needs: cookies, and one request at a time. */
type Sender = Pick<Browser, "send"> & { server: { origin: string } };

/** What a navigation comes from: the page, how much of its address it tells, and whether it is shown in a frame. */
type Origin = { url?: URL; policy?: string; isFrame?: boolean };

const parser = new dom.window.DOMParser();
/** Elements that no test looks at, and that take half of the time to parse. */
const UNSEEN = /<script\b[\s\S]*?<\/script>|<svg [^>]*aria-hidden="true"[\s\S]*?<\/svg>/g;
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Lets somebody visit pages without scripts. */
export function openVisitor(browser: Sender) {
  return {
    /** Opens an address as if it were typed. Refuses responses of 500 and more. */
    visit: (address: string) => {
      const url = new URL(address, browser.server.origin);
      return navigate(browser, { url, method: "GET" }, {});
    },
  };
}

async function navigate(browser: Sender, first: Navigation, from: Origin): Promise<Page> {
  const { origin } = browser.server;
  const isFrame = from.isFrame ?? false;
  let to = first;
  for (let hops = 0; hops < 20; hops++) {
    if (to.url.origin !== origin) return show(browser, to.url, isFrame, new Response(null), "");
    const { url, method, body, type } = to;
    const headers = { ...navigationHeaders(to, from, origin), ...(type ? { "Content-Type": type } : {}) };
    const response = await browser.send(url.pathname + url.search, { method, headers, body });
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status >= 400 || !location) {
      const source = await response.text();
      if (response.status >= 500)
        throw new Error(`${method} ${url.pathname} returned ${response.status}:\n${source.slice(0, 2000)}`);
      return show(browser, url, isFrame, response, source);
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (!next.hash) next.hash = url.hash;
    to = response.status < 307 ? { url: next, method: "GET" } : { ...to, url: next };
  }
  throw new Error(`${first.url.pathname} redirects without end.`);
}

function navigationHeaders({ method }: Navigation, { url, policy, isFrame }: Origin, origin: string) {
  const referrer = policy === "no-referrer" ? undefined : url && withoutHash(url);
  return {
    Accept: ACCEPT,
    "Sec-Fetch-Site": url ? "same-origin" : "none",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": isFrame ? "iframe" : "document",
    ...(method === "POST" ? { Origin: referrer ? origin : "null" } : {}),
    ...(referrer ? { Referer: policy?.endsWith("strict-origin") ? `${origin}/` : referrer } : {}),
  };
}

function show(browser: Sender, url: URL, isFrame: boolean, response: Response, source: string): Page {
  const { status, headers } = response;
  const isHtml = headers.get("Content-Type")?.startsWith("text/html");
  dom.reconfigure({ url: url.href });
  const document = parser.parseFromString(isHtml ? source.replace(UNSEEN, "") : "", "text/html");
  if (!isHtml) document.body.append(source);
  hideByStyles(document);
  const policy = headers.get("Referrer-Policy") ?? undefined;
  const go = (to: Navigation, inFrame: boolean) => navigate(browser, to, { url, policy, isFrame: inFrame });
  const { origin } = browser.server;
  return openPage({ url, site: origin, status, headers, source, isFrame, document, go });
}

/** Marks as hidden what the stylesheet and the page's own styles hide. */
function hideByStyles(document: Document) {
  const styles = [...document.querySelectorAll("style")].map((each) => each.textContent).join("");
  const rules = [...styles.matchAll(/([^{}]+)\{\s*display:\s*none;?\s*\}/g)].map(([, selector]) => selector);
  for (const element of document.querySelectorAll([".offline-banner", ...rules].join()))
    element.setAttribute("hidden", "");
}

function withoutHash(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length);
}
