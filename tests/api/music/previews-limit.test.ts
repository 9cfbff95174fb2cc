// How often a member can ask for parts of previews. A process reads its environment once, so this app is not that of previews.test.ts.
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startDeezer } from "../../fakes/deezer";

const deezer = await startDeezer();
afterAll(() => deezer.close());
const { signUp } = shareApp({ PREVIEWS: "deezer", DEEZER_URL: deezer.address, RATE_LIMITS: "on" });

test("a member can ask for 120 parts a minute", async () => {
  const ada = await signUp("Ada");
  const { id } = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  await ada.json("POST", `/api/playlists/${id}/songs`, { artist: "Can", title: "Vitamin C" });
  const { songs } = await (await ada.get(`/api/playlists/${id}`)).json();
  const answers: number[] = [];
  for (let i = 0; i < 121; i++)
    answers.push((await ada.send(songs[0].previewUrl, { headers: { Range: "bytes=0-1" } })).status);
  expect(answers).toEqual([...Array(120).fill(206), 429]);
});
