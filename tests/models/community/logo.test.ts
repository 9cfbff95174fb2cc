import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import { readLogo } from "~/models/community/logo.server";

const path = join(tmpdir(), `community-logo-${process.pid}`);

test("a PNG is drawn within 512 pixels, and a file that only begins like a picture refuses the start", async () => {
  env.community.logo = { path, version: "1" };
  writeFileSync(
    path,
    await sharp({ create: { width: 800, height: 200, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  const { width, height } = await sharp(await readLogo()).metadata();
  expect([width, height]).toEqual([512, 128]);
  for (const broken of ["<svg <", "\x89PNG\r\n\x1a\nno more"]) {
    writeFileSync(path, broken, "latin1");
    await expect(readLogo()).rejects.toThrow(
      `The environment variable COMMUNITY_LOGO names ${path}, which can't be drawn as a picture.`,
    );
  }
});
