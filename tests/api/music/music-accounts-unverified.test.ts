// A server without credentials: its music accounts are unverified and have no effect.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { openVisitor } from "../../visitor/visitor";

const { addMember, sharedMember } = shareApp();

test("Last.fm reports that it is not set up", async () => {
  const ada = await sharedMember("Ada");
  const message = "Last.fm is not set up on this server.";
  const looked = await ada.get("/api/lastfm/user/rj");
  expect([looked.status, await looked.text()]).toEqual([503, message]);
  const account = { service: "lastfm", serviceUserId: "rj", serviceUsername: "rj" };
  expect((await ada.json("POST", "/api/music-connections", account)).status).toBe(503);
  expect(await (await ada.get("/music-connections")).text()).toContain(message);
});

test("Spotify and YouTube Music connect once, marked as unverified, and do not affect the score", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const scores = async () =>
    (
      (await (await ada.get("/api/discover?minCompatibility=50")).json()) as {
        id: string;
        compatibilityScore: number;
      }[]
    ).map(({ id, compatibilityScore }) => [id, compatibilityScore]);
  const [before, preferences] = [await scores(), await (await ada.get("/api/music-preferences")).text()];
  expect(before.map(([id]) => id)).toContain(ben.id);
  for (const service of ["spotify", "youtube"]) {
    const account = { service, serviceUserId: `${service}_${ada.id}`, serviceUsername: "Ada" };
    const [first, second] = [
      await ada.json("POST", "/api/music-connections", account),
      await ada.json("POST", "/api/music-connections", account),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    const made = (await first.json()) as { id: string };
    expect(made).toMatchObject({ ...account, isActive: true, isVerified: false });
    expect(await second.json()).toEqual(made);
    for (const path of [`/music-connections/${made.id}/import`, `/music-connections/${service}/start`]) {
      expect((await ada.get(path)).status).toBe(404);
    }
    const forced = await ada.form(`/music-connections/${made.id}/import`, {
      artists: "Abba",
      playCount: "9",
    });
    expect(forced.status).toBe(404);
    expect((await ada.form(`/music-connections/${made.id}/refresh`, {}, { Accept: "*/*" })).status).toBe(404);
  }
  const page = await (await ada.get("/music-connections")).text();
  expect(page.match(/not verified</g)?.length).toBe(2);
  expect([await scores(), await (await ada.get("/api/music-preferences")).text()]).toEqual([
    before,
    preferences,
  ]);
});

test("the screen links to a profile, in place of an account that was only named", async () => {
  const cleo = await addMember("Cleo");
  const { visit } = openVisitor(cleo);
  await cleo.json("POST", "/api/music-connections", {
    service: "youtube",
    serviceUserId: `youtube_${cleo.id}`,
    serviceUsername: "Cleo",
  });
  let page = await visit("/music-connections");
  const card = () => page.within("YouTube Music", "region");
  for (const text of ["Connected as Cleo", "not verified"]) expect(card().text).toContain(text);
  const field = "Link to your YouTube Music profile";
  page = await page.fill(field, "https://evil.example/@cleo").press("Link YouTube Music");
  expect(card().errors).toEqual([
    "Paste the link to your channel, such as youtube.com/@you or music.youtube.com/channel/…",
  ]);
  expect(page.value(field)).toBe("https://evil.example/@cleo");
  page = await page.fill(field, "youtube.com/@cleo?si=1").press("Link YouTube Music");
  expect(page.text).toContain("Service connected");
  const link = '<a href="https://www.youtube.com/@cleo" target="_blank" rel="noopener noreferrer nofollow"';
  expect(page.source).toContain(link);
  expect(card().text).toContain("not verified");
  expect(card().buttons).toEqual(["Disconnect YouTube Music"]);
  expect(await (await cleo.get("/api/music-connections")).json()).toMatchObject([
    { serviceUserId: "https://www.youtube.com/@cleo", profileUrl: "https://www.youtube.com/@cleo" },
  ]);
  expect((await visit("/profile")).source).toContain(link);
  const dora = await addMember("Dora");
  expect((await openVisitor(dora).visit(`/members/${cleo.id}`)).source).toContain(link);
});

test.each(["service=tidal", "service=tidal&username=rj", "service=Lastfm", "username=rj", ""])(
  "a form that names an unknown service is refused: %j",
  async (fields) => {
    const dan = await sharedMember("Dan");
    const form = Object.fromEntries(new URLSearchParams(fields));
    const answer = await dan.form("/music-connections", form, { Accept: "text/html" });
    expect(answer.status).toBe(303);
    const html = await (await dan.follow(answer)).text();
    for (const words of [
      "Connection failed",
      "400: service must be one of listenbrainz, lastfm, spotify, youtube",
    ])
      expect(html).toContain(words);
    expect(html).not.toContain("Last.fm connection failed");
    expect(await (await dan.get("/api/music-connections")).json()).toEqual([]);
  },
);
