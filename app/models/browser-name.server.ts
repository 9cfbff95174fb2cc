// The name of a browser as its member reads it.
import Bowser from "bowser";
import { t } from "~/language/text";

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/** "Firefox on Linux". */
export function browserName(userAgent: string): string {
  if (!userAgent) return t("Unknown browser");
  const { browser, os } = Bowser.parse(userAgent);
  // The library passes on the text of unknown names, such as a link.
  if (!BROWSERS.has(browser.name ?? "")) return t("Unknown browser");
  return SYSTEMS.has(os.name ?? "")
    ? t("{browser} on {system}", { browser: `${browser.name}`, system: `${os.name}` })
    : `${browser.name}`;
}
