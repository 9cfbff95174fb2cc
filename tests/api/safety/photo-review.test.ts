// With PHOTO_REVIEW=on, pictures wait for a moderator before others see them.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { shareApp } from "../../app";
import { blotches } from "../../fakes/picture-files";
import type { Person } from "../people";

const { signUp } = shareApp({ PHOTO_REVIEW: "on" });

const html = { Accept: "text/html" };
const PHOTOS = "/api/profile/photos";
let drawn = 100;
const idIn = (path: string) => /[\da-f]{8}-[\da-f-]{27}/.exec(path)?.[0] ?? "";

/** Uploads a picture unlike all others, and returns its path. */
async function upload(person: Person): Promise<string> {
  const { uploadURL } = await (await person.json("POST", "/api/objects/upload", undefined)).json();
  const sent = await person.send(new URL(uploadURL).pathname, {
    method: "PUT",
    body: new Uint8Array(await blotches(++drawn, 160).jpeg().toBuffer()),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  return ((await sent.json()) as { imageUrl: string }).imageUrl;
}

test("a photo waits for a moderator, who approves it or explains why not", async () => {
  const [ada, ben, mia] = [await signUp("Ada"), await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const photoOf = async (viewer: Person) => (await viewer.get(`/members/${ben.id}`, html)).text();
  for (const outcome of ["approve", "reject"]) {
    const picture = await upload(ben);
    expect((await ben.json("PUT", "/api/profile-images", { profileImageURL: picture })).status).toBe(200);
    expect(await photoOf(ada)).not.toContain(picture);
    expect((await ada.get(picture)).status).toBe(404);
    expect(await (await ben.get("/profile", html)).text()).toContain("once a moderator approves it");
    const id = idIn(picture);
    expect(await (await mia.get("/moderation/photos", html)).text()).toContain(`/moderation/photos/${id}`);
    expect((await mia.get(`/moderation${picture}`)).status).toBe(200);
    const review = { outcome, rule: "sexual", statement: "Please keep your clothes on." };
    expect((await mia.form(`/moderation/photos/${id}`, review)).headers.get("Location")).toBe(
      "/moderation/photos",
    );
    expect((await photoOf(ada)).includes(picture)).toBe(outcome === "approve");
    expect((await ada.get(picture)).status).toBe(outcome === "approve" ? 200 : 404);
    expect(await (await mia.get("/moderation/photos", html)).text()).not.toContain(id);
  }
  expect((await ben.get("/", html)).headers.get("Location")).toBe("/account-status");
  const statement = await (await ben.get("/account-status", html)).text();
  expect(statement).toContain("Please keep your clothes on.");
  expect(statement).toContain("We didn&#x27;t approve your new photo");
  expect(statement).not.toContain("We removed");
});

test("a photo that waits for a moderator can be withdrawn, once", async () => {
  const [ben, mia] = [await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const dialog = async () => (await ben.get("/profile/photo", html)).text();
  expect(await dialog()).not.toContain("Withdraw new photo");
  const picture = await upload(ben);
  await ben.json("PUT", "/api/profile-images", { profileImageURL: picture });
  const id = idIn(picture);
  expect(await dialog()).toContain("Withdraw new photo");
  const withdraw = () => ben.form("/profile/photo", { remove: "pending" });
  const withdrawn = await withdraw();
  expect([withdrawn.status, withdrawn.headers.get("Location")]).toEqual([303, "/profile"]);
  expect(await (await ben.get("/profile", html)).text()).not.toContain("once a moderator approves it");
  expect(await dialog()).not.toContain("Withdraw new photo");
  expect(await (await mia.get("/moderation/photos", html)).text()).not.toContain(id);
  expect((await mia.get(`/moderation${picture}`)).status).toBe(404);
  expect((await ben.get(picture)).status).toBe(404);
  const late = await mia.form(`/moderation/photos/${id}`, { outcome: "approve" });
  expect(late.headers.get("Location")).toBe("/moderation/photos");
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ profileImageUrl: null });
  const again = await (await ben.follow(await withdraw())).text();
  expect(again).toContain("409: A moderator has already reviewed this photo.");

  const second = await upload(ben);
  await ben.json("PUT", "/api/profile-images", { profileImageURL: second });
  const secondId = idIn(second);
  await mia.form(`/moderation/photos/${secondId}`, { outcome: "approve" });
  expect(await dialog()).not.toContain("Withdraw new photo");
  await ben.json("PUT", "/api/profile-images", { profileImageURL: await upload(ben) });
  await ben.form("/profile/photo", { remove: "shown" });
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ profileImageUrl: null });
  expect(await dialog()).toContain("Withdraw new photo");
});

/** How a member uses a picture as a cover. Returns the owner's page of it, and others'. */
const covers: Record<string, (owner: Person, picture: string) => Promise<{ own: string; others: string }>> = {
  "Cover photo": async (owner, coverImageURL) => {
    expect((await owner.json("PUT", "/api/cover-images", { coverImageURL })).status).toBe(200);
    return { own: "/profile", others: `/members/${owner.id}` };
  },
  "Playlist cover": async (owner, coverImageUrl) => {
    const input = { name: "Road Trip", isPublic: true, coverImageUrl };
    const { id } = await (await owner.json("POST", "/api/playlists", input)).json();
    return { own: `/playlists/${id}`, others: `/playlists/${id}` };
  },
  "Record cover": async (owner, imageUrl) => {
    await owner.form("/settings/collection", { shown: "true" });
    const input = { artist: "Nico", album: "The End", format: "vinyl", condition: "mint", imageUrl };
    expect((await owner.json("POST", "/api/record-collections", input)).status).toBe(201);
    return { own: "/records", others: `/members/${owner.id}` };
  },
};

test("covers wait too, each seen by its owner only", async () => {
  const [ada, ben, mia] = [await signUp("Ada"), await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const read = async (person: Person, path: string) => (await person.get(path, html)).text();
  for (const [name, use] of Object.entries(covers))
    for (const outcome of ["approve", "reject"]) {
      const picture = await upload(ben);
      const id = idIn(picture);
      const { own, others } = await use(ben, picture);
      const waiting = "until a moderator approves it";
      const mine = await read(ben, own);
      expect([mine.includes(id), mine.includes(waiting)], name).toEqual([true, true]);
      expect(await read(ada, others), name).not.toContain(id);
      expect((await ben.get(picture)).status, name).toBe(200);
      for (const other of [ada, mia]) expect((await other.get(picture)).status, name).toBe(404);
      const queue = await read(mia, "/moderation/photos");
      expect([queue.includes(`/moderation/photos/${id}`), queue.includes(name)], name).toEqual([true, true]);
      expect((await mia.get(`/moderation${picture}`)).status, name).toBe(200);
      expect((await ada.get(`/moderation${picture}`)).status, name).toBe(404);

      const review = { outcome, rule: "sexual", statement: "Please keep your clothes on." };
      await mia.form(`/moderation/photos/${id}`, review);
      const isApproved = outcome === "approve";
      expect((await read(ada, others)).includes(id), name).toBe(isApproved);
      expect((await ada.get(picture)).status, name).toBe(isApproved ? 200 : 404);
      expect(await read(mia, "/moderation/photos"), name).not.toContain(id);
      if (!isApproved) {
        const statement = await read(ben, "/account-status");
        expect(statement, name).toContain("We didn&#x27;t approve your new cover");
        expect(statement, name).toContain("Please keep your clothes on.");
        await ben.form(
          `/account-status/${/\/account-status\/([\da-f-]{36})/.exec(statement)?.[1]}/acknowledge`,
          {},
        );
      }
      expect((await ben.get(picture)).status, name).toBe(isApproved ? 200 : 404);
      const after = await read(ben, own);
      expect([after.includes(id), after.includes(waiting)], name).toEqual([isApproved, false]);
    }
});

test("a cover photo that waits for a moderator can be withdrawn, and the one before stays", async () => {
  const [ada, ben, mia] = [await signUp("Ada"), await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const put = async () => {
    const coverImageURL = await upload(ben);
    await ben.json("PUT", "/api/cover-images", { coverImageURL });
    return idIn(coverImageURL);
  };
  const first = await put();
  await mia.form(`/moderation/photos/${first}`, { outcome: "approve" });
  const second = await put();
  const page = async () => (await ada.get(`/members/${ben.id}`, html)).text();
  expect([(await page()).includes(first), (await page()).includes(second)]).toEqual([true, false]);
  expect(await (await ben.get("/profile/cover", html)).text()).toContain("Withdraw new photo");
  const withdraw = () => ben.form("/profile/cover", { remove: "pending" });
  expect((await withdraw()).headers.get("Location")).toBe("/profile");
  expect(await page()).toContain(first);
  expect(await (await mia.get("/moderation/photos", html)).text()).not.toContain(second);
  expect((await ben.get(`/pictures/${second}-640.webp`)).status).toBe(404);
  expect(await (await ben.follow(await withdraw())).text()).toContain(
    "409: A moderator has already reviewed this photo.",
  );
});

test("others see another photo only once a moderator approves it", async () => {
  const [ada, ben, mia] = [await signUp("Ada"), await signUp("Ben"), await signUp("Mia")];
  await addStaff(mia.email, "moderator");
  const paths = [await upload(ben), await upload(ben)];
  const [a = "", b = ""] = paths.map(idIn);
  await ben.json("POST", PHOTOS, { photos: paths.map((photoURL) => ({ photoURL })) });
  expect(
    (await (await ben.get(PHOTOS)).json()).photos.map(({ isPending }: { isPending: boolean }) => isPending),
  ).toEqual([true, true]);
  await mia.form(`/moderation/photos/${a}`, { outcome: "approve" });
  const seen = async () => (await ada.get(`/members/${ben.id}`, html)).text();
  expect([(await seen()).includes(a), (await seen()).includes(b)]).toEqual([true, false]);
  expect((await ada.get(`/pictures/${b}-640.webp`)).status).toBe(404);
  expect(await (await ben.get("/profile/photos", html)).text()).toContain("Waiting for a moderator");
  expect((await mia.get(`/moderation/pictures/${b}-320.webp`)).status).toBe(200);
  await mia.form(`/moderation/photos/${b}`, { outcome: "approve" });
  expect(await seen()).toContain(b);
});
