// Numbers, dates and lists in the format of the current language: the only place that uses `Intl` for them.
import { currentLanguage } from "./current";
import { ENGLISH, PSEUDO } from "./language";

/** English without a region means US English. */
const US_ENGLISH = "en-US";
const WITHOUT_LAST_COMMA = "en-GB";

const MADE_MAX = 500;

const made = new Map<string, unknown>();

/**
 * Making a format takes a thousand times as long as using it. Limited, because browsers can name many regions and time zones.
 */
function keep<Format>(key: string, make: () => Format): Format {
  const format = (made.get(key) as Format | undefined) ?? make();
  if (made.size >= MADE_MAX) made.clear();
  made.set(key, format);
  return format;
}

/** The current language's tag for `Intl`, with a region if it is known ("DE"). */
export function currentLocale(region?: string): string {
  const language = currentLanguage();
  const isEnglish = language === ENGLISH || language === PSEUDO;
  if (region) return `${isEnglish ? ENGLISH : language}-${region}`;
  return isEnglish ? US_ENGLISH : language;
}

/** Browsers and Node.js use different kinds of spaces. */
function evenSpaces(text: string): string {
  return text.replace(/\u202f/g, "\u00a0");
}

/** "1,234" or "1.234". */
export function formatNumber(number: number): string {
  // Short numbers are the same in all languages, and most are short.
  if (Number.isInteger(number) && number >= 0 && number < 1000) return `${number}`;
  const locale = currentLocale();
  return evenSpaces(keep(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(number));
}

/** "0.900" or "0,900": a number with as many decimals as `digits`. */
export function formatDecimals(number: number, digits: number): string {
  const locale = currentLocale();
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = keep(`decimals ${digits} ${locale}`, () => new Intl.NumberFormat(locale, options));
  return evenSpaces(format.format(number));
}

/** "92%" or "92 %". */
export function formatPercent(percent: number): string {
  const locale = currentLocale();
  const format = keep(`percent ${locale}`, () => new Intl.NumberFormat(locale, { style: "percent" }));
  return evenSpaces(format.format(percent / 100));
}

/** A date format for a module to keep; each date is written in the language of that moment. */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format: (date: Date | number) => string } {
  return { format: (date) => formatDate(new Date(date), options) };
}

/** A date or time in UTC, or in the options' time zone. `locale` is the viewer's if it has a region. */
export function formatDate(
  date: Date,
  options: Intl.DateTimeFormatOptions,
  locale = currentLocale(),
): string {
  // A time zone that is given as undefined is the browser's own.
  const all = { timeZone: "UTC", ...options };
  const key = `date ${locale} ${all.timeZone} ${JSON.stringify(options)}`;
  return evenSpaces(keep(key, () => new Intl.DateTimeFormat(locale, all)).format(date));
}

/** "Low, Pram and Broadcast"; with `or`, a choice between them. */
export function formatList(items: string[], last: "and" | "or" = "and"): string {
  const locale = currentLocale() === US_ENGLISH ? WITHOUT_LAST_COMMA : currentLocale();
  const type = last === "and" ? "conjunction" : "disjunction";
  return keep(`list ${locale} ${type}`, () => new Intl.ListFormat(locale, { type })).format(items);
}

/** A common noun within a sentence: lowercase, except in German. */
export function withinSentence(noun: string): string {
  return currentLanguage() === "de" ? noun : noun.toLowerCase();
}

/** The plural form for a number: "one", "other"; the ordinal's with `isOrdinal`. */
export function pluralForm(number: number, isOrdinal = false): string {
  const locale = currentLocale();
  const type = isOrdinal ? "ordinal" : "cardinal";
  return keep(`plural ${locale} ${type}`, () => new Intl.PluralRules(locale, { type })).select(number);
}
