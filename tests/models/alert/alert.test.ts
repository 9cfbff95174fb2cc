// Alerts: saving and ending them, who is told about whom and when, and what is left afterwards.
import { db } from "db/client.server";
import { alert, alertHit, member, show } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { toDate } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { dayAt } from "~/matching/cell";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { ALERTS_MAX, describeAlert } from "~/models/alert/alert";
import { endAlert, listAlerts, offerAlert, saveAlert } from "~/models/alert/alert.server";
import { alertInput } from "~/models/alert/alert-schema";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { getTold, notifyOfHits } from "~/models/alert/hit-notifications.server";
import { decideOn } from "~/models/match/decision.server";
import { getMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { blockMember } from "~/models/safety/block.server";
import { setGoing } from "~/models/show/going.server";
import { addShow, setCancelled } from "~/models/show/show.server";
import { showInput } from "~/models/show/show-schema";
import { addTrip, endTrip } from "~/models/trip/trip.server";
import { tripInput } from "~/models/trip/trip-schema";
import { addMember } from "../../cast";
import { plansOf } from "../../matching/plans";

let ada: Member;

beforeEach(async () => {
  await db.delete(show);
  await db.delete(member);
  ada = await addMember("Ada");
  await look();
});

const ask = (about: object, now?: number) => saveAlert(ada.id, alertInput.parse(about), now);
const words = async () => (await listAlerts(ada.id)).map((each) => describeAlert(each, "miles"));

/** Lets alerts look at everybody who has changed, and tells their owners. */
async function look(now?: number) {
  while (await searchForAlerts(now));
  while (await notifyOfHits(now));
}

async function news(who = ada) {
  const { notifications } = await listNotifications(who.id);
  return notifications.filter(({ kind }) => kind === "alert").map(({ text }) => text);
}

async function aShow(inDays = 10) {
  const date = toDate(dayAt(ada.cell) + inDays);
  const typed = { artist: "Low", venue: "Mississippi Studios", town: "Portland, Oregon", date };
  return (await addShow(ada, showInput.parse(typed))).id;
}

describe("an alert", () => {
  test("says in words whom it waits for", async () => {
    const showId = await aShow(40);
    await ask({ maxDistance: "50", minCompatibility: "70", ageMin: "", genres: "" });
    await ask({ artist: "Pram" });
    await ask({ showId });
    const [, , { show: asked } = { show: null }] = await listAlerts(ada.id);
    expect(await words()).toEqual([
      "within 50 miles · 70%+ match",
      "who loves Pram",
      `who goes to ${asked?.artist} on ${new Date(asked?.date ?? 0).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" })}`,
    ]);
  });

  test("that asks the same is the same, and a page says so", async () => {
    const first = await ask({ artist: "Pram" });
    expect(await ask({ artist: "PRAM" })).toEqual({ id: first.id, isNew: false });
    await ask({});
    expect(await ask({ genres: "", ageMin: "0" })).toMatchObject({ isNew: false });
    expect((await offerAlert(ada.id, { artist: "pram" })).isSaved).toBe(true);
    expect((await offerAlert(ada.id, { filters: { maxDistance: 5 } })).isSaved).toBe(false);
  });

  test("a fourth, one for a show that is over, and one of somebody outside Discover are refused", async () => {
    await expect(ask({ showId: "nowhere" })).toBeRefused("absent");
    const showId = await aShow();
    await transaction((tx) => setCancelled(tx, showId, true));
    await expect(ask({ showId })).toBeRefused("absent");
    for (let n = 0; n < ALERTS_MAX; n++) await ask({ artist: `Artist ${n}` });
    await expect(ask({ artist: "Pram" })).toBeRefused("conflict", expect.stringMatching(/You have 3 alerts/));
    const [first] = await listAlerts(ada.id);
    await endAlert(ada.id, first?.id ?? "");
    await expect(endAlert(ada.id, first?.id ?? "")).toBeRefused("absent");
    await setPaused(ada.id, true);
    await expect(ask({ artist: "Pram" })).toBeRefused("conflict", expect.stringMatching(/not in Discover/));
  });

  test("of another is absent", async () => {
    const ben = await addMember("Ben");
    const { id } = await ask({ artist: "Pram" });
    await expect(endAlert(ben.id, id)).toBeRefused("absent");
    expect(await words()).toEqual(["who loves Pram"]);
  });
});

describe("telling", () => {
  test("a member is told of whoever comes, and whoever comes of nothing", async () => {
    await ask({ artist: "Portishead" });
    const ben = await addMember("Ben");
    await addMember("Dan");
    await look();
    expect(await news()).toEqual(["Somebody new for you: Ben loves Portishead."]);
    expect(await news(ben)).toEqual([]);
    const [{ url } = { url: "" }] = (await listNotifications(ada.id)).notifications;
    const told = await getTold(ada, Number(url.split("/").at(-1)));
    expect(told?.people.map(({ firstName }) => firstName)).toEqual(["Ben"]);
    expect(told?.alerts.map(({ artist }) => artist)).toEqual(["Portishead"]);
  });

  test("once a day in all, and once of each", async () => {
    const now = Date.now();
    await ask({});
    const ben = await addMember("Ben");
    await look(now);
    const cleo = await addMember("Cleo");
    await addMember("Dan");
    await look(now + HOUR_MS);
    expect(await news()).toEqual(["Somebody new for you: Ben."]);
    await look(now + DAY_MS - 1);
    expect(await news()).toHaveLength(1);
    await look(now + DAY_MS);
    expect((await news())[0]).toMatch(/^New people for you: (Cleo|Dan) and 1 more\.$/);
    for (const who of [ben, cleo])
      for (const isPaused of [true, false]) {
        await setPaused(who.id, isPaused);
        await look(now + 3 * DAY_MS);
      }
    expect(await news()).toHaveLength(2);
  });

  test("who goes to a show", async () => {
    const showId = await aShow();
    const ben = await addMember("Ben");
    await ask({ showId });
    await look();
    await setGoing(ben.id, showId, "going");
    await look();
    expect(await news()).toEqual(["Somebody new for you: Ben goes to Low."]);
  });

  test("during a trip whoever comes near its town, too", async () => {
    await ask({ maxDistance: "50" });
    const comes = async (location: string) => {
      const newcomer = await addMember("Ben");
      await saveProfile(newcomer.id, profileInput.parse({ ...newcomer, location }));
      await look();
    };
    const today = dayAt(ada.cell);
    // The day after has begun in Berlin when it is late at home.
    const days = { from: toDate(today), until: toDate(today + 1) };
    const { id } = await addTrip(ada, tripInput.parse({ town: "Berlin", ...days }));
    await comes("Berlin");
    expect(await news()).toEqual(["Somebody new for you: Ben."]);
    await db.delete(alertHit);
    await endTrip(ada.id, id);
    await comes("Berlin");
    expect(await db.$count(alertHit)).toBe(0);
  });

  test("nobody who is blocked, decided on or away by the time they would be told", async () => {
    const now = Date.now();
    await ask({});
    await addMember("Ben");
    await look(now);
    const [blocked, passed, paused] = [
      await addMember("Cleo"),
      await addMember("Dan"),
      await addMember("Ada"),
    ];
    await look(now + HOUR_MS);
    await blockMember(blocked.id, ada.id);
    await decideOn(ada.id, { targetUserId: passed.id, liked: false });
    await setPaused(paused.id, true);
    await look(now + DAY_MS);
    expect(await news()).toEqual(["Somebody new for you: Ben."]);
    expect(await db.$count(alertHit)).toBe(1);
    // He wasn't told of, so he is when he is back.
    await setPaused(paused.id, false);
    await look(now + 2 * DAY_MS);
    expect(await news()).toHaveLength(2);
  });

  test.each([
    ["a block", (ben: Member) => blockMember(ben.id, ada.id)],
    ["a pass", (ben: Member) => decideOn(ada.id, { targetUserId: ben.id, liked: false })],
    ["a pause", (ben: Member) => setPaused(ben.id, true)],
    ["a deletion", (ben: Member) => deleteAccount(ben.id)],
    [
      "a wish",
      async (ben: Member) => {
        await db.update(member).set({ meetAgeMin: 80, meetAgeMax: 90 }).where(eq(member.id, ben.id));
        await setPaused(ben.id, true);
        await setPaused(ben.id, false);
      },
    ],
  ])("%s takes back what was told", async (_, apart) => {
    await ask({});
    const ben = await addMember("Ben");
    await look();
    const [hit] = await db.select().from(alertHit);
    const toldAt = hit?.toldAt?.getTime() ?? 0;
    expect([await countUnreadNotifications(ada.id), await getTold(ada, toldAt)]).toEqual([
      1,
      expect.anything(),
    ]);
    await apart(ben);
    expect([await news(), await countUnreadNotifications(ada.id)]).toEqual([[], 0]);
    expect(await getTold(await getMember(ada.id), toldAt)).toBeUndefined();
  });

  test("an ended alert tells of nobody more", async () => {
    const now = Date.now();
    await ask({});
    await addMember("Ben");
    await look(now);
    await addMember("Cleo");
    await look(now + HOUR_MS);
    const [own] = await listAlerts(ada.id);
    await endAlert(ada.id, own?.id ?? "");
    await look(now + 2 * DAY_MS);
    expect(await news()).toEqual(["Somebody new for you: Ben."]);
  });

  test.each(["Portishead", undefined])(
    "of two alerts that have found somebody the other tells of them (%s ends)",
    async (artist) => {
      const now = Date.now();
      await ask({ artist: "Portishead" });
      await ask({});
      await addMember("Cleo");
      await look(now);
      await addMember("Ben");
      await look(now + HOUR_MS);
      const own = await listAlerts(ada.id);
      await endAlert(ada.id, own.find((each) => (each.artist ?? undefined) === artist)?.id ?? "");
      await look(now + DAY_MS);
      const [told] = await news();
      expect(told).toBe(`Somebody new for you: Ben${artist ? "" : " loves Portishead"}.`);
    },
  );

  test("nothing stays of a member who is erased, on either side", async () => {
    await ask({});
    const ben = await addMember("Ben");
    await saveAlert(ben.id, alertInput.parse({}));
    await look();
    await setPaused(ada.id, true);
    await look();
    await setPaused(ada.id, false);
    await look();
    expect(await db.$count(alertHit)).toBe(2);
    await deleteAccount(ben.id);
    await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
    expect([await db.$count(alertHit), await db.$count(alert)]).toEqual([0, 1]);
    expect(await news()).toEqual([]);
  });
});

test("what looks for alerts and tells of them reads no whole table", async () => {
  await ask({ artist: "Portishead" });
  const plans = await plansOf(async () => {
    await addMember("Ben");
    await look();
  });
  const whole = /^SCAN (alert|alert_hit|candidate|candidate_change|going|member|member_artist|artist)\b/;
  // That index has only those whom no alert has looked at.
  expect(plans.filter((plan) => whole.test(plan) && !plan.includes("candidate_change_for_alerts"))).toEqual(
    [],
  );
});
