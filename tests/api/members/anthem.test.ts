// Anthems: one song on a member's profile, which others can play on their page.
import { afterAll, expect, test } from "vitest";
import { previewKeyOf } from "~/models/song";
import { shareApp } from "../../app";
import { startDeezer } from "../../fakes/deezer";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import type { Person } from "../people";

const [deezer, spotify] = [await startDeezer(), await startSpotifyOembed()];
afterAll(() => {
  deezer.close();
  spotify.close();
});
const { addMember } = shareApp({
  PREVIEWS: "deezer",
  DEEZER_URL: deezer.address,
  SPOTIFY_OEMBED_URL: spotify.address,
});

const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";
const save = (one: Person, anthem: object) => one.json("PUT", "/api/profile/anthem", anthem);
const own = async (one: Person) => (await (await one.get("/api/profile/anthem")).json()).anthem;
const pageOf = async (viewer: Person, { id }: Person) => (await viewer.get(`/members/${id}`)).text();

test("others see a member's anthem and can play it, until it is removed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await own(ada)).toBeNull();
  const saved = await save(ada, { shareType: "song", artist: " Can ", title: "Vitamin C" });
  const anthem = (await saved.json()) as { previewUrl: string };
  expect(anthem).toMatchObject({ type: "song", artist: "Can", title: "Vitamin C", url: null });
  expect(await own(ada)).toEqual(anthem);
  expect(await pageOf(ben, ada)).toContain(`preview=${previewKeyOf(anthem.previewUrl)}`);
  expect((await ben.get(anthem.previewUrl)).status).toBe(200);

  await ada.form("/profile/anthem/remove", {});
  expect(await own(ada)).toBeNull();
  expect(await pageOf(ben, ada)).not.toContain("Vitamin C");
});

test("a link is an anthem with the title and picture of what it leads to", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  spotify.addLink(TRACK, { title: "Spoon <3" });
  expect((await ada.form("/profile/anthem", { shareType: "spotify", url: TRACK })).status).toBe(303);
  const pictureUrl = expect.stringMatching(/^\/pictures\//);
  // On a slow machine the picture comes after the answer.
  await expect
    .poll(() => own(ada))
    .toEqual({
      type: "spotify",
      url: TRACK,
      title: "Spoon <3",
      artist: null,
      pictureUrl,
    });
  const page = await pageOf(ben, ada);
  expect(page).toContain("Spoon &lt;3");
  expect(page).toContain(`href="${TRACK}"`);
});

test("what is no song is refused at its field, with what was typed kept", async () => {
  const ada = await addMember("Ada");
  for (const [anthem, message] of [
    [{ shareType: "song", artist: "Can", title: " " }, "Title is required"],
    [{ shareType: "song", title: "Spoon" }, "Artist is required"],
    [{ shareType: "spotify", url: "https://evil.example/track/1" }, "Please enter a valid spotify URL"],
    [{ shareType: "youtube", url: "javascript:alert(1)" }, "Please enter a valid youtube URL"],
    [{ shareType: "tape" }, "Choose a song or a link"],
  ] as const) {
    const refused = await save(ada, anthem);
    expect([refused.status, await refused.text()]).toEqual([400, message]);
  }
  const form = await ada.form("/profile/anthem", { shareType: "song", artist: "", title: "Vitamin C" });
  const page = await form.text();
  expect(form.status).toBe(400);
  expect(page).toContain("Artist is required");
  expect(page).toContain('value="Vitamin C"');
});
