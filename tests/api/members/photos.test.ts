// A member's photos through the API and the forms.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff.server";
import { shareApp } from "../../app";
import { blotches } from "../../fakes/picture-files";
import type { Person } from "../people";

const { signUp, sharedMember } = shareApp();
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

test.each([
  [{}, 400],
  [{ photos: [] }, 400],
  [{ photos: "all" }, 400],
  [{ photos: [null] }, 400],
  [{ photos: [{ photoURL: "https://images.example.org/a.jpg" }] }, 400],
  [{ photos: [{ photoURL: `/pictures/${"1".repeat(8)}-2222-4333-8444-555555555555-640.webp` }] }, 400],
])("%j is no list of photos", async (input, status) => {
  const ada = await sharedMember("Ada");
  expect((await ada.json("POST", AT, input)).status).toBe(status);
});

test("a photo is moved to a position from 1 to 6 only", async () => {
  const ada = await signUp("Ada");
  const path = await upload(ada);
  await ada.json("POST", AT, { photos: [{ photoURL: path }] });
  for (const change of [{}, { position: 0 }, { position: 7 }, { position: 1.5 }, { photoFocus: { x: 1 } }])
    expect((await ada.json("PATCH", `${AT}/${idIn(path)}`, change)).status, JSON.stringify(change)).toBe(400);
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
  const decision = {
    kind: "removal",
    days: "3",
    rule: "sexual",
    statement: "No.",
    removed: `morePhoto:${b}`,
  };
  const incomplete = new FormData();
  for (const [name, value] of Object.entries({ ...decision, statement: "" })) incomplete.append(name, value);
  incomplete.append("removed", `morePhoto:${c}`);
  const refused = await mia.form(path, incomplete);
  expect(refused.status).toBe(400);
  const again = await refused.text();
  for (const id of [b, c])
    expect(new RegExp(`<input[^>]*value="morePhoto:${id}"[^>]*>`).exec(again)?.[0]).toContain("checked");
  expect((await mia.form(path, decision)).status).toBe(303);
  const status = await (await ben.get("/account-status", html)).text();
  expect(status).toContain("other photos");
  await ben.form(`/account-status/${/\/account-status\/([\da-f-]{36})/.exec(status)?.[1]}/acknowledge`, {});
  expect(await idsOf(ben)).toEqual([a, c]);
});
