// What the surroundings say: every environment variable, read and checked once.
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const SECRET_LENGTH = 32;

const blank = (value: unknown) => (value === "" ? undefined : value);
const text = z.preprocess(blank, z.string().optional());
const url = (says: string, begins = /^https?:/i) =>
  z.preprocess(blank, z.string().url(says).regex(begins, says).optional());
const serviceUrl = url("must be the base address of a service, beginning with https:// or http://");
const flag = (says: string) =>
  z.preprocess(blank, z.enum(["0", "1"], { errorMap: () => ({ message: says }) }).optional());

const variables = z.object({
  PORT: z.preprocess(
    (value) => blank(value) ?? "3000",
    z
      .string()
      .regex(/^\d{1,5}$/, "must be a port number between 1 and 65535")
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65535, "must be a port number between 1 and 65535"),
  ),
  HOST: text,
  APP_ORIGIN: url("must be an address such as https://b-side.example").transform((value, context) => {
    if (value === undefined) return undefined;
    // "/" and capitals mean the same address; a path, a query or a user's name mean another thing.
    const { origin, href } = new URL(value);
    if (href === `${origin}/` && /^https?:/.test(href)) return origin;
    const message = "must be an address without a path, such as https://b-side.example";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  DATA_DIR: text,
  DATABASE_URL: text.refine(
    (value) => value === undefined || /^(file|libsql|https?|wss?):/.test(value),
    "must begin with file:, libsql:, https: or http:",
  ),
  DATABASE_AUTH_TOKEN: text,
  DATABASE_SYNC_URL: url("must be the address of the primary database", /^(libsql|https?|wss?):/i),
  SESSION_SECRET: text.refine(
    (value) => value === undefined || value.length >= SECRET_LENGTH,
    `must have at least ${SECRET_LENGTH} characters`,
  ),
  OAUTH_ISSUER: url("must be the address of an OpenID Connect provider"),
  OAUTH_CLIENT_ID: text,
  OAUTH_CLIENT_SECRET: text,
  DEMO: flag("must be 1 (demo members) or 0 (none)"),
  RATE_LIMITS: z.preprocess(
    blank,
    z.enum(["on", "off"], { errorMap: () => ({ message: "must be on or off" }) }).optional(),
  ),
  LOG_LEVEL: z.preprocess(
    blank,
    z
      .enum(["fatal", "error", "warn", "info", "debug", "silent"], {
        errorMap: () => ({ message: "must be fatal, error, warn, info, debug or silent" }),
      })
      .optional(),
  ),
  LASTFM_API_KEY: text,
  SPOTIFY_CLIENT_ID: text,
  SPOTIFY_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  LASTFM_URL: serviceUrl,
  SPOTIFY_ACCOUNTS_URL: serviceUrl,
  SPOTIFY_API_URL: serviceUrl,
  YOUTUBE_URL: serviceUrl,
  GOOGLE_ACCOUNTS_URL: serviceUrl,
  GOOGLE_TOKEN_URL: serviceUrl,
  GOOGLE_API_URL: serviceUrl,
  S3_ENDPOINT: url("must be the address of a storage service, such as https://fly.storage.tigris.dev"),
  S3_BUCKET: text.refine(
    (value) => value === undefined || /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value),
    "must be the name of a bucket",
  ),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  FLY_APP_NAME: text,
});

type Name = keyof z.output<typeof variables>;

/** What is given whole or not at all, and for what. */
const TOGETHER: [purpose: string, ...names: Name[]][] = [
  ["an outside sign-in", "OAUTH_ISSUER", "OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET"],
  ["connecting Spotify", "SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
  ["connecting YouTube Music", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["a bucket", "S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
];

/** A variable that is wrong or missing; the message is one sentence that names it. */
class EnvironmentProblem extends Error {}

/**
 * Reads and checks the environment.
 * Refuses with one sentence that names the variable. Makes DATA_DIR and, on a deployment that is not public,
 * the session secret in it.
 */
export function readEnvironment(source: Record<string, string | undefined>) {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvironmentProblem(`The environment variable ${issue?.path[0]} ${issue?.message}.`);
  }
  const given = parsed.data;
  const origin = given.APP_ORIGIN ?? `http://localhost:${given.PORT}`;
  const isPublic = origin.startsWith("https:");

  for (const [purpose, ...names] of TOGETHER) {
    const missing = names.find((name) => !given[name]);
    if (missing && names.some((name) => given[name])) {
      throw new EnvironmentProblem(
        `The environment variable ${missing} is missing: ${purpose} needs ${names.join(", ")}.`,
      );
    }
  }
  if (isPublic && !given.SESSION_SECRET) {
    throw new EnvironmentProblem(
      "The environment variable SESSION_SECRET is missing: a public deployment (APP_ORIGIN is https) needs one of at least 32 characters.",
    );
  }
  if (given.DATABASE_SYNC_URL && given.DATABASE_URL && !given.DATABASE_URL.startsWith("file:")) {
    throw new EnvironmentProblem(
      "The environment variable DATABASE_URL must begin with file: where DATABASE_SYNC_URL is given: the file is the replica.",
    );
  }
  if (isPublic && given.DEMO === "1") {
    throw new EnvironmentProblem(
      "The environment variable DEMO must not be 1 on a public deployment: its demo members have a known password.",
    );
  }

  if (isPublic && given.RATE_LIMITS === "off") {
    throw new EnvironmentProblem(
      "The environment variable RATE_LIMITS must not be off on a public deployment: passwords could be guessed without end.",
    );
  }

  const dataDir = resolve(given.DATA_DIR ?? "data");
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch {
    throw new EnvironmentProblem(
      `The environment variable DATA_DIR names ${dataDir}, which cannot be made or written.`,
    );
  }
  // A file that was no replica cannot become one.
  const databaseName = given.DATABASE_SYNC_URL ? "replica.sqlite" : "b-side.sqlite";
  const databaseUrl = given.DATABASE_URL ?? `file:${join(dataDir, databaseName)}`;
  const sessionSecret = given.SESSION_SECRET ?? keptSecret(dataDir);
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given;
  const isInBucket = S3_ENDPOINT && S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY;
  return {
    port: given.PORT,
    host: given.HOST,
    origin,
    isPublic,
    onFly: given.FLY_APP_NAME !== undefined,
    dataDir,
    databaseUrl,
    /** Where the database lies, a replica too; undefined for one elsewhere. */
    databaseFile: databaseUrl.startsWith("file:")
      ? decodeURIComponent(databaseUrl.replace(/^file:(\/\/(?=\/))?/, ""))
      : undefined,
    databaseAuthToken: given.DATABASE_AUTH_TOKEN,
    databaseSyncUrl: given.DATABASE_SYNC_URL,
    sessionSecret,
    tokenKey: derivedSecret(sessionSecret, "tokens of music services"),
    signIn: {
      issuer: given.OAUTH_ISSUER,
      clientId: given.OAUTH_CLIENT_ID ?? "b-side",
      clientSecret: given.OAUTH_CLIENT_SECRET ?? derivedSecret(sessionSecret, "sign-in client"),
    },
    lastfm: {
      url: given.LASTFM_URL ?? "https://ws.audioscrobbler.com",
      apiKey: given.LASTFM_API_KEY,
    },
    spotify: {
      accountsUrl: given.SPOTIFY_ACCOUNTS_URL ?? "https://accounts.spotify.com",
      apiUrl: given.SPOTIFY_API_URL ?? "https://api.spotify.com",
      clientId: given.SPOTIFY_CLIENT_ID,
      clientSecret: given.SPOTIFY_CLIENT_SECRET,
    },
    google: {
      accountsUrl: given.GOOGLE_ACCOUNTS_URL ?? "https://accounts.google.com",
      tokenUrl: given.GOOGLE_TOKEN_URL ?? "https://oauth2.googleapis.com",
      apiUrl: given.GOOGLE_API_URL ?? "https://www.googleapis.com",
      clientId: given.GOOGLE_CLIENT_ID,
      clientSecret: given.GOOGLE_CLIENT_SECRET,
    },
    youtube: { url: given.YOUTUBE_URL ?? "https://www.youtube.com" },
    /** Where pictures are kept; undefined for a folder in `dataDir`. */
    bucket: isInBucket
      ? {
          address: `${S3_ENDPOINT.replace(/\/$/, "")}/${S3_BUCKET}`,
          region: S3_REGION,
          accessKeyId: S3_ACCESS_KEY_ID,
          secretAccessKey: S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    demo: given.DEMO ? given.DEMO === "1" : !isPublic,
    rateLimits: given.RATE_LIMITS !== "off",
    logLevel: given.LOG_LEVEL ?? "info",
  };
}

/** A secret for one purpose, from the one secret that is configured. */
function derivedSecret(secret: string, purpose: string) {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

function keptSecret(dataDir: string) {
  const file = join(dataDir, "session-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new EnvironmentProblem(
        `The environment variable DATA_DIR names ${dataDir}, which cannot be written.`,
      );
    }
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < SECRET_LENGTH) {
    throw new EnvironmentProblem(
      `The environment variable DATA_DIR names ${dataDir}, whose session-secret is damaged: remove that file, and everybody has to sign in again.`,
    );
  }
  return secret;
}

function readOrLeave() {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export const env = readOrLeave();
