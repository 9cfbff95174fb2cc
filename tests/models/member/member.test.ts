import { db } from "db/client.server";
import { candidate, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findOrAddMember, saveProfile, toOwnMember, toPublicMember } from "~/models/member/member.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import { profileSavedMessage, UNKNOWN_TOWN } from "~/models/member/profile";
import { profileForm, profileInput } from "~/models/member/profile-schema";
import { savePreferences } from "~/models/music/preferences.server";
import { addNewcomer } from "../../cast";

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
  const listed = () => db.select().from(candidate).where(eq(candidate.memberId, ada.id));
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
  const [other] = await db.select().from(member).where(eq(member.id, ben.id));
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
