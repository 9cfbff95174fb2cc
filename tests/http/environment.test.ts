import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "~/env.server";

const DATA_DIR = mkdtempSync(join(tmpdir(), "b-side-environment-"));
const read = (variables: Record<string, string>) => readEnvironment({ DATA_DIR, ...variables });
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

test("nothing need be set: it listens at 3000, has demo members, and keeps a secret that it made itself", () => {
  const env = read({});
  expect(env).toMatchObject({
    port: 3000,
    origin: "http://localhost:3000",
    isPublic: false,
    demo: true,
    rateLimits: true,
    databaseUrl: `file:${DATA_DIR}/b-side.sqlite`,
  });
  expect(env.sessionSecret.length).toBeGreaterThanOrEqual(32);
  expect(read({}).sessionSecret).toBe(env.sessionSecret);
});

test("what is set to nothing is not set", () => {
  expect(read({ PORT: "", APP_ORIGIN: "", SESSION_SECRET: "", DEMO: "", OAUTH_ISSUER: "" })).toEqual(
    read({}),
  );
});

test("an https address makes a deployment public: a secret is asked for, and nobody has a known password", () => {
  expect(read(isPublic)).toMatchObject({ isPublic: true, demo: false, origin: "https://b-side.example" });
  expect(read({ ...isPublic, APP_ORIGIN: "https://B-Side.example/" }).origin).toBe("https://b-side.example");
});

test("a replica's file is known, and a replica of no file is refused", () => {
  const primary = { DATABASE_SYNC_URL: "http://primary.example:8080" };
  expect(read(primary)).toMatchObject({
    databaseFile: join(DATA_DIR, "replica.sqlite"),
    databaseSyncUrl: "http://primary.example:8080",
  });
  for (const [url, file] of [
    ["file:/data/a%20b.sqlite", "/data/a b.sqlite"],
    ["file:///data/b.sqlite", "/data/b.sqlite"],
    ["file:b.sqlite", "b.sqlite"],
  ] as const) {
    expect(read({ ...primary, DATABASE_URL: url }).databaseFile).toBe(file);
  }
  expect(read({ DATABASE_URL: "http://primary.example:8080" }).databaseFile).toBeUndefined();
  expect(() => read({ ...primary, DATABASE_URL: "http://other.example:8080" })).toThrow(
    /^The environment variable DATABASE_URL must begin with file: where DATABASE_SYNC_URL is given/,
  );
});

test("the secret of the sign-in's client is not the session's", () => {
  const { signIn, sessionSecret } = read(isPublic);
  expect(signIn.clientSecret.length).toBeGreaterThan(30);
  expect(signIn.clientSecret).not.toContain(sessionSecret);
});

test("tokens are sealed with a key of their own, which another secret changes", () => {
  const { tokenKey, sessionSecret, signIn } = read(isPublic);
  expect(Buffer.from(tokenKey, "base64url").length).toBe(32);
  expect([sessionSecret, signIn.clientSecret]).not.toContain(tokenKey);
  expect(read({ ...isPublic, SESSION_SECRET: `${secret}!` }).tokenKey).not.toBe(tokenKey);
});

test.each<[string, Record<string, string>]>([
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
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["DATABASE_URL", { DATABASE_URL: "/data/b-side.sqlite" }],
  ["DATABASE_URL", { DATABASE_URL: "postgres://localhost/b-side" }],
  ["DATABASE_SYNC_URL", { DATABASE_SYNC_URL: "primary" }],
  ["OAUTH_ISSUER", { OAUTH_ISSUER: "id.example", OAUTH_CLIENT_ID: "a", OAUTH_CLIENT_SECRET: "b" }],
  ["OAUTH_ISSUER", { OAUTH_CLIENT_ID: "a", OAUTH_CLIENT_SECRET: "b" }],
  ["OAUTH_CLIENT_ID", { OAUTH_ISSUER: "https://id.example" }],
  ["OAUTH_CLIENT_SECRET", { OAUTH_ISSUER: "https://id.example", OAUTH_CLIENT_ID: "a" }],
  ["SPOTIFY_CLIENT_SECRET", { SPOTIFY_CLIENT_ID: "a" }],
  ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "b" }],
  ["LASTFM_URL", { LASTFM_URL: "ws.audioscrobbler.com" }],
  ["YOUTUBE_URL", { YOUTUBE_URL: "file:///etc" }],
  ["S3_BUCKET", { S3_ENDPOINT: "https://storage.example" }],
  ["S3_SECRET_ACCESS_KEY", { ...inBucket, S3_SECRET_ACCESS_KEY: "" }],
  ["S3_ENDPOINT", { ...inBucket, S3_ENDPOINT: "storage.example" }],
  ["S3_BUCKET", { ...inBucket, S3_BUCKET: "../other" }],
  ["DATA_DIR", { DATA_DIR: "/dev/null/data" }],
])("a wrong or missing %s is one sentence that names it: %j", (name, variables) => {
  expect(() => read(variables)).toThrow(new RegExp(`^The environment variable ${name} [^\\n]+\\.$`));
});

test("a secret that was cut short is not taken for one", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-environment-"));
  writeFileSync(join(dataDir, "session-secret"), "");
  expect(() => readEnvironment({ DATA_DIR: dataDir })).toThrow(/session-secret is damaged/);
});
