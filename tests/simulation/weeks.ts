// Weeks of a community by the clock: members come, change and leave, and ask to be told of others. The app and a model of it agree
// after every six hours on who is told of whom, and on whom Discover shows.
import { isDeepStrictEqual } from "node:util";
import { client, db } from "db/client.server";
import type { Genre } from "db/column-types";
import { alertHit, member, notification } from "db/schema";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { vi } from "vitest";
import { distanceMiles } from "~/matching/cell";
import type { DiscoverFilters } from "~/matching/filters";
import { countStatistics } from "~/matching/statistics.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { endAlert, listAlerts, saveAlert } from "~/models/alert/alert.server";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { notifyOfHits } from "~/models/alert/hit-notifications.server";
import { decideOn } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { getMember, type Member, saveProfile } from "~/models/member/member.server";
import { findTown } from "~/models/member/place/place.server";
import { profileInput } from "~/models/member/profile-schema";
import { blockMember } from "~/models/safety/block.server";
import { decideNewcomers } from "~/models/safety/newcomer/newcomer-outcome.server";
import { setGoing } from "~/models/show/going.server";
import { addShow } from "~/models/show/show.server";
import { showInput } from "~/models/show/show-schema";
import { addTrip, endTrip } from "~/models/trip/trip.server";
import { addModerator } from "../cast";
import { filterScored, fits, type Person as Listed, scoreEverybody, weigh } from "../matching/brute-force";
import { addMember, changeMember, removeEverybody, saveTaste } from "../matching/members";
import { type AlertState, type Eyes, lookAtChanges, tellOfFound } from "./alerts";
import { passTime } from "./arrival-steps";
import { earliestDay } from "./shows";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 5);
const TICK = 6 * HOUR;
const NEW_DAYS = 14;
const MONTH = 30 * DAY;
const TRIP_MILES = 100;
const PAGE = 20;

/** Where members live and go, and how many hours these are ahead of UTC. */
const TOWNS = [
  ["Portland, Oregon", -8],
  ["Salem, Oregon", -8],
  ["Seattle, Washington", -8],
  ["Berlin", 1],
] as const;
const ARTISTS = ["Pram", "Low", "Muse", "Blur", "Can", "Ride", "Lush", "Slint", "Codeine", "Movietone"];
const GENRES: Genre[] = ["Rock", "Jazz", "Indie"];
const SHOW_DAYS = [4, 12, 30];

type Trip = { id: string; town: string; cell: number; from: string; until: string } & Record<
  "createdAt" | "shownFrom" | "shownUntil" | "first" | "last",
  number
>;
/** What alerts see of somebody. */
type Seen = Omit<Listed, "status"> & { shows: number[] };
type Ask = { filters: DiscoverFilters; artist: string | null; show: number | null };
type Person = Seen & {
  isPaused: boolean;
  isHeld: boolean;
  newUntil: number;
  hidesNew: boolean;
  trips: Trip[];
};

/** Somebody who was told of others, at a moment in ms. */
export type Told = { at: number; by: string; of: string[] };

const FILTERS: DiscoverFilters[] = [
  {},
  { maxDistance: 50 },
  { maxDistance: 50, minCompatibility: 60 },
  { minCompatibility: 70 },
  { genres: ["Jazz"] },
  { ageMin: 25, ageMax: 40 },
];

const KINDS = {
  join: 4,
  pause: 8,
  hold: 3,
  block: 3,
  like: 6,
  pass: 4,
  move: 4,
  taste: 10,
  wish: 3,
  trip: 10,
  endTrip: 3,
  ask: 12,
  endAlert: 3,
  go: 6,
  showNew: 4,
};
type Act = { kind: keyof typeof KINDS; who: number; whom: number; number: number; list: string[] };

const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    ...Object.entries(KINDS).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as keyof typeof KINDS),
      weight,
    })),
  ),
  who: fc.nat(9999),
  whom: fc.nat(9999),
  number: fc.nat(99),
  list: fc.shuffledSubarray(ARTISTS, { minLength: 1, maxLength: 4 }),
});

/**
 * Plays so many days of a community that has so many members on the first, with so many acts every six hours, and returns who
 * was told of whom. Throws where the app and the model differ.
 */
export async function playWeeks(options: {
  size: number;
  days: number;
  acts: number;
  seed: number;
}): Promise<Told[]> {
  const { size, days, acts, seed } = options;
  const ticks = (days * DAY) / TICK;
  const made = fc.sample(anyAct, { seed, numRuns: size + ticks * acts });
  const community = new Community();
  await community.begin(made.slice(0, size));
  for (let tick = 0; tick < ticks; tick++) {
    vi.setSystemTime(START + tick * TICK);
    await community.passTime(tick % (DAY / TICK) === 0);
    const first = size + tick * acts;
    for (const act of made.slice(first, first + acts)) await community.take(act);
    await community.look();
    const { who, whom } = made[tick] as Act;
    for (const viewer of new Set([who, whom])) await community.checkDiscover(viewer);
  }
  return community.told;
}

class Community {
  readonly people: Person[] = [];
  readonly told: Told[] = [];
  private readonly state: AlertState<Ask, Seen> = { asked: [], seen: {}, hits: [] };
  /** Pairs "viewer other" in which the viewer must not see the other, and those whom a block keeps apart. */
  private readonly hidden = new Set<string>();
  private readonly blocked = new Set<string>();
  private readonly shows: { id: string; day: number }[] = [];
  private weights = weigh([], new Map());
  private moderator: Member | undefined;
  private base = 1000;
  private readonly cells = TOWNS.map(([town]) => findTown(town, null).cell);

  /** All join in the three weeks before, and every second asks to be told of others. */
  async begin(joining: Act[]) {
    await removeEverybody();
    this.moderator = await addModerator("Mia");
    this.base = this.moderator.id + 1;
    for (const [index, act] of joining.entries()) {
      vi.setSystemTime(START - Math.floor((21 * DAY * (joining.length - index)) / joining.length));
      await this.join(act);
    }
    vi.setSystemTime(START);
    const today = Math.floor((START - 8 * HOUR) / DAY);
    for (const days of SHOW_DAYS) {
      const date = new Date((today + days) * DAY).toISOString().slice(0, 10);
      const typed = { artist: "Low", venue: `Hall ${days}`, town: TOWNS[0][0], date };
      const added = await addShow({ id: this.idOf(0), placeName: null }, showInput.parse(typed));
      this.shows.push({ id: added.id, day: today + days });
    }
    await this.look();
    for (const [who, act] of joining.entries()) if (who % 2 === 0) await this.ask(who, act);
  }

  /** Trips and newness by the clock, and once a day what artists weigh. */
  async passTime(isMidnight: boolean) {
    await passTime();
    for (const person of this.people) this.setTrip(person);
    if (!isMidnight) return;
    await countStatistics();
    const { rows } = await client.execute(
      "select json_group_array(json_array(key, id)) as artists from artist",
    );
    this.weights = weigh(this.people, new Map(JSON.parse(String(rows[0]?.artists))));
  }

  /** Takes an act where it makes sense. */
  async take(act: Act) {
    const { kind, number, list } = act;
    if (kind === "join") return this.join(act);
    const [who, whom] = [act.who % this.people.length, act.whom % this.people.length];
    const [me, you] = [this.personOf(who), this.personOf(whom)];
    const { id } = me;
    const genres = GENRES.filter((_, index) => (number >> index) % 2 === 0);
    if (kind === "pause") {
      me.isPaused = !me.isPaused;
      await setPaused(id, me.isPaused);
    } else if (kind === "hold") {
      // Members can be held in their first month.
      if (!me.isHeld && me.newUntil - NEW_DAYS * DAY <= Date.now() - MONTH) return;
      const outcome = me.isHeld ? "let-in" : "hold";
      await decideNewcomers(this.moderator?.id ?? 0, { members: [id], outcome, statement: "" });
      me.isHeld = !me.isHeld;
    } else if (kind === "block" && who !== whom) {
      await blockMember(id, you.id);
      for (const pair of [`${id} ${you.id}`, `${you.id} ${id}`]) {
        this.hidden.add(pair);
        this.blocked.add(pair);
      }
    } else if ((kind === "like" || kind === "pass") && this.isOpen(who, whom) && isListed(you)) {
      await decideOn(id, { targetUserId: you.id, liked: kind === "like" });
      this.hidden.add(`${id} ${you.id}`);
    } else if (kind === "move") {
      const [town] = TOWNS[number % TOWNS.length] ?? TOWNS[0];
      await saveProfile(id, profileInput.parse({ ...(await getMember(id)), location: town }));
      me.cell = this.cells[number % TOWNS.length] ?? null;
    } else if (kind === "taste") {
      Object.assign(me, { artists: this.countedOf(list), genres });
      await saveTaste(id, me.artists, genres);
    } else if (kind === "wish") {
      me.meets = number % 2 ? ["woman"] : null;
      await changeMember(id, { meets: me.meets });
    } else if (kind === "trip") await this.takeTrip(me, act);
    else if (kind === "endTrip") {
      const trip = me.trips.find(({ shownUntil }) => shownUntil > Date.now());
      if (!trip) return;
      await endTrip(id, trip.id);
      trip.shownUntil = Date.now();
      this.setTrip(me);
    } else if (kind === "ask") await this.ask(who, act);
    else if (kind === "endAlert") {
      const [own] = await listAlerts(id);
      const isOwn = ({ by }: { by: number }) => by === who;
      const index = this.state.asked.findIndex(isOwn);
      if (index >= 0 !== (own !== undefined)) throw new Error(`${nameOf(id)} lists other alerts.`);
      if (!own) return;
      await endAlert(id, own.id);
      this.state.asked.splice(index, 1);
    } else if (kind === "go") {
      const show = this.shows[number % this.shows.length];
      if (!show || show.day < earliestDay(Date.now())) return;
      const goes = me.shows.includes(number % this.shows.length);
      await setGoing(id, show.id, goes ? "no" : "going");
      me.shows = goes
        ? me.shows.filter((each) => each !== number % this.shows.length)
        : [...me.shows, number % this.shows.length];
    } else if (kind === "showNew") {
      me.hidesNew = !me.hidesNew;
      await savePrivacy(id, { showsNew: !me.hidesNew });
    }
  }

  /** Lets the app look at everybody who has changed and tell of them, and compares. */
  async look() {
    const now = Date.now();
    this.state.asked = this.state.asked.filter(({ ask }) => this.isCurrent(ask));
    while (await searchForAlerts());
    while (await notifyOfHits());
    const before = structuredClone(this.state.hits);
    lookAtChanges(this.state, { ...this.eyes, members: [...this.people.keys()] }, now);
    const expected = tellOfFound(this.state, this.eyes, now);
    const at = new Date(now);
    const rows = await db.select().from(alertHit).where(eq(alertHit.toldAt, at));
    for (const { memberId, foundId } of rows) {
      const [by, found] = [memberId - this.base, foundId - this.base];
      const isExpected = expected.get(by)?.includes(found);
      if (!isExpected) {
        const isOther = expected.get(found)?.includes(by);
        throw new Error(
          isOther
            ? `${this.nameAt(by)} is told of ${this.nameAt(found)}, whose alert has found them.`
            : this.nameFault(by, found, before),
        );
      }
    }
    for (const [by, found] of expected)
      for (const each of found) {
        const isTold = rows.some((row) => row.memberId === this.idOf(by) && row.foundId === this.idOf(each));
        if (!isTold) throw new Error(`${this.nameAt(by)} is not told of ${this.nameAt(each)}.`);
      }
    const news = await db
      .select({ id: notification.memberId })
      .from(notification)
      .where(and(eq(notification.kind, "alert"), eq(notification.at, at)));
    const [notified, due] = [news.map(({ id }) => id), [...expected.keys()].map((by) => this.idOf(by))];
    if (!isDeepStrictEqual(notified.sort(), due.sort()))
      throw new Error(`Other members are notified: ${notified}.`);
    for (const [by, found] of expected)
      this.told.push({ at: now, by: this.nameAt(by), of: found.map((each) => this.nameAt(each)) });
  }

  /** Compares a viewer's Discover, with who is new and on a trip, and the order that has who is new first. */
  async checkDiscover(viewer: number) {
    const who = viewer % this.people.length;
    // A member who is away isn't in two places.
    const found = this.personOf(who);
    const me = isListed(found) ? found : { ...found, tripCell: null };
    const people = this.people.map(
      (person): Listed => ({ ...person, status: isListed(person) ? "active" : "paused" }),
    );
    const hidden = new Set([...this.hidden, `${me.id} ${me.id}`]);
    const scored = scoreEverybody({ ...me, status: "active" }, { people, weights: this.weights, hidden });
    const expected = filterScored(scored, { maxDistance: 50 }).slice(0, PAGE);
    const { members } = await discover(me.id, { maxDistance: 50 }, undefined, { pageOnly: true });
    for (const [index, card] of members.entries()) {
      const shown = { id: Number(card.id), score: card.compatibilityScore, distance: card.distance };
      if (!isDeepStrictEqual(shown, expected[index]))
        throw new Error(
          `Discover shows ${nameOf(me.id)} other members: ${JSON.stringify([shown, expected[index]])}.`,
        );
      const person = this.personOf(shown.id - this.base);
      const isNew = !person.hidesNew && person.newUntil > Date.now();
      if ((card.isNewHere ?? false) !== isNew)
        throw new Error(`${nameOf(person.id)} is ${isNew ? "not " : ""}new here for ${nameOf(me.id)}.`);
      const trip = currentTrip(person);
      const isNear = [me.cell, me.tripCell ?? null].some((cell) => {
        const miles = trip && distanceMiles(cell, trip.cell);
        return miles != null && miles <= TRIP_MILES;
      });
      const { town, from, until } = trip ?? {};
      const seen = trip && isNear ? { town, from, until } : undefined;
      if (!isDeepStrictEqual(card.trip, seen))
        throw new Error(
          `${nameOf(me.id)} reads of another trip of ${nameOf(person.id)}: ${JSON.stringify([card.trip, seen])}.`,
        );
    }
    if (members.length < expected.length)
      throw new Error(`Discover leaves out ${nameOf(expected[members.length]?.id ?? 0)}.`);
    const first = await discover(me.id, {}, undefined, { pageOnly: true, newFirst: true });
    const order = first.members.map(({ isNewHere }) => isNewHere === true);
    if (order.lastIndexOf(true) > order.indexOf(false) && order.includes(false))
      throw new Error(`Somebody stands before who is new for ${nameOf(me.id)}.`);
  }

  private async join({ number, list }: Act) {
    const who = this.people.length;
    const gender = (["woman", "man", "nonbinary", null] as const)[number % 4] ?? null;
    const person: Person = {
      ...{
        id: this.idOf(who),
        age: 20 + (number % 40),
        cell: this.cells[number % 5 ? number % 3 : 3] ?? null,
      },
      ...{
        gender,
        meets: number % 7 === 0 ? ["woman"] : null,
        meetAgeMin: null,
        meetAgeMax: null,
        purpose: null,
      },
      ...{
        artists: this.countedOf(list),
        genres: [GENRES[number % 3] ?? "Rock"],
        shows: [],
        listenerSince: null,
        tripCell: null,
      },
      ...{
        isPaused: false,
        isHeld: false,
        hidesNew: false,
        trips: [],
        newUntil: Date.now() + NEW_DAYS * DAY,
      },
    };
    this.people.push(person);
    const { id, age, cell, meets, artists, genres } = person;
    await addMember(id, { age, cell, gender, meets }, { artists, genres });
    await db.update(member).set({ createdAt: new Date() }).where(eq(member.id, id));
  }

  private async takeTrip(me: Person, { number, whom }: Act) {
    const now = Date.now();
    me.trips = me.trips.filter(({ shownUntil, createdAt }) => shownUntil > now || createdAt > now - MONTH);
    const [town, hours] = TOWNS[number % TOWNS.length] ?? TOWNS[0];
    const cell = this.cells[number % TOWNS.length] ?? 0;
    const first = Math.floor((now + hours * HOUR) / DAY) + (whom % 12);
    const last = first + (number % 5);
    const isEarly = number % 2 === 0;
    const month = me.trips.filter(({ createdAt }) => createdAt > now - MONTH);
    const isAway = me.trips.some((trip) => trip.shownUntil > now && trip.first <= last && trip.last >= first);
    if (month.length > 1 || isAway) return;
    const added = await addTrip({ id: me.id, placeName: null }, { town, from: first, until: last, isEarly });
    const beginOf = (day: number) => day * DAY - hours * HOUR;
    me.trips.push({
      ...{ id: added.id, town: added.town, cell, from: added.from, until: added.until, createdAt: now },
      ...{ first, last, shownFrom: beginOf(isEarly ? first - 7 : first), shownUntil: beginOf(last + 1) },
    });
    this.setTrip(me);
  }

  private async ask(who: number, { number, list }: Act) {
    const me = this.personOf(who);
    const show = number % 4 === 0 ? number % this.shows.length : null;
    const artist = number % 4 === 1 ? (list[0] ?? null) : null;
    const filters = show === null && artist === null ? (FILTERS[number % FILTERS.length] ?? {}) : {};
    const asked = { filters, artist, show };
    this.state.asked = this.state.asked.filter(({ ask }) => this.isCurrent(ask));
    const own = this.state.asked.filter(({ by }) => by === who);
    const isSaved = own.some(({ ask }) => isDeepStrictEqual(ask, asked));
    if (!isListed(me) || !this.isCurrent(asked) || isSaved || own.length === 3) return;
    const showId = show === null ? null : (this.shows[show]?.id ?? null);
    await saveAlert(me.id, { filters, artist, showId });
    this.state.asked.push({ by: who, ask: asked });
  }

  private isCurrent({ show }: Ask): boolean {
    return show === null || (this.shows[show]?.day ?? 0) >= earliestDay(Date.now());
  }

  private readonly eyes: Omit<Eyes<Ask, Seen>, "members"> = {
    see: (who) => (isListed(this.personOf(who)) ? seenOf(this.personOf(who)) : undefined),
    finds: ({ by, ask }, seen) => {
      const owner: Listed = { ...this.personOf(by), status: "active" };
      const { artist, show, filters } = ask;
      if (artist !== null && !seen.artists.includes(artist)) return false;
      if (show !== null && !seen.shows.includes(show)) return false;
      if (!fits(owner, seen)) return false;
      const community = {
        people: [{ ...seen, status: "active" as const }],
        weights: this.weights,
        hidden: new Set<string>(),
      };
      return filterScored(scoreEverybody(owner, community), filters).length > 0;
    },
    isOpen: (me, you) => isListed(this.personOf(me)) && this.isOpen(me, you),
  };

  private isOpen(me: number, you: number): boolean {
    return me !== you && !this.hidden.has(`${this.idOf(me)} ${this.idOf(you)}`);
  }

  /** What nobody has listed at the last count weighs nothing here. */
  private countedOf(list: string[]): string[] {
    const { artists } = this.weights;
    const counted = list.filter((each) => artists.has(each));
    return artists.size ? (counted.length ? counted : [...artists.keys()].slice(0, 1)) : list;
  }

  private setTrip(person: Person) {
    person.tripCell = currentTrip(person)?.cell ?? null;
  }

  /** What is wrong with telling somebody of another. */
  private nameFault(
    by: number,
    found: number,
    before: { by: number; found: number; toldAt?: number }[],
  ): string {
    const told = before.filter((hit) => hit.by === by && hit.toldAt !== undefined);
    const pair = `${this.nameAt(by)} is told of ${this.nameAt(found)}`;
    if (told.some((hit) => hit.found === found)) return `${pair} twice.`;
    if (told.some(({ toldAt = 0 }) => toldAt > Date.now() - DAY))
      return `${pair} on the same day as of others.`;
    if (this.blocked.has(`${this.idOf(by)} ${this.idOf(found)}`)) return `${pair} after a block.`;
    if (!isListed(this.personOf(found))) return `${pair}, who is away.`;
    return `${pair}, whom no alert of theirs has newly found.`;
  }

  private personOf(who: number): Person {
    const found = this.people[who];
    if (!found) throw new Error(`Nobody is number ${who}`);
    return found;
  }

  private idOf(who: number): number {
    return this.base + who;
  }

  private nameAt(who: number): string {
    return nameOf(this.idOf(who));
  }
}

function nameOf(id: number): string {
  return `Member${id}`;
}

function isListed({ isPaused, isHeld }: Person): boolean {
  return !isPaused && !isHeld;
}

function seenOf({ isPaused, isHeld, newUntil, hidesNew, trips, ...seen }: Person): Seen {
  return seen;
}

function currentTrip({ trips }: Person): Trip | undefined {
  const now = Date.now();
  return trips
    .filter(({ shownFrom, shownUntil }) => shownFrom <= now && shownUntil > now)
    .sort((one, other) => one.shownUntil - other.shownUntil)[0];
}
