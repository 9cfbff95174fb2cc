// The first visit of a slow phone: what Discover loads, and when it answers to a tap.
import type { Browser } from "playwright";
import { launchChromium } from "./chromium";
import { withSeededServer } from "./pages";

const ROUNDS = 5;
/** 400 kbit/s. */
const BYTES_PER_SECOND = 50_000;
const LATENCY_MS = 150;
const TIMES_SLOWER = 6;
/** How long to count requests after the page is hydrated. */
const REST_MS = 3000;

/** Prints the median first visit with and without scripts, in turns: requests, kilobytes and seconds. */
export async function measurePhone() {
  const browser = await launchChromium();
  const visits = { "with scripts": [] as Visit[], "without scripts": [] as Visit[] };
  try {
    await withSeededServer(async (origin, cookie) => {
      for (let round = 0; round < ROUNDS; round++) {
        visits["without scripts"].push(await visit(browser, origin, cookie, false));
        visits["with scripts"].push(await visit(browser, origin, cookie, true));
      }
    });
  } finally {
    await browser.close();
  }
  console.info(
    `\nFirst visit of /discover, ${TIMES_SLOWER} times slower, ${BYTES_PER_SECOND / 125} kbit/s, ${LATENCY_MS} ms`,
  );
  // biome-ignore lint/suspicious/noConsole: the output of a bench is a table
  console.table(Object.entries(visits).map(([page, each]) => ({ page, ...medianOf(each) })));
}

type Visit = { requests: number; kB: number; "first paint, s": number; "ready, s": number };

/** Loads the page in an empty browser; ready is hydrated, or without scripts loaded. */
async function visit(browser: Browser, origin: string, cookie: string, hasScripts: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: hasScripts,
    extraHTTPHeaders: { Cookie: cookie },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", () => requests++);
  devtools.on("Network.dataReceived", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: TIMES_SLOWER });
  const start = performance.now();
  await page.goto(`${origin}/discover`, { waitUntil: hasScripts ? "commit" : "load" });
  // React leaves its properties on what it has hydrated.
  if (hasScripts) {
    await page.waitForFunction(() => {
      const form = document.querySelector("main form");
      return form && Object.keys(form).some((key) => key.startsWith("__reactProps"));
    });
  }
  const ready = performance.now() - start;
  await page.waitForTimeout(REST_MS);
  const paint = hasScripts
    ? await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime)
    : undefined;
  await context.close();
  return {
    requests,
    kB: bytes / 1000,
    "first paint, s": (paint ?? Number.NaN) / 1000,
    "ready, s": ready / 1000,
  };
}

function medianOf(visits: Visit[]) {
  const median = (key: keyof Visit) =>
    Number(
      visits
        .map((each) => each[key])
        .sort((a, b) => a - b)
        [Math.floor(visits.length / 2)]?.toPrecision(3),
    );
  return {
    requests: median("requests"),
    kB: median("kB"),
    "first paint, s": median("first paint, s"),
    "ready, s": median("ready, s"),
  };
}
