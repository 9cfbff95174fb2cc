// Where the files of pictures are kept: a folder, or a bucket of an S3-compatible service.
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { env } from "~/env.server";

const TIME_LIMIT_MS = 15_000;
const NAME = /^[\w-]{1,80}\.webp$/;

/** Files by name. Throws when the place itself fails; what is not there is no trouble. */
export type Storage = {
  /** Resolves once the file is kept; a file of that name is replaced. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove: (name: string) => Promise<void>;
};

export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Keeps files in a folder, which is made when it is first needed. */
export function openFolder(folder: string): Storage {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, checked(name));
      const unfinished = `${path}.${randomUUID()}`;
      try {
        const file = await open(unfinished, "wx");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(join(folder, checked(name))));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async remove(name) {
      await rm(join(folder, checked(name)), { force: true });
    },
  };
}

/** Keeps files in a bucket, asked by signed requests; the bucket itself stays closed to everybody else. */
export function openBucket({ address, region, accessKeyId, secretAccessKey }: Bucket): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const ask = async (method: "PUT" | "GET" | "DELETE", name: string, body?: Uint8Array) => {
    const answer = await client.fetch(`${address}/${checked(name)}`, {
      method,
      body: body && new Uint8Array(body),
      headers: body && { "Content-Type": "image/webp" },
      redirect: "error",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok) return bytes;
    if (answer.status === 404 && method !== "PUT") return undefined;
    throw new Error(`The bucket answered ${method} with ${answer.status}`);
  };
  return {
    async put(name, bytes) {
      await ask("PUT", name, bytes);
    },
    get: (name) => ask("GET", name),
    async remove(name) {
      await ask("DELETE", name);
    },
  };
}

/** The place that the environment names. */
export const storage = env.bucket ? openBucket(env.bucket) : openFolder(join(env.dataDir, "pictures"));

function checked(name: string) {
  if (!NAME.test(name)) throw new Error("A file's name is not one of ours");
  return name;
}
