import { db } from "db/client.server";
import { candidate, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profileForm, profileInput } from "~/models/member";
import { findOrAddMember, ownMember, publicMember, saveProfile } from "~/models/member.server";
import { placeHelp } from "~/models/place.server";
import { savePreferences } from "~/models/preferences.server";
import { profileWords, UNKNOWN_TOWN } from "~/models/profile";
import { newcomer } from "../cast";

const ADA = { bio: "Likes records.", age: 36, location: "Portland, Oregon" };

function refusals(input: unknown) {
  return profileInput.safeParse(input).error?.flatten().fieldErrors ?? {};
}

test.each([
  ["a bio of 501 characters", { bio: "a".repeat(501) }, { bio: ["Bio must be less than 500 characters"] }],
  ["a number for a bio", { bio: 7 }, { bio: ["Must be text"] }],
  ["17 years", { age: 17 }, { age: ["Must be at least 18"] }],
  ["101 years", { age: 101 }, { age: ["Invalid age"] }],
  ["half a year", { age: 30.5 }, { age: ["Invalid age"] }],
  ["no age", { age: "" }, { age: ["Invalid age"] }],
  ["a word for an age", { age: "old" }, { age: ["Invalid age"] }],
  ["null for an age", { age: null }, { age: ["Invalid age"] }],
  ["a blank location", { location: " \u0000 " }, { location: ["Location is required"] }],
  ["a missing location", { location: undefined }, { location: ["Location is required"] }],
  ["a very long location", { location: "a".repeat(101) }, { location: ["Use at most 100 characters"] }],
])("refused with a sentence: %s", (_, wrong, sentences) => {
  expect(refusals({ ...ADA, ...wrong })).toEqual(sentences);
});

test("18, 100 and 500 characters are still taken, and a bio may be left out", () => {
  expect(refusals({ ...ADA, age: 18, bio: "a".repeat(500) })).toEqual({});
  expect(refusals({ ...ADA, age: "100" })).toEqual({});
  expect(profileInput.parse({ age: 40, location: "Oslo" })).toEqual({ bio: "", age: 40, location: "Oslo" });
});

test("line ends of a form count once", () => {
  expect(profileInput.parse({ ...ADA, bio: "a\r\nb" }).bio).toBe("a\nb");
  expect(refusals({ ...ADA, bio: "a\r\n".repeat(250).trim() })).toEqual({});
});

test("a picked namesake stands above what was typed", () => {
  const typed = { ...ADA, location: "Springfield" };
  expect(profileForm.parse(typed).location).toBe("Springfield");
  expect(profileForm.parse({ ...typed, town: "Springfield, Illinois, US" }).location).toBe(
    "Springfield, Illinois, US",
  );
});

test("a saved profile has its town and what was typed", async () => {
  const ada = await newcomer("Ada");
  const saved = await saveProfile(ada.id, ADA);
  expect(saved).toMatchObject({ ...ADA, placeName: "Portland, Oregon, US", firstName: "Ada" });
  expect(saved.cell).toEqual(expect.any(Number));
  expect(publicMember(saved).location).toBe("Portland, Oregon, US");
  expect(ownMember(saved).location).toBe("Portland, Oregon");
});

test("a town that nobody knows is kept as text, and the old one is forgotten", async () => {
  const ada = await newcomer("Ada");
  await saveProfile(ada.id, ADA);
  const saved = await saveProfile(ada.id, { ...ADA, location: "Nowhere Under the Hill" });
  expect(saved).toMatchObject({ location: "Nowhere Under the Hill", placeName: null, cell: null });
  expect(publicMember(saved).location).toBe("Nowhere Under the Hill");
});

test("with an age a member can be discovered, where they live now", async () => {
  const ada = await newcomer("Ada");
  await savePreferences(ada.id, {
    topArtists: ["Can"],
    favoriteGenres: ["Rock"],
    totalScrobbles: 0,
    concertsAttended: 0,
  });
  const listed = () => db.select().from(candidate).where(eq(candidate.memberId, ada.id));
  expect(await listed()).toEqual([]);
  const { cell } = await saveProfile(ada.id, ADA);
  expect(await listed()).toMatchObject([{ cell, age: 36 }]);
  const moved = await saveProfile(ada.id, { ...ADA, age: 37, location: "Oslo" });
  expect(moved.cell).not.toBe(cell);
  expect(await listed()).toMatchObject([{ cell: moved.cell, age: 37 }]);
});

test("a profile changes nobody else's", async () => {
  const [ada, ben] = [await newcomer("Ada"), await newcomer("Ben")];
  await saveProfile(ada.id, ADA);
  const [other] = await db.select().from(member).where(eq(member.id, ben.id));
  expect(other).toEqual(ben);
});

test("others see the initial of the last name, and neither e-mail nor cell", async () => {
  const ada = await saveProfile((await newcomer("Ada")).id, ADA);
  expect(publicMember({ ...ada, lastName: " ödegaard" })).toEqual({
    id: String(ada.id),
    firstName: "Ada",
    lastName: "Ö",
    age: 36,
    location: "Portland, Oregon, US",
    bio: "Likes records.",
    profileImageUrl: null,
    coverImageUrl: null,
  });
});

test("a second sign-in finds the same member, as they have become", async () => {
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

test("of several towns with one name the others are offered", async () => {
  const { others, towns } = await placeHelp("Springfield", "Springfield, Missouri, US");
  expect(others).toContain("Springfield, Illinois, US");
  expect(others).not.toContain("Springfield, Missouri, US");
  expect(towns.slice(0, others.length)).toEqual(others);
  expect(
    profileWords({ location: "Springfield", placeName: "Springfield, Missouri, US" }, others).description,
  ).toBe("We took Springfield for Springfield, Missouri, US. If you live in another one, pick it below.");
});

test("a clear town offers no others, an unknown one what it may be the beginning of", async () => {
  expect((await placeHelp("Oslo", "Oslo, Norway")).others).toEqual([]);
  expect(profileWords({ location: "Oslo", placeName: "Oslo, Norway" }, [])).toEqual({
    title: "Profile updated",
  });
  expect((await placeHelp("", null)).others).toEqual([]);
  const unknown = await placeHelp("Reykja", null);
  expect(unknown.others).toEqual([]);
  expect(unknown.towns[0]).toMatch(/^Reykjavík/);
  expect(profileWords({ location: "Reykja", placeName: null }, []).description).toBe(UNKNOWN_TOWN);
});
