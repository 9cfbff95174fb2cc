// Pictures through the API: one-time addresses, what is taken, what becomes of it, and that nothing is left over.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { bomb, heavyPhoto, photo, photoWithPlace, polyglot, svg, TAIL } from "../picture-files";
import { startBucket } from "../stand-ins/bucket";
import {
  type Browser,
  openBrowser,
  type Person,
  type RunningServer,
  serveThisFile,
  signUp as signUpAt,
  startServer,
} from "./server";

const { running, signUp, same, visitor } = serveThisFile();
/** What other work on the machine may hold up. */
const PATIENT = { timeout: 30_000 };
const TOO_LARGE = "Some files are too large. Maximum size is 10MB.";
const own = { "Sec-Fetch-Site": "same-origin" };

/** The path of a new one-time address. */
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

async function upload(person: Person, bytes?: Uint8Array): Promise<string> {
  const path = await open(person);
  const answer = await put(person, path, bytes ?? (await photo()));
  expect(answer.status).toBe(201);
  return path;
}

async function* chunks(bytes: number, size = 65_536) {
  for (let sent = 0; sent < bytes; sent += size) yield Buffer.alloc(Math.min(size, bytes - sent), 0xff);
}

const filesIn = (server: RunningServer, folder: string) => {
  try {
    return readdirSync(join(server.dataDir, folder));
  } catch {
    return [];
  }
};
const left = (server = running()) => [filesIn(server, "incoming"), filesIn(server, "pictures")].flat();

test("a member uploads a photo, shows it, and every member sees it in every size", async () => {
  const [ada, ben] = [await signUp("Ada"), await same("Ben")];
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
    const file = await ben.get(profileImageUrl.replace("640", `${size}`));
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const { width, format } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect([width, format]).toEqual([size, "webp"]);
  }
  expect((await visitor().get(profileImageUrl)).status).toBe(404);
  expect((await ben.get(profileImageUrl.replace("640", "641"))).status).toBe(404);
  expect(await (await ben.get(`/members/${ada.id}`)).text()).toContain(profileImageUrl);
});

test("a cover is shown by the address that its upload was answered with", async () => {
  const ada = await signUp("Ada");
  const answer = await put(ada, await open(ada), await photo("png"));
  const { imageUrl } = (await answer.json()) as { imageUrl: string };
  const changed = await ada.json("PUT", "/api/cover-images", { coverImageURL: imageUrl });
  const coverImageUrl = imageUrl.replace("640", "1536");
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ coverImageUrl })]);
  const removed = await ada.json("DELETE", "/api/cover-images", undefined);
  expect([removed.status, await removed.text()]).toEqual([204, ""]);
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({ coverImageUrl: null });
  expect((await ada.get(coverImageUrl)).status).toBe(404);
});

test("where a picture was taken is nowhere in what is served", async () => {
  const ada = await signUp("Ada");
  const original = await photoWithPlace();
  expect(original.toString("latin1")).toContain("Analytical Engine");
  const { imageUrl } = (await (await put(ada, await open(ada), original)).json()) as { imageUrl: string };
  for (const size of [96, 320, 640, 768, 1536]) {
    const served = Buffer.from(await (await ada.get(imageUrl.replace("640", `${size}`))).arrayBuffer());
    expect((await sharp(served).metadata()).exif).toBeUndefined();
    expect(served.toString("latin1")).not.toMatch(/EXIF|GPS|Analytical|Lovelace/);
  }
});

describe("what is not taken", () => {
  const refusals: [string, () => Promise<Uint8Array> | Uint8Array, number, string][] = [
    ["an SVG with a script", () => svg, 415, "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded."],
    [
      "a page",
      () => Buffer.from(`<html>${TAIL}`),
      415,
      "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.",
    ],
    ["a GIF that is a script", () => polyglot, 400, "This picture is damaged or cut short."],
    [
      "a truncated file",
      async () => (await photo()).subarray(0, -2000),
      400,
      "This picture is damaged or cut short.",
    ],
    ["nothing", () => Buffer.alloc(0), 400, "Choose a picture first."],
    [
      "30,000 by 30,000 pixels",
      () => bomb(30_000, 30_000),
      413,
      "This picture has too many pixels: at most 25 megapixels, as AVIF 12.5.",
    ],
    ["11 MB", () => Buffer.alloc(11_000_000, 0xff), 413, TOO_LARGE],
  ];

  test.each(refusals)("%s", async (_, make, status, says) => {
    const ada = await same("Ada");
    const before = left();
    const answer = await put(ada, await open(ada), await make());
    expect([answer.status, await answer.text()]).toEqual([status, says]);
    expect(left()).toEqual(before);
  });

  test("11 MB that do not say so, and what calls itself short and is not", async () => {
    const ada = await same("Ada");
    const before = left();
    const endless = await put(ada, await open(ada), chunks(11_000_000));
    expect([endless.status, await endless.text()]).toEqual([413, TOO_LARGE]);
    const claimed = await put(ada, await open(ada), chunks(12_000_000), { "Content-Length": "20000000" });
    expect([claimed.status, await claimed.text()]).toEqual([413, TOO_LARGE]);
    expect(left()).toEqual(before);
  });

  test("10 MB to the byte are no trouble by their size, one more is", async () => {
    const ada = await same("Ada");
    const most = 10 * 1024 * 1024;
    expect((await put(ada, await open(ada), Buffer.alloc(most, 1))).status).toBe(415);
    expect((await put(ada, await open(ada), Buffer.alloc(most + 1, 1))).status).toBe(413);
    expect((await put(ada, await open(ada), chunks(most))).status).toBe(415);
    expect((await put(ada, await open(ada), chunks(most + 1))).status).toBe(413);
  });
});

describe("an address", () => {
  test("takes one picture, whatever arrives at once", async () => {
    const ada = await signUp("Ada");
    const path = await open(ada);
    const bytes = await photo();
    const answers = await Promise.all([1, 2, 3].map(() => put(ada, path, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const again = await put(ada, path, bytes);
    expect([again.status, await again.text()]).toEqual([
      409,
      "This upload address was used already. Ask for a new one.",
    ]);
  });

  test("is another's as if it were not there, and nothing without a sign-in or from a foreign page", async () => {
    const [ada, ben] = [await signUp("Ada"), await same("Ben")];
    const path = await open(ada);
    const bytes = await photo();
    const never = `/api/objects/upload/${randomUUID()}`;
    const [foreign, absent] = [await put(ben, path, bytes), await put(ben, never, bytes)];
    expect([foreign.status, await foreign.text()]).toEqual([404, await absent.text()]);
    expect((await put(visitor(), path, bytes)).status).toBe(401);
    expect((await put(ada, path, bytes, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await put(ada, path, bytes)).status).toBe(201);
  });

  test("expires", async () => {
    const ada = await same("Ada");
    const path = await open(ada);
    const id = path.split("/").pop() ?? "";
    await change(running(), "update picture set created_at = created_at - 16 * 60000 where id = ?", id);
    const late = await put(ada, path, await photo());
    expect([late.status, await late.text()]).toEqual([
      409,
      "This upload address has expired. Ask for a new one.",
    ]);
  });
});

test("a profile shows only what its member has uploaded", async () => {
  const [ada, ben] = [await same("Ada"), await same("Ben")];
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
    const gone = "This picture is not there any more. Choose it again.";
    const says = status === 404 ? gone : "Say which picture: its upload address";
    expect([await photo.text(), await cover.text()]).toEqual([says, says]);
  }
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ profileImageUrl: null });
});

test("records and playlists show their member's uploads, and the picture goes with them", async () => {
  const [ada, ben] = [await signUp("Ada"), await same("Ben")];
  const imageUrl = ada.server.origin + (await upload(ada));
  const nico = { artist: "Nico", album: "Desertshore" };
  const foreign = await ben.json("POST", "/api/record-collections", { ...nico, imageUrl });
  expect([foreign.status, await foreign.text()]).toEqual([
    400,
    "This picture is not there any more. Choose it again.",
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

test("20 of 6 megapixels at once are all made, in bounded memory", { timeout: 180_000 }, async () => {
  const server = await startServer();
  try {
    const ada = await signUpAt(openBrowser(server), "Ada");
    const bytes = await heavyPhoto(3000, 2000, 97);
    expect(bytes.length).toBeGreaterThan(3_000_000);
    const paths = await Promise.all(Array.from({ length: 20 }, () => open(ada)));
    const before = memoryOf(server).now;
    const answers = await Promise.all(paths.map((path) => put(ada, path, bytes)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(filesIn(server, "pictures")).toHaveLength(100);
    expect(filesIn(server, "incoming")).toEqual([]);
    expect(memoryOf(server).most - before).toBeLessThan(250_000_000);
  } finally {
    expect(await server.end()).toBe(0);
  }
});

test("the 41st at a time is asked to come back, and its address stays good", async () => {
  const ada = await signUp("Ada");
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const bytes = await photo("jpeg", 60, 40);
  async function* slowly() {
    yield bytes.subarray(0, 100);
    await gate;
    yield bytes.subarray(100);
  }
  const paths = await Promise.all(Array.from({ length: 41 }, () => open(ada)));
  const last = paths.pop() ?? "";
  const slow = paths.map((path) => put(ada, path, slowly()));
  try {
    await expect.poll(() => filesIn(running(), "incoming").length, PATIENT).toBe(40);
    const refused = await put(ada, last, bytes);
    expect([refused.status, await refused.text()]).toEqual([
      503,
      "Too many pictures are being uploaded right now. Try again in a moment.",
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
    expect(await withPicture.text()).toContain("Too many pictures are being uploaded right now.");
    expect((await form()).status).toBe(303);
  } finally {
    go();
  }
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect((await put(ada, last, bytes)).status).toBe(201);
});

test("a crash between an upload and the profile leaves nothing over after the sweep of the next start", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-crash-"));
  const first = await startServer({ DATA_DIR: dataDir });
  const ada = await signUpAt(openBrowser(first), "Ada");
  const shown = await upload(ada);
  await ada.json("PUT", "/api/profile-images", { profileImageURL: shown });
  await upload(ada);
  expect(filesIn(first, "pictures")).toHaveLength(10);
  await first.end("SIGKILL");
  await change(first, "update picture set made_at = made_at - 3700000, sent_at = 1, created_at = ?", "1");
  // What was on its way in when the power went, and what is now.
  for (const name of ["old", "new"]) writeFileSync(join(dataDir, "incoming", name), "x");
  utimesSync(join(dataDir, "incoming", "old"), 1, 1);
  const second = await startServer({ DATA_DIR: dataDir });
  await expect.poll(() => filesIn(second, "pictures").length, PATIENT).toBe(5);
  await expect.poll(() => filesIn(second, "incoming"), PATIENT).toEqual(["new"]);
  const id = shown.split("/").pop() ?? "";
  expect(filesIn(second, "pictures").every((name) => name.startsWith(id))).toBe(true);
  expect(await second.end()).toBe(0);
  rmSync(dataDir, { recursive: true });
});

test("in a bucket it is the same", async () => {
  const bucket = await startBucket();
  const server = await startServer({
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.keys.region,
    S3_ACCESS_KEY_ID: bucket.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
  });
  try {
    const ada = await signUpAt(openBrowser(server), "Ada");
    const changed = await ada.json("PUT", "/api/profile-images", { profileImageURL: await upload(ada) });
    const { profileImageUrl } = (await changed.json()) as { profileImageUrl: string };
    expect((await ada.get(profileImageUrl)).status).toBe(200);
    expect(filesIn(server, "pictures")).toEqual([]);
    await ada.json("DELETE", "/api/profile-images", undefined);
    expect((await ada.get(profileImageUrl)).status).toBe(404);
  } finally {
    await server.end();
    await bucket.close();
  }
});

/** Changes a server's database behind its back. */
async function change({ dataDir }: RunningServer, statement: string, value: string) {
  const database = createClient({ url: `file:${join(dataDir, "b-side.sqlite")}`, timeout: 5000 });
  await database.execute({ sql: statement, args: [value] });
  database.close();
}

/** Bytes that a server's process has resident, now and at most so far. */
function memoryOf({ pid }: RunningServer) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

describe("a form with a picture", () => {
  const CLOSED = "/profile?tab=profile";
  const send = (who: Person, files: File[], path = "/profile/photo") => {
    const form = new FormData();
    for (const file of files) form.append("file", file);
    return who.form(path, form);
  };
  const file = async (name: string, bytes?: Buffer) =>
    new File([new Uint8Array(bytes ?? (await photo()))], name);
  const shown = async (who: Person) =>
    ((await (await who.get("/api/auth/user")).json()) as Record<string, string | null>).profileImageUrl;

  test("shows it, whatever the file is called, and takes it away again", async () => {
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

  test("comes back with a sentence when it is not taken", async () => {
    const ada = await same("Ada");
    const before = left();
    const refusals: [File[], number, string][] = [
      [[], 400, "Choose a picture first."],
      [[new File([], "")], 400, "Choose a picture first."],
      [[await file("a.jpg"), await file("b.jpg")], 400, "You can only upload 1 file(s) at a time."],
      [[await file("a.jpg", svg)], 415, "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded."],
      [[await file("a.jpg", Buffer.alloc(11_000_000, 1))], 413, TOO_LARGE],
      [[await file("a.jpg", Buffer.alloc(0))], 400, "This picture is damaged or cut short."],
    ];
    for (const [files, status, says] of refusals) {
      const answer = await send(ada, files);
      const page = await answer.text();
      expect([answer.status, page.includes(says)], says).toEqual([status, true]);
      expect(page).toContain("Failed to update profile photo. Please try again.");
    }
    expect(left()).toEqual(before);
  });

  test("keeps what was typed, before the picture and behind it", async () => {
    const ada = await signUp("Ada");
    const record = (picture: File, fields = {}) => {
      const form = new FormData();
      form.append("artist", "Nico");
      form.append("picture", picture);
      for (const [name, value] of Object.entries({ album: "Desertshore", notes: "Loud", ...fields }))
        form.append(name, String(value));
      return ada.form("/records/new", form);
    };
    for (const bytes of [11_000_000, 54_000_000]) {
      const large = await record(await file("a.jpg", Buffer.alloc(bytes, 1)));
      const page = await large.text();
      expect(large.status).toBe(413);
      for (const words of [TOO_LARGE, "Failed to add record to collection", "Nico"])
        expect(page).toContain(words);
      // What stands behind 52 MB is not read any more.
      expect(page.includes("Desertshore")).toBe(bytes < 52_000_000);
    }
    const wrong = await record(await file("a.jpg", svg));
    const wrongPage = await wrong.text();
    expect([wrong.status, wrongPage.includes("Only JPEG, PNG"), wrongPage.includes("Desertshore")]).toEqual([
      415,
      true,
      true,
    ]);
    const before = left();
    const incomplete = await record(await file("a.jpg"), { album: "" });
    expect([incomplete.status, left()]).toEqual([400, before]);
    const { imageUrl: foreign } = (await (
      await put(await same("Ben"), await open(await same("Ben")), await photo())
    ).json()) as {
      imageUrl: string;
    };
    const stolen = await ada.form("/records/new", {
      artist: "Nico",
      album: "Desertshore",
      uploaded: foreign,
    });
    expect([stolen.status, (await stolen.text()).includes("This picture is not there any more.")]).toEqual([
      400,
      true,
    ]);
    const taken = await record(await file("a.jpg"), { imageUrl: "https://covers.example.org/1.jpg" });
    expect(taken.status).toBe(303);
    expect(await (await ada.get("/api/record-collections")).json()).toMatchObject([
      { album: "Desertshore", imageUrl: expect.stringMatching(/^\/pictures\//) },
    ]);
  });

  test("is told so when it cannot be read", async () => {
    const ada = await same("Ada");
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

  test("that breaks off anywhere is no trouble to anybody else", async () => {
    const ada = await same("Ada");
    const before = left();
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
    const whole = Buffer.concat([Buffer.from(head), await photo(), Buffer.from("\r\n--x--\r\n")]);
    const headers = { ...own, "Content-Type": "multipart/form-data; boundary=x" };
    for (let at = 0; at < whole.length - 6; at += Math.ceil(whole.length / 30)) {
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
      const socket = connect(running().port, "127.0.0.1");
      const { host } = new URL(ada.server.origin);
      socket.write(
        `${begin} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${whole.length}\r\n\r\n`,
      );
      socket.write(whole.subarray(0, 5000));
      await expect.poll(() => filesIn(running(), "incoming").length, PATIENT).toBe(1);
      socket.destroy();
      await expect.poll(() => filesIn(running(), "incoming").length, PATIENT).toBe(0);
    }
    expect((await put(ada, path, await photo())).status).toBe(409);
    expect(left()).toEqual(before);
  });
});
