import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "~/env.server";
import { sourcesIn } from "../sources";

const DATA_DIR = mkdtempSync(join(tmpdir(), "b-side-environment-"));
const read = (variables: Record<string, string>) => parseEnvironment({ DATA_DIR, ...variables });
const secret = "0123456789abcdef0123456789abcdef";
const isPublic = { APP_ORIGIN: "https://b-side.example", SESSION_SECRET: secret };

const inBucket = {
  S3_ENDPOINT: "https://storage.example/",
  S3_BUCKET: "b-side",
  S3_REGION: "auto",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

test("pictures are kept in a folder unless all of a bucket is given", () => {
  expect(read({}).bucket).toBeUndefined();
  expect(read(inBucket).bucket).toEqual({
    address: "https://storage.example/b-side",
    region: "auto",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
});

test("without any variable it listens on port 3000, has demo members, and keeps a secret that it has generated", () => {
  const env = read({});
  expect(env).toMatchObject({
    port: 3000,
    origin: "http://localhost:3000",
    isPublic: false,
    demo: true,
    rateLimits: true,
    deadlines: true,
    databaseUrl: `file:${DATA_DIR}/b-side.sqlite`,
  });
  expect(env.sessionSecret.length).toBeGreaterThanOrEqual(32);
  expect(read({}).sessionSecret).toBe(env.sessionSecret);
});

test("a blank variable counts as missing", () => {
  expect(read({ PORT: "", APP_ORIGIN: "", SESSION_SECRET: "", DEMO: "", OAUTH_ISSUER: "" })).toEqual(
    read({}),
  );
});

test("an https origin makes a deployment public: it needs a secret and has no demo members", () => {
  expect(read(isPublic)).toMatchObject({ isPublic: true, demo: false, origin: "https://b-side.example" });
  expect(read({ ...isPublic, APP_ORIGIN: "https://B-Side.example/" }).origin).toBe("https://b-side.example");
});

test.each([
  ["http://localhost:3000", true],
  ["http://b-side.localhost", true],
  ["http://127.0.0.1", true],
  ["http://127.1.2.3:8080", true],
  ["http://[::1]:3000", true],
  ["http://192.168.1.5:3000", false],
  ["http://b-side.example", false],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
])("whether %s is this machine: %s", (APP_ORIGIN, isLoopback) => {
  expect(read({ APP_ORIGIN }).isLoopback).toBe(isLoopback);
});

test("a machine outside of the primary's region only reads, and so does one that is told to", () => {
  const onFly = { DATABASE_URL: "http://b-side-db.internal:8080", FLY_APP_NAME: "b-side", PORT: "8080" };
  const regionOf = (variables: Record<string, string>) => {
    const { readsOnly, writingRegion } = read({ ...isPublic, ...variables });
    return [readsOnly, writingRegion];
  };
  const fra = { name: "fra", address: "http://fra.b-side.internal:8080" };
  expect(regionOf({ ...onFly, FLY_REGION: "iad", PRIMARY_REGION: "fra" })).toEqual([true, fra]);
  expect(regionOf({ ...onFly, FLY_REGION: "fra", PRIMARY_REGION: "fra" })).toEqual([false, fra]);
  expect(regionOf({ ...onFly, FLY_REGION: "iad" })).toEqual([false, undefined]);
  const alone = { FLY_APP_NAME: "b-side", FLY_REGION: "iad", PRIMARY_REGION: "fra" };
  expect(regionOf(alone)).toEqual([false, undefined]);
  const elsewhere = { DATABASE_URL: "http://10.0.0.1:8080", READS_ONLY: "1" };
  expect(regionOf(elsewhere)).toEqual([true, undefined]);
  expect(regionOf({ ...elsewhere, READS_ONLY: "0" })).toEqual([false, undefined]);
  for (const url of ["", "file:b.sqlite"])
    expect(() => read({ DATABASE_URL: url, READS_ONLY: "1" })).toThrow(
      /^The environment variable READS_ONLY must not be 1 unless DATABASE_URL names a libSQL server/,
    );
});

test("a machine that is told of its database by a variable of before doesn't start on one of its own", () => {
  expect(() => read({ DATABASE_SYNC_URL: "http://primary.example:8080" })).toThrow(
    /^The environment variable DATABASE_SYNC_URL is no longer used: set DATABASE_URL to /,
  );
});

test("a database is in a file, or on a server", () => {
  for (const [url, file] of [
    ["file:/data/a%20b.sqlite", "/data/a b.sqlite"],
    ["file:///data/b.sqlite", "/data/b.sqlite"],
    ["file:b.sqlite", "b.sqlite"],
  ] as const) {
    expect(read({ DATABASE_URL: url }).databaseFile).toBe(file);
  }
  expect(read({ DATABASE_URL: "http://primary.example:8080" }).databaseFile).toBeUndefined();
  const ofEachRegion = { DATABASE_URL: "http://{region}.b-side-db.internal:8080", FLY_REGION: "iad" };
  expect(read(ofEachRegion).databaseUrl).toBe("http://iad.b-side-db.internal:8080");
});

test("the client secret of the embedded provider differs from the session secret", () => {
  const { signIn, sessionSecret } = read(isPublic);
  expect(signIn.clientSecret.length).toBeGreaterThan(30);
  expect(signIn.clientSecret).not.toContain(sessionSecret);
});

test("tokens are encrypted with a key of their own, which changes with the session secret", () => {
  const { tokenKey, sessionSecret, signIn } = read(isPublic);
  expect(Buffer.from(tokenKey, "base64url").length).toBe(32);
  expect([sessionSecret, signIn.clientSecret]).not.toContain(tokenKey);
  expect(read({ ...isPublic, SESSION_SECRET: `${secret}!` }).tokenKey).not.toBe(tokenKey);
});

test.each<[string, Record<string, string>]>([
  ["BACKUP_EVERY", { BACKUP_EVERY: "0" }],
  ["BACKUP_EVERY", { BACKUP_EVERY: "501" }],
  ["STALL_SECONDS", { STALL_SECONDS: "0" }],
  ["STALL_SECONDS", { STALL_SECONDS: "61" }],
  ["HELD_WORDS", { HELD_WORDS: "/nowhere/words.txt" }],
  ["COMMUNITY_NAME", { COMMUNITY_NAME: "A name of more than thirty letters" }],
  ["COMMUNITY_NAME", { COMMUNITY_NAME: "Two\nlines" }],
  ["COMMUNITY_LINE", { COMMUNITY_LINE: "<b>bold</b>" }],
  ["COMMUNITY_LOGO", { COMMUNITY_LOGO: "/nowhere/logo.svg" }],
  // A file of something else.
  ["COMMUNITY_LOGO", { COMMUNITY_LOGO: "package.json" }],
  ["COMMUNITY_COLOR", { COMMUNITY_COLOR: "green" }],
  ["HOME_ARTISTS", { HOME_ARTISTS: "Low;; Pram" }],
  ["HOME_ARTISTS", { HOME_ARTISTS: "1;2;3;4;5;6;7;8;9;10;11;12;13" }],
  ["ENDS_ON", { ENDS_ON: "next summer" }],
  ["ENDS_ON", { ENDS_ON: "2027-02-30" }],
  ["LANDING_FIGURES", { LANDING_FIGURES: "1,240" }],
  ["LANDING_FIGURES", { LANDING_FIGURES: "1 a; 2 b; 3 c; 4 d; 5 e" }],
  ["LANDING_QUOTES", { LANDING_QUOTES: "/nowhere/quotes.txt" }],
  // A file without a quote.
  ["LANDING_QUOTES", { LANDING_QUOTES: "package.json" }],
  ["SHOWS_CALENDARS", { SHOWS_CALENDARS: "/nowhere/calendars.txt" }],
  // A file of something else.
  ["SHOWS_CALENDARS", { SHOWS_CALENDARS: "package.json" }],
  ["METRICS_TOKEN", { METRICS_TOKEN: "fifteen letters" }],
  ["METRICS_PORT", { METRICS_PORT: "0" }],
  ["METRICS_PORT", { METRICS_PORT: "3000" }],
  ["PORT", { PORT: "0" }],
  ["PORT", { PORT: "65536" }],
  ["PORT", { PORT: "http" }],
  ["PORT", { PORT: "-1" }],
  ["APP_ORIGIN", { APP_ORIGIN: "b-side.example" }],
  ["APP_ORIGIN", { APP_ORIGIN: "https://b-side.example/app" }],
  ["APP_ORIGIN", { APP_ORIGIN: "https://b-side.example/?a" }],
  ["APP_ORIGIN", { APP_ORIGIN: "https://me@b-side.example" }],
  ["APP_ORIGIN", { APP_ORIGIN: "ftp://b-side.example" }],
  ["APP_ORIGIN", { APP_ORIGIN: "javascript:alert(1)" }],
  ["SESSION_SECRET", { APP_ORIGIN: "https://b-side.example" }],
  ["SESSION_SECRET", { SESSION_SECRET: "short" }],
  ["DEMO", { ...isPublic, DEMO: "1" }],
  ["DEMO", { DEMO: "yes" }],
  ["RATE_LIMITS", { RATE_LIMITS: "0" }],
  ["RATE_LIMITS", { ...isPublic, RATE_LIMITS: "off" }],
  ["DEADLINES", { ...isPublic, DEADLINES: "off" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["DATABASE_URL", { DATABASE_URL: "/data/b-side.sqlite" }],
  ["DATABASE_URL", { DATABASE_URL: "postgres://localhost/b-side" }],
  ["DATABASE_URL", { DATABASE_URL: "libsql://b-side.example?tls=1&authToken=secret" }],
  ["DATABASE_URL", { DATABASE_URL: "https://b-side:secret@b-side.example" }],
  ["OAUTH_ISSUER", { OAUTH_ISSUER: "id.example", OAUTH_CLIENT_ID: "a", OAUTH_CLIENT_SECRET: "b" }],
  ["OAUTH_ISSUER", { OAUTH_CLIENT_ID: "a", OAUTH_CLIENT_SECRET: "b" }],
  ["OAUTH_CLIENT_ID", { OAUTH_ISSUER: "https://id.example" }],
  ["OAUTH_CLIENT_SECRET", { OAUTH_ISSUER: "https://id.example", OAUTH_CLIENT_ID: "a" }],
  ["SPOTIFY_CLIENT_SECRET", { SPOTIFY_CLIENT_ID: "a" }],
  ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "b" }],
  ["SERVICES_URL", { SERVICES_URL: "services.example" }],
  ["AGE_CHECK", { AGE_CHECK: "on" }],
  ["AGE_ISSUER", { AGE_CHECK: "provider" }],
  ["AGE_CLIENT_SECRET", { AGE_ISSUER: "https://age.example", AGE_CLIENT_ID: "a" }],
  ["LASTFM_API_KEY", { LASTFM_SECRET: "a" }],
  ["SERVICES_URL", { SERVICES_URL: "file:///etc" }],
  ["PREVIEWS", { PREVIEWS: "yes" }],
  ["UNVERIFIED_CONNECTIONS", { UNVERIFIED_CONNECTIONS: "show" }],
  ["S3_BUCKET", { S3_ENDPOINT: "https://storage.example" }],
  ["S3_SECRET_ACCESS_KEY", { ...inBucket, S3_SECRET_ACCESS_KEY: "" }],
  ["S3_ENDPOINT", { ...inBucket, S3_ENDPOINT: "storage.example" }],
  ["S3_BUCKET", { ...inBucket, S3_BUCKET: "../other" }],
  ["BACKUP_TO", { BACKUP_TO: "ftp://backups.example" }],
  ["BACKUP_TO", { BACKUP_TO: "s3://" }],
  ["S3_ENDPOINT", { BACKUP_TO: "s3://b-side/backups" }],
  ["MAIL_FROM", { SMTP_URL: "smtp://mail.example", MAIL_FROM: "B-Side" }],
  ["DATA_DIR", { DATA_DIR: "/dev/null/data" }],
  ["TRUST_PROXY", { TRUST_PROXY: "0" }],
  ["TRUST_PROXY", { TRUST_PROXY: "true" }],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.1, nginx" }],
])("an invalid or missing %s is reported in one sentence that names it: %j", (name, variables) => {
  expect(() => read(variables)).toThrow(new RegExp(`^The environment variable ${name} [^\\n]+\\.$`));
});

test.each([
  ["session-secret", "a folder"],
  ["last-backup.json", "a folder"],
  ["backup-lock.sqlite", "a folder"],
  ["pictures", "a file"],
  ["exports", "a file"],
  ["incoming", "a file"],
])("%s that is %s is named with what to do, at the start", (name, kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-environment-"));
  const path = join(dataDir, name);
  if (kind === "a file") writeFileSync(path, "");
  else mkdirSync(path);
  expect(() => parseEnvironment({ DATA_DIR: dataDir })).toThrow(
    `The environment variable DATA_DIR names ${dataDir}, in which ${name} is ${kind}: move it elsewhere and start again.`,
  );
  if (name === "session-secret")
    expect(parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: secret }).sessionSecret).toBe(secret);
});

test.skipIf(process.getuid?.() === 0).each([
  ["session-secret", "read", 0o000],
  ["last-backup.json", "read and written", 0o400],
])("%s that can't be %s is named with what to do, at the start", (name, what, mode) => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-environment-"));
  writeFileSync(join(dataDir, name), secret, { mode });
  expect(() => parseEnvironment({ DATA_DIR: dataDir })).toThrow(
    `in which ${name} can't be ${what} (EACCES): make the user who runs B-Side its owner and start again.`,
  );
});

test.each([
  ["B-Side: Music <x@b.example>", "B-Side: Music"],
  ["B-Side; Music <x@b.example>", "B-Side; Music"],
  ["B-Side, Inc. <x@b.example>", "B-Side, Inc."],
  ["B-Side (Bristol) <x@b.example>", "B-Side (Bristol)"],
  ['"B-Side: Music" <x@b.example>', "B-Side: Music"],
  ['"The \\"B\\" Side" <x@b.example>', 'The "B" Side'],
  ["B-Side<x@b.example>", "B-Side"],
  ["<x@b.example>", ""],
  ["x@b.example", ""],
])("mail from %s is from %j", (MAIL_FROM, name) => {
  const { mail } = read({ SMTP_URL: "smtp://mail.example", MAIL_FROM });
  expect(mail?.from).toEqual({ name, address: "x@b.example" });
});

test("a truncated session secret is refused", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-environment-"));
  writeFileSync(join(dataDir, "session-secret"), "");
  expect(() => parseEnvironment({ DATA_DIR: dataDir })).toThrow(/session-secret is damaged/);
});

test.each(["fly.toml", "docs/operating.md"])("%s names only variables that exist", (file) => {
  const known = readFileSync(".env.example", "utf8");
  const named =
    readFileSync(file, "utf8").match(/\b(?!SQLD_|AWS_|DATABASE_SYNC_)[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  // The platform sets one, and the tests and the bench have their own.
  const others = ["FLY_APP_NAME", "CHROMIUM_PATH", "MALLOC_ARENA_MAX", "NODE_ENV", "S3_"];
  const unknown = named.filter(
    (name) => !others.includes(name) && !new RegExp(`^#? ?${name}=`, "m").test(known),
  );
  expect(unknown).toEqual([]);
});

test.each([
  [".env.example", (name: string) => new RegExp(`^#? ?${name}=`, "m")],
  ["docs/operating.md", (name: string) => new RegExp(`^\\| [^|]*\`${name}\``, "m")],
])("%s names each variable that is read", (file, entryOf) => {
  const source = readFileSync("app/env.server.ts", "utf8");
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  expect(names).toContain("PORT");
  const text = readFileSync(file, "utf8");
  // Fly.io sets these, and nobody the last one any more.
  const others = ["FLY_APP_NAME", "FLY_REGION", "PRIMARY_REGION", "DATABASE_SYNC_URL"];
  expect(names.filter((name) => !others.includes(name) && !entryOf(name).test(text))).toEqual([]);
});

/** The programs of `node build/cli.js`. */
function readCommands(): string[] {
  const [, commands = ""] =
    /^const commands\b.*?\{$(.*?)^\};$/ms.exec(readFileSync("app/operations/cli.server.ts", "utf8")) ?? [];
  return [...commands.matchAll(/^ {2}(?:async )?(\w+)[(:]/gm)].map(([, name = ""]) => name);
}

test("documents and comments name only commands that exist", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const single = ["README.md", "tests/README.md", ".env.example", "Dockerfile", "fly.toml", "server.ts"];
  const texts = [
    ...single.map((path) => readFileSync(path, "utf8")),
    ...["docs", "bin", "app", "db"].flatMap((folder) =>
      sourcesIn(folder, /\.(md|toml|mjs|sh|tsx?)$/).map(({ text }) => text),
    ),
  ].join("\n");
  const named = (pattern: RegExp) => [...new Set([...texts.matchAll(pattern)].map(([, name = ""]) => name))];
  const ofCheckout = named(/\bnpm run ([a-z][\w:-]*)/g);
  const ofImage = named(/\bnode build\/cli\.js ([a-z][\w-]*)/g);
  const programs = named(
    /(?:\bnpx (?:tsx|vitest run|playwright test)|\bnode) ((?!build\/)[\w-]+\/[\w./-]*)/g,
  );
  expect([ofCheckout.length, ofImage.length, programs.length].every((count) => count > 2)).toBe(true);
  expect(ofCheckout.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(ofImage.filter((name) => !readCommands().includes(name))).toEqual([]);
  expect(programs.filter((path) => !existsSync(path))).toEqual([]);
});

test("the guide for operators lists the commands of the image", () => {
  const [, list = ""] =
    /The Docker image has (.*?), as `node build/s.exec(readFileSync("docs/operating.md", "utf8")) ?? [];
  const listed = [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  // The server runs the other one.
  expect([...listed, "export"].sort()).toEqual(readCommands().sort());
});

/** What fly.io/docs/reference/configuration names, of the tables that are used. */
const FLY_KEYS: Record<string, string[]> = {
  "": ["app", "primary_region", "kill_signal", "kill_timeout"],
  build: ["image", "dockerfile"],
  processes: ["app"],
  files: ["guest_path", "local_path"],
  deploy: ["strategy", "max_unavailable", "release_command", "wait_timeout"],
  mounts: ["source", "destination", "initial_size"],
  http_service: [
    "internal_port",
    "force_https",
    "auto_stop_machines",
    "auto_start_machines",
    "min_machines_running",
    "processes",
  ],
  "http_service.checks": ["grace_period", "interval", "method", "timeout", "path", "protocol", "headers"],
  checks: ["type", "port", "path", "interval", "timeout", "grace_period", "method"],
  metrics: ["port", "path"],
  vm: ["size", "memory", "cpus", "cpu_kind"],
};

test.each(["fly.toml", "docs/fly/database.toml"])("%s has only keys that Fly documents", (file) => {
  let table = "";
  const unknown: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const opened = /^\s*\[+([\w.]+)\]+/.exec(line)?.[1];
    if (opened) table = opened.startsWith("checks.") ? "checks" : opened;
    const key = /^\s*(\w+)\s*=/.exec(line)?.[1];
    if (key && table !== "env" && !FLY_KEYS[table]?.includes(key)) unknown.push(`${table}.${key}`);
  }
  expect(unknown).toEqual([]);
});

test("one fly.toml serves one machine and several: the primary's address is a secret", () => {
  const config = readFileSync("fly.toml", "utf8");
  expect(config).not.toMatch(/DATABASE_URL\s*=/);
  expect(readdirSync("docs/fly").sort()).toEqual(["database.toml", "start-database.sh"]);
});

test("the operator gives the landing page's figures and quotes", () => {
  expect(read({}).landing).toEqual({ figures: undefined, quotes: undefined });
  const file = join(mkdtempSync(join(tmpdir(), "b-side-environment-")), "quotes.txt");
  writeFileSync(
    file,
    "# Asked on May 2\nHannah & Luis | Matched on one live album | We argued about side two.\n",
  );
  const { landing } = read({ LANDING_FIGURES: "1,240 members; 4.6/5 average rating", LANDING_QUOTES: file });
  expect(landing.figures).toEqual([
    { number: "1,240", unit: "members" },
    { number: "4.6/5", unit: "average rating" },
  ]);
  expect(landing.quotes).toEqual([
    { names: "Hannah & Luis", note: "Matched on one live album", words: "We argued about side two." },
  ]);
});

test("calendars of shows are addresses, with a town behind those whose events name none", () => {
  const file = join(DATA_DIR, "calendars.txt");
  writeFileSync(
    file,
    "# Venues\n\nhttps://venue.example/shows.ics\nwebcal://hall.example/a.ics New York\nhttp://127.0.0.1:8080/b Leipzig\n",
  );
  expect(read({ SHOWS_CALENDARS: file }).showsCalendars).toEqual([
    { url: "https://venue.example/shows.ics", town: "" },
    { url: "https://hall.example/a.ics", town: "New York" },
    { url: "http://127.0.0.1:8080/b", town: "Leipzig" },
  ]);
});

test("a variable that is misspelled or does nothing is told in a sentence", () => {
  expect(
    read({ PAGE_DIR: DATA_DIR, INVITATIONS: "3", CHECK_FAILS: "hold", DATA_DIRS: "/other" }).warnings,
  ).toEqual([
    "PAGE_DIR is not a variable of B-Side. Is PAGES_DIR meant?",
    "INVITATIONS does nothing without REGISTRATION=invitation.",
    "CHECK_FAILS does nothing without CHECK_URL.",
  ]);
  expect(read({ REGISTRATION: "invitation", INVITATIONS: "3" }).warnings).toEqual([]);
});

test("mail domains are read from files, one on each line", () => {
  const file = join(DATA_DIR, "domains");
  writeFileSync(file, "# Universities\nUni.example\n\n@example.org\n");
  expect(read({ MAIL_DOMAINS_ALLOWED: file }).mailDomains).toEqual({
    allowed: ["uni.example", "example.org"],
    refused: undefined,
  });
  writeFileSync(file, "ada@example.org\n");
  expect(() => read({ MAIL_DOMAINS_REFUSED: file })).toThrow("ada@example.org is no mail domain");
  expect(() => read({ MAIL_DOMAINS_REFUSED: `${file}-absent` })).toThrow("cannot be read");
});

test("newcomers are taken unless registration is closed, and documents come from a folder", () => {
  expect([read({}).registration, read({ REGISTRATION: "closed" }).registration]).toEqual(["open", "closed"]);
  expect(() => read({ REGISTRATION: "shut" })).toThrow(
    "REGISTRATION must be one of open, approval, invitation, closed",
  );
  expect(read({ PAGES_DIR: DATA_DIR }).pagesDir).toBe(DATA_DIR);
  expect(() => read({ PAGES_DIR: join(DATA_DIR, "absent") })).toThrow("not a folder that can be read");
});
