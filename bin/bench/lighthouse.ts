// Lighthouse scores of the screens, on its simulated slow phone.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { withSeededServer } from "./pages";

const DEBUGGING_PORT = 9333;
/** The installed browser; undefined for Playwright's. */
const CHROMIUM = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-headless-shell",
].find((path) => path && existsSync(path));
const SCREENS = [
  "/",
  "/discover",
  "/matches",
  "/messages",
  "/records",
  "/records/new",
  "/playlists",
  "/trivia",
  "/profile?tab=profile",
  "/profile?tab=music",
  "/music-connections",
  "/settings",
];
/** Links on Discover to members' pages. */
const OF_A_MEMBER = [/\/members\/\d+(?=")/, /\/members\/\d+\/why(?=")/];

/** The part of Lighthouse's report that is read. */
type Report = {
  categories: { performance: { score: number }; accessibility: { score: number } };
  audits: Record<string, { displayValue?: string }>;
};

/** Prints a line per screen: performance and accessibility out of 100, layout shift and largest paint. */
export async function measureScreens() {
  const table: Record<string, string | number>[] = [];
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    await withSeededServer(async (origin, cookie) => {
      table.push({ screen: "/ (signed out)", ...(await audit(`${origin}/`)) });
      const discover = await (await fetch(`${origin}/discover`, { headers: { Cookie: cookie } })).text();
      const ofMember = OF_A_MEMBER.flatMap((address) => address.exec(discover)?.[0] ?? []);
      for (const screen of [...SCREENS, ...ofMember])
        table.push({ screen, ...(await audit(origin + screen, cookie)) });
    });
  } finally {
    await browser.close();
  }
  console.info("\nLighthouse");
  // biome-ignore lint/suspicious/noConsole: the output of a bench is a table
  console.table(table);
}

async function audit(address: string, cookie?: string) {
  const args = [
    "--yes",
    "lighthouse@12.8.2",
    address,
    `--port=${DEBUGGING_PORT}`,
    "--quiet",
    "--output=json",
    "--only-categories=performance,accessibility",
    `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
  ];
  const { stdout } = await promisify(execFile)("npx", args, { maxBuffer: 64 * 1024 ** 2 });
  const { categories, audits } = JSON.parse(stdout) as Report;
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    "layout shift": audits["cumulative-layout-shift"]?.displayValue ?? "",
    "largest paint": audits["largest-contentful-paint"]?.displayValue ?? "",
  };
}
