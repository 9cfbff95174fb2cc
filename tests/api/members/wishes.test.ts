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

test("GET and PUT /api/profile/wishes read and replace the member's own wishes", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(nothing);
  const wishes = { ...nothing, gender: "nonbinary", meets: ["woman", "own"], meetAgeMin: 25, meetAgeMax: 40 };
  expect(await save(ada, wishes)).toEqual(wishes);
  expect(await (await ada.get("/api/profile/wishes")).json()).toEqual(wishes);
  expect(await save(ada, {})).toEqual(nothing);
});

test("PUT refuses what is invalid with a message", async () => {
  const ada = await sharedMember("Ada");
  const answer = await ada.json("PUT", "/api/profile/wishes", { gender: "own" });
  expect([answer.status, await answer.text()]).toEqual([400, "Add your own words"]);
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
