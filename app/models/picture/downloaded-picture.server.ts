// Pictures that this server has downloaded, which nobody owns.
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { addSharedPicture } from "./picture-upload.server";

/** The id of the picture in a file that was downloaded for a member; null if it isn't one that may be shown. */
export async function addDownloadedPicture(memberId: number, bytes: Buffer): Promise<string | null> {
  const folder = join(env.dataDir, "incoming");
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, bytes);
    return await addSharedPicture(memberId, path);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
