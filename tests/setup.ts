// Gives each test file a fresh, migrated database in a folder of its own, and the app's modules anew: a process runs many
// files.
import { setMaxListeners } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import "./refusals";

vi.resetModules();
// A process evaluates the app's modules for many files, each with listeners of its own.
setMaxListeners(0, process, process.stdout, process.stderr);
const variables = { ...process.env };
const dataDir = mkdtempSync(join(tmpdir(), "b-side-test-"));
copyFileSync(join(tmpdir(), "template.sqlite"), join(dataDir, "b-side.sqlite"));
Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", DEMO: "0" });
Object.assign(process.env, { RATE_LIMITS: "off", DEADLINES: "off" });
// The fakes that a file starts, and nothing of the outside. It imports this module anew, too.
const { closeServices, servicesUrl } = await import("./fakes/service");
process.env.SERVICES_URL = servicesUrl;
delete process.env.DATABASE_URL;
delete process.env.APP_ORIGIN;

afterAll(() => {
  closeServices();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
  rmSync(dataDir, { recursive: true, force: true });
});
