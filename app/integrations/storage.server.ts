// Storage for files of pictures, voice notes and exports: a folder, or a bucket of an S3-compatible service.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";

const TIMEOUT_MS = 15_000;
/** How long the bucket may take over a large file. */
const LARGE_TIMEOUT_MS = 30 * MINUTE_MS;
const NAME = /^[\w-]{1,80}\.(webp|webm|m4a|mp3|wav)$/;
const EXPORT_NAME = /^[\w-]{1,80}\.zip$/;

/** Files by name. Throws if the storage fails; a missing file is no failure. */
export type Storage = {
  /** Resolves once the file is stored; replaces a file of that name. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove: (name: string) => Promise<void>;
};

/** Large files by name, which are never in memory as a whole. Throws if the storage fails; a missing file is no failure. */
export type LargeStorage = {
  /** Moves a file of this machine into the storage; replaces a file of the same name. */
  put: (name: string, path: string) => Promise<void>;
  open: (name: string) => Promise<Readable | undefined>;
  remove: (name: string) => Promise<void>;
};

export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Stores files in a folder, created on the first write. */
export function openFolder(folder: string): Storage {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, checkName(name));
      const temporary = `${path}.${randomUUID()}`;
      try {
        const file = await open(temporary, "wx");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(name) {
      const bytes = await readFile(join(folder, checkName(name))).catch(ignoreMissing);
      return bytes && new Uint8Array(bytes);
    },
    async remove(name) {
      await rm(join(folder, checkName(name)), { force: true });
    },
  };
}

/** Stores files in a private bucket, through signed requests. */
export function openBucket({ address, region, accessKeyId, secretAccessKey }: Bucket): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const request = async (method: "PUT" | "GET" | "DELETE", name: string, body?: Uint8Array) => {
    const response = await client.fetch(`${address}/${checkName(name)}`, {
      method,
      body: body && new Uint8Array(body),
      headers: body && { "Content-Type": name.endsWith(".webp") ? "image/webp" : "application/octet-stream" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return bytes;
    if (isMissing(method, response.status, Buffer.from(bytes).toString())) return undefined;
    throw new Error(`The bucket responded to ${method} with ${response.status}`);
  };
  return {
    async put(name, bytes) {
      await request("PUT", name, bytes);
    },
    get: (name) => request("GET", name),
    async remove(name) {
      await request("DELETE", name);
    },
  };
}

/** Stores large files in a folder, created on the first write. */
export function openLargeFolder(folder: string): LargeStorage {
  return {
    async put(name, path) {
      await mkdir(folder, { recursive: true });
      await rename(path, join(folder, checkExportName(name)));
    },
    async open(name) {
      const file = await open(join(folder, checkExportName(name))).catch(ignoreMissing);
      return file?.createReadStream();
    },
    async remove(name) {
      await rm(join(folder, checkExportName(name)), { force: true });
    },
  };
}

/** Stores large files in a private bucket, under `exports/`. */
export function openLargeBucket({ address, region, accessKeyId, secretAccessKey }: Bucket): LargeStorage {
  // A stream can't be sent twice.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  async function request(method: "PUT" | "GET" | "DELETE", name: string, init: RequestInit = {}) {
    const response = await client.fetch(`${address}/exports/${checkExportName(name)}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(LARGE_TIMEOUT_MS),
      ...init,
    });
    if (response.ok) return response;
    if (isMissing(method, response.status, await response.text())) return undefined;
    throw new Error(`The bucket responded to ${method} with ${response.status}`);
  }
  return {
    async put(name, path) {
      const { size } = await stat(path);
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const headers = { "Content-Type": "application/zip", "Content-Length": String(size) };
      const response = await request("PUT", name, { body, duplex: "half", headers } as RequestInit);
      await response?.body?.cancel();
      await rm(path, { force: true });
    },
    async open(name) {
      const response = await request("GET", name);
      return response?.body ? Readable.fromWeb(response.body as never) : undefined;
    },
    async remove(name) {
      const response = await request("DELETE", name);
      await response?.body?.cancel();
    },
  };
}

/** Without the permission to list files, S3 denies access to a missing one; for wrong keys its code differs. */
function isMissing(method: string, status: number, body: string): boolean {
  if (status === 404) return method !== "PUT";
  return status === 403 && method === "GET" && body.includes("<Code>AccessDenied</Code>");
}

/** The storage of pictures configured by the environment. */
export const storage = env.bucket ? openBucket(env.bucket) : openFolder(join(env.dataDir, "pictures"));

function checkName(name: string) {
  if (!NAME.test(name)) throw new Error("Invalid picture file name");
  return name;
}

/** The folder in which this machine assembles exports, and keeps them if there is no bucket. */
export const exportFolder = join(env.dataDir, "exports");

/** The storage of exports configured by the environment. */
export const exportStorage = env.bucket ? openLargeBucket(env.bucket) : openLargeFolder(exportFolder);

function checkExportName(name: string) {
  if (!EXPORT_NAME.test(name)) throw new Error("Invalid export file name");
  return name;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
