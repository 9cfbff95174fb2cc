// The Chromium of the benches.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

const INSTALLED = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-headless-shell",
].find((path) => path && existsSync(path));

/** Launches the installed browser, or else Playwright's. */
export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: INSTALLED, args: ["--no-sandbox", "--disable-gpu", ...args] });
}
