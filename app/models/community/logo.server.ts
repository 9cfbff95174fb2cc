// Decodes the operator's logo in a process of its own.
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { createFilePool } from "~/models/member-job.server";
import { Refusal } from "~/refusal";

export type LogoJob = { path: string };

const workers = createFilePool<LogoJob>("logo", {
  waitMs: MINUTE_MS,
  workMs: MINUTE_MS / 2,
  memoryMb: 512,
  idleMs: 1,
  isBinary: true,
});

/** The logo as a PNG of 512 pixels at most, if there is one. Refuses a file that can't be drawn (invalid), in the operator's words. */
export async function readLogo(): Promise<Buffer | undefined> {
  const { logo } = env.community;
  if (!logo) return undefined;
  try {
    return Buffer.from((await workers.run({ path: logo.path })) as Uint8Array);
  } catch {
    // Not translated: operators read it.
    throw new Refusal(
      "invalid",
      `The environment variable COMMUNITY_LOGO names ${logo.path}, which can't be drawn as a picture.`,
    );
  }
}
