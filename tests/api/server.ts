// Runs the built server on a database of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { servicesUrl } from "../fakes/service";
import { freePort } from "../free-port";
import { openBrowser, type Site, sendRaw } from "./client";
import { completeProfile, type Person, signUp } from "./people";

/** The Node that runs the server: TEST_NODE, or the one that runs the tests. */
export const nodePath = process.env.TEST_NODE ?? process.execPath;

export type Variables = Record<string, string>;
type Program = { command: string[]; cwd?: string };

/** Without source maps, which a start would read for a fourth of its time: no test looks at the lines of a trace. */
const BUILT: Program = { command: [nodePath, "build/server/index.js"] };

/** Where Node keeps what it has compiled of the server, for the next start. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "compiled") };

/** A running server: its output, how to stop it. */
export type RunningServer = Site & {
  pid: number;
  /** Everything it has printed so far. A line may arrive here later than the response of the request it is about. */
  output: () => string;
  /** Resolves once it has printed `text`. */
  untilOutput: (text: string) => Promise<void>;
  /** Sends a signal and resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Runs the built server with `variables` until it exits; resolves with its exit code and output. */
export async function runUntilExit(variables: Variables) {
  const child = spawnServer(variables);
  const [code] = await once(child, "close");
  return { code: code as number | null, output: child.output() };
}

/** Starts the built server, by default on a free port with a fresh database; resolves once it is ready. */
export async function startServer(variables: Variables = {}, program = BUILT): Promise<RunningServer> {
  const dataDir = variables.DATA_DIR ?? makeDataDir(variables);
  const port = Number(variables.PORT ?? (await freePort()));
  const address = `http://127.0.0.1:${port}`;
  const origin = variables.APP_ORIGIN ?? address;
  const own = { APP_ORIGIN: origin, ...variables, PORT: String(port), DATA_DIR: dataDir };
  const child = spawnServer(own, program);
  const exited = once(child, "close");
  // Not its health check, which another server would answer had it taken the port in the meantime.
  const isReady = child.untilOutput("B-Side is running").then(() => true);
  if (!(await Promise.race([isReady, exited.then(() => false)]))) {
    // Another program took the free port first.
    if (!variables.PORT && child.output().includes("is taken")) return startServer(variables, program);
    throw new Error(`The server has exited:\n${child.output()}`);
  }
  return {
    address,
    port,
    pid: child.pid ?? 0,
    origin,
    dataDir,
    output: child.output,
    untilOutput: child.untilOutput,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = await exited;
      if (!variables.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** A data folder; an own database is a copy of the one that was migrated for all tests. */
function makeDataDir({ DATABASE_URL }: Variables): string {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const template = join(tmpdir(), "template.sqlite");
  if (!DATABASE_URL && existsSync(template)) copyFileSync(template, join(dataDir, "b-side.sqlite"));
  return dataDir;
}

/**
 * Starts one server for all tests of a file, and checks in the end that it logged no bug.
 * Rate limits are off unless `variables` turn them on.
 */
export function shareServer(variables: Variables = {}) {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer(variables);
  });
  afterAll(async () => {
    expect(await running.stop()).toBe(0);
    expect(running.output()).not.toContain('"msg":"bug"');
  });
  const known = new Map<string, Promise<Person>>();
  const addMember = async (firstName: string) =>
    completeProfile(await signUp(openBrowser(running), firstName));
  return {
    running: () => running,
    visitor: () => openBrowser(running),
    signUp: (firstName: string) => signUp(openBrowser(running), firstName),
    addMember,
    /** The same member for all tests of the file that do not change them. */
    sharedMember: (firstName: string) => {
      const person = known.get(firstName) ?? addMember(firstName);
      known.set(firstName, person);
      return person;
    },
    sendRaw: (request: string) => sendRaw(running, request),
  };
}

function spawnServer(variables: Variables, { command: [file = "", ...parameters], cwd }: Program = BUILT) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(file, parameters, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH,
      HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DEMO: "0",
      RATE_LIMITS: "off",
      DEADLINES: "off",
      SERVICES_URL: servicesUrl,
      ...compiled,
      ...variables,
    },
  });
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream.on("data", (part) => {
      output += part;
    });
  }
  const untilOutput = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!output.includes(text)) return;
        for (const stream of streams) stream.off("data", check);
        resolve();
      };
      for (const stream of streams) stream.on("data", check);
      check();
    });
  return Object.assign(child, { output: () => output, untilOutput });
}
