// A member's own data as JSON: account, profile, preferences, prompts, wishes, the anthem and photos.
import { afterAll, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { previewKeyOf } from "~/models/song";
import { shareApp } from "../../app";
import { startDeezer } from "../../fakes/deezer";
import { blotches } from "../../fakes/picture-files";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import { makeMatch, type Person } from "../people";

const [deezer, spotify] = [await startDeezer(), await startSpotifyOembed()];
afterAll(() => {
  deezer.close();
  spotify.close();
});
const { visitor, signUp, sharedMember, addMember } = shareApp({
  PREVIEWS: "deezer",
});

const profile = { bio: "Likes records.", age: 30, location: "Portland, Oregon" };
const preferences = {
  topArtists: ["Radiohead", "Stereolab"],
  favoriteGenres: ["Indie", "Electronic"],
  totalScrobbles: 54_189,
  concertsAttended: 12,
};

test("a profile accepts line breaks, accents, right-to-left text and emoji, but no control characters", async () => {
  const ada = await signUp("Ada");
  const bio = "Zażółć\r\nגם אני \u{1F4BF}\u0000\u0007";
  const answer = await ada.json("PATCH", "/api/profile", { ...profile, bio, location: " Nowhere at all " });
  expect(await answer.json()).toMatchObject({ bio: "Zażółć\nגם אני \u{1F4BF}", location: "Nowhere at all" });
});

test("preferences are null until they are saved", async () => {
  const ada = await signUp("Ada");
  const none = await ada.get("/api/music-preferences");
  expect([none.status, await none.json()]).toEqual([200, null]);
});

test("saving a profile and preferences changes no other member's", async () => {
  const [ada, eve] = [await signUp("Ada"), await signUp("Eve")];
  await ada.json("PATCH", "/api/profile", profile);
  await ada.json("POST", "/api/music-preferences", preferences);
  expect(await (await eve.get("/api/auth/user")).json()).toMatchObject({
    id: eve.id,
    bio: "",
    email: eve.email,
  });
  expect(await (await eve.get("/api/music-preferences")).json()).toBeNull();
  expect((await visitor().get("/api/music-preferences")).status).toBe(401);
});

const B_SIDE = { prompt: "b_side", answer: "Yes It Is" };
const savePrompts = (one: Person, prompts: unknown) => one.json("PUT", "/api/profile/prompts", { prompts });
const pageOf = async (viewer: Person, { id }: Person) => (await viewer.get(`/members/${id}`)).text();

test("a card in Discover shows the first answer of a member without a bio", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await savePrompts(ben, [B_SIDE, { prompt: "lyric", answer: "The second answer" }]);
  await ben.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const discover = async () => (await ada.get("/discover")).text();
  const card = await discover();
  expect(card).not.toContain("The second answer");
  expect(card).toContain("Yes It Is");
  await ben.json("PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Portland, Oregon" });
  expect(await discover()).not.toContain("Yes It Is");
});

async function saveWishes(person: Person, wishes: object) {
  const answer = await person.json("PUT", "/api/profile/wishes", { ...wishes, consents: true });
  expect(answer.status).toBe(200);
  return answer.json();
}

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
  await saveWishes(other, { ...wishes, purpose: "friends" });
  expect(await read()).toEqual(before);

  await saveWishes(other, { ...wishes, purpose: "friends", showsWishes: true });
  const page = await (await viewer.get(`/members/${other.id}`, { Accept: "text/html" })).text();
  expect(page).toContain("Zyxgender");
  expect(page).toContain("Friends · People who describe their gender in their own words · Ages 51–52");
});

const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";
const saveAnthem = (one: Person, anthem: object) => one.json("PUT", "/api/profile/anthem", anthem);
const anthemOf = async (one: Person) => (await (await one.get("/api/profile/anthem")).json()).anthem;

test("others see a member's anthem and can play it, until it is removed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await anthemOf(ada)).toBeNull();
  const saved = await saveAnthem(ada, { shareType: "song", artist: " Can ", title: "Vitamin C" });
  const anthem = (await saved.json()) as { previewUrl: string };
  expect(anthem).toMatchObject({ type: "song", artist: "Can", title: "Vitamin C", url: null });
  expect(await anthemOf(ada)).toEqual(anthem);
  expect(await pageOf(ben, ada)).toContain(`preview=${previewKeyOf(anthem.previewUrl)}`);
  expect((await ben.get(anthem.previewUrl)).status).toBe(200);

  await ada.form("/profile/anthem/remove", {});
  expect(await anthemOf(ada)).toBeNull();
  expect(await pageOf(ben, ada)).not.toContain("Vitamin C");
});

test("a link is an anthem with the title and picture of what it leads to", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  spotify.addLink(TRACK, { title: "Spoon <3" });
  expect((await ada.form("/profile/anthem", { shareType: "spotify", url: TRACK })).status).toBe(303);
  const pictureUrl = expect.stringMatching(/^\/pictures\//);
  // On a slow machine the picture comes after the answer.
  await expect
    .poll(() => anthemOf(ada))
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

const html = { Accept: "text/html" };
const AT = "/api/profile/photos";
let seed = 1;

const draw = () => blotches(seed++, 160).jpeg().toBuffer();

async function upload(who: Person): Promise<string> {
  const { uploadURL } = (await (await who.json("POST", "/api/objects/upload", undefined)).json()) as {
    uploadURL: string;
  };
  const { pathname } = new URL(uploadURL);
  const headers = { "Sec-Fetch-Site": "same-origin", "Content-Type": "image/jpeg" };
  const body = new Uint8Array(await draw());
  expect((await who.send(pathname, { method: "PUT", body, headers })).status).toBe(201);
  return pathname;
}

type Photo = { id: string; photoUrl: string; photoFocus: object; isPending: boolean };
const photosIn = async (answer: Response) => ((await answer.json()) as { photos: Photo[] }).photos;
const idsOf = async (who: Person) => (await photosIn(await who.get(AT))).map(({ id }) => id);
const idIn = (path: string) => path.split("/").at(-1) ?? "";

test("photos are added in order, moved, given a focal point and removed, and others see them", async () => {
  const [ada, ben] = [await signUp("Ada"), await sharedMember("Ben")];
  expect(await photosIn(await ada.get(AT))).toEqual([]);
  const paths = [await upload(ada), await upload(ada), await upload(ada)];
  const [a = "", b = "", c = ""] = paths.map(idIn);
  const added = await ada.json("POST", AT, {
    photos: paths.map((photoURL, index) => ({ photoURL, photoFocus: { x: index, y: 10 } })),
  });
  expect(added.status).toBe(201);
  expect(await photosIn(added)).toEqual(
    [a, b, c].map((id, index) => ({
      id,
      photoUrl: `/pictures/${id}-640.webp`,
      photoFocus: { x: index, y: 10 },
      isPending: false,
    })),
  );
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    profileImageUrl: `/pictures/${a}-640.webp`,
    profileImageFocus: { x: 0, y: 10 },
  });
  const page = await (await ben.get(`/members/${ada.id}`, html)).text();
  expect([a, b, c].map((id) => page.indexOf(`/pictures/${id}-640`)).every((at) => at > 0)).toBe(true);
  expect(page).toContain("object-position:2% 10%");

  const moved = await ada.json("PATCH", `${AT}/${c}`, { position: 1, photoFocus: { x: 3, y: 4 } });
  expect((await photosIn(moved)).map(({ id }) => id)).toEqual([c, a, b]);
  expect((await ada.json("DELETE", `${AT}/${c}`, undefined)).status).toBe(204);
  expect((await ada.json("DELETE", `${AT}/${c}`, undefined)).status).toBe(404);
  expect(await idsOf(ada)).toEqual([a, b]);
  expect((await ben.json("PATCH", `${AT}/${a}`, { position: 2 })).status).toBe(404);
  expect((await ben.get(`/pictures/${c}-640.webp`)).status).toBe(404);
});

test("a moderator sees every photo of a report, and removes one of them", async () => {
  const [ada, ben, mia] = [await signUp("Ada"), await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const paths = [await upload(ben), await upload(ben), await upload(ben)];
  const [a = "", b = "", c = ""] = paths.map(idIn);
  await ben.json("POST", AT, { photos: paths.map((photoURL) => ({ photoURL })) });
  await ada.json("POST", "/api/reports", { about: `photo:${ben.id}`, reason: "sexual" });
  const queue = await (await mia.get("/moderation", html)).text();
  const path = /\/moderation\/cases\/[\da-f-]{36}/.exec(queue)?.[0] ?? "";
  await mia.form(`${path}/claim`, {});
  const page = await (await mia.get(path, html)).text();
  for (const id of [a, b, c]) expect(page).toContain(`/moderation/pictures/${id}-320.webp`);
  for (const id of [b, c]) expect(page).toContain(`value="morePhoto:${id}"`);
  const sanction = {
    kind: "removal",
    days: "3",
    rule: "sexual",
    statement: "No.",
    removed: `morePhoto:${b}`,
  };
  const incomplete = new FormData();
  for (const [name, value] of Object.entries({ ...sanction, statement: "" })) incomplete.append(name, value);
  incomplete.append("removed", `morePhoto:${c}`);
  const refused = await mia.form(path, incomplete);
  expect(refused.status).toBe(400);
  const again = await refused.text();
  for (const id of [b, c])
    expect(new RegExp(`<input[^>]*value="morePhoto:${id}"[^>]*>`).exec(again)?.[0]).toContain("checked");
  expect((await mia.form(path, sanction)).status).toBe(303);
  const status = await (await ben.get("/account-status", html)).text();
  expect(status).toContain("other photos");
  await ben.form(`/account-status/${/\/account-status\/([\da-f-]{36})/.exec(status)?.[1]}/acknowledge`, {});
  expect(await idsOf(ben)).toEqual([a, c]);
});
