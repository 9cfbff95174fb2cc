// Arrivals in the model: who asks to be told about whom, who is new here, and who is on a trip, as others see it.
import { describeTrip } from "~/models/trip/trip";
import { type AlertState, type Eyes, lookAtChanges, tellOfFound } from "./alerts";
import type { Model } from "./model";
import { isApart, isConnected, type Member, Refused, type Who } from "./pair";

/** Towns too far from each other for one to be near the other. */
export const HOMES = ["Portland, Oregon", "Seattle, Washington"] as const;
export type Home = (typeof HOMES)[number];

/** Whom somebody waits for: anybody, or whoever is near. */
export type Ask = "anybody" | "near";
/** Where a member is found: at home, and where they are on a trip. */
type Places = { home: Home; trip: Home | null };
export type Arrivals = AlertState<Ask, Places>;

export type Trip = {
  id: string;
  town: Home;
  /** In days since 1970. */
  first: number;
  last: number;
  isEarly: boolean;
  createdAt: number;
  shownFrom: number;
  shownUntil: number;
};

/** What one member was told at a moment. */
export type Told = { to: Who; at: number };

/** The alert and the trip that a step is about. */
export type ArrivalAims = { alert: Ask | "none"; trip: string };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEW_DAYS = 14;
const EARLY_DAYS = 7;
const MONTH = 30 * DAY;
const TRIPS_A_MONTH = 2;
const ANY_OF_THEM = "one of them";
/** How far both towns are behind UTC. */
const HOURS_BEHIND = 8;

/** The day in both towns. */
export function today(now: number): number {
  return Math.floor((now - HOURS_BEHIND * HOUR) / DAY);
}

export function ask(model: Model, me: Who, about: Ask) {
  const { asked } = model.arrivals;
  if (asked.some(({ by, ask }) => by === me && ask === about)) return { isNew: false };
  if (!isListed(model, me)) throw new Refused("conflict");
  asked.push({ by: me, ask: about });
  return { isNew: true };
}

export function endAlert(model: Model, me: Who, about: Ask | "none") {
  const { asked } = model.arrivals;
  const rest = asked.filter(({ by, ask }) => by !== me || ask !== about);
  if (rest.length === asked.length) throw new Refused("absent");
  model.arrivals.asked = rest;
}

export function look(model: Model, now: number) {
  lookAtChanges(model.arrivals, eyesOf(model, now), now);
}

export function tell(model: Model, now: number) {
  for (const to of tellOfFound(model.arrivals, eyesOf(model, now), now).keys())
    model.notify({ to, kind: "alert", about: { to, at: now }, at: now, isRead: false });
}

export function showNew(model: Model, me: Who, isShown: boolean) {
  model.member(me).hidesNew = !isShown;
}

export function move(model: Model, me: Who, home: Home) {
  model.member(me).home = home;
}

export function takeTrip(
  model: Model,
  me: Who,
  { id, town, first, last, isEarly }: Pick<Trip, "id" | "town" | "first" | "last" | "isEarly">,
  now: number,
) {
  const member = model.member(me);
  const trips = keptTrips(member, now);
  if (trips.some((each) => each.id === id)) return;
  if (last < today(now)) throw new Refused("invalid");
  if (trips.filter(({ createdAt }) => createdAt > now - MONTH).length >= TRIPS_A_MONTH)
    throw new Refused("too-many");
  const overlaps = (other: Trip) => other.shownUntil > now && other.first <= last && other.last >= first;
  if (trips.some(overlaps)) throw new Refused("invalid");
  const beginOf = (day: number) => day * DAY + HOURS_BEHIND * HOUR;
  member.trips = [
    ...trips,
    {
      ...{ id, town, first, last, isEarly, createdAt: now },
      ...{ shownFrom: beginOf(isEarly ? first - EARLY_DAYS : first), shownUntil: beginOf(last + 1) },
    },
  ];
}

export function endTrip(model: Model, me: Who, id: string, now: number) {
  const trip = keptTrips(model.member(me), now).find((each) => each.id === id);
  if (!trip || trip.shownUntil <= now) throw new Refused("absent");
  trip.shownUntil = now;
}

/** Trips are kept until they are over and no longer count in their month. */
function keptTrips({ trips = [] }: Member, now: number): Trip[] {
  return trips.filter(({ shownUntil, createdAt }) => shownUntil > now || createdAt > now - MONTH);
}

function currentTrip({ trips = [] }: Member, now: number): Trip | undefined {
  return trips
    .filter(({ shownFrom, shownUntil }) => shownFrom <= now && shownUntil > now)
    .sort((one, other) => one.shownUntil - other.shownUntil)[0];
}

/** A member who is away isn't in two places. */
function placesOf(model: Model, who: Who, now: number): Places {
  const member = model.member(who);
  const trip = isListed(model, who) ? currentTrip(member, now) : undefined;
  return { home: member.home ?? HOMES[0], trip: trip?.town ?? null };
}

/** A trip counts for those near its town, so that both have to be in one of the two towns. */
function isNear(one: Places, other: Places): boolean {
  const towns = [one.home, one.trip].filter((town) => town !== null);
  return towns.some((town) => town === other.home || town === other.trip);
}

/** Whether Discover lists them. */
function isListed(model: Model, who: Who): boolean {
  return !model.isUnlisted(who) && !model.isGone(who);
}

/** Whether Discover shows a member another. */
function isOpen(model: Model, me: Who, you: Who): boolean {
  const pair = model.pair(me, you);
  return isListed(model, you) && !isApart(pair) && pair.decisions[me] === undefined;
}

function eyesOf(model: Model, now: number): Eyes<Ask, Places> {
  return {
    members: [...model.members.keys()],
    see: (who) => (isListed(model, who) ? placesOf(model, who, now) : undefined),
    finds: ({ by, ask }, seen) => ask === "anybody" || isNear(placesOf(model, by, now), seen),
    isOpen: (me, you) => isListed(model, me) && isOpen(model, me, you),
  };
}

/** The first or second alert, and the newest trips first. */
export function aimAtArrivals(model: Model, { who, number }: { who: Who; number: number }): ArrivalAims {
  const own = model.arrivals.asked.filter(({ by }) => by === who);
  return {
    alert: own[number % Math.max(1, own.length)]?.ask ?? "none",
    trip: model.member(who).trips?.at(-1)?.id ?? "none",
  };
}

/** Of several the app names the one who has the first id, which is random. */
export function withoutName(text: string): string {
  return text.replace(/^(New people for you:) \w+/, `$1 ${ANY_OF_THEM}`);
}

/** What a notification says of those of whom a member was told; undefined if none of them is there any more. */
export function describeTold(model: Model, { to, at }: Told): string | undefined {
  const people = model.arrivals.hits
    .filter((hit) => hit.by === to && hit.toldAt === at && isStillThere(model, to, hit.found))
    .map(({ found }) => found);
  const [first] = people;
  if (first === undefined) return undefined;
  const { name } = model.member(first);
  return people.length > 1
    ? `New people for you: ${ANY_OF_THEM} and ${people.length - 1} more.`
    : `Somebody new for you: ${name}.`;
}

function isStillThere(model: Model, me: Who, you: Who): boolean {
  const pair = model.pair(me, you);
  const hasPassed = pair.decisions[me]?.liked === false;
  const fits = isListed(model, me) || isConnected(pair);
  return isListed(model, you) && !isApart(pair) && !hasPassed && fits;
}

/** What Discover shows a member, their alerts and their trips. */
export function viewArrivals(model: Model, me: Who, now: number): string[] {
  const { joinedAt } = model;
  if (joinedAt === undefined) return [];
  const [member, own] = [model.member(me), placesOf(model, me, now)];
  const others = [...model.members.keys()].filter((you) => you !== me && isOpen(model, me, you));
  const cards = others.map((you) => {
    const other = model.member(you);
    const trip = currentTrip(other, now);
    return describeCard({
      name: other.name,
      isNear: isNear(own, placesOf(model, you, now)),
      isNew: !other.hidesNew && now < joinedAt + NEW_DAYS * DAY,
      trip: trip && [own.home, own.trip].includes(trip.town) ? describeTrip(toShown(trip)) : undefined,
    });
  });
  const trips = keptTrips(member, now).filter(({ shownUntil }) => shownUntil > now);
  const alerts = model.arrivals.asked.filter(({ by }) => by === me);
  return [
    ...cards,
    ...trips.map((trip) => `goes to ${describeTrip(toShown(trip))}`),
    ...alerts.map(({ ask }) => `waits for ${ask}`),
  ].sort();
}

function toShown({ town, first, last }: Trip) {
  const toDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
  return { town, from: toDate(first), until: toDate(last) };
}

/** Somebody in Discover, in a line. */
export function describeCard(card: {
  name: string;
  isNear: boolean;
  isNew: boolean;
  trip: string | undefined;
}): string {
  const { name, isNear, isNew, trip } = card;
  return `meets ${name}${isNear ? ", near" : ""}${isNew ? ", new here" : ""}${trip ? `, visiting ${trip}` : ""}`;
}
