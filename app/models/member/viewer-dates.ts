// How dates and times are written for a reader: in their time zone and their region's format.
import { currentLocale } from "~/language/intl";

/** `timeZone` is that of the reader's settings; null without one. `locale` is a language tag. */
export type ViewerDates = { timeZone: string | null; locale: string };

export const DEFAULT_LOCALE = "en-US";

/**
 * The current language in the region of the browser's first language, such as "en-GB" for 15:19; US English if nothing is
 * known.
 */
export function localeOf(acceptLanguage: string | null): string {
  return currentLocale(regionOf(acceptLanguage));
}

/** The region of the browser's first language, such as "CA" for "en-CA" and "DE" for "de"; undefined if nothing is known. */
export function regionOf(acceptLanguage: string | null): string | undefined {
  const [first = ""] = (acceptLanguage ?? "").split(/[,;]/);
  try {
    return new Intl.Locale(first.trim()).maximize().region;
  } catch {
    // "*", or no language.
    return undefined;
  }
}
