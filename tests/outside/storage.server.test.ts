// One contract, two places: a folder, and a bucket of a real S3 server on loopback that checks signatures.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBucket, openFolder, type Storage } from "~/outside/storage.server";
import { startBucket } from "../stand-ins/bucket";

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
const places: [string, () => Storage][] = [
  ["a folder", () => openFolder(join(folder, "files"))],
  ["a bucket", () => openBucket(addressed())],
];

describe.each(places)("%s", (_, openPlace) => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);

  test("keeps a file, gives it back as it was, and forgets it", async () => {
    const place = openPlace();
    await place.put("a-96.webp", bytes);
    expect(await openPlace().get("a-96.webp")).toEqual(bytes);
    await place.remove("a-96.webp");
    expect(await place.get("a-96.webp")).toBeUndefined();
  });

  test("what is not there is no trouble", async () => {
    expect(await openPlace().get("none-96.webp")).toBeUndefined();
    await openPlace().remove("none-96.webp");
  });

  test("the second file of a name takes the first one's place", async () => {
    await openPlace().put("b-96.webp", bytes);
    await openPlace().put("b-96.webp", new Uint8Array([1, 2, 3]));
    expect(await openPlace().get("b-96.webp")).toEqual(new Uint8Array([1, 2, 3]));
  });

  test("no name leads anywhere else", async () => {
    for (const name of [
      "../session-secret",
      "a/b.webp",
      "..",
      "a.webp/../../b.webp",
      "a%2f.webp",
      "a.svg",
      "",
    ]) {
      await expect(openPlace().get(name)).rejects.toThrow("not one of ours");
      await expect(openPlace().put(name, bytes)).rejects.toThrow("not one of ours");
      await expect(openPlace().remove(name)).rejects.toThrow("not one of ours");
    }
  });
});

test("a folder holds whole files only", async () => {
  const place = openFolder(join(folder, "whole"));
  await Promise.all([1, 2, 3, 4].map((n) => place.put("c-96.webp", new Uint8Array(50_000).fill(n))));
  expect(readdirSync(join(folder, "whole"))).toEqual(["c-96.webp"]);
  expect(new Set(await place.get("c-96.webp")).size).toBe(1);
});

test("a bucket that refuses, or does not answer, is an error and no absence", async () => {
  const stranger = openBucket(addressed({ secretAccessKey: "guessed" }));
  await expect(stranger.put("d-96.webp", new Uint8Array(1))).rejects.toThrow("403");
  await expect(stranger.get("b-96.webp")).rejects.toThrow("403");
  await expect(stranger.remove("b-96.webp")).rejects.toThrow("403");
  const nowhere = openBucket(addressed({ address: "http://127.0.0.1:9/pictures" }));
  await expect(nowhere.get("b-96.webp")).rejects.toThrow();
});
