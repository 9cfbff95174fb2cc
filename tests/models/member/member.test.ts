// Members: profiles, places, prompts, visits, and what the public sees.

import { client } from "db/client.server";
import { candidate, member } from "db/schema";
import { expect, test, vi } from "vitest";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { setPaused } from "~/models/account/leaving/pause.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { distanceUnitOf, formatDistance } from "~/models/member/distance";
import { findOrAddMember, saveProfile, toOwnMember, toPublicMember } from "~/models/member/member.server";
import { placeKey, SUGGESTED_TOWNS } from "~/models/member/place/place";
import {
  getPlaceSuggestions,
  placeChoices,
  resolvePlace,
  suggestPlaces,
} from "~/models/member/place/place.server";
import { profileSavedMessage, UNKNOWN_TOWN } from "~/models/member/profile";
import { profileForm, profileInput } from "~/models/member/profile-schema";
import { getPrompts, savePrompts } from "~/models/member/prompt.server";
import { dayOf, recordVisit, removeInactiveMembers } from "~/models/member/visit.server";
import { savePreferences } from "~/models/music/preferences.server";
import { fullNameOf, shortName, toPublicName } from "~/models/public-member";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, countRows, rowsOf } from "../../rows";

const ADA = profileInput.parse({ bio: "Likes records.", age: 36, location: "Portland, Oregon" });

function refusals(input: unknown) {
  return profileInput.safeParse(input).error?.flatten().fieldErrors ?? {};
}

test("the limits themselves are accepted, and the bio is optional", () => {
  expect(refusals({ ...ADA, age: 18, bio: "a".repeat(500) })).toEqual({});
  expect(refusals({ ...ADA, age: "100" })).toEqual({});
  expect(profileInput.parse({ age: 40, location: "Oslo" })).toEqual({ bio: "", age: 40, location: "Oslo" });
});

test("a form's line breaks count once", () => {
  expect(profileInput.parse({ ...ADA, bio: "a\r\nb" }).bio).toBe("a\nb");
  expect(refusals({ ...ADA, bio: "a\r\n".repeat(250).trim() })).toEqual({});
});

test("a picked town replaces the typed location", () => {
  const typed = { ...ADA, location: "Springfield" };
  expect(profileForm.parse(typed).location).toBe("Springfield");
  expect(profileForm.parse({ ...typed, town: "Springfield, Illinois, US" }).location).toBe(
    "Springfield, Illinois, US",
  );
});

test("a saved profile has the typed location and its town", async () => {
  const ada = await addNewcomer("Ada");
  const saved = await saveProfile(ada.id, ADA);
  expect(saved).toMatchObject({ ...ADA, placeName: "Portland, Oregon, US", firstName: "Ada" });
  expect(saved.cell).toEqual(expect.any(Number));
  expect(toPublicMember(saved).location).toBe("Portland, Oregon, US");
  expect(toOwnMember(saved).location).toBe("Portland, Oregon");
});

test("an unknown town is kept as text and replaces the old one", async () => {
  const ada = await addNewcomer("Ada");
  await saveProfile(ada.id, ADA);
  const saved = await saveProfile(ada.id, { ...ADA, location: "Nowhere Under the Hill" });
  expect(saved).toMatchObject({ location: "Nowhere Under the Hill", placeName: null, cell: null });
  expect(toPublicMember(saved).location).toBeNull();
});

test("members with an age are listed in Discover at their current location", async () => {
  const ada = await addNewcomer("Ada");
  await savePreferences(ada.id, {
    topArtists: ["Can"],
    favoriteGenres: ["Rock"],
    totalScrobbles: 0,
    concertsAttended: 0,
  });
  const listed = () => rowsOf(candidate, { memberId: ada.id });
  expect(await listed()).toEqual([]);
  const { cell } = await saveProfile(ada.id, ADA);
  expect(await listed()).toMatchObject([{ cell, age: 36 }]);
  const moved = await saveProfile(ada.id, { ...ADA, age: 37, location: "Oslo" });
  expect(moved.cell).not.toBe(cell);
  expect(await listed()).toMatchObject([{ cell: moved.cell, age: 37 }]);
});

test("saving a profile changes no one else's", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await saveProfile(ada.id, ADA);
  const [other] = await rowsOf(member, { id: ben.id });
  expect(other).toEqual(ben);
});

test("others see the initial of the last name, but neither email nor cell", async () => {
  const ada = await saveProfile((await addNewcomer("Ada")).id, ADA);
  expect(toPublicMember({ ...ada, lastName: " ödegaard" })).toEqual({
    id: String(ada.id),
    firstName: "Ada",
    lastName: "Ö",
    age: 36,
    location: "Portland, Oregon, US",
    bio: "Likes records.",
    profileImageUrl: null,
    profileImageFocus: null,
    coverImageUrl: null,
  });
});

test("a second sign-in finds the same, current member", async () => {
  const identity = {
    issuer: "https://id.example",
    subject: "ada",
    firstName: "Ada",
    lastName: "L",
    email: null,
  };
  const first = await findOrAddMember(identity);
  await saveProfile(first.id, ADA);
  expect(await findOrAddMember({ ...identity, firstName: "Other" })).toMatchObject({
    id: first.id,
    age: 36,
    firstName: "Ada",
  });
});

test("other towns with the same name are offered", async () => {
  const { others, towns } = getPlaceSuggestions("Springfield", "Springfield, Missouri, US");
  expect(others).toContain("Springfield, Illinois, US");
  expect(others).not.toContain("Springfield, Missouri, US");
  expect(towns.slice(0, others.length)).toEqual(others);
  expect(
    profileSavedMessage({ location: "Springfield", placeName: "Springfield, Missouri, US" }, others)
      .description,
  ).toBe("We matched Springfield to Springfield, Missouri, US. Not your town? Pick another one below.");
});

test("an unambiguous town offers no others, an unknown one offers those of similar names and completions", async () => {
  expect(getPlaceSuggestions("Oslo", "Oslo, Norway").others).toEqual([]);
  expect(profileSavedMessage({ location: "Oslo", placeName: "Oslo, Norway" }, [])).toEqual({
    title: "Profile updated",
  });
  expect(getPlaceSuggestions("", null).others).toEqual([]);
  const unknown = getPlaceSuggestions("Reykja", null);
  expect(unknown.others[0]).toMatch(/^Reykjavík/);
  expect(unknown.towns[0]).toMatch(/^Reykjavík/);
  expect(profileSavedMessage({ location: "Reykja", placeName: null }, []).description).toBe(UNKNOWN_TOWN);
  for (const [typed, town] of [
    ["Brstol", "Bristol, England, UK"],
    ["Nwe York", "New York"],
    ["Edinburg, Scotland", "Edinburgh, Scotland, UK"],
  ] as const) {
    const { others } = getPlaceSuggestions(typed, null);
    expect(others[0]).toContain(town);
    expect(others.length).toBeLessThanOrEqual(5);
  }
  expect(getPlaceSuggestions("Nowhere Under the Hill", null).others).toEqual([]);
});

function nameOf(text: string, country?: string) {
  return resolvePlace(text, country)?.name;
}

/** Texts that are no town's name. */
const hostile = [
  "",
  "   ",
  ",,,",
  "%",
  "%%%",
  "___",
  "'; drop table name; --",
  '"',
  "\0\0\0",
  "London\0".repeat(1000),
  "🎸🎸🎸",
  "\ud800\ud800\ud800",
  "\u202egnirts a",
  "a".repeat(1_000_000),
  ",a".repeat(100_000),
  "<script>alert(1)</script>",
];

test.each([
  ["london", "London, England, UK"],
  ["NYC", "New York City, New York, US"],
  ["new york, ny", "New York City, New York, US"],
  ["Bombay", "Mumbai, Maharashtra, India"],
  ["München", "Munich, Bavaria, Germany"],
  ["MUNCHEN", "Munich, Bavaria, Germany"],
  ["São Paulo", "São Paulo, Brazil"],
  ["sao paulo", "São Paulo, Brazil"],
  ["St. Louis", "St. Louis, Missouri, US"],
  ["Saint Louis", "St. Louis, Missouri, US"],
  ["東京", "Tokyo, Japan"],
  ["Москва", "Moscow, Russia"],
])("%s resolves to %s", (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test.each([
  ["Springfield, Illinois", "Springfield, Illinois, US"],
  ["Springfield, IL", "Springfield, Illinois, US"],
  ["Paris, Texas", "Paris, Texas, US"],
  ["Paris TX", "Paris, Texas, US"],
  ["portland maine", "Portland, Maine, US"],
  ["Portland, Maine, United States", "Portland, Maine, US"],
  ["London, ON", "London, Ontario, Canada"],
  ["Cambridge, United Kingdom", "Cambridge, England, UK"],
  ["Newcastle, NSW", "Newcastle, New South Wales, Australia"],
  ["Paris, Narnia", undefined],
])("a region or country disambiguates towns of one name: %s", (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test("a name without a region means the most populous town, in the member's own country first", () => {
  expect(nameOf("Portland")).toBe("Portland, Oregon, US");
  expect(nameOf("Birmingham")).toBe("Birmingham, England, UK");
  expect(nameOf("Birmingham", "US")).toBe("Birmingham, Alabama, US");
  expect(nameOf("Reykjavik", "US")).toBe("Reykjavík, Capital Region, Iceland");
});

test("a country or region alone is not a town", () => {
  expect(nameOf("Germany")).toBeUndefined();
  expect(nameOf("California")).toBeUndefined();
  expect(nameOf("Geneva")).toBe("Genève, Geneva, Switzerland");
});

test("choices are offered only if a name is ambiguous", () => {
  expect(placeChoices("Springfield")).toEqual(
    expect.arrayContaining(["Springfield, Missouri, US", "Springfield, Illinois, US"]),
  );
  expect(placeChoices("Springfield").length).toBeLessThanOrEqual(8);
  expect(placeChoices("Springfield, Illinois")).toEqual([]);
  expect(placeChoices("Paris")).toEqual([]);
  expect(placeChoices("nowhere at all")).toEqual([]);
});

test("suggestions begin with three letters and put the most populous first", () => {
  expect(suggestPlaces("po")).toEqual([]);
  expect(suggestPlaces("por")).toHaveLength(8);
  expect(suggestPlaces("portl")[0]).toBe("Portland, Oregon, US");
  expect(suggestPlaces("portland, m")).toContain("Portland, Maine, US");
  expect(suggestPlaces("portland, m")).not.toContain("Portland, Oregon, US");
});

test("every suggestion resolves to itself", () => {
  const begun = [
    "san",
    "new",
    "spr",
    "par",
    "lux",
    "sin",
    "mex",
    "saint",
    "hal",
    "cór",
    "東京",
    "mon",
    "vic",
    "ho chi",
  ];
  for (const text of begun) {
    const labels = suggestPlaces(text);
    expect(labels.length, text).toBeGreaterThan(0);
    for (const label of labels) expect(nameOf(label)).toBe(label);
  }
});

test.each([
  ["London", 51.5, -0.1],
  ["Sydney", -33.9, 151.2],
  ["Honolulu", 21.3, -157.9],
])("the cell of %s is on a 0.1° grid", (text, latitude, longitude) => {
  const cell = resolvePlace(text)?.cell ?? -1;
  expect(Math.abs(Math.floor(cell / 3600) / 10 - 90 - latitude)).toBeLessThan(0.2);
  expect(Math.abs((cell % 3600) / 10 - 180 - longitude)).toBeLessThan(0.2);
});

test("a place holds nothing more precise than its cell", () => {
  expect(Object.keys(resolvePlace("London") ?? {})).toEqual(["name", "cell"]);
});

test.each(hostile)("hostile text finds nothing and breaks nothing (%#)", (text) => {
  expect(resolvePlace(text)).toBeUndefined();
  expect(placeChoices(text)).toEqual([]);
  expect(suggestPlaces(text)).toEqual([]);
  expect(nameOf("London")).toBe("London, England, UK");
});

test("case, accents, punctuation and short forms make no difference to a place's name", () => {
  expect(placeKey("  St.-Étienne ")).toBe(placeKey("saint etienne"));
  expect(placeKey("Ft. Worth")).toBe("fort worth");
  expect(placeKey("Coeur d’Alene")).toBe(placeKey("COEUR D'ALENE"));
  expect(placeKey("Łódź")).toBe("lodz");
  expect(placeKey("!?")).toBe("");
});

test("every default suggestion resolves to itself unambiguously", () => {
  for (const name of SUGGESTED_TOWNS) {
    expect(nameOf(name)).toBe(name);
    expect(placeChoices(name)).toEqual([]);
  }
});

test("a member's answers are shown to those who can see the member", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const prompts = [{ prompt: "b_side" as const, answer: "Pearly*" }];
  await savePrompts(ada.id, { prompts });
  const seen = async () =>
    Promise.all([ben, cleo].map(async (viewer) => (await getPrompts(viewer.id, ada.id)).length));
  expect(await seen()).toEqual([1, 1]);
  await blockMember(ada.id, ben.id);
  expect(await seen()).toEqual([0, 1]);
  await setPaused(ada.id, true);
  expect(await seen()).toEqual([0, 0]);
});

const DAY_MS = 86_400_000;
const TODAY = dayOf();

async function read(id: number) {
  const [row] = await rowsOf(member, { id });
  if (!row) throw new Error("The member is missing");
  return row;
}

const isListed = async (id: number) => (await countRows(candidate, { memberId: id })) > 0;

/** The job, this many days from now. */
const removeAfter = (days: number) => removeInactiveMembers(Date.now() + days * DAY_MS);

test("after 60 days without a visit a member is out of Discover until the next one", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  await recordVisit(await read(ben.id), TODAY + 1);
  expect((await read(ada.id)).visitedOn).toBe(TODAY);
  await removeAfter(59);
  expect(await isListed(ada.id)).toBe(true);
  await removeAfter(60);
  expect([await isListed(ada.id), await isListed(ben.id)]).toEqual([false, true]);
  expect((await listMatches(ben)).matches).toHaveLength(1);
  expect(await getMemberPage(ben, ada.id)).toBeDefined();

  await recordVisit(await read(ada.id), TODAY + 60);
  expect(await read(ada.id)).toMatchObject({ visitedOn: TODAY + 60, inactiveAt: null });
  expect(await isListed(ada.id)).toBe(true);
  await removeAfter(61);
  expect([await isListed(ada.id), await isListed(ben.id)]).toEqual([true, false]);
});

test("a visit is written once a day, however many requests there are", async () => {
  const ada = await addMember("Ada");
  const transaction = vi.spyOn(client, "transaction");
  await recordVisit(await read(ada.id));
  expect(transaction).not.toHaveBeenCalled();
  const stored = await read(ada.id);
  await Promise.all([recordVisit(stored, TODAY + 1), recordVisit(stored, TODAY + 1)]);
  await recordVisit(await read(ada.id), TODAY + 1);
  expect(transaction).toHaveBeenCalledTimes(1);
  transaction.mockRestore();
});

test("a visit between the job's last look and its next one counts", async () => {
  const ada = await addMember("Ada");
  const stale = await read(ada.id);
  await removeAfter(60);
  await recordVisit(stale, TODAY + 60);
  expect(await isListed(ada.id)).toBe(true);
});

test("members who can't visit stay in Discover", async () => {
  const demo = await addMember("Ada");
  await changeRows(member, { id: demo.id }, { visitedOn: null });
  await removeAfter(1000);
  expect(await isListed(demo.id)).toBe(true);
});

test("somebody who has just signed up has visited today", async () => {
  const identity = { issuer: "x", subject: "new", firstName: "Eve", lastName: "L", email: null };
  expect((await findOrAddMember(identity)).visitedOn).toBe(TODAY);
});

test("the job reads only members it takes out", async () => {
  const plans = await plansOf(() => removeInactiveMembers(0));
  expect(plans).toEqual([expect.stringMatching(/^SEARCH member USING INDEX member_visit/)]);
});

test("distances are in miles where roads are signed so, in kilometers elsewhere, or as the member chose", () => {
  const unit = (acceptLanguage: string | null) => distanceUnitOf(null, acceptLanguage);
  for (const language of ["en-US,en;q=0.9", "en", "en-GB", "cy-GB;q=0.8", "my-MM", "en-LR", "es-US"])
    expect([language, unit(language)]).toEqual([language, "miles"]);
  for (const language of ["de", "de-DE,en-US;q=0.5", "en-CA", "en-AU", "fr-FR", "pt", "zh-Hant-TW", "en-IE"])
    expect([language, unit(language)]).toEqual([language, "kilometers"]);
  for (const language of [null, "", "*", "%%%", "x".repeat(5_000)]) expect(unit(language)).toBe("miles");
  expect([distanceUnitOf("miles", "de"), distanceUnitOf("kilometers", "en-US")]).toEqual([
    "miles",
    "kilometers",
  ]);
});

test("kilometers tell no more than the steps of the miles", () => {
  const { min, max, step } = DISTANCE_BOUNDS;
  const steps = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);
  const words = steps.map((miles) => formatDistance(miles, "kilometers"));
  expect([words[0], words[4], words.at(-1)]).toEqual(["8 km", "40 km", "161 km"]);
  expect(new Set(words).size).toBe(steps.length);
});

test.each([
  ["Ada", "Lovelace", "Ada L.", "Ada Lovelace"],
  ["Otis", "", "Otis", "Otis"],
  ["Otis", " ", "Otis", "Otis"],
  // Typed in place of a last name before one name was enough.
  ["Otis", ".", "Otis", "Otis"],
  ["Otis", "-", "Otis", "Otis"],
  ["Gerard", "'t Hooft", "Gerard T.", "Gerard 't Hooft"],
  ["Ada", "(Lovelace)", "Ada L.", "Ada (Lovelace)"],
  ["Ana", "ábalos", "Ana Á.", "Ana ábalos"],
  ["Bo", "💿", "Bo 💿.", "Bo 💿"],
])("%s and %j is %s to others, and %s to moderators", (firstName, lastName, short, full) => {
  const person = { firstName, lastName };
  expect([shortName(person), fullNameOf(person)]).toEqual([short, full]);
  expect(toPublicName(person).lastName).toBe(short.slice(firstName.length + 1).replace(/\.$/, ""));
});
