// Pictures through the API: upload URLs, accepted files, processing, and cleaning up.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { bomb, photo, svg } from "../../fakes/picture-files";
import { sampled } from "../../sampled";
import { type Browser, openBrowser, type Site } from "../client";
import type { Person } from "../people";

const { app, signUp, sharedMember, visitor } = shareApp({
  TRUST_PROXY: "1",
  // Longer than others take while a body is held.
  STALL_SECONDS: "60",
});
/** A picture that is decoded in no time. */
const small = () => photo("jpeg", 60, 40);
const TOO_LARGE = "Some files are too large. Maximum size is 10MB.";
const own = { "Sec-Fetch-Site": "same-origin" };

/** The path of a new upload URL. */
async function open(person: Person): Promise<string> {
  const answer = await person.json("POST", "/api/objects/upload", undefined);
  expect(answer.status).toBe(201);
  const { uploadURL } = (await answer.json()) as { uploadURL: string };
  expect(new URL(uploadURL).origin).toBe(person.server.origin);
  return new URL(uploadURL).pathname;
}

const put = (who: Browser, path: string, body: Uint8Array | AsyncIterable<Uint8Array>, headers = {}) =>
  who.send(path, {
    method: "PUT",
    body: body as BodyInit,
    headers: { ...own, "Content-Type": "image/jpeg", ...headers },
  });

/** Creates `count` upload URLs, four for each member. */
async function openUploads(addMember: () => Promise<Person>, count: number) {
  const members = await Promise.all(Array.from({ length: count / 4 }, addMember));
  const fours = members.flatMap((member) => Array<Person>(4).fill(member));
  return Promise.all(fours.map(async (member) => ({ member, path: await open(member) })));
}

async function upload(person: Person, bytes?: Uint8Array): Promise<string> {
  const path = await open(person);
  const answer = await put(person, path, bytes ?? (await small()));
  expect(answer.status).toBe(201);
  return path;
}

async function* chunks(bytes: number, size = 65_536) {
  for (let sent = 0; sent < bytes; sent += size) yield Buffer.alloc(Math.min(size, bytes - sent), 0xff);
}

const filesIn = (server: Site, folder: string) => {
  try {
    return readdirSync(join(server.dataDir, folder));
  } catch {
    return [];
  }
};
const left = (server = app()) => [filesIn(server, "incoming"), filesIn(server, "pictures")].flat();

/** The URL of a picture in another size. Only the end is replaced: the id before it can contain the digits 640, too. */
const inSize = (url: string, size: number) => url.replace(/-640\.webp$/, `-${size}.webp`);

test("a member uploads a profile photo, and every member sees it in every size", async () => {
  const [ada, ben] = [await signUp("Ada"), await sharedMember("Ben")];
  const path = await upload(ada);
  const changed = await ada.json("PUT", "/api/profile-images", {
    profileImageURL: ada.server.origin + path,
  });
  expect(changed.status).toBe(200);
  const { profileImageUrl } = (await changed.json()) as { profileImageUrl: string };
  expect(profileImageUrl).toMatch(/^\/pictures\/[\da-f-]{36}-640\.webp$/);
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    profileImageUrl,
    coverImageUrl: null,
  });
  for (const size of [96, 320, 640, 768, 1536]) {
    const file = await ben.get(inSize(profileImageUrl, size));
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe("webp");
  }
  expect((await visitor().get(profileImageUrl)).status).toBe(404);
  expect((await ben.get(inSize(profileImageUrl, 641))).status).toBe(404);
  expect(await (await ben.get(`/members/${ada.id}`)).text()).toContain(profileImageUrl);
});

test("a photo's focal point is chosen with it, changed later, and told wherever the photo is", async () => {
  const [ada, ben] = [await signUp("Ada"), await sharedMember("Ben")];
  const send = (method: string, input: object) => ada.json(method, "/api/profile-images", input);
  const focusIn = async (answer: Response) =>
    ((await answer.json()) as { profileImageFocus: unknown }).profileImageFocus;
  expect((await send("PATCH", { profileImageFocus: { x: 5, y: 5 } })).status).toBe(409);
  const profileImageURL = await upload(ada);
  expect(await focusIn(await send("PUT", { profileImageURL }))).toEqual({ x: 50, y: 30 });
  const chosen = { x: 0, y: 100 };
  expect(await focusIn(await send("PUT", { profileImageURL, profileImageFocus: chosen }))).toEqual(chosen);
  const moved = { x: 12, y: 34 };
  expect(await focusIn(await send("PATCH", { profileImageFocus: moved }))).toEqual(moved);
  expect(await focusIn(await ben.get(`/api/auth/user`))).toBeNull();
  expect(await (await ben.get(`/members/${ada.id}`)).text()).toContain("object-position:12% 34%");
  expect(await focusIn(await ada.get("/api/auth/user"))).toEqual(moved);
});

test("a cover can be set to the URL returned by its upload", async () => {
  const ada = await signUp("Ada");
  const answer = await put(ada, await open(ada), await photo("png", 60, 40));
  const { imageUrl } = (await answer.json()) as { imageUrl: string };
  const changed = await ada.json("PUT", "/api/cover-images", { coverImageURL: imageUrl });
  const coverImageUrl = inSize(imageUrl, 1536);
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ coverImageUrl })]);
  const removed = await ada.json("DELETE", "/api/cover-images", undefined);
  expect([removed.status, await removed.text()]).toEqual([204, ""]);
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({ coverImageUrl: null });
  expect((await ada.get(coverImageUrl)).status).toBe(404);
});

describe("refused uploads", () => {
  const refusals: [string, () => Promise<Uint8Array> | Uint8Array, number, string][] = [
    ["an SVG with a script", () => svg, 415, "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded."],
    [
      "a truncated file",
      async () => (await photo()).subarray(0, -500),
      400,
      "This picture is damaged or incomplete.",
    ],
    ["nothing", () => Buffer.alloc(0), 400, "Choose a picture first."],
    [
      "6,000 by 6,000 pixels",
      () => bomb(6000, 6000),
      413,
      "This picture is too large. The limit is 50 megapixels for JPEG, 12.5 for AVIF and 25 for others.",
    ],
  ];

  test.each(refusals)("%s", async (_, make, status, message) => {
    const ada = await sharedMember("Ada");
    const before = left();
    const answer = await put(ada, await open(ada), await make());
    expect([answer.status, await answer.text()]).toEqual([status, message]);
    expect(left()).toEqual(before);
  });

  test("10 MB are accepted by size, and one byte more is refused, whatever its Content-Length", async () => {
    const ada = await sharedMember("Ada");
    const before = left();
    const most = 10 * 1024 * 1024;
    expect((await put(ada, await open(ada), Buffer.alloc(most, 1))).status).toBe(415);
    expect((await put(ada, await open(ada), chunks(most))).status).toBe(415);
    for (const large of [
      await put(ada, await open(ada), Buffer.alloc(most + 1, 1)),
      await put(ada, await open(ada), chunks(most + 1)),
      await put(ada, await open(ada), chunks(most + 1), { "Content-Length": "20000000" }),
    ])
      expect([large.status, await large.text()]).toEqual([413, TOO_LARGE]);
    expect(left()).toEqual(before);
  });
});

describe("an upload URL", () => {
  test("accepts one picture, even if several arrive at once", async () => {
    const ada = await signUp("Ada");
    const path = await open(ada);
    const bytes = await small();
    const answers = await Promise.all([1, 2, 3].map(() => put(ada, path, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const again = await put(ada, path, bytes);
    expect([again.status, await again.text()]).toEqual([
      409,
      "This upload URL has already been used. Request a new one.",
    ]);
  });

  test("is missing for other members, and refused without a session or from another site", async () => {
    const [ada, ben] = [await signUp("Ada"), await sharedMember("Ben")];
    const path = await open(ada);
    const bytes = await small();
    const never = `/api/objects/upload/${randomUUID()}`;
    const [foreign, absent] = [await put(ben, path, bytes), await put(ben, never, bytes)];
    expect([foreign.status, await foreign.text()]).toEqual([404, await absent.text()]);
    expect((await put(visitor(), path, bytes)).status).toBe(401);
    expect((await put(ada, path, bytes, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await put(ada, path, bytes)).status).toBe(201);
  });
});

test("anybody gets the avatar of a name, and no cache that others share keeps one with an artist", async () => {
  const avatar = (query: string) => visitor().get(`/avatars/Ada.svg${query}`);
  const [plain, drawn] = [await avatar(""), await avatar("?artist=can")];
  expect([plain, drawn].map(({ headers }) => headers.get("Content-Type"))).toEqual(
    Array(2).fill("image/svg+xml"),
  );
  expect([plain, drawn].map(({ headers }) => headers.get("Cache-Control"))).toEqual([
    "public, max-age=86400",
    "private, max-age=86400",
  ]);
  expect(await drawn.text()).not.toBe(await plain.text());
});

test("a profile accepts only its member's uploads", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  const [hers, empty] = [await upload(ada), await open(ben)];
  const answers: [unknown, number][] = [
    [hers, 404],
    [empty, 404],
    [`/api/objects/upload/${randomUUID()}`, 404],
    ["https://covers.example.org/1.jpg", 400],
    ["/avatars/Ada.svg", 400],
    ["javascript:alert(1)", 400],
    ["", 400],
    [7, 400],
    [undefined, 400],
  ];
  for (const [profileImageURL, status] of answers) {
    const photo = await ben.json("PUT", "/api/profile-images", { profileImageURL });
    const cover = await ben.json("PUT", "/api/cover-images", { coverImageURL: profileImageURL });
    expect([photo.status, cover.status], `${profileImageURL}`).toEqual([status, status]);
    const gone = "This picture is no longer available. Choose it again.";
    const message = status === 404 ? gone : "The upload URL of a picture is required";
    expect([await photo.text(), await cover.text()]).toEqual([message, message]);
  }
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ profileImageUrl: null });
});

test("records and playlists show their member's uploads, and deleting them deletes the picture", async () => {
  const [ada, ben] = [await signUp("Ada"), await sharedMember("Ben")];
  const imageUrl = ada.server.origin + (await upload(ada));
  const nico = { artist: "Nico", album: "Desertshore" };
  const foreign = await ben.json("POST", "/api/record-collections", { ...nico, imageUrl });
  expect([foreign.status, await foreign.text()]).toEqual([
    400,
    "This picture is no longer available. Choose it again.",
  ]);
  const list = { name: "Deserts", coverImageUrl: imageUrl };
  expect((await ben.json("POST", "/api/playlists", list)).status).toBe(400);
  const added = (await (await ada.json("POST", "/api/record-collections", { ...nico, imageUrl })).json()) as {
    id: string;
    imageUrl: string;
  };
  expect(added.imageUrl).toMatch(/^\/pictures\/[\da-f-]{36}-640\.webp$/);
  expect((await ada.get(added.imageUrl)).status).toBe(200);
  expect(await (await ada.json("POST", "/api/playlists", list)).json()).toMatchObject({
    coverImageUrl: added.imageUrl,
  });
  const again = await ada.json("PUT", `/api/record-collections/${added.id}`, { ...nico, imageUrl: null });
  expect(again.status).toBe(200);
  expect((await ada.get(added.imageUrl)).status).toBe(200);
});

/** Bodies that start and then pause until `release`. */
function holdBodies(bytes: Uint8Array) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* body() {
    yield bytes.subarray(0, 100);
    await gate;
    yield bytes.subarray(100);
  }
  return { body, release: () => release() };
}

/** A new member whose requests come from an address. */
async function signUpFrom(address: string): Promise<Person> {
  const { cookies, ...member } = await signUp("Ben");
  return { ...member, ...openBrowser(app(), cookies, { "X-Forwarded-For": address }) };
}

const incoming = () => filesIn(app(), "incoming").length;

test("forty half-open uploads by one member leave room for other members'", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const bytes = await small();
  const paths = await Promise.all(Array.from({ length: 41 }, () => open(ada)));
  const last = paths.pop() ?? "";
  const { body, release } = holdBodies(bytes);
  const slow = paths.map((path) => put(ada, path, body()));
  const tooMany = "You're already uploading 4 files. Wait until one of them is done.";
  try {
    await expect.poll(incoming).toBe(4);
    const refused = await put(ada, last, bytes);
    expect([refused.status, refused.headers.get("Retry-After"), await refused.text()]).toEqual([
      429,
      "20",
      tooMany,
    ]);
    const fields = new FormData();
    fields.append("file", new File(["Artist,Title\nNico,Desertshore\n"], "a.csv"));
    const file = await ada.form("/records/import", fields);
    expect([file.status, (await file.text()).includes(tooMany)]).toEqual([429, true]);
    expect((await put(ben, await open(ben), bytes)).status).toBe(201);
  } finally {
    release();
  }
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(4).fill(201), ...Array(36).fill(429)]);
  expect((await put(ada, last, bytes)).status).toBe(201);
});

test("an address's 21st concurrent upload, whatever its headers claim, and the 41st of all are told to retry", async () => {
  const ada = await signUp("Ada");
  const bytes = await small();
  const { body, release } = holdBodies(bytes);
  let people = 0;
  const uploads = await openUploads(
    () => signUpFrom(`198.51.100.${people}, 192.0.2.${people++ < 5 ? 1 : 2}`),
    40,
  );
  const last = await open(ada);
  const slow = uploads.map(({ member, path }) => put(member, path, body()));
  try {
    await expect.poll(incoming).toBe(40);
    const neighbor = await signUpFrom("192.0.2.1");
    const tooNear = await put(neighbor, await open(neighbor), bytes);
    expect([tooNear.status, tooNear.headers.get("Retry-After"), await tooNear.text()]).toEqual([
      429,
      "20",
      "Too many files are being uploaded from your network right now. Try again in a moment.",
    ]);
    const refused = await put(ada, last, bytes);
    expect([refused.status, await refused.text()]).toEqual([
      503,
      "Too many files are being uploaded right now. Try again in a moment.",
    ]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const names = { artist: "Nico", album: "Desertshore" };
    const form = (picture?: File) => {
      const fields = new FormData();
      for (const [name, value] of Object.entries(names)) fields.append(name, value);
      if (picture) fields.append("picture", picture);
      return ada.form("/records/new", fields);
    };
    const withPicture = await form(new File([new Uint8Array(bytes)], "a.jpg"));
    expect([withPicture.status, withPicture.headers.get("Retry-After")]).toEqual([503, "20"]);
    expect(await withPicture.text()).toContain("Too many files are being uploaded right now.");
    expect((await form()).status).toBe(303);
  } finally {
    release();
  }
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect((await put(ada, last, bytes)).status).toBe(201);
});

describe("a form with a picture field", () => {
  const CLOSED = "/profile";
  const send = (who: Person, files: File[], path = "/profile/photo") => {
    const form = new FormData();
    for (const file of files) form.append("file", file);
    return who.form(path, form);
  };
  const file = async (name: string, bytes?: Buffer) =>
    new File([new Uint8Array(bytes ?? (await small()))], name);
  const shown = async (who: Person) =>
    ((await (await who.get("/api/auth/user")).json()) as Record<string, string | null>).profileImageUrl;

  test("accepts any file name, shows the picture and removes it again", async () => {
    const ada = await signUp("Ada");
    const before = left().length;
    const names = ["me.jpg", "../../../etc/passwd", 'a;b="c".png', "ünï\r\ncode.gif", "x".repeat(5000)];
    for (const name of names) {
      const sent = await send(ada, [await file(name)]);
      expect([sent.status, sent.headers.get("Location")], name).toEqual([303, CLOSED]);
      expect(await (await ada.follow(sent)).text()).toContain("Profile photo updated");
      expect((await ada.get((await shown(ada)) ?? "")).status).toBe(200);
    }
    expect(left().length - before).toBe(5);
    const removed = await ada.form("/profile/photo", { remove: "yes" });
    expect(await (await ada.follow(removed)).text()).toContain("Profile photo removed");
    expect([await shown(ada), left().length]).toEqual([null, before]);
  });

  test("exists for the profile photo and the cover photo only", async () => {
    const ada = await sharedMember("Ada");
    for (const [picture, status] of [
      ["photo", 200],
      ["cover", 200],
      ["banner", 404],
      ["constructor", 404],
    ] as const) {
      const page = await ada.get(`/profile/${picture}`, { Accept: "text/html" });
      expect(page.status, picture).toBe(status);
      expect((await page.text()).includes('type="file"'), picture).toBe(status === 200);
    }
    const form = new FormData();
    form.append("file", await file("a.png", await photo("png", 60, 40)));
    expect((await ada.form("/profile/banner", form)).status).toBe(404);
  });

  test("takes one file, and none is told from an empty one", async () => {
    const ada = await sharedMember("Ada");
    const before = left();
    const refusals: [File[], string][] = [
      [[], "Choose a picture first."],
      [[new File([], "")], "Choose a picture first."],
      [[await file("a.jpg"), await file("b.jpg")], "You can only upload 1 file(s) at a time."],
    ];
    for (const [files, message] of refusals) {
      const answer = await send(ada, files);
      expect([answer.status, (await answer.text()).includes(message)], message).toEqual([400, true]);
    }
    expect(left()).toEqual(before);
  });

  test("keeps the input of fields before and after the picture, up to 52 MB", async () => {
    const ada = await signUp("Ada");
    const record = (picture: File, fields = {}) => {
      const form = new FormData();
      form.append("artist", "Nico");
      form.append("picture", picture);
      for (const [name, value] of Object.entries({ album: "Desertshore", notes: "Loud", ...fields }))
        form.append(name, String(value));
      return ada.form("/records/new", form);
    };
    for (const bytes of sampled([11_000_000, 54_000_000])) {
      const large = await record(await file("a.jpg", Buffer.alloc(bytes, 1)));
      const page = await large.text();
      expect(large.status).toBe(413);
      for (const words of [TOO_LARGE, "Please fix the following", "Nico"]) expect(page).toContain(words);
      expect(page.includes("Desertshore")).toBe(bytes < 52_000_000);
    }
    const before = left();
    const incomplete = await record(await file("a.jpg"), { album: "" });
    expect([incomplete.status, left()]).toEqual([400, before]);
    const ben = await sharedMember("Ben");
    const { imageUrl } = await (await put(ben, await open(ben), await small())).json();
    const stolen = await ada.form("/records/new", { artist: "Nico", album: "A", uploaded: imageUrl });
    expect([stolen.status, await stolen.text()]).toEqual([
      400,
      expect.stringContaining("This picture is no longer available."),
    ]);
    const taken = await record(await file("a.jpg"), { imageUrl: "https://covers.example.org/1.jpg" });
    expect(taken.status).toBe(303);
    expect(await (await ada.get("/api/record-collections")).json()).toMatchObject([
      { album: "Desertshore", imageUrl: expect.stringMatching(/^\/pictures\//) },
    ]);
  });

  test("gets an error message if its body is malformed", async () => {
    const ada = await sharedMember("Ada");
    const post = (body: string, type: string) =>
      ada.send("/profile/cover", { method: "POST", body, headers: { ...own, "Content-Type": type } });
    const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc`;
    const answers = [
      await post("", "multipart/form-data"),
      await post("nothing", "multipart/form-data; boundary=x"),
      await post(part, "multipart/form-data; boundary=x"),
      await post(`${part}\r\n--x--`, "multipart/form-data; boundary=x"),
      await post("{}", "application/json"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 415, 415]);
    const many = new URLSearchParams(Array.from({ length: 1100 }, (_, i) => [`f${i}`, ""]));
    expect((await ada.form("/profile/cover", many)).status).toBe(413);
    const form = new FormData();
    for (const [name] of many) form.append(name, "");
    expect((await ada.form("/profile/cover", form)).status).toBe(413);
    const long = new FormData();
    for (let i = 0; i < 3; i++) long.append("text", "a".repeat(400_000));
    expect((await ada.form("/profile/cover", long)).status).toBe(413);
  });

  test("does not affect other requests if its body breaks off", async () => {
    const ada = await sharedMember("Ada");
    const before = left();
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
    const whole = Buffer.concat([
      Buffer.from(head),
      await photo("jpeg", 600, 400),
      Buffer.from("\r\n--x--\r\n"),
    ]);
    const headers = { ...own, "Content-Type": "multipart/form-data; boundary=x" };
    for (let at = 0; at < whole.length - 6; at += Math.ceil(whole.length / 10)) {
      const body = new Uint8Array(whole.subarray(0, at));
      const cut = await ada.send("/profile/cover", { method: "POST", body, headers });
      expect(cut.status, `cut at ${at}`).toBe(400);
    }
    const cookie = ada.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const path = await open(ada);
    for (const [begin, type] of [
      ["POST /profile/cover", headers["Content-Type"]],
      [`PUT ${path}`, "image/jpeg"],
    ]) {
      const socket = connect(app().port, "127.0.0.1");
      const { host } = new URL(ada.server.origin);
      socket.write(
        `${begin} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${whole.length}\r\n\r\n`,
      );
      socket.write(whole.subarray(0, 1000));
      await expect.poll(() => filesIn(app(), "incoming").length).toBe(1);
      socket.destroy();
      await expect.poll(() => filesIn(app(), "incoming").length).toBe(0);
    }
    expect((await put(ada, path, await small())).status).toBe(409);
    expect(left()).toEqual(before);
  });
});
