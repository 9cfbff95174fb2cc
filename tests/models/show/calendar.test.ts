// Calendars of shows: twenty shapes as programs write them, what changes and vanishes, and what goes wrong.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { going, show, showArtist, showCalendar } from "db/schema";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toDate, toTime } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { resolvePlace } from "~/models/member/place/place.server";
import { savePreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import {
  listCalendars,
  readDueCalendar,
  syncCalendars,
  toShows,
} from "~/models/show/calendar/calendar.server";
import { findLineup } from "~/models/show/calendar/lineup";
import { shortTown } from "~/models/show/show";
import { addShow } from "~/models/show/show.server";
import { getShow } from "~/models/show/show-list.server";
import { showInput } from "~/models/show/show-schema";
import { addMember } from "../../cast";

const NOW = Date.UTC(2026, 11, 1, 12);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answers = new Map<string, Answer>();
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Artists whom our own list doesn't have are known once three members list them.
  for (const name of ["Ada", "Ben", "Cleo"]) {
    const { id } = await addMember(name);
    await savePreferences(id, { topArtists: ["Pram", "Low", "múm"], favoriteGenres: [] } as never);
  }
});
afterAll(() => server.close());
beforeEach(async () => {
  await db.delete(show);
  await db.delete(showCalendar);
  answers.clear();
});

const sends = (body: string | Buffer, headers: Record<string, string> = {}): Answer => {
  return (_, response) => response.writeHead(200, { "Content-Type": "text/calendar", ...headers }).end(body);
};

/** Lists these calendars for the operator, with the town of those that have one. */
async function list(...calendars: [path: string, town?: string][]) {
  env.showsCalendars = calendars.map(([path, town = ""]) => ({ url: origin + path, town }));
  await syncCalendars(NOW);
}

/** Reads a calendar that says this, as the only one of the operator's. */
async function read(body: string | Buffer | Answer, town = "", now = NOW) {
  answers.set("/shows.ics", typeof body === "function" ? body : sends(body));
  await list(["/shows.ics", town]);
  await db.update(showCalendar).set({ dueAt: new Date(now) });
  await readDueCalendar(now);
  const [calendar] = await listCalendars();
  return { error: calendar?.error ?? null, shows: await listShows() };
}

async function listShows() {
  const rows = await db.select().from(show).orderBy(asc(show.day), show.id);
  const artists = await db.select().from(showArtist).orderBy(showArtist.position);
  return rows.map(({ id, day, doors, venue, placeName, cancelledAt }) =>
    [
      artists
        .filter(({ showId }) => showId === id)
        .map(({ name }) => name)
        .join(" + "),
      [toDate(day), toTime(doors)].filter(Boolean).join(" "),
      `${venue} in ${shortTown(placeName)}`,
      ...(cancelledAt ? ["cancelled"] : []),
    ].join(", "),
  );
}

const file = (name: string) => readFileSync(new URL(`./calendars/${name}.ics`, import.meta.url));
const calendarOf = (...events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    ...events.map((each) => `BEGIN:VEVENT\r\n${each}\r\nEND:VEVENT`),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const low = (more = "") =>
  `UID:low\r\nDTSTART:20261210T200000\r\nSUMMARY:Low\r\nLOCATION:Club\\, Leipzig${more}`;

test.each<[name: string, town: string, shows: string[]]>([
  ["gancio", "", ["Low + Pram, 2026-12-04 20:30, Trabendo - 211 avenue Jean-Jaurès in Paris"]],
  ["mobilizon", "", ["Broadcast, 2026-12-05 20:00, UT Connewitz in Leipzig"]],
  ["the-events-calendar", "", ["Low + Pram, 2026-12-11 20:30, Schlachthof in Wiesbaden"]],
  ["google", "", ["Low, 2026-12-04 16:00, Mississippi Studios in Portland"]],
  ["google-whole-day", "Bristol", ["Stereolab, 2026-12-12, The Hall in Bristol"]],
  [
    "google-repeats",
    "",
    ["Low, 2026-12-07 19:00, The Lexington in London", "Low, 2026-12-22 20:00, The Lexington in London"],
  ],
  ["outlook", "", ["Radiohead, 2026-12-06 20:00, Porsche-Arena in Stuttgart"]],
  ["outlook-in-utc", "", ["Portishead, 2026-12-07 20:00, Doug Fir Lounge in Portland"]],
  ["nextcloud", "", ["Nick Cave & The Bad Seeds, 2026-12-10 19:30, Arena Wien in Vienna"]],
  ["eventbrite", "", ["Björk, 2026-12-10, Union Chapel in London"]],
  ["songkick", "", ["Low, 2026-12-15, La Cigale in Paris"]],
  ["facebook", "Portland, Oregon", ["Low + Pram, 2026-12-04, Mississippi Studios in Portland"]],
  ["meetup", "New York", ["Radiohead, 2026-12-13 19:00, Nublu in New York City"]],
  ["floating", "", ["Aphex Twin + Autechre, 2026-12-19 23:00, Berghain in Berlin"]],
  [
    "folded",
    "",
    [
      "Florence + The Machine + Tyler, The Creator + Earth, Wind & Fire + AC/DC, 2026-12-18 21:00, Wizink Center in Madrid",
    ],
  ],
  ["icloud", "", ["Mogwai, 2026-12-17 20:30, Paradiso in Amsterdam"]],
  [
    "two-calendars",
    "",
    ["Sigur Rós, 2026-12-20 18:00, Harpa in Reykjavík", "múm, 2026-12-21 18:00, Harpa in Reykjavík"],
  ],
  ["old-letters", "", ["Björk, 2026-12-16, Große Freiheit in Hamburg"]],
  ["no-uid", "Leipzig", ["Pram + Low, 2026-12-22 20:00, 127.0.0.1 in Leipzig"]],
  ["nobody-known", "", []],
  ["cancelled", "", []],
])("%s: right artists, days and places", async (name, town, shows) => {
  expect(await read(file(name), town)).toEqual({ error: null, shows });
});

test.each<[title: string, artists: string[]]>([
  ["Low + Pram (support)", ["Low", "Pram"]],
  ["LOW, PRAM – live", ["Low", "Pram"]],
  ["An evening with Low", ["Low"]],
  ["Rough Trade presents Low", ["Low"]],
  ["Low – World Tour 2026", ["Low"]],
  ["Low feat. Pram", ["Low", "Pram"]],
  ["Low / Low / low", ["Low"]],
  ["Low at La Cigale (15 Dec 26)", ["Low"]],
  ["Lowdown: a night of jazz", []],
  ["Pub quiz", []],
  ["", []],
])("the title “%s” names %j", (title, artists) => {
  const known: Record<string, string> = { low: "Low", pram: "Pram", live: "Live", support: "Support" };
  expect(findLineup(title, (name) => known[name.toLowerCase()])).toEqual(artists);
});

describe("changes", () => {
  async function addGoer(showId: string): Promise<number> {
    const { id } = await addMember("Dan");
    await db.insert(going).values({ memberId: id, showId, createdAt: new Date() });
    return id;
  }
  const textsOf = async (id: number) => (await listNotifications(id)).notifications.map(({ text }) => text);

  test("an unchanged calendar is asked for with its validators and read no further", async () => {
    const asked: (string | undefined)[] = [];
    await read((request, response) => {
      asked.push(request.headers["if-none-match"]);
      if (request.headers["if-none-match"] === '"one"') return void response.writeHead(304).end();
      sends(calendarOf(low()), { ETag: '"one"' })(request, response);
    });
    const answer = answers.get("/shows.ics");
    expect(await read(answer ?? "", "", NOW + 6 * HOUR_MS)).toMatchObject({
      error: null,
      shows: [expect.any(String)],
    });
    expect(asked).toEqual([undefined, '"one"']);
    // It isn't due for another six hours.
    expect(await readDueCalendar(NOW + 11 * HOUR_MS)).toBe(false);
  });

  test("an event that is moved, cancelled and on again is the same show", async () => {
    await read(calendarOf(low()));
    const [row] = await db.select().from(show);
    const goer = await addGoer(row?.id ?? "");
    const moved = low()
      .replace("20261210T200000", "20261212T193000")
      .replace("SUMMARY:Low", "SUMMARY:Low + Pram");
    expect((await read(calendarOf(moved))).shows).toEqual(["Low + Pram, 2026-12-12 19:30, Club in Leipzig"]);
    expect(await textsOf(goer)).toEqual(["Low has moved to Sat, Dec 12. You're still down as going."]);
    const cancelled = await read(calendarOf(`${moved}\r\nSTATUS:CANCELLED`));
    expect(cancelled.shows).toEqual(["Low + Pram, 2026-12-12 19:30, Club in Leipzig, cancelled"]);
    expect(await textsOf(goer)).toEqual(["Low on Sat, Dec 12 is cancelled."]);
    expect((await read(calendarOf(moved))).shows).toEqual(["Low + Pram, 2026-12-12 19:30, Club in Leipzig"]);
    expect((await db.select().from(show)).map(({ id }) => id)).toEqual([row?.id]);
  });

  test("one that vanishes is gone, or cancelled for those who go; under another UID it stays", async () => {
    const other = "UID:other\r\nDTSTART:20261211T200000\r\nSUMMARY:Pram\r\nLOCATION:Club\\, Leipzig";
    await read(calendarOf(low(), other));
    const renamed = low().replace("UID:low", "UID:new");
    expect((await read(calendarOf(renamed, other))).shows).toHaveLength(2);
    expect((await read(calendarOf(other))).shows).toEqual(["Pram, 2026-12-11 20:00, Club in Leipzig"]);
    const [row] = await db.select().from(show);
    const goer = await addGoer(row?.id ?? "");
    expect((await read(calendarOf(low()))).shows).toEqual([
      "Low, 2026-12-10 20:00, Club in Leipzig",
      "Pram, 2026-12-11 20:00, Club in Leipzig, cancelled",
    ]);
    expect(await textsOf(goer)).toEqual([expect.stringMatching(/^Pram on .* is cancelled\.$/)]);
  });

  test("a member's show that a calendar has too keeps nothing of what the member has entered", async () => {
    const member = await addMember("Dan");
    const typed = {
      artist: "Low",
      venue: "Tickets here",
      town: "Leipzig",
      date: "2026-12-10",
      doors: "18:00",
    };
    const added = { ...typed, link: "https://tickets.example/", note: "Cheap tickets behind the link." };
    const { id } = await addShow(member, showInput.parse(added), NOW);
    await read(calendarOf(`${low()}\r\nURL:https://club.example/low`));
    const [row, ...others] = await db.select().from(show);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ id, venue: "Club", doors: 1200, link: "https://club.example/low", note: "", addedBy: null },
    });
    expect((await getShow(member, id, NOW))?.source).toMatchObject({ url: "https://club.example/low" });
  });

  test("of two events with one UID the first counts, and nobody is told both", async () => {
    await read(calendarOf(low()));
    const [row] = await db.select().from(show);
    const goer = await addMember("Dan");
    await db.insert(going).values({ memberId: goer.id, showId: row?.id ?? "", createdAt: new Date() });
    const twice = await read(calendarOf(low(), low("\r\nSTATUS:CANCELLED")));
    expect(twice.shows).toEqual(["Low, 2026-12-10 20:00, Club in Leipzig"]);
    expect((await listNotifications(goer.id)).notifications).toEqual([]);
  });

  test("changed dates without their event are shows of their own", async () => {
    const on = (day: number) =>
      `${low().replace("20261210", `202612${day}`)}\r\nRECURRENCE-ID:202612${day}T190000`;
    expect((await read(calendarOf(on(10), on(17)))).shows).toHaveLength(2);
    expect((await read(calendarOf(on(10), on(17), on(24)))).shows).toHaveLength(3);
  });

  test("what a moderator has removed stays away", async () => {
    await read(calendarOf(low()));
    await db.update(show).set({ removedAt: new Date() });
    await db.update(showArtist).set({ isRemoved: true });
    await read(calendarOf(low("\r\nDESCRIPTION:changed")));
    expect(await db.$count(show)).toBe(1);
  });

  test("a calendar that is no longer listed is forgotten with its shows", async () => {
    await read(calendarOf(low()));
    await list();
    expect([await db.$count(show), await db.$count(showCalendar)]).toEqual([0, 0]);
  });
});

test("events that name as many artists and towns as fit are looked through in turns", async () => {
  const names = (index: number) => Array.from({ length: 60 }, (_, at) => `n${index * 60 + at}`);
  const events = Array.from({ length: 500 }, (_, index) => ({
    ...{
      uid: `${index}`,
      title: `Low, ${names(index).join(" + ")}`,
      location: `Club, ${names(index).join(", ")}`,
    },
    ...{ url: "", day: NOW / DAY_MS + 9, minutes: null, isCancelled: false },
  }));
  let [isOver, turns] = [false, 0];
  const reading = toShows(events, { home: resolvePlace("Leipzig"), name: "Club" }, NOW).finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await setImmediate();
  expect(await reading).toHaveLength(500);
  expect(turns).toBeGreaterThan(100);
});

const endless: Answer = (_, response) => {
  response.writeHead(200);
  const send = () => {
    if (response.destroyed) return;
    response.write("X-A:".padEnd(64_000, "a"), send);
  };
  send();
};

test.each<[what: string, body: string | Answer, error: string | RegExp]>([
  ["a page", "<!doctype html><p>No calendar</p>", "It isn't a calendar."],
  ["nothing", "", "It isn't a calendar."],
  ["a broken calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:", "It isn't a calendar."],
  ["no such page", (_, response) => void response.writeHead(404).end(), /status 404/],
  ["a failing site", (_, response) => void response.writeHead(500).end(), "Its site couldn't be reached."],
  ["an endless one", endless, "It is larger than 2 MB."],
  [
    "six thousand events",
    calendarOf(
      ...Array.from(
        { length: 6_000 },
        (_, index) => `UID:${index}\r\nDTSTART;VALUE=DATE:20261210\r\nSUMMARY:Low`,
      ),
    ),
    "It has more than 5,000 events.",
  ],
  [
    "a bomb of repetitions",
    calendarOf(
      "UID:b\r\nDTSTART:20200101T000000\r\nRRULE:FREQ=SECONDLY\r\nSUMMARY:Low\r\nLOCATION:Club\\, Leipzig",
    ),
    "One of its events repeats too often.",
  ],
  [
    "a redirect to this machine",
    (_, response) => void response.writeHead(302, { Location: "http://localhost:1/" }).end(),
    "It was redirected to an address that can't be asked.",
  ],
  [
    "a redirect to a private address",
    (_, response) => void response.writeHead(302, { Location: "http://169.254.169.254/latest" }).end(),
    "It was redirected to an address that can't be asked.",
  ],
  [
    "a redirect to itself",
    (_, response) => void response.writeHead(302, { Location: "/shows.ics" }).end(),
    "It was redirected too often.",
  ],
])("%s is a sentence for the operator and changes nothing", async (_, body, error) => {
  await read(calendarOf(low()));
  const after = await read(body, "", NOW + DAY_MS);
  expect(after.error).toEqual(typeof error === "string" ? error : expect.stringMatching(error));
  expect(after.shows).toEqual(["Low, 2026-12-10 20:00, Club in Leipzig"]);
  const [row] = await db.select().from(showCalendar).where(eq(showCalendar.events, 1));
  expect(row?.dueAt.getTime()).toBeLessThan(NOW + DAY_MS + 6 * HOUR_MS);
});
