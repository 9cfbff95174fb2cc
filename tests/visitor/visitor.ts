// A visitor whose browser runs no scripts: opens pages, follows redirects, keeps what a browser keeps.
import { JSDOM } from "jsdom";
import type { Browser } from "../api/server";
import { openPage, type Page } from "./page";
import type { Navigation } from "./submission";

/** What a visitor needs of a browser: cookies, and one request at a time. */
type Sender = Pick<Browser, "send"> & { server: { origin: string } };

/** What a navigation comes from: the page, how much of its address it tells, and whether it is shown in a frame. */
type Origin = { url?: URL; policy?: string; isFrame?: boolean };

/** The parts of a page that the stylesheet hides without scripts. */
const HIDDEN_BY_STYLES = ".offline-banner, .notice:target";
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
  const { document } = new JSDOM(isHtml ? source : "", { url: url.href }).window;
  if (!isHtml) document.body.append(source);
  hideByStyles(document);
  const policy = headers.get("Referrer-Policy") ?? undefined;
  const go = (to: Navigation, inFrame: boolean) =>
    navigate(browser, to, { url: new URL(document.URL), policy, isFrame: inFrame });
  const { origin } = browser.server;
  return openPage({ url, site: origin, status, headers, source, isFrame, document, go });
}

/** Marks as hidden what the stylesheet and the page's own styles hide. */
function hideByStyles(document: Document) {
  const hide = (selector: string) => {
    for (const element of document.querySelectorAll(selector)) element.setAttribute("hidden", "");
  };
  hide(HIDDEN_BY_STYLES);
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if ("selectorText" in rule && (rule as CSSStyleRule).style.display === "none")
        hide((rule as CSSStyleRule).selectorText);
}

function withoutHash(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length);
}
