// One contract, two storages: a folder, and a bucket of a real S3 server on loopback that checks signatures.
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type LargeStorage,
  openBucket,
  openFolder,
  openLargeBucket,
  openLargeFolder,
  type Storage,
} from "~/integrations/storage.server";
import { startBucket } from "../fakes/bucket";

const folder = mkdtempSync(join(tmpdir(), "b-side-storage-"));
let bucket: Awaited<ReturnType<typeof startBucket>>;

beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const addressed = (keys = {}) => ({
  address: `${bucket.endpoint}/${bucket.bucket}`,
  ...bucket.keys,
  ...keys,
});
const storages: [string, () => Storage][] = [
  ["a folder", () => openFolder(join(folder, "files"))],
  ["a bucket", () => openBucket(addressed())],
];

describe.each(storages)("%s", (_, openStorage) => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);

  test("stores a file, returns it unchanged, and removes it", async () => {
    const place = openStorage();
    await place.put("a-96.webp", bytes);
    expect(await openStorage().get("a-96.webp")).toEqual(bytes);
    await place.remove("a-96.webp");
    expect(await place.get("a-96.webp")).toBeUndefined();
  });

  test("a missing file is no failure", async () => {
    expect(await openStorage().get("none-96.webp")).toBeUndefined();
    await openStorage().remove("none-96.webp");
  });

  test("a second file with the same name replaces the first", async () => {
    await openStorage().put("b-96.webp", bytes);
    await openStorage().put("b-96.webp", new Uint8Array([1, 2, 3]));
    expect(await openStorage().get("b-96.webp")).toEqual(new Uint8Array([1, 2, 3]));
  });

  test("no name leaves the storage", async () => {
    for (const name of [
      "../session-secret",
      "a/b.webp",
      "..",
      "a.webp/../../b.webp",
      "a%2f.webp",
      "a.svg",
      "",
    ]) {
      await expect(openStorage().get(name)).rejects.toThrow("Invalid picture file name");
      await expect(openStorage().put(name, bytes)).rejects.toThrow("Invalid picture file name");
      await expect(openStorage().remove(name)).rejects.toThrow("Invalid picture file name");
    }
  });
});

const largeStorages: [string, () => LargeStorage][] = [
  ["a folder", () => openLargeFolder(join(folder, "exports"))],
  ["a bucket", () => openLargeBucket(addressed())],
];

describe.each(largeStorages)("large files in %s", (_, openStorage) => {
  const bytes = Buffer.alloc(3_000_000, "B-Side");
  const path = join(folder, "large.unfinished");

  test("are moved there, read as a stream, replaced and removed", async () => {
    for (const content of [bytes, bytes.subarray(1)]) {
      writeFileSync(path, content);
      await openStorage().put("e.zip", path);
      expect(existsSync(path)).toBe(false);
      const stream = await openStorage().open("e.zip");
      expect((stream && (await buffer(stream)))?.equals(content)).toBe(true);
    }
    await openStorage().remove("e.zip");
    expect(await openStorage().open("e.zip")).toBeUndefined();
    await openStorage().remove("e.zip");
  });

  test("have no name that leaves the storage", async () => {
    writeFileSync(path, bytes);
    for (const name of ["../session-secret", "a/b.zip", "..", "a.zip/../../b.zip", "a-96.webp", ""]) {
      await expect(openStorage().open(name)).rejects.toThrow("Invalid export file name");
      await expect(openStorage().put(name, path)).rejects.toThrow("Invalid export file name");
      await expect(openStorage().remove(name)).rejects.toThrow("Invalid export file name");
    }
  });
});

test("a bucket that refuses a large file leaves it where it was", async () => {
  const path = join(folder, "refused.unfinished");
  writeFileSync(path, "B-Side");
  const stranger = openLargeBucket(addressed({ secretAccessKey: "guessed" }));
  await expect(stranger.put("f.zip", path)).rejects.toThrow("403");
  await expect(stranger.open("f.zip")).rejects.toThrow("403");
  expect(existsSync(path)).toBe(true);
});

test("a folder holds whole files only", async () => {
  const place = openFolder(join(folder, "whole"));
  await Promise.all([1, 2, 3, 4].map((n) => place.put("c-96.webp", new Uint8Array(50_000).fill(n))));
  expect(readdirSync(join(folder, "whole"))).toEqual(["c-96.webp"]);
  expect(new Set(await place.get("c-96.webp")).size).toBe(1);
});

/** A bucket that answers everything with a status and, where it has one, a code of S3's. */
async function startRefusing(status: number, code?: string) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No</Message></Error>`;
  const server = createServer((_, res) => res.writeHead(status).end(code && xml));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
  return { address, close: () => server.close() };
}

test.each([
  [403, "AccessDenied", true],
  [404, "NoSuchKey", true],
  [403, "SignatureDoesNotMatch", false],
  [403, "InvalidAccessKeyId", false],
  [403, "RequestTimeTooSkewed", false],
  [403, undefined, false],
])("%i %s from a bucket is a missing file: %s", async (status, code, isMissing) => {
  const { address, close } = await startRefusing(status, code);
  const [small, large] = [openBucket(addressed({ address })), openLargeBucket(addressed({ address }))];
  const path = join(folder, "withheld.unfinished");
  writeFileSync(path, "B-Side");
  for (const read of [() => small.get("a-96.webp"), () => large.open("a.zip")])
    await (isMissing ? expect(read()).resolves.toBeUndefined() : expect(read()).rejects.toThrow(`${status}`));
  // Without the right to write, a file would seem stored or removed.
  for (const write of [
    () => small.put("a-96.webp", new Uint8Array(1)),
    () => large.put("a.zip", path),
    ...(status === 403 ? [() => small.remove("a-96.webp"), () => large.remove("a.zip")] : []),
  ])
    await expect(write()).rejects.toThrow(`${status}`);
  close();
});

test("a bucket that refuses or doesn't respond is an error, not a missing file", async () => {
  const stranger = openBucket(addressed({ secretAccessKey: "guessed" }));
  await expect(stranger.put("d-96.webp", new Uint8Array(1))).rejects.toThrow("403");
  await expect(stranger.get("b-96.webp")).rejects.toThrow("403");
  await expect(stranger.remove("b-96.webp")).rejects.toThrow("403");
  const nowhere = openBucket(addressed({ address: "http://127.0.0.1:9/pictures" }));
  await expect(nowhere.get("b-96.webp")).rejects.toThrow();
});
