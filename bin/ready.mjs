// Prepares a checkout for a task and runs it: start, dev, build, test, test:all, check, seed, statistics, translate, backup, restore,
// account, invite, moderator, operator, check-scores, simulate, bench. Plain Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withLock } from "./lock.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = "1";

const [task = "start", ...rest] = process.argv.slice(2);

/**
 * For `npm test` on two cores: its tests are ordered by folder, and many folders' tests mostly wait for processes, timers and
 * locks.
 */
const VITEST_MAX_WORKERS = "4";

const NODE_24 = `node-${process.platform}-${process.arch}`;

/**
 * What `npm run test:all` adds to `npm test`: the folders in tests/all, all cases of what tests/sampled.ts samples, the
 * simulation's other seeds, and every screen.
 */
const groups = [...readdirSync(join(root, "tests/all")).sort(), "cases", "seeds", "screens"];

const tasks = {
  start() {
    install();
    makePlaces();
    build();
    become("node", ["build/server/index.js"], { NODE_ENV: "production" });
  },
  dev() {
    install();
    makePlaces();
    run("node", ["bin/build-check-page.mjs"]);
    run("node", ["bin/build-programs.mjs"]);
    spawn(process.execPath, ["bin/build-programs.mjs", "--watch"], { stdio: "inherit" }).unref();
    const dev = ["--enable-source-maps", "bin/dev.mjs"];
    const env = { NODE_ENV: "development" };
    if (rest.includes("--fake-services")) become("tsx", ["tests/fakes/run.ts", bin("node"), ...dev], env);
    else become("node", dev, env);
  },
  build,
  async check() {
    install();
    await check();
  },
  async test() {
    await runTests(await prepareTests());
  },
  async "test:all"() {
    const only = parseArgs({ args: rest, options: { only: { type: "string" } } }).values.only?.split(",");
    const unknown = only?.find((name) => !groups.includes(name));
    if (unknown) exitWithError(`Unknown group ${unknown}. Groups: ${groups.join(", ")}.`);
    const node24 = await prepareTests();
    if (!only) await runTests(node24);
    runGroups(only ?? groups, node24);
  },
  seed() {
    install();
    makePlaces();
    become("tsx", ["db/seed/run.ts", ...rest]);
  },
  statistics() {
    install();
    become("tsx", ["db/seed/count-statistics.ts"]);
  },
  translate() {
    install();
    become("tsx", ["bin/translate.ts", ...rest]);
  },
  backup: () => operate("backup"),
  restore: () => operate("restore"),
  account: () => operate("account"),
  invite: () => operate("invite"),
  moderator: () => operate("moderator"),
  operator: () => operate("operator"),
  "check-scores": () => operate("check-scores"),
  simulate() {
    install();
    makePlaces();
    const option = { type: "string" };
    const { seed = "1", seeds = rest.length ? "1" : "300" } = parseArgs({
      args: rest,
      options: { seed: option, seeds: option },
    }).values;
    for (const given of [seed, seeds]) {
      if (!/^[1-9]\d*$/.test(given)) exitWithError(`${given} is no number of seeds.`);
    }
    run("vitest", ["run", "--project", "seeds *"], { SIMULATE_SEED: seed, SIMULATE_SEEDS: seeds });
  },
  bench() {
    install();
    makePlaces();
    build();
    become("tsx", ["bin/bench/run.ts", ...rest]);
  },
};

if (!Object.hasOwn(tasks, task))
  exitWithError(`Unknown task ${task}. Tasks: ${Object.keys(tasks).join(", ")}.`);
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  exitWithError(`B-Side needs Node 20.19 or newer; this is ${process.versions.node}.`);
if (major < 22 && ["start", "dev"].includes(task))
  console.info(`Node 24 or 26 is recommended; this is ${process.versions.node}.`);
await tasks[task]();

/** Checks the sources while building what tests run; resolves with the environment of programs that run on Node 24. */
async function prepareTests() {
  install();
  const node24 = withNode24();
  const checked = check(node24);
  makePlaces();
  build(node24);
  await checked;
  return node24;
}

/** What every change must pass. The browser tests often wait, which gives the others time. */
async function runTests(node24) {
  const environment = { ...node24, CHROMIUM_PATH: findBrowser(), TEST_BUILT: "1", VITEST_MAX_WORKERS };
  const journeys = runQuietly("playwright", ["test", "--reporter", "dot"], environment);
  const projects = ["api*", "pages", "modules", "seeds *"];
  const reporter = ["--reporter", "./tests/short-reporter.ts"];
  const args = ["run", ...reporter, ...projects.flatMap((name) => ["--project", name])];
  const vitest = spawn(bin("vitest"), args, { stdio: "inherit", env: { ...process.env, ...environment } });
  const [code] = await once(vitest, "close");
  const { code: journeysCode, output } = await journeys;
  console.info(output);
  if (journeysCode !== 0) console.info("To run a journey alone: npx playwright test FILE:LINE");
  if (code !== 0 || journeysCode !== 0) process.exit(1);
}

/**
 * Runs groups with the version of Node that runs this, and their servers with Node 24.
 * @param {string[]} names
 */
function runGroups(names, { TEST_NODE }) {
  const environment = { TEST_NODE, CHROMIUM_PATH: findBrowser() };
  const folders = names.filter((name) => existsSync(join("tests/all", name)));
  if (names.includes("browsers")) installOtherBrowsers();
  if (folders.length) run("vitest", ["run", ...folders.flatMap((name) => ["--project", name])], environment);
  if (names.includes("cases"))
    run("vitest", ["run", ...sampledTests()], { ...environment, TEST_CASES: "all", TEST_BUILT: "1" });
  if (names.includes("seeds")) run("vitest", ["run", "--project", "seeds *"], { SIMULATE_SEEDS: "300" });
  if (names.includes("screens")) run("playwright", ["test"], { ...environment, JOURNEYS: "all" });
}

/** The test files that `npm test` runs in part. */
function sampledTests() {
  const files = readdirSync("tests", { recursive: true }).map((name) => join("tests", name));
  const isSampled = (file) => /\.test\.tsx?$/.test(file) && /\/sampled"/.test(readFileSync(file, "utf8"));
  return files.filter(isSampled);
}

/**
 * The environment of programs and servers that run on Node 24, the image's version, which is also a quarter faster than Node
 * 20.
 */
function withNode24() {
  const TEST_NODE = findNode24();
  return TEST_NODE ? { TEST_NODE, PATH: dirname(TEST_NODE) + delimiter + process.env.PATH } : {};
}

/** The binary of Node 24, the image's version, for the servers of tests; undefined if they run on this version. */
function findNode24() {
  if (process.versions.node.startsWith("24.")) return undefined;
  const folder = "node_modules/.cache/node-24";
  const path = join(root, folder, `node_modules/${NODE_24}/bin/node`);
  if (!existsSync(path)) {
    const npm = ["install", "--no-save", "--prefix", folder, `${NODE_24}@24.21.0`];
    spawnSync("npm", npm, { stdio: "ignore" });
  }
  if (existsSync(path)) return path;
  console.info("Node 24 is not available here, so the servers of tests run on this version.");
  return undefined;
}

function operate(command) {
  install();
  build();
  become("node", ["build/cli.js", command, ...rest], { NODE_ENV: "production" });
}

/** Runs all checks in parallel, and prints the output of those that fail. */
async function check(env = {}) {
  const checks = [
    runQuietly("biome", ["check", "--error-on-warnings", "."]),
    // TypeScript 7, which is a compiled program. Other packages read sources through TypeScript 5.
    // More threads would all check what they share, and the build needs the other core.
    runQuietly("../typescript-7/bin/tsc", ["--singleThreaded"]),
    runQuietly("depcruise", ["app", "db", "server.ts", "--config", ".dependency-cruiser.cjs"], env),
    runQuietly("knip", [], env),
    runQuietly("tsx", ["bin/check-texts.ts"], env),
  ];
  const failed = (await Promise.all(checks)).filter(({ code }) => code !== 0);
  for (const { command, output } of failed) console.error(`${command} failed:\n${output}`);
  if (failed.length) process.exit(1);
}

/** Calls `make` unless its result is ready, or becomes ready while another process makes it. */
function unlessReady(isReady, make) {
  if (isReady()) return;
  withLock(".ready-lock", "Waiting for another command that is preparing this folder...", () => {
    if (!isReady()) make();
  });
}

/** Makes something represented by a stamp file, whose content says what it was made from. */
function makeFrom(now, stamp, make) {
  const isReady = () => existsSync(stamp) && readFileSync(stamp, "utf8") === now;
  unlessReady(isReady, () => {
    make();
    writeFileSync(stamp, now);
  });
}

function install() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  makeFrom(lock, "node_modules/.ready", () => {
    console.info("Installing packages...");
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
    exitOnFailure(
      spawnSync(command, [...first, "ci", "--no-fund", "--no-audit", "--loglevel=error"], {
        stdio: "inherit",
      }),
      "npm ci",
    );
  });
}

function build(env = {}) {
  const inputs = [
    "app",
    "db",
    "server.ts",
    "public",
    "remix.config.js",
    "vite.config.ts",
    "tsconfig.json",
    "tailwind.config.ts",
    "package-lock.json",
    "bin/build-check-page.mjs",
    "bin/build-languages.ts",
    "bin/build-programs.mjs",
    "bin/mark-texts.ts",
  ];
  makeFrom(fingerprint(inputs), "build/.ready", () => {
    // An interrupted build is not ready.
    rmSync("build/.ready", { force: true });
    run("node", ["bin/build-check-page.mjs"]);
    run("remix", ["vite:build", "--logLevel", "warn"], { ...env, NODE_ENV: "production" });
    run("tsx", ["bin/build-languages.ts"]);
    run("node", ["bin/build-programs.mjs"]);
  });
}

/** Makes the gazetteer, unless it is newer than the packages and its own code. */
function makePlaces() {
  const program = "db/seed/places.ts";
  const sources = ["package-lock.json", program, "app/models/member/place/place.ts", "app/matching/cell.ts"];
  const isReady = () => {
    const made = statSync("db/places.sqlite", { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return sources.every((source) => statSync(source).mtimeMs <= made);
  };
  unlessReady(isReady, () => run("tsx", [program]));
}

/**
 * The path of a Chromium. The headless shell needs half the processor time of a full browser, so Debian's is installed beside
 * one if its package is available; without any browser Playwright's is installed (""), else Debian's.
 */
function findBrowser() {
  const find = (...paths) => paths.find((path) => path && existsSync(path));
  const findShell = () => find(process.env.CHROMIUM_PATH, "/usr/bin/chromium-headless-shell");
  const findAny = () =>
    findShell() ?? find("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  if (findShell()) return findShell();
  console.info("Looking for a headless browser...");
  installPackages(["chromium-headless-shell"]);
  if (findAny()) return findAny();
  const { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: _, ...env } = process.env;
  if (spawnSync(bin("playwright"), ["install", "chromium"], { stdio: "inherit", env }).status === 0)
    return "";
  installPackages(["chromium"]);
  return (
    findAny() ??
    exitWithError("The browser tests need Chromium: install it, or set CHROMIUM_PATH to its path.")
  );
}

/** Installs Firefox and WebKit where Debian's packages are available; their tests are skipped elsewhere. */
function installOtherBrowsers() {
  const missing = [
    ["firefox-esr", "/usr/bin/firefox-esr"],
    ["webkit2gtk-driver", "/usr/bin/WebKitWebDriver"],
    ["xvfb", "/usr/bin/Xvfb"],
  ].filter(([, path]) => !existsSync(path));
  if (missing.length) installPackages(missing.map(([name]) => name));
}

/** Installs Debian's packages; does nothing on other systems. */
function installPackages(names) {
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", "-qq", ...names], { stdio: "ignore" });
}

/** A hash of the names, sizes and modification times of files and of all files in folders. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!/places\.sqlite|check\.html$/.test(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  paths.forEach(add);
  return hash.digest("hex");
}

function bin(name) {
  return name === "node" ? process.execPath : join(root, "node_modules/.bin", name);
}

function run(name, args, env = {}) {
  exitOnFailure(
    spawnSync(bin(name), args, { stdio: "inherit", env: { ...process.env, ...env } }),
    `${name} ${args.join(" ")}`,
  );
}

/** Runs a program and resolves with its exit code and output. */
async function runQuietly(name, args, env = {}) {
  const child = spawn(bin(name), args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const command = `${name} ${args.join(" ")}`;
  child.on("error", (error) => exitWithError(`${command} could not be started: ${error.message}`));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      output += part;
    });
  }
  const [code] = await once(child, "close");
  return { command, code, output };
}

/** Runs the last program of a task: passes signals on to it, and exits with its code. */
function become(name, args, env = {}) {
  const child = spawn(bin(name), args, { stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function exitOnFailure(result, what) {
  if (result.error) exitWithError(`${what} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function exitWithError(message) {
  console.error(message);
  process.exit(1);
}
