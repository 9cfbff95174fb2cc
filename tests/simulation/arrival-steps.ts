// Arrivals in a simulation: members ask to be told of others, take trips and turn "New here" off, and what Discover shows them.
import { search } from "~/matching/search.server";
import { closedInDiscover } from "~/models/access.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { endAlert, listAlerts, saveAlert } from "~/models/alert/alert.server";
import { alertInput } from "~/models/alert/alert-schema";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { notifyOfHits } from "~/models/alert/hit-notifications.server";
import { discover } from "~/models/match/discover.server";
import { getMember, saveProfile } from "~/models/member/member.server";
import { endNewHere } from "~/models/member/new-here.server";
import { profileInput } from "~/models/member/profile-schema";
import { describeTrip } from "~/models/trip/trip";
import { addTrip, endTrip, listTrips, updateTrips } from "~/models/trip/trip.server";
import * as model from "./arrivals";
import type { Kind, Step } from "./steps";

const NEAR_MILES = 50;

/** Every second trip is home for a member who has moved away. */
const tripIn = ({ who, number, text }: Step) => ({
  id: `${who} ${number} ${text}`,
  town: model.HOMES[(number + 1) % 2] ?? model.HOMES[1],
  first: number * 3,
  last: number * 3 + 2,
  isEarly: text === "Hi",
});

/** The same, in the days of somebody who plans it now. */
function tripFrom(step: Step, now: number): ReturnType<typeof tripIn> {
  const { first, last, ...trip } = tripIn(step);
  const day = model.today(now);
  return { ...trip, first: day + first, last: day + last };
}

const inputOf = (about: model.Ask) => alertInput.parse(about === "near" ? { maxDistance: NEAR_MILES } : {});

const asking = (about: model.Ask) =>
  ({
    weight: 12,
    predict: (community, { who }) => model.ask(community, who, about),
    take: async ({ me }) => ({ isNew: (await saveAlert(me, inputOf(about))).isNew }),
  }) satisfies Kind;

export const arrivalKinds = {
  waitForAnybody: asking("anybody"),
  waitNearby: asking("near"),
  endAlert: {
    weight: 4,
    predict: (community, { who, aims }) => model.endAlert(community, who, aims.alert),
    take: async ({ me }, { aims }) => {
      const own = await listAlerts(me);
      const isIt = aims.alert === "near";
      const found = own.find(({ filters }) => (filters.maxDistance !== undefined) === isIt);
      await endAlert(me, aims.alert === "none" ? "none" : (found?.id ?? "none"));
    },
  },
  takeTrip: {
    weight: 25,
    predict: (community, step, now) => model.takeTrip(community, step.who, tripFrom(step, now), now),
    take: async ({ me, idOf }, step) => {
      const { id, town, first, last, isEarly } = tripFrom(step, Date.now());
      const days = { from: first, until: last };
      await addTrip({ id: me, placeName: null }, { id: idOf(`trip ${id}`), town, ...days, isEarly });
    },
  },
  endTrip: {
    weight: 6,
    predict: (community, { who, aims }, now) => model.endTrip(community, who, aims.trip, now),
    take: ({ me, idOf }, { aims }) => endTrip(me, idOf(`trip ${aims.trip}`)),
  },
  showNew: {
    weight: 6,
    predict: (community, { who, number }) => model.showNew(community, who, number % 2 === 0),
    take: async ({ me }, { number }) => void (await savePrivacy(me, { showsNew: number % 2 === 0 })),
  },
  moveAway: {
    weight: 3,
    predict: (community, { who, number }) =>
      model.move(community, who, model.HOMES[number % 2] ?? "Portland, Oregon"),
    take: async ({ me }, { number }) => {
      const profile = profileInput.parse({ ...(await getMember(me)), location: model.HOMES[number % 2] });
      await saveProfile(me, profile);
    },
  },
  /** What the app does every second, in its two parts. */
  lookForAlerts: {
    weight: 40,
    isJob: true,
    predict: (community, _, now) => model.look(community, now),
    take: async () => {
      while (await searchForAlerts());
    },
  },
  tellOfAlerts: {
    weight: 40,
    isJob: true,
    predict: (community, _, now) => model.tell(community, now),
    take: async () => {
      while (await notifyOfHits());
    },
  },
} satisfies Record<string, Kind>;

/** What the app does by the clock before anybody does anything else. */
export async function passTime() {
  await updateTrips();
  await endNewHere();
}

/** Lets the search find out that everybody is gone. */
export async function readIndexAnew() {
  await search({ viewerId: 0, filters: {}, closed: closedInDiscover });
}

/** What Discover shows a member, their alerts and their trips. */
export async function readArrivals(me: number): Promise<string[]> {
  const [{ members }, alerts, trips] = await Promise.all([discover(me, {}), listAlerts(me), listTrips(me)]);
  return [
    ...members.map(({ firstName, distance, isNewHere, trip }) =>
      model.describeCard({
        ...{
          name: firstName,
          isNear: distance !== null && distance <= NEAR_MILES,
          isNew: isNewHere === true,
        },
        trip: trip && describeTrip(trip),
      }),
    ),
    ...trips.map((trip) => `goes to ${describeTrip(trip)}`),
    ...alerts.map(({ filters }) => `waits for ${filters.maxDistance === undefined ? "anybody" : "near"}`),
  ].sort();
}
