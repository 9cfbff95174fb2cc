import { expect, test } from "vitest";
import { shareApp } from "../../app";

const { visitor, signUp } = shareApp();

async function addListener(firstName: string, artist: string) {
  const member = await signUp(firstName);
  await member.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const preferences = {
    topArtists: [artist],
    favoriteGenres: ["Folk"],
    totalScrobbles: 0,
    concertsAttended: 0,
  };
  const saved = await member.json("POST", "/api/music-preferences", preferences);
  expect(saved.status).toBeLessThan(300);
  return member;
}

test("GET /api/artists suggests names of artists to members", async () => {
  const ada = await signUp("Ada");
  const answer = await ada.get("/api/artists?q=sigur");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.json()).toEqual(["Sigur Rós"]);
  const many = await (await ada.get("/api/artists?q=the")).json();
  expect(many).toHaveLength(8);
  expect((await visitor().get("/api/artists?q=sigur")).status).toBe(401);
});

test("GET /api/artists suggests nothing for no text, or one that fits nothing", async () => {
  const ada = await signUp("Ada");
  const texts = [
    "",
    "?q=",
    "?q=%20",
    "?q=%25",
    "?q=%00",
    "?q=%FF",
    "?q=%F0%9F%8E%B8",
    `?q=${"x".repeat(3_000)}`,
  ];
  for (const query of texts) {
    const answer = await ada.get(`/api/artists${query}`);
    expect([query, answer.status, await answer.json()]).toEqual([query, 200, []]);
  }
});

test("GET /api/artists suggests what three other members list, and not what two do", async () => {
  const ada = await signUp("Ada");
  const suggest = async () => (await ada.get("/api/artists?q=grimbol")).json();
  await addListener("Ben", "Grimbolds");
  await addListener("Cleo", "Grimbolds");
  expect(await suggest()).toEqual([]);
  await addListener("Dan", "The Grimbolds");
  expect(await suggest()).toEqual(["Grimbolds"]);
});
