// Reads an iCalendar file, in the process that reads files: a recurrence rule can take any amount of time.

import { createHash } from "node:crypto";
import ICAL from "ical.js";
import { DAY_MS, HOUR_MS } from "~/durations";
import { formatNumber } from "~/language/intl";
import { Refusal } from "~/refusal";

/** How many events a calendar can have, and how often a recurring one is listed. */
const EVENTS_MAX = 5_000;
const REPEATS_MAX = 100;
/** How many dates of a recurring event are tried to find upcoming ones. */
const DATES_TRIED = 20_000;
const TEXT_MAX = 500;
const UID_MAX = 300;

/** An event on one day. `minutes` are after midnight there; null for a whole day, or if the zone isn't known. */
export type CalendarEvent = {
  uid: string;
  title: string;
  location: string;
  url: string;
  /** In days since 1970. */
  day: number;
  minutes: number | null;
  isCancelled: boolean;
};

/** `hoursEast` is how far ahead of UTC the calendar's town is, for UTC times in a calendar that names no zone. */
export type CalendarJob = { text: string; from: number; to: number; hoursEast: number };

export type ReadCalendar = { name: string; events: CalendarEvent[] };

// Not translated: operators read them, and they are kept in the database.
export const calendarErrors = {
  none: "It isn't a calendar.",
  tooMany: `It has more than ${formatNumber(EVENTS_MAX)} events.`,
  repeats: "One of its events repeats too often.",
};

/** The events of a calendar from one day to another. Refuses a file that isn't a calendar, or too large a one (invalid). */
export function readCalendar({ text, from, to, hoursEast }: CalendarJob): ReadCalendar {
  const calendars = parse(text);
  const events: CalendarEvent[] = [];
  let count = 0;
  for (const calendar of calendars) {
    const zone = zoneOf(calendar, hoursEast);
    const components = calendar.getAllSubcomponents("vevent");
    count += components.length;
    if (count > EVENTS_MAX) throw new Refusal("invalid", calendarErrors.tooMany);
    for (const { master, exceptions } of groupByUid(components)) {
      for (const event of readEvent(master, exceptions, zone, from, to)) {
        events.push(event);
        if (events.length > EVENTS_MAX) throw new Refusal("invalid", calendarErrors.tooMany);
      }
    }
  }
  const [first] = calendars;
  return { name: first ? textOf(first, "x-wr-calname") || textOf(first, "name") : "", events };
}

function parse(text: string): ICAL.Component[] {
  try {
    const parsed = ICAL.parse(text.replace(/^\ufeff/, ""));
    const roots = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
    const calendars = roots.map((root) => new ICAL.Component(root as never));
    if (calendars.length && calendars.every(({ name }) => name === "vcalendar")) return calendars;
  } catch {
    // It is refused below.
  }
  throw new Refusal("invalid", calendarErrors.none);
}

/** Turns a moment in UTC into the local time; minutes are null if that is a guess. */
type Zone = (at: ICAL.Time) => { day: number; minutes: number | null };

/** The zone that the calendar names, or else contains, or else that of the sun. */
function zoneOf(calendar: ICAL.Component, hoursEast: number): Zone {
  const named = textOf(calendar, "x-wr-timezone");
  const format = named ? createClock(named) : undefined;
  if (format) return (at) => readClock(format, at.toUnixTime() * 1000);
  const own = calendar.getFirstSubcomponent("vtimezone");
  if (own) {
    const zone = new ICAL.Timezone(own);
    return (at) => wallTime(at.convertToZone(zone));
  }
  return (at) => ({
    day: Math.floor((at.toUnixTime() * 1000 + hoursEast * HOUR_MS) / DAY_MS),
    minutes: null,
  });
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-CA", {
      ...{ timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit" },
    });
  } catch {
    return undefined;
  }
}

function readClock(format: Intl.DateTimeFormat, ms: number) {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, minutes: hour * 60 + minute };
}

/** The local time, which a time with a zone of its own states itself. */
function wallTime({ year, month, day, hour, minute, isDate }: ICAL.Time) {
  return {
    day: Math.floor(Date.UTC(year, month - 1, day) / DAY_MS),
    minutes: isDate ? null : hour * 60 + minute,
  };
}

/** Each event, with the changed dates of a recurring one. */
function groupByUid(components: ICAL.Component[]) {
  const masters: { master: ICAL.Component; exceptions: ICAL.Component[] }[] = [];
  const byUid = new Map<string, { master: ICAL.Component; exceptions: ICAL.Component[] }>();
  for (const component of components) {
    if (component.hasProperty("recurrence-id")) continue;
    const group = { master: component, exceptions: [] };
    masters.push(group);
    byUid.set(textOf(component, "uid"), group);
  }
  for (const component of components) {
    if (!component.hasProperty("recurrence-id")) continue;
    const group = byUid.get(textOf(component, "uid"));
    if (group) group.exceptions.push(component);
    else masters.push({ master: component, exceptions: [] });
  }
  return masters;
}

function* readEvent(
  master: ICAL.Component,
  exceptions: ICAL.Component[],
  zone: Zone,
  from: number,
  to: number,
): Generator<CalendarEvent> {
  const event = new ICAL.Event(master, { strictExceptions: false });
  // An event without a day doesn't count.
  if (!(event.startDate instanceof ICAL.Time)) return;
  if (!event.isRecurring()) {
    // A changed date whose event isn't in the file is one of several.
    const changed = master.getFirstPropertyValue("recurrence-id");
    const read = toEvent(master, event.startDate, zone, changed ? ` ${changed}` : "");
    if (isBetween(read, from, to)) yield read;
    return;
  }
  for (const exception of exceptions) event.relateException(new ICAL.Event(exception));
  const dates = event.iterator();
  let repeats = 0;
  for (let tried = 0; repeats < REPEATS_MAX; tried++) {
    if (tried > DATES_TRIED) throw new Refusal("invalid", calendarErrors.repeats);
    const next = dates.next();
    if (!next) return;
    const { item, startDate, recurrenceId } = event.getOccurrenceDetails(next);
    const read = toEvent(item.component, startDate, zone, ` ${recurrenceId.toString()}`);
    if (wallTime(next).day > to + 1) return;
    if (!isBetween(read, from, to)) continue;
    repeats++;
    yield read;
  }
}

function isBetween({ day }: CalendarEvent, from: number, to: number): boolean {
  return day >= from && day <= to;
}

function toEvent(component: ICAL.Component, start: ICAL.Time, zone: Zone, repeat: string): CalendarEvent {
  const isMoment = !start.isDate && start.zone === ICAL.Timezone.utcTimezone;
  const at = isMoment ? zone(start) : wallTime(start);
  const title = textOf(component, "summary");
  const uid = textOf(component, "uid") || createHash("sha256").update(`${title} ${start}`).digest("hex");
  return {
    uid: (uid + repeat).slice(0, UID_MAX),
    title,
    location: textOf(component, "location", ", "),
    url: textOf(component, "url"),
    ...at,
    isCancelled: textOf(component, "status").toUpperCase() === "CANCELLED",
  };
}

/** `line` replaces line breaks. */
function textOf(component: ICAL.Component, name: string, line = " "): string {
  const value = component.getFirstPropertyValue(name);
  const text = value === null || value === undefined ? "" : String(value);
  return text
    .replace(/[\s,]*\n\s*/g, line)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TEXT_MAX);
}
