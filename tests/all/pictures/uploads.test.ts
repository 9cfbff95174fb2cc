// Uploads to a server of its own: bounded memory, a crash, and a bucket.
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBrowser, type Site } from "../../api/client";
import { type Person, signUp } from "../../api/people";
import { type RunningServer, startServer } from "../../api/server";
import { openUpload } from "../../api/upload-picture";
import { openDatabaseFile } from "../../database-file";
import { startBucket } from "../../fakes/bucket";
import { heavyPhoto, kinds, photo, stuffed } from "../../fakes/picture-files";

const put = (who: Person, path: string, body: Uint8Array) =>
  who.send(path, {
    method: "PUT",
    body: body as BodyInit,
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "image/jpeg" },
  });

/** Uploads a small picture; returns its path. */
async function upload(person: Person): Promise<string> {
  const path = await openUpload(person);
  expect((await put(person, path, await photo("jpeg", 60, 40))).status).toBe(201);
  return path;
}

const filesIn = (server: Site, folder: string) => {
  try {
    return readdirSync(join(server.dataDir, folder));
  } catch {
    return [];
  }
};

function childrenOf({ pid }: RunningServer): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text ? text.split(" ").map(Number) : [];
}

/** The resident memory of a process in bytes, now and at its peak. */
function memoryOf({ pid }: { pid: RunningServer["pid"] }) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

test("20 uploads of 6 megapixels at once all succeed, in bounded memory", async () => {
  const server = await startServer();
  try {
    const bytes = await heavyPhoto(3000, 2000, 97);
    expect(bytes.length).toBeGreaterThan(3_000_000);
    const uploads: { member: Person; path: string }[] = [];
    // A member may upload four at once.
    for (let at = 0; at < 5; at++) {
      const member = await signUp(openBrowser(server), "Ada");
      for (let i = 0; i < 4; i++) uploads.push({ member, path: await openUpload(member) });
    }
    const before = memoryOf(server).now;
    const answers = await Promise.all(uploads.map(({ member, path }) => put(member, path, bytes)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(filesIn(server, "pictures")).toHaveLength(100);
    expect(filesIn(server, "incoming")).toEqual([]);
    expect(memoryOf(server).most - before).toBeLessThan(250_000_000);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test("pictures stuffed with what nobody sees take neither the server's memory nor their decoders'", async () => {
  const server = await startServer();
  try {
    const ada = await signUp(openBrowser(server), "Ada");
    const before = memoryOf(server).now;
    for (const kind of kinds) {
      const bytes = await stuffed[kind]();
      expect(bytes.length, kind).toBeLessThan(10_000_000);
      const isRefused = kind === "png" || kind === "webp";
      expect((await put(ada, await openUpload(ada), bytes)).status, kind).toBe(isRefused ? 400 : 201);
    }
    expect(memoryOf(server).most - before).toBeLessThan(150_000_000);
    const decoders = childrenOf(server).map((pid) => memoryOf({ pid }).most);
    expect(decoders.length).toBeGreaterThan(0);
    for (const most of decoders) expect(most).toBeLessThan(250_000_000);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test("after a crash between upload and save, the next start deletes the orphaned files", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-crash-"));
  const first = await startServer({ DATA_DIR: dataDir });
  const ada = await signUp(openBrowser(first), "Ada");
  const shown = await upload(ada);
  await ada.json("PUT", "/api/profile-images", { profileImageURL: shown });
  await upload(ada);
  expect(filesIn(first, "pictures")).toHaveLength(10);
  await first.stop("SIGKILL");
  const database = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  await database.execute("update picture set made_at = made_at - 3700000, sent_at = 1, created_at = 1");
  database.close();
  // A file left by the crash, and one being uploaded now.
  for (const name of ["old", "new"]) writeFileSync(join(dataDir, "incoming", name), "x");
  utimesSync(join(dataDir, "incoming", "old"), 1, 1);
  const second = await startServer({ DATA_DIR: dataDir });
  await expect.poll(() => filesIn(second, "pictures").length).toBe(5);
  await expect.poll(() => filesIn(second, "incoming")).toEqual(["new"]);
  const id = shown.split("/").pop() ?? "";
  expect(filesIn(second, "pictures").every((name) => name.startsWith(id))).toBe(true);
  expect(await second.stop()).toBe(0);
  rmSync(dataDir, { recursive: true });
});

test("uploads work the same with a bucket", async () => {
  const bucket = await startBucket();
  const server = await startServer(bucket.variables);
  try {
    const ada = await signUp(openBrowser(server), "Ada");
    const changed = await ada.json("PUT", "/api/profile-images", { profileImageURL: await upload(ada) });
    const { profileImageUrl } = (await changed.json()) as { profileImageUrl: string };
    expect((await ada.get(profileImageUrl)).status).toBe(200);
    expect(filesIn(server, "pictures")).toEqual([]);
    await ada.json("DELETE", "/api/profile-images", undefined);
    expect((await ada.get(profileImageUrl)).status).toBe(404);
  } finally {
    await server.stop();
    await bucket.close();
  }
});
