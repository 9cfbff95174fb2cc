import { expect, test } from "vitest";
import { decide, matchUp, serveThisFile, talkUp } from "./server";

const { visitor, settle, same } = serveThisFile();

type Shown = { id: string; mutual: boolean; compatibilityScore: number; targetUser: { id: string } };
const listed = async (answer: Response) =>
  ((await answer.json()) as Shown[]).map((match) => match.targetUser.id);

test("a like stands among the likes, and becomes a match of both when it is returned", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  const liked = await decide(ada, ben, true);
  expect([liked.status, await liked.json()]).toEqual([201, { mutual: false }]);
  expect(await listed(await ada.get("/api/matches"))).toEqual([ben.id]);
  expect(await listed(await ada.get("/api/matches/mutual"))).toEqual([]);
  expect(await listed(await ben.get("/api/matches"))).toEqual([]);
  expect(await (await decide(ben, ada, true)).json()).toEqual({ mutual: true });
  expect(await listed(await ada.get("/api/matches/mutual"))).toEqual([ben.id]);
  expect(await listed(await ben.get("/api/matches/mutual"))).toEqual([ada.id]);
  const [match] = (await (await ada.get("/api/matches")).json()) as Shown[];
  expect(match).toMatchObject({ mutual: true, compatibilityScore: expect.any(Number) });
});

test("a match shows of the other what anybody may see, and no more", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  await matchUp(ada, ben);
  const [match] = (await (await ada.get("/api/matches/mutual")).json()) as Shown[];
  expect(match).toEqual({
    id: expect.any(String),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    compatibilityScore: expect.any(Number),
    mutual: true,
    targetUser: {
      id: ben.id,
      firstName: "Ben",
      lastName: "L",
      age: 30,
      location: expect.stringContaining("Portland"),
      bio: "Likes records.",
      profileImageUrl: null,
      coverImageUrl: null,
      distance: 5,
      compatibilityScore: match?.compatibilityScore,
      musicPreferences: expect.objectContaining({ topArtists: ["Radiohead", "Stereolab", "Broadcast"] }),
    },
  });
});

test("nobody's e-mail, full last name or coordinates are in any answer to another", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  const id = await talkUp(ada, ben);
  for (const path of [
    "/api/matches",
    "/api/matches/mutual",
    "/api/discover",
    "/api/conversations",
    `/api/conversations/${id}/messages`,
    "/discover?maxDistance=100",
    "/matches",
    `/members/${ben.id}`,
    `/members/${ben.id}/why`,
    "/messages",
    `/messages/${id}`,
  ]) {
    const told = await (await ada.get(path)).text();
    expect(told).not.toContain(ben.email);
    expect(told.replaceAll("Ada Lovelace", "")).not.toContain("Lovelace");
    expect(told).not.toMatch(/"cell"|latitude|longitude|-122\.\d|passwordHash|"subject"|"issuer"/);
  }
});

test("the last word stands, and the same word twice changes nothing", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  await matchUp(ada, ben);
  const before = await (await ada.get("/api/matches")).json();
  await decide(ada, ben, true);
  expect(await (await ada.get("/api/matches")).json()).toEqual(before);
  expect(await (await decide(ada, ben, false)).json()).toEqual({ mutual: false });
  expect(await listed(await ada.get("/api/matches"))).toEqual([]);
  expect(await listed(await ben.get("/api/matches/mutual"))).toEqual([]);
  expect(await listed(await ben.get("/api/matches"))).toEqual([ada.id]);
});

test("ten simultaneous likes of a pair make one match", async () => {
  const [ada, ben] = [await settle("Ada"), await settle("Ben")];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? decide(ada, ben, true) : decide(ben, ada, true))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  for (const one of [ada, ben]) expect(await listed(await one.get("/api/matches/mutual"))).toHaveLength(1);
});

test.each([
  [{ liked: true }, "Say which member"],
  [{ targetUserId: "", liked: true }, "Say which member"],
  [{ targetUserId: "Ben", liked: true }, "Say which member"],
  [{ targetUserId: -1, liked: true }, "Say which member"],
  [{ targetUserId: 0.5, liked: true }, "Say which member"],
  [{ targetUserId: 1e300, liked: true }, "Say which member"],
  [{ targetUserId: "9".repeat(16), liked: true }, "Say which member"],
  [{ targetUserId: ["1"], liked: true }, "Say which member"],
  [{ targetUserId: "1 or 1=1", liked: true }, "Say which member"],
  [{ targetUserId: "1" }, "Say whether you like or pass"],
  [{ targetUserId: "1", liked: "perhaps" }, "Say whether you like or pass"],
  [{ targetUserId: "1", liked: 1 }, "Say whether you like or pass"],
  [{ targetUserId: "1", liked: null }, "Say whether you like or pass"],
])("a decision that says %j is refused: %s", async (body, says) => {
  const ada = await same("Zoe");
  const answer = await ada.json("POST", "/api/matches", body);
  expect([answer.status, await answer.text()]).toEqual([400, says]);
});

test("oneself and whoever is not there are answered alike", async () => {
  const ada = await same("Zoe");
  for (const targetUserId of [ada.id, Number(ada.id), "7", "0", "9007199254740991"]) {
    for (const liked of [true, false]) {
      const answer = await ada.json("POST", "/api/matches", { targetUserId, liked });
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
    }
  }
});

test("Discover leaves out oneself and whoever was decided on", async () => {
  const [ada, ben, cleo] = [await settle("Ada"), await settle("Ben"), await settle("Cleo")];
  const found = async () =>
    ((await (await ada.get("/api/discover")).json()) as { id: string }[]).map(({ id }) => id);
  const before = await found();
  expect(before).toEqual(expect.arrayContaining([ben.id, cleo.id]));
  expect(before).not.toContain(ada.id);
  await decide(ada, ben, true);
  await decide(ada, cleo, false);
  expect(await found()).not.toEqual(expect.arrayContaining([ben.id]));
  expect(await found()).not.toEqual(expect.arrayContaining([cleo.id]));
});

test("Discover's filters come as the specification sends them", async () => {
  const ada = await settle("Ada");
  const ben = await settle("Ben");
  const find = async (query: string) => {
    const answer = await ada.get(`/api/discover?${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { id: string }[]).some(({ id }) => id === ben.id);
  };
  expect(await find("ageMin=18&ageMax=35&maxDistance=25&genres=Rock,Alternative&minCompatibility=50")).toBe(
    true,
  );
  expect(await find("genres=Alternative&genres=Jazz")).toBe(true);
  expect(await find("ageMin=35&ageMax=25")).toBe(true);
  expect(await find("ageMin=31")).toBe(false);
  expect(await find("genres=Jazz")).toBe(false);
  expect(await find("ageMin=&maxDistance=0&genres=&nonsense=1")).toBe(true);
});

test.each([
  "ageMin=17",
  "ageMax=66",
  "ageMin=abc",
  "ageMin=18.5",
  "maxDistance=4",
  "maxDistance=101",
  "maxDistance=-5",
  "minCompatibility=49",
  "minCompatibility=101",
  "minCompatibility=1e2",
  "genres=Polka",
  "genres=Rock,<script>",
])("a filter that means nothing is told so: %s", async (query) => {
  const ada = await same("Zoe");
  const answer = await ada.get(`/api/discover?${query}`);
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringMatching(/(must be|Choose genres)/),
  ]);
});

test.each(["x", "", "-", "1-1-1", "9".repeat(400), "0-0'--", "%00", "__proto__", "%F0%9F%92%BF"])(
  "a cursor that is not ours is a sentence or the first page, in every list: %s",
  async (cursor) => {
    const ada = await same("Zoe");
    for (const list of ["/api/matches", "/api/matches/mutual", "/api/discover", "/api/conversations"]) {
      const answer = await ada.get(`${list}?cursor=${cursor}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400)
        expect(await answer.text()).toMatch(
          /^(The cursor is not one of ours|This page of Discover does not exist)/,
        );
    }
    expect((await visitor().get(`/api/matches?cursor=${cursor}`)).status).toBe(401);
  },
);
