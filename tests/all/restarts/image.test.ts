// The Docker image without Docker: its files in a clean folder, started by its command as another user.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { completeProfile, signUp } from "../../api/people";
import { nodePath, startServer } from "../../api/server";
import { photo } from "../../fakes/picture-files";

const image = mkdtempSync(join(tmpdir(), "b-side-image-"));
const dataDir = mkdtempSync(join(tmpdir(), "b-side-image-data-"));
const dockerfile = readFileSync("Dockerfile", "utf8");
const [, lastStage = ""] = dockerfile.split(/^FROM .*$/m).slice(1);
const isRoot = process.getuid?.() === 0;

/** The JSON form of an instruction of the last stage. */
function argumentsOf(instruction: string): string[] {
  const found = new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(lastStage);
  return JSON.parse(found?.[1] ?? "[]");
}

beforeAll(() => {
  // Lets the other user enter the folder of the test run and read the image.
  chmodSync(tmpdir(), 0o711);
  chmodSync(image, 0o755);
  // The database that the run opened first keeps new files to their owner, and this process inherits that.
  process.umask(0o022);
  for (const [, paths = ""] of lastStage.matchAll(/^COPY --from=build (.*)$/gm)) {
    const [to = "", ...from] = paths.split(" ").reverse();
    for (const path of from.map((each) => relative("/app", each))) {
      if (path === "node_modules") continue;
      cpSync(path, to.endsWith("/") ? join(image, path) : join(image, to), { recursive: true });
    }
  }
  const listed = spawnSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { encoding: "utf8" }).stdout;
  const installed = listed.split("\n").filter((path) => path.split("node_modules/").length === 2);
  expect(installed.length).toBeGreaterThan(100);
  for (const path of installed)
    cpSync(path, join(image, relative(process.cwd(), path)), { recursive: true, dereference: true });
});
afterAll(() => {
  rmSync(image, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

test("the image runs without development packages, as another user, and writes to DATA_DIR only", async () => {
  const [program = "", ...parameters] = argumentsOf("ENTRYPOINT");
  const [node, ...command] = argumentsOf("CMD");
  expect([program, node]).toEqual(["bin/entrypoint.sh", "node"]);
  mkdirSync(join(dataDir, "pictures"), { recursive: true });
  const running = await startServer(
    { DATA_DIR: dataDir, NODE_ENV: "production", RUN_AS: "nobody", TMPDIR: "/nowhere", LOG_LEVEL: "info" },
    { cwd: image, command: [join(image, program), ...parameters, nodePath, ...command] },
  );
  const ada = await completeProfile(await signUp(openBrowser(running), "Ada"));
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await photo("png", 64, 64))]), "me.png");
  const sent = await ada.form("/profile/photo", form);
  expect(sent.status, (await sent.text()) + running.output()).toBe(303);
  const { profileImageUrl } = (await (await ada.get("/api/auth/user")).json()) as { profileImageUrl: string };
  expect((await ada.get(new URL(profileImageUrl, running.origin).pathname)).status).toBe(200);
  expect((await ada.get("/discover")).status).toBe(200);
  if (isRoot) expect(statSync(join(dataDir, "b-side.sqlite")).uid).not.toBe(0);
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toMatch(/"level":(50|60)|"msg":"bug"|deprecat|support/i);
});

test("the image's commands make backups too", () => {
  const { status, stderr } = spawnSync(nodePath, ["build/cli.js", "backup", join(dataDir, "backup.tar")], {
    cwd: image,
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir },
  });
  expect([status, stderr]).toEqual([0, ""]);
});
