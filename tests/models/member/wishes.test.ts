import { db } from "db/client.server";
import { decision, match, member } from "db/schema";
import { describe, expect, test } from "vitest";
import { discover, previewWishes } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { toMemberCardData } from "~/models/match/member-card";
import { getMemberPage } from "~/models/match/member-card.server";
import { getMember, type Member, saveProfile } from "~/models/member/member.server";
import { describeGender, describePreview, describeWishes } from "~/models/member/wishes";
import { eraseWishes, meetUnsaid, readOwnWishes, saveAbout, saveWishes } from "~/models/member/wishes.server";
import { WISHES_CONSENT } from "~/models/member/wishes-consent.server";
import { wishesForm, wishesInput } from "~/models/member/wishes-schema";
import { addMember, addNewcomer, makeConversation } from "../../cast";
import { changeRows, rowsOf } from "../../rows";

const NOTHING = {
  gender: null,
  genderWords: null,
  meets: [],
  meetAgeMin: null,
  meetAgeMax: null,
  purpose: null,
  showsWishes: false,
};

const said = (wishes: object) => wishesInput.parse({ consents: true, ...wishes });
const isFound = async (viewer: Member, other: Member) =>
  (await discover(viewer.id, {})).members.some(({ id }) => id === String(other.id));

test("everything is optional, and a blank means the same as nothing", () => {
  expect(said({})).toEqual({ ...NOTHING, consents: true });
  const blank = { gender: "", genderWords: " ", meetAgeMin: "", meetAgeMax: "", purpose: "" };
  expect(wishesForm.parse(blank)).toEqual({ ...NOTHING, consents: false });
});

test.each([
  ["words without a gender are one's own", { genderWords: "Agender" }, { gender: "own" }],
  ["words of another gender are dropped", { gender: "man", genderWords: "Guy" }, { genderWords: null }],
  ["one age gets a bound for the other", { meetAgeMin: 30 }, { meetAgeMin: 30, meetAgeMax: 100 }],
  ["both bounds mean all ages", { meetAgeMin: 18, meetAgeMax: 100 }, { meetAgeMin: null, meetAgeMax: null }],
  ["a choice counts once", { meets: ["man", "woman", "man"] }, { meets: ["woman", "man"] }],
])("%s", (_, wishes, expected) => {
  expect(said(wishes)).toMatchObject(expected);
});

test("the form's checkboxes are the choices of the API", () => {
  const sent = {
    gender: "woman",
    "meets-man": "on",
    "meets-own": "on",
    showsWishes: "on",
    purpose: "both",
    consents: "on",
  };
  const meets = ["man", "own"];
  expect(wishesForm.parse(sent)).toEqual(
    said({ gender: "woman", meets, showsWishes: true, purpose: "both" }),
  );
});

test("a saved change counts in both members' next search, and leaves likes, matches and conversations alone", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeConversation(ada, cleo);
  const [decisions, matches] = [await db.$count(decision), await db.$count(match)];
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([true, true]);
  await saveWishes(ada.id, said({ gender: "woman", meets: ["woman"], meetAgeMax: 99 }));
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([false, false]);
  expect((await listMatches(ada)).matches).toHaveLength(1);
  expect([await db.$count(decision), await db.$count(match)]).toEqual([decisions, matches]);
  await saveWishes(ben.id, said({ gender: "woman" }));
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([true, true]);
  await saveWishes(ada.id, said({}));
  const [row] = await rowsOf(member, { id: ada.id });
  expect(row && readOwnWishes(row)).toEqual(NOTHING);
});

test("one press includes people who haven't said a gender, in both directions, and only beside others", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const meets = async () => readOwnWishes(await getMember(ada.id)).meets;
  await meetUnsaid(ada.id);
  expect(await meets()).toEqual([]);
  await saveWishes(ada.id, said({ gender: "woman", meets: ["woman"] }));
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([false, false]);
  for (let press = 0; press < 2; press++) await meetUnsaid(ada.id);
  expect(await meets()).toEqual(["woman", "unsaid"]);
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([true, true]);
  await saveWishes(ben.id, said({ meets: ["man"] }));
  expect([await isFound(ada, ben), await isFound(ben, ada)]).toEqual([false, false]);
});

test("others see wishes on cards and on the page only if the member shows them", async () => {
  const [viewer, other] = [await addMember("Ada"), await addMember("Ben")];
  const wishes = {
    ...{ gender: "own", genderWords: "Agender", meets: ["woman", "own"], purpose: "dating" },
    ...{ meetAgeMin: 25, meetAgeMax: 35 },
  };
  await saveWishes(viewer.id, said({ gender: "woman" }));
  const seen = async () => {
    const { members } = await discover(viewer.id, {});
    return [
      members.find(({ id }) => id === String(other.id)),
      (await getMemberPage(viewer, other.id))?.card,
    ] as const;
  };
  await saveWishes(other.id, said(wishes));
  const hidden = await seen();
  expect(hidden.map((card) => card?.id)).toEqual([String(other.id), String(other.id)]);
  expect(JSON.stringify(hidden)).not.toMatch(/agender|dating|wishes|gender/i);

  await saveWishes(other.id, said({ ...wishes, showsWishes: true }));
  for (const card of await seen()) {
    expect(card?.wishes).toEqual(wishes);
    expect(card && toMemberCardData(card, 3, "miles")).toMatchObject({
      gender: "Agender",
      lookingFor: "Dating · Women, People who describe their gender in their own words · Ages 25–35",
    });
  }
});

test("what a member has not said is not described", () => {
  expect([describeGender(said({})), describeWishes(said({}))]).toEqual([undefined, ""]);
  expect(describeGender(said({ gender: "nonbinary" }))).toBe("Non-binary");
  expect(describeWishes(said({ meets: ["everyone", "man"], purpose: "both" }))).toBe(
    "Dating and friends · Everyone",
  );
});

describe("a member's gender", () => {
  const DAY_MS = 86_400_000;
  const refusal = (field: string, date: string) => ({
    code: "too-many",
    fields: {
      [field]: `You've corrected your age or gender twice in 30 days. You can change it again on ${date}.`,
    },
  });
  const start = Date.parse("2026-03-01T12:00:00Z");
  const profile = (age: number) => ({ bio: "", age, location: "Portland, Oregon" });

  test("can be corrected twice in 30 days after it was first said, and not saying it is a correction too", async () => {
    const { id } = await addNewcomer("Ada");
    const say = (wishes: object, day: number) =>
      saveWishes(id, said(wishes), undefined, start + day * DAY_MS);
    await saveProfile(id, profile(30), undefined, { now: start });
    await say({ meets: ["man"] }, 0);
    await say({ gender: "woman" }, 0);
    await say({ gender: "woman", meets: ["woman"], meetAgeMin: 40 }, 0);
    await say({}, 1);
    await say({ gender: "man" }, 2);
    await expect(say({ gender: "woman" }, 3)).rejects.toMatchObject(refusal("gender", "April 2"));
    await expect(saveProfile(id, profile(31), undefined, { now: start + 3 * DAY_MS })).rejects.toMatchObject(
      refusal("age", "April 2"),
    );
    await say({ gender: "man", meets: ["nonbinary"], purpose: "dating" }, 3);
    await saveProfile(id, profile(30), undefined, { now: start + 3 * DAY_MS });
    await say({ gender: "own", genderWords: "Agender" }, 31.5);
    await expect(say({ gender: "own", genderWords: "Other" }, 31.6)).rejects.toMatchObject(
      refusal("gender", "April 3"),
    );
    await saveProfile(id, profile(31), undefined, { now: start + 33 * DAY_MS });
  });

  test("is saved with the rest of the first run's form or not at all", async () => {
    const { id } = await addNewcomer("Ada");
    await saveAbout(id, profile(30), said({ gender: "woman" }));
    await saveAbout(id, profile(31), said({ gender: "woman" }));
    await expect(saveAbout(id, profile(32), said({ gender: "man" }))).toBeRefused("too-many");
    expect(await getMember(id)).toMatchObject({ age: 31, gender: "woman" });
    expect((await saveAbout(id, profile(31), said({ gender: "man" }))).saved).toMatchObject({
      gender: "man",
    });
  });

  test("is corrected twice even by requests at once", async () => {
    const { id } = await addNewcomer("Ada");
    await saveWishes(id, said({ gender: "woman" }));
    const words = ["a", "b", "c", "d", "e"];
    const saved = await Promise.allSettled(words.map((genderWords) => saveWishes(id, said({ genderWords }))));
    expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("doesn't let a script learn in a month whom others would like to meet", async () => {
    const [eve, ada] = [await addNewcomer("Eve"), await addMember("Ada", { age: 61 })];
    await saveWishes(ada.id, said({ gender: "woman", meets: ["nonbinary"], meetAgeMin: 33, meetAgeMax: 47 }));
    const genders = [null, "woman", "man", "nonbinary", "own"];
    const ages = Array.from({ length: 83 }, (_, index) => index + 18);
    const seen = new Map<string, boolean>();
    const identity = { gender: null as string | null, age: 0 };
    const look = async () =>
      seen.set(`${identity.gender} ${identity.age}`, await isFound({ id: eve.id } as Member, ada));
    for (let hour = 0; hour < 30 * 24; hour += 6) {
      const now = start + hour * 3_600_000;
      const gender = genders[hour % genders.length] ?? null;
      const age = ages[(hour * 7) % ages.length] ?? 18;
      const tries = [
        saveWishes(
          eve.id,
          said({ gender, genderWords: "x", meets: ["woman"], meetAgeMin: age }),
          undefined,
          now,
        ).then(() => Object.assign(identity, { gender })),
        saveProfile(eve.id, profile(age), undefined, { now }).then(() => Object.assign(identity, { age })),
      ];
      await Promise.allSettled(tries);
      await look();
    }
    // The two first answers, and two corrections.
    expect(seen.size).toBeLessThanOrEqual(4);
    const fits = ([gender, age]: [string, number], meets: string[], from: number, to: number) =>
      (meets.length === 0 || meets.includes(gender)) && age >= from && age <= to;
    const observations = [...seen].map(([key, isSeen]) => {
      const [gender = "", age] = key.split(" ");
      return { of: [gender, Number(age)] as [string, number], isSeen };
    });
    const choices = [[], ["woman"], ["man"], ["nonbinary"], ["own"], ["woman", "man"]];
    const possible = choices.flatMap((meets) =>
      ages.flatMap((from) =>
        ages
          .filter((to) => to >= from)
          .filter((to) => observations.every(({ of, isSeen }) => fits(of, meets, from, to) === isSeen))
          .map((to) => ({ meets: meets.join(), range: `${from}-${to}` })),
      ),
    );
    expect(new Set(possible.map(({ meets }) => meets)).size).toBeGreaterThan(3);
    expect(new Set(possible.map(({ range }) => range)).size).toBeGreaterThan(500);
  });
});

test("gender and whom to meet need consent, whose version and time are kept with them", async () => {
  const ada = await addMember("Ada");
  const row = async () => getMember(ada.id);
  const wishes = { gender: "woman", meets: ["man"] };
  for (const refused of [wishes, { gender: "woman" }, { meets: ["everyone"] }, { genderWords: "Agender" }])
    await expect(saveWishes(ada.id, said({ ...refused, consents: false }))).rejects.toMatchObject({
      code: "invalid",
      fields: { consents: expect.stringContaining("Check this") },
    });
  expect(readOwnWishes(await row())).toEqual(NOTHING);
  await saveWishes(ada.id, said({ purpose: "friends", meetAgeMin: 30, consents: false }));
  expect((await row()).wishesConsent).toBeNull();

  const now = Date.now();
  await saveWishes(ada.id, said(wishes), undefined, now);
  expect(await row()).toMatchObject({
    wishesConsent: WISHES_CONSENT.version,
    wishesConsentAt: new Date(now),
  });
  // It is asked for once.
  await saveWishes(ada.id, said({ ...wishes, meets: ["woman"], consents: false }), undefined, now + 1000);
  expect(await row()).toMatchObject({ wishesConsentAt: new Date(now) });
  // Not after the sentence has changed.
  await changeRows(member, { id: ada.id }, { wishesConsent: 0 });
  await expect(saveWishes(ada.id, said({ ...wishes, consents: false }))).rejects.toThrow("Check this");
});

test("taking consent back erases the wishes at once, even after two corrections", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await saveWishes(ben.id, said({ gender: "man", meets: ["woman"] }));
  for (const gender of ["man", "nonbinary", "woman"])
    await saveWishes(ada.id, said({ gender, meets: ["man"], meetAgeMin: 25, showsWishes: true }));
  await expect(saveWishes(ada.id, said({}))).toBeRefused("too-many");
  expect(await isFound(ben, ada)).toBe(true);
  await eraseWishes(ada.id);
  const erased = await getMember(ada.id);
  expect(readOwnWishes(erased)).toEqual(NOTHING);
  expect([erased.wishesConsent, erased.wishesConsentAt]).toEqual([null, null]);
  expect(await isFound(ben, ada)).toBe(false);
  // It is no way around the limit.
  await expect(saveWishes(ada.id, said({ gender: "man" }))).toBeRefused("too-many");
});

test("before other answers are saved the form says what the saved ones do, as coarsely as Discover would show", async () => {
  const ada = await addMember("Ada");
  for (let n = 0; n < 6; n++) await addMember("Ben", { age: 77 });
  const old = { meetAgeMin: 77, meetAgeMax: 78 };
  const previewWith = async (wishes: object) => {
    await saveWishes(ada.id, said({ ...old, ...wishes }));
    const found = await previewWishes(await getMember(ada.id));
    return found && describePreview(found);
  };
  const FIT = "here fit the answers you've saved.";
  expect(await previewWith({})).toBe(
    "At least 5 people here fit you so far. Most of them haven't said their gender.",
  );
  expect(await previewWith({ gender: "woman", meets: ["man"] })).toBe(
    `Few people ${FIT} More would if you also met people who haven't said their gender.`,
  );
  expect(await previewWith({ gender: "woman", meets: ["man", "unsaid"] })).toContain(
    `At least 5 people ${FIT}`,
  );
  expect(await previewWith({ meetAgeMin: 98, meetAgeMax: 99 })).toBe("Few people here fit you so far.");
  // One more or less of a few is never told.
  const one = await previewWith({ meetAgeMin: 79, meetAgeMax: 79 });
  await addMember("Ben", { age: 79 });
  expect((await previewWith({ meetAgeMin: 79, meetAgeMax: 79 }))?.split(".")[0]).toBe(one?.split(".")[0]);
});
