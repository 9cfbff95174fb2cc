// Plans without scripts: proposed, changed and accepted, told to a friend without an account, and cancelled.
import { db } from "db/client.server";
import { plan } from "db/schema";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import { shareApp } from "../../app";
import { openVisitor } from "../../visitor/visitor";
import { makeCouple, open, visit } from "./talk";

const { addMember, visitor } = shareApp();
const date = toDate(dayOf());

test("two agree on a plan, a friend sees it without an account, and it ends for all of them", async () => {
  const { ada, ben, talk } = await makeCouple(addMember);
  const empty = await (await open(ada, talk)).follow("Plan to meet");
  const form = await empty.follow("Propose a Plan");
  const refused = await form.fill("Place", "Café Nordbahn").press("Propose Plan");
  expect(refused.errors).toEqual(["Date is required", "Time is required"]);
  const proposed = await refused.fill("Day", date).fill("Time", "19:30").press("Propose Plan");
  expect(proposed.has("Waiting for Ben to answer.")).toBe(true);

  const offer = await (await open(ben, talk)).follow(/^Ada proposed this: .*Café Nordbahn\s*Answer$/);
  const another = await (await offer.follow("Propose Another")).fill("Time", "20:00").press("Propose Plan");
  expect(another.has("You changed the time")).toBe(true);
  const agreed = await (await visit(ada, `/messages/${talk}/plan`)).press("Accept");
  expect([agreed.alerts, agreed.has("You and Ben are meeting")]).toEqual([
    expect.stringContaining("It's a plan"),
    true,
  ]);
  const file = await ben.get(`/messages/${talk}/plan.ics`);
  expect(file.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  const event = new ICAL.Component(ICAL.parse(await file.text())).getFirstSubcomponent("vevent");
  expect(
    ["summary", "location", "dtstart"].map((name) => String(event?.getFirstPropertyValue(name))),
  ).toEqual(["Meet Ada", "Café Nordbahn", `${date}T20:00:00`]);

  const tell = await agreed.follow("Tell a Friend");
  const made = await tell
    .fill("A note for your friend", "Call me at ten")
    .fill("Ask me “Home safe?” at", "23:30")
    .press("Make Link");
  const link = /\/plans\/[\w-]{22}/.exec(made.source)?.[0] ?? "";
  const friend = () => openVisitor(visitor()).visit(link);
  const seen = await friend();
  expect(seen.headings[0]).toBe("Ada is meeting Ben");
  expect(["Café Nordbahn", "Call me at ten", "No answer yet"].filter((text) => !seen.has(text))).toEqual([]);
  expect(seen.source).not.toMatch(/Lovelace|members\/\d|example\.org/);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  expect((await visit(ben, `/messages/${talk}/plan`)).links).not.toContain("End Link");

  const home = await (await visit(ada, `/messages/${talk}/plan`)).press("I'm Home");
  expect([home.alerts, (await friend()).source]).toEqual([
    expect.stringContaining("You're home"),
    expect.stringContaining("Home since"),
  ]);

  const early = await (await visit(ada, `/messages/${talk}/plan`)).press("I'm Not Home Yet");
  expect([early.has("Home Safe?"), (await friend()).has("No answer yet")]).toEqual([true, true]);

  // The day after, each is asked alone.
  await db.update(plan).set({ day: dayOf() - 1, askedAt: new Date() });
  const line = await (await open(ada, talk)).follow(/^Did you meet Ben\? .*Answer$/);
  const answered = await line.press("Yes");
  expect([answered.has("You said: Yes. You can change it."), answered.links]).toEqual([
    true,
    expect.arrayContaining(["Something wrong?", "Plan Something Else"]),
  ]);
  // What is over can't be changed, and the chat is done with it.
  expect([answered.buttons.includes("Cancel Plan"), (await open(ada, talk)).links.join()]).toEqual([
    false,
    expect.not.stringContaining("Café Nordbahn"),
  ]);
  expect((await visit(ben, `/messages/${talk}/plan`)).has("You said")).toBe(false);
  await db.update(plan).set({ day: dayOf(), askedAt: null });

  const cancel = (await visit(ben, `/messages/${talk}/plan`)).open("Cancel this plan");
  const cancelled = await cancel.fill("A word to Ada", "My train is late, sorry").press("Cancel Plan");
  expect(cancelled.has("You cancelled")).toBe(true);
  const told = await visit(ada, `/messages/${talk}/plan`);
  expect([told.has("Ben cancelled"), told.has("My train is late, sorry")]).toEqual([true, true]);
  const [ended, never] = [await friend(), await openVisitor(visitor()).visit(`/plans/${"a".repeat(22)}`)];
  expect([ended.status, ended.headings, ended.status]).toEqual([404, ["This plan has ended"], never.status]);
  const withoutNames = ({ source }: { source: string }) =>
    source.replace(/nonce="[^"]*"|plans\/[\w-]+|"nonce[^,]*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
  expect(withoutNames(ended)).toBe(withoutNames(never));
});
