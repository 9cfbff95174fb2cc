// Makes a checkout ready for what is asked of it, and does it: start, dev, build, test, check, seed, idf, bench. Plain
// Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = "1";

const [task = "start", ...rest] = process.argv.slice(2);

const tasks = {
  start() {
    install();
    makePlaces();
    build();
    become("node", ["--enable-source-maps", "build/index.js"], { NODE_ENV: "production" });
  },
  dev() {
    install();
    makePlaces();
    run("node", ["bin/build-worker.mjs"]);
    spawn(process.execPath, ["bin/build-worker.mjs", "--watch"], { stdio: "inherit" }).unref();
    const dev = ["dev", "-c", "node --enable-source-maps build/index.js"];
    const env = { NODE_ENV: "development" };
    if (rest.includes("--stand-ins")) become("tsx", ["tests/stand-ins/run.ts", bin("remix"), ...dev], env);
    else become("remix", dev, env);
  },
  build,
  check() {
    install();
    check();
  },
  test() {
    install();
    makePlaces();
    check();
    build();
    run("vitest", ["run"]);
    run("playwright", ["test", ...rest], { CHROMIUM_PATH: findBrowser() });
  },
  seed() {
    install();
    makePlaces();
    become("tsx", ["db/seed.ts", ...rest], atThePrimary());
  },
  idf() {
    install();
    become("tsx", ["db/idf.ts"], atThePrimary());
  },
  bench() {
    install();
    makePlaces();
    build();
    become("tsx", ["tests/bench/run.ts", ...rest]);
  },
};

if (!Object.hasOwn(tasks, task)) leave(`There is no task ${task}: ${Object.keys(tasks).join(", ")}.`);
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  leave(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
tasks[task]();

function check() {
  run("biome", ["check", "--error-on-warnings", "."]);
  run("tsc", ["--noEmit"]);
  run("depcruise", ["app", "db", "server.ts", "--config", ".dependency-cruiser.cjs"]);
  run("knip", []);
}

function install() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const stamp = "node_modules/.ready";
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.info("Installing packages...");
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  must(
    spawnSync(command, [...first, "ci", "--no-fund", "--no-audit", "--loglevel=error"], { stdio: "inherit" }),
    "npm ci",
  );
  writeFileSync(stamp, lock);
}

function build() {
  const inputs = [
    "app",
    "db",
    "server.ts",
    "remix.config.js",
    "tailwind.config.ts",
    "package-lock.json",
    "bin",
  ];
  const now = fingerprint(inputs);
  const stamp = "build/.ready";
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  run("remix", ["build", "--sourcemap"], { NODE_ENV: "production" });
  run("node", ["bin/build-worker.mjs"]);
  writeFileSync(stamp, now);
}

/** A replica's file belongs to the server that runs on it: what is run beside that goes straight to the primary. */
function atThePrimary() {
  const primary = process.env.DATABASE_SYNC_URL;
  return primary ? { DATABASE_URL: primary, DATABASE_SYNC_URL: "" } : {};
}

function makePlaces() {
  const made = statSync("db/places.sqlite", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ["package-lock.json", "db/places.ts", "app/models/place.ts", "app/matching/cell.ts"];
  if (sources.some((path) => statSync(path).mtimeMs > made)) run("tsx", ["db/places.ts"]);
}

/** An installed Chromium, else Playwright's own, else Debian's package. */
function findBrowser() {
  const installed = [
    process.env.CHROMIUM_PATH,
    // Without the parts that nobody sees it needs half the time, as Playwright's own.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = () => installed.find((path) => path && existsSync(path));
  if (found()) return found();
  console.info("Looking for a browser...");
  const { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: _, ...env } = process.env;
  if (spawnSync(bin("playwright"), ["install", "chromium"], { stdio: "inherit", env }).status === 0)
    return "";
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (!found()) spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: "inherit" });
  }
  return (
    found() ?? leave("The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.")
  );
}

/** A hash over the names, sizes and times of files and of everything in folders. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!path.includes("places.sqlite")) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  paths.forEach(add);
  return hash.digest("hex");
}

function bin(name) {
  return name === "node" ? process.execPath : join(root, "node_modules/.bin", name);
}

function run(name, args, env = {}) {
  must(
    spawnSync(bin(name), args, { stdio: "inherit", env: { ...process.env, ...env } }),
    `${name} ${args.join(" ")}`,
  );
}

/** Runs the last program of a task, which ends when this does and as this does. */
function become(name, args, env = {}) {
  const child = spawn(bin(name), args, { stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function must(result, what) {
  if (result.error) leave(`${what} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function leave(says) {
  console.error(says);
  process.exit(1);
}
