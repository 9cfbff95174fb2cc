import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../server";

const { addMember, sharedMember } = shareApp();

const nothing = {
  gender: null,
  genderWords: null,
  meets: [],
  meetAgeMin: null,
  meetAgeMax: null,
  purpose: null,
  showsWishes: false,
};

async function save(person: Person, wishes: object) {
  const answer = await person.json("PUT", "/api/profile/wishes", wishes);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function find(viewer: Person, other: Person) {
  const found = (await (await viewer.get("/api/discover")).json()) as { id: string }[];
  return found.find(({ id }) => id === other.id);
}

test("GET and PUT /api/profile/wishes read and replace the member's own wishes", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(nothing);
  const wishes = { ...nothing, gender: "nonbinary", meets: ["woman", "own"], meetAgeMin: 25, meetAgeMax: 40 };
  expect(await save(ada, wishes)).toEqual(wishes);
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(wishes);
  expect(await save(ada, {})).toEqual(nothing);
});

test.each([
  [{ gender: "x" }, "Choose from the list"],
  [{ gender: "own" }, "Add your own words"],
  [{ meets: "woman" }, "Choose from the list"],
  [{ meetAgeMin: 17 }, "Age must be from 18 to 100"],
  [{ meetAgeMin: 40, meetAgeMax: 30 }, "Must be the same as or higher than “From”"],
  [{ showsWishes: "perhaps" }, "Must be true or false"],
])("PUT refuses %o", async (wishes, sentence) => {
  const ada = await sharedMember("Ada");
  const answer = await ada.json("PUT", "/api/profile/wishes", wishes);
  expect([answer.status, await answer.text()]).toEqual([400, sentence]);
});

test("Discover lists only pairs who fit, at once and on both sides", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect([await find(ada, ben), await find(ben, ada)]).toEqual([expect.anything(), expect.anything()]);
  await save(ada, { purpose: "dating" });
  await save(ben, { purpose: "friends" });
  expect([await find(ada, ben), await find(ben, ada)]).toEqual([undefined, undefined]);
  await save(ben, { purpose: "both" });
  expect([await find(ada, ben), await find(ben, ada)]).toEqual([expect.anything(), expect.anything()]);
});

test("nothing that others get tells about hidden wishes, or whether the two fit", async () => {
  const [viewer, other] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(viewer, other);
  const paths = [
    `/members/${other.id}`,
    `/members/${other.id}/why`,
    "/matches",
    "/api/matches",
    "/api/matches/mutual",
    "/api/conversations",
  ];
  const read = async () => {
    const texts = [];
    for (const path of paths) {
      const answer = await viewer.get(path, path.startsWith("/api") ? {} : { Accept: "text/html" });
      texts.push((await answer.text()).replace(/nonce="[^"]*"|lastEventId\W+[\w-]+/g, ""));
    }
    return texts;
  };
  // The first visit marks the match as seen, which the bell shows.
  await read();
  const before = await read();
  const wishes = { gender: "own", genderWords: "Zyxgender", meets: ["own"], meetAgeMin: 51, meetAgeMax: 52 };
  await save(other, { ...wishes, purpose: "friends" });
  expect(await read()).toEqual(before);

  await save(other, { ...wishes, purpose: "friends", showsWishes: true });
  const page = await (await viewer.get(`/members/${other.id}`, { Accept: "text/html" })).text();
  expect(page).toContain("Zyxgender");
  expect(page).toContain("Friends · People who describe their gender in their own words · Ages 51–52");
});

test("the plain form saves, and keeps what was typed when it is refused", async () => {
  const ada = await addMember("Ada");
  const form = { gender: "own", genderWords: "", "meets-man": "on", meetAgeMin: "30", purpose: "both" };
  const refused = await ada.form("/profile?tab=meet", form);
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("Add your own words");
  expect(html).toMatch(/name="meets-man"[^>]*checked|checked[^>]*name="meets-man"/);
  const saved = await ada.form("/profile?tab=meet", { ...form, genderWords: "Agender" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile?tab=meet"]);
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual({
    ...{ ...nothing, gender: "own", genderWords: "Agender", meets: ["man"], purpose: "both" },
    ...{ meetAgeMin: 30, meetAgeMax: 100 },
  });
});
