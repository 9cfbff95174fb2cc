// The lock of the commands that prepare a checkout.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeScratchFolder } from "../../scratch-folder";

const LOCK = pathToFileURL("bin/lock.mjs").href;
const folder = makeScratchFolder();
const [lock, log] = [join(folder, "lock"), join(folder, "log")];

/** Starts a process that works under the lock: its first output, and in the end its exit code and all of that. */
function start(name: string, end = "") {
  const program = `
    import { appendFileSync } from "node:fs";
    import { withLock } from "${LOCK}";
    withLock("${lock}", "Waiting", () => {
      appendFileSync("${log}", "${name} begins\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      appendFileSync("${log}", "${name} ends\\n");
      ${end}
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  const done = once(child, "close").then(([code]) => ({ code, output }));
  return { first: once(child.stdout, "data"), done };
}

const work = (name: string, end?: string) => start(name, end).done;

test("one process after another has the lock, and those that wait say so once", async () => {
  writeFileSync(lock, String(process.pid));
  const started = ["a", "b", "c", "d", "e", "f"].map((name) => start(name));
  await Promise.all(started.map(({ first }) => first));
  rmSync(lock);
  for (const { done } of started) expect(await done).toEqual({ code: 0, output: "Waiting\n" });
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines).toHaveLength(12);
  for (let at = 0; at < lines.length; at += 2)
    expect(lines[at + 1]).toBe(lines[at]?.replace("begins", "ends"));
  expect(existsSync(lock)).toBe(false);
});

test("a process that fails or exits leaves no lock", async () => {
  expect((await work("a", 'throw new Error("Oops")')).code).toBe(1);
  expect(existsSync(lock)).toBe(false);
  expect((await work("a", "process.exit(3)")).code).toBe(3);
  expect(existsSync(lock)).toBe(false);
});

test("the lock of a process that was killed is taken over", async () => {
  expect((await work("a", 'process.kill(process.pid, "SIGKILL")')).code).toBeNull();
  expect(existsSync(lock)).toBe(true);
  await Promise.all([work("b"), work("c")]);
  expect(existsSync(lock)).toBe(false);
  // Killed before it wrote its number.
  writeFileSync(lock, "");
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect((await work("d")).code).toBe(0);
  writeFileSync(lock, String(pid));
  expect(await work("e")).toEqual({ code: 0, output: expect.any(String) });
});
