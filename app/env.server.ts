// The environment: every variable, read and checked once.
import { createHash, createHmac, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { LANGUAGES } from "db/column-types";
import { closest, distance } from "fastest-levenshtein";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { toDay } from "~/days";
import { DAY_MS, HOUR_MS } from "~/durations";
import { toLanguage } from "~/language/language";

const SECRET_FILE = "session-secret";
const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;

const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/;

const QUESTION_MAX = 200;
const REGISTRATIONS = ["open", "approval", "invitation", "closed"] as const;

const MISSPELLED_BY = 2;

const COMMUNITY_NAME_MAX = 30;
const COMMUNITY_LINE_MAX = 140;
const LOGO_BYTES = 500_000;
const MAX_HOME_ARTISTS = 12;
const HOME_ARTIST_MAX = 100;
/** How long after it is over in Greenwich a day is over everywhere. */
const LAST_TIME_ZONE_MS = 12 * HOUR_MS;

const MAX_FIGURES = 4;
const MAX_QUOTES = 6;

const blankToMissing = (value: unknown) => (value === "" ? undefined : value);
const optional = <Schema extends z.ZodTypeAny>(schema: Schema) =>
  z.preprocess(blankToMissing, schema.optional());
const text = optional(z.string());
const textLike = (pattern: RegExp, message: string) => optional(z.string().regex(pattern, message));
const secret = (length: number) =>
  optional(z.string().min(length, `must have at least ${length} characters`));
const oneLine = (most: number) =>
  textLike(
    new RegExp(`^[^\\p{C}<>]{1,${most}}$`, "u"),
    `must be one line of at most ${most} characters, without < and >`,
  );
const choice = <Value extends string>(values: readonly [Value, ...Value[]], message: string) =>
  optional(z.enum(values, { errorMap: () => ({ message }) }));
const flag = (message: string) => choice(["0", "1"], message);
const url = (message: string, pattern = /^https?:/i) =>
  optional(z.string().url(message).regex(pattern, message));
const wholeNumber = (message: string, least = 0, most = 9_999_999) =>
  z
    .string()
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
const portNumber = wholeNumber("must be a port number between 1 and 65535", 1, 65535);

const variables = z.object({
  PORT: z.preprocess((value) => blankToMissing(value) ?? "3000", portNumber),
  HOST: text,
  METRICS_PORT: optional(portNumber),
  METRICS_TOKEN: secret(MIN_TOKEN_LENGTH),
  APP_ORIGIN: url("must be a URL such as https://b-side.example").transform((value, context) => {
    if (value === undefined) return undefined;
    // A trailing slash and capitals mean the same origin; a path, query or user name does not.
    const { origin, href } = new URL(value);
    if (href === `${origin}/` && /^https?:/.test(href)) return origin;
    const message = "must be a URL without a path, such as https://b-side.example";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  DATA_DIR: text,
  // It is logged if the database can't be opened, and is an argument of the search's process.
  DATABASE_URL: textLike(
    /^(file:|(libsql|https?|wss?):(?!.*(@|[?&]authToken=)))/,
    "must start with file:, libsql:, https: or http:, without a token or password, which is DATABASE_AUTH_TOKEN",
  ),
  DATABASE_AUTH_TOKEN: text,
  BACKUP_TO: textLike(
    /^(s3:\/\/[^/]+(\/.*)?|(?!\w+:\/\/).+)$/,
    "must be a folder, or a bucket such as s3://b-side-files/backups",
  ),
  BACKUP_EVERY: optional(wholeNumber("must be a number of hours from 1 to 500", 1, 500)),
  BACKUP_KEEP: optional(wholeNumber("must be a whole number of backups, at least 1", 1)),
  DRAIN_SECONDS: optional(wholeNumber("must be a number of seconds from 0 to 10", 0, 10)),
  MIN_FREE_DISK_MB: optional(wholeNumber("must be a whole number of megabytes")),
  STALL_SECONDS: optional(wholeNumber("must be a number of seconds from 1 to 60", 1, 60)),
  // Refused although it no longer exists: a machine that has it would start with an empty database of its own.
  DATABASE_SYNC_URL: text.refine(
    (value) => value === undefined,
    "is no longer used: set DATABASE_URL to the libSQL server in this machine's region",
  ),
  READS_ONLY: flag("must be 1 (this machine only reads, from a replica) or 0"),
  SESSION_SECRET: secret(MIN_SECRET_LENGTH),
  OAUTH_ISSUER: url("must be the URL of an OpenID Connect provider"),
  OAUTH_CLIENT_ID: text,
  OAUTH_CLIENT_SECRET: text,
  AGE_CHECK: choice(["declared", "provider"], "must be declared or provider"),
  AGE_ISSUER: url("must be the URL of an OpenID Connect provider"),
  AGE_CLIENT_ID: text,
  AGE_CLIENT_SECRET: text,
  DEMO: flag("must be 1 (demo members) or 0 (none)"),
  RATE_LIMITS: choice(["on", "off"], "must be on or off"),
  DEADLINES: choice(["on", "off"], "must be on or off"),
  PHOTO_REVIEW: choice(["on", "off"], "must be on or off"),
  CHECK_URL: url("must be the URL of your checking service, starting with https:// or http://"),
  CHECK_SECRET: secret(MIN_SECRET_LENGTH),
  CHECK_FAILS: choice(["pass", "hold"], "must be pass or hold"),
  PHOTO_CHECK: choice(["on", "off"], "must be on or off"),
  TELL_ABOUT_FRAUD: choice(["on", "off"], "must be on or off"),
  TRANSPARENCY: choice(["on", "off"], "must be on or off"),
  LOG_LEVEL: choice(
    ["fatal", "error", "warn", "info", "debug", "silent"],
    "must be fatal, error, warn, info, debug or silent",
  ),
  PAGES_DIR: text,
  REGISTRATION: z.preprocess(
    blankToMissing,
    z
      .enum(REGISTRATIONS, { errorMap: () => ({ message: `must be one of ${REGISTRATIONS.join(", ")}` }) })
      .optional(),
  ),
  APPROVAL_QUESTION: text.refine(
    (question) => !question || question.length <= QUESTION_MAX,
    `must have at most ${QUESTION_MAX} characters`,
  ),
  INVITATIONS: optional(wholeNumber("must be a whole number from 0 to 100", 0, 100)),
  MAIL_DOMAINS_ALLOWED: text,
  MAIL_DOMAINS_REFUSED: text,
  HELD_WORDS: text,
  LANGUAGES: text.transform((value, context) => {
    const languages = value?.split(",").map((tag) => toLanguage(tag.trim()));
    if (!languages?.includes(undefined)) return languages?.filter((each) => each !== undefined);
    context.addIssue({ code: "custom", message: `must be some of ${LANGUAGES.join(", ")}` });
    return z.NEVER;
  }),
  COMMUNITY_NAME: oneLine(COMMUNITY_NAME_MAX),
  COMMUNITY_LINE: oneLine(COMMUNITY_LINE_MAX),
  COMMUNITY_LOGO: text,
  COMMUNITY_COLOR: textLike(/^#[\da-f]{6}$/i, "must be a color such as #2b6cb0"),
  HOME_ARTISTS: text.transform((value, context) => {
    const artists = value?.split(";").map((name) => name.trim());
    const isRight = artists?.every((name) => name && name.length <= HOME_ARTIST_MAX);
    if (!artists || (isRight && artists.length <= MAX_HOME_ARTISTS)) return artists;
    const message = `must be up to ${MAX_HOME_ARTISTS} artists, such as Low; Pram; Broadcast`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  ENDS_ON: text.transform((value, context) => {
    if (value === undefined) return undefined;
    const day = toDay(value);
    if (day !== undefined) return new Date(day * DAY_MS);
    const message = "must be a date such as 2027-08-31";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  LANDING_FIGURES: text.transform((value, context) => {
    const figures = value?.split(";").map((figure) => {
      const [number = "", ...words] = figure.trim().split(/\s+/);
      return { number, unit: words.join(" ") };
    });
    if (!figures || (figures.length <= MAX_FIGURES && figures.every(({ number, unit }) => number && unit)))
      return figures;
    const message = `must be up to ${MAX_FIGURES} figures, such as 1,240 members; 310 matches`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  LANDING_QUOTES: text,
  SHOWS_CALENDARS: text,
  SMTP_URL: url(
    "must be the URL of a mail server, such as smtps://user:password@mail.example:465",
    /^smtps?:/i,
  ),
  MAIL_FROM: textLike(
    /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "must be an address such as B-Side <hello@b-side.example>",
  ),
  PREVIEWS: choice(["deezer", "off"], "must be deezer or off"),
  LASTFM_API_KEY: text,
  UNVERIFIED_CONNECTIONS: choice(["link", "hide"], "must be link or hide"),
  LASTFM_SECRET: text,
  SPOTIFY_CLIENT_ID: text,
  SPOTIFY_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  SERVICES_URL: url(
    "must be a URL that stands in for all services, starting with https:// or http://",
  ).transform((value) => value?.replace(/\/$/, "")),
  CATALOG_CONTACT: textLike(
    /^(\S+@\S+\.\S+|https?:\/\/\S+)$/,
    "must be an email address or a URL at which MusicBrainz can reach you",
  ),
  DISCOGS_TOKEN: text,
  S3_ENDPOINT: url("must be the URL of a storage service, such as https://fly.storage.tigris.dev"),
  S3_BUCKET: textLike(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "must be the name of a bucket"),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  FLY_APP_NAME: text,
  FLY_REGION: text,
  PRIMARY_REGION: text,
  TRUST_PROXY: optional(
    z
      .string()
      .transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(/\s*,\s*/)))
      .refine(
        (value) => (typeof value === "number" ? value >= 1 && value <= 9 : value.every(isAddressRange)),
        "must be the number of proxies in front of this server (1 to 9), or a comma-separated list of their IP addresses or ranges",
      ),
  ),
});

type Given = z.output<typeof variables>;
type Name = keyof Given;

/** Variables that are set together or not at all, by their purpose. */
const GROUPS: [purpose: string, ...names: Name[]][] = [
  ["an outside sign-in provider", "OAUTH_ISSUER", "OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET"],
  ["an age check by a provider", "AGE_ISSUER", "AGE_CLIENT_ID", "AGE_CLIENT_SECRET"],
  ["connecting Spotify", "SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
  ["connecting YouTube Music", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["mail", "SMTP_URL", "MAIL_FROM"],
  ["a checking service", "CHECK_URL", "CHECK_SECRET"],
  ["a bucket", "S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
];

function isAddressRange(value: string): boolean {
  return ipaddr.isValid(value) || ipaddr.isValidCIDR(value);
}

/** Thrown for an invalid or missing variable; the message is one sentence that names it. */
class EnvironmentError extends Error {
  constructor(name: string, problem: string) {
    super(`The environment variable ${name} ${problem}.`);
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Reads and checks the environment.
 * Throws an EnvironmentError for an invalid or missing variable. Creates DATA_DIR and, without SESSION_SECRET, a session
 * secret in it as soon as one is read.
 */
export function parseEnvironment(source: Record<string, string | undefined>) {
  const given = parseVariables(source);
  const origin = given.APP_ORIGIN ?? `http://localhost:${given.PORT}`;
  const isPublic = origin.startsWith("https:");
  checkGroups(given);
  checkCombinations(given, isPublic);
  const dataDir = createDataDir(given);
  checkDataDir(dataDir, given);
  const database = parseDatabase(given, dataDir);
  let secret = given.SESSION_SECRET ?? readSecret(dataDir);
  // Created only when needed, so that a refused command leaves none behind.
  const getSecret = () => {
    secret ??= orExit(() => createSecret(dataDir));
    return secret;
  };
  return {
    ...parseServer(given, isPublic),
    /** One sentence for each variable that is misspelled or has no effect. */
    warnings: [...listMisspelled(source), ...listIdle(given)],
    origin,
    isPublic,
    /** Whether APP_ORIGIN is a loopback address. */
    isLoopback: LOOPBACK.test(new URL(origin).hostname),
    dataDir,
    ...database,
    ...parseRegion(given),
    get sessionSecret() {
      return getSecret();
    },
    get tokenKey() {
      return derivedSecret(getSecret(), "tokens of music services");
    },
    /** The key of the order that Discover shows ties in. */
    get tieKey() {
      return derivedSecret(getSecret(), "order of ties");
    },
    signIn: {
      issuer: given.OAUTH_ISSUER,
      clientId: given.OAUTH_CLIENT_ID ?? "b-side",
      get clientSecret() {
        return given.OAUTH_CLIENT_SECRET ?? derivedSecret(getSecret(), "sign-in client");
      },
    },
    ageProvider: parseAgeProvider(given),
    ...parseServices(given),
    bucket: parseBucket(given),
    /** The mail server; without one, nothing is sent. */
    mail:
      given.SMTP_URL && given.MAIL_FROM
        ? { server: given.SMTP_URL, from: parseSender(given.MAIL_FROM) }
        : undefined,
    /** Where scheduled backups go, how often they are made, and how many are kept. */
    backup: { to: given.BACKUP_TO, everyHours: given.BACKUP_EVERY ?? 24, keep: given.BACKUP_KEEP ?? 7 },
    demo: given.DEMO ? given.DEMO === "1" : !isPublic,
    /** Whether new photos need a moderator's approval before others see them. */
    photoReview: given.PHOTO_REVIEW === "on",
    /** The service that judges new photos and first messages, and what to do if it doesn't answer; undefined for none. */
    checkingService:
      given.CHECK_URL && given.CHECK_SECRET
        ? { url: given.CHECK_URL, secret: given.CHECK_SECRET, onFailure: given.CHECK_FAILS ?? "pass" }
        : undefined,
    /** Whether members can have a moderator compare their profile photo with one taken for it. */
    photoCheck: given.PHOTO_CHECK === "on",
    /** Whether members are told that somebody they talked with was banned for fraud. */
    tellsAboutFraud: given.TELL_ABOUT_FRAUD === "on",
    /** Whether everybody can read how evenly members are shown and answered. */
    transparency: given.TRANSPARENCY === "on",
    rateLimits: given.RATE_LIMITS !== "off",
    /** Whether jobs, searches and links that take long by the clock are given up; tests on a busy machine turn it off. */
    deadlines: given.DEADLINES !== "off",
    /** Who can join. */
    registration: given.REGISTRATION ?? "open",
    /** How many invitations each member has after a month. */
    invitations: given.INVITATIONS ?? 0,
    /** The question for newcomers who have to be let in; undefined for none. */
    approvalQuestion: given.APPROVAL_QUESTION,
    /** The mail domains that newcomers must have, and those they can't have; undefined for no rule. */
    mailDomains: {
      allowed: readDomains("MAIL_DOMAINS_ALLOWED", given.MAIL_DOMAINS_ALLOWED),
      refused: readDomains("MAIL_DOMAINS_REFUSED", given.MAIL_DOMAINS_REFUSED),
    },
    /** The folder of the operator's documents. */
    pagesDir: given.PAGES_DIR && findFolder("PAGES_DIR", given.PAGES_DIR),
    /** The languages that the app is offered in; undefined for the complete ones. */
    languages: given.LANGUAGES,
    /** Words and phrases that first messages can't contain. */
    heldWords: given.HELD_WORDS ? readLines("HELD_WORDS", given.HELD_WORDS) : [],
    /** The calendars that shows are read from, each with the town of events that name none. */
    showsCalendars: given.SHOWS_CALENDARS ? readCalendars(given.SHOWS_CALENDARS) : [],
    /** The operator's branding; app/community.ts has the name and color, which browsers know, too. */
    community: {
      line: given.COMMUNITY_LINE,
      logo: given.COMMUNITY_LOGO ? readLogo(given.COMMUNITY_LOGO) : undefined,
      homeArtists: given.HOME_ARTISTS ?? [],
    },
    /** The last day of a community that ends, and the moment when that day is over everywhere; undefined for one that stays. */
    ending: given.ENDS_ON && {
      day: given.ENDS_ON,
      at: new Date(given.ENDS_ON.getTime() + DAY_MS + LAST_TIME_ZONE_MS),
    },
    /** What the landing page says about this deployment; undefined to show samples. */
    landing: {
      figures: given.LANDING_FIGURES,
      quotes: given.LANDING_QUOTES ? readQuotes(given.LANDING_QUOTES) : undefined,
    },
  };
}

function parseVariables(source: Record<string, string | undefined>): Given {
  const parsed = variables.safeParse(source);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new EnvironmentError(String(issue?.path[0]), String(issue?.message));
}

/** Variables that have no effect unless another is set, or has this value. */
const NEEDED: [name: Name, needed: Name, value?: string][] = [
  ["INVITATIONS", "REGISTRATION", "invitation"],
  ["AGE_ISSUER", "AGE_CHECK", "provider"],
  ["CHECK_FAILS", "CHECK_URL"],
  ["BACKUP_EVERY", "BACKUP_TO"],
  ["BACKUP_KEEP", "BACKUP_TO"],
  ["DISCOGS_TOKEN", "CATALOG_CONTACT"],
];

function listIdle(given: Given): string[] {
  const idle = NEEDED.filter(
    ([name, needed, value]) =>
      given[name] !== undefined && (value ? given[needed] !== value : given[needed] === undefined),
  );
  return idle.map(
    ([name, needed, value]) => `${name} does nothing without ${needed}${value ? `=${value}` : ""}.`,
  );
}

/** Names close to that of an unset variable; short names are skipped, because they often belong to other programs. */
function listMisspelled(source: Record<string, string | undefined>): string[] {
  const names = Object.keys(variables.shape);
  const unknown = Object.keys(source).filter((name) => /^[A-Z\d_]{7,}$/.test(name) && !names.includes(name));
  return unknown.flatMap((name) => {
    const meant = closest(name, names);
    const isNear = distance(name, meant) <= MISSPELLED_BY && !source[meant];
    return isNear ? [`${name} is not a variable of B-Side. Is ${meant} meant?`] : [];
  });
}

function checkGroups(given: Given) {
  for (const [purpose, ...names] of GROUPS) {
    const missing = names.find((name) => !given[name]);
    if (missing && names.some((name) => given[name])) {
      throw new EnvironmentError(missing, `is missing: ${purpose} needs ${names.join(", ")}`);
    }
  }
}

function checkCombinations(given: Given, isPublic: boolean) {
  if (isPublic && !given.SESSION_SECRET) {
    throw new EnvironmentError(
      "SESSION_SECRET",
      "is missing: a public deployment (APP_ORIGIN is https) needs one of at least 32 characters",
    );
  }
  if (given.READS_ONLY === "1" && (!given.DATABASE_URL || isFileUrl(given.DATABASE_URL))) {
    throw new EnvironmentError(
      "READS_ONLY",
      "must not be 1 unless DATABASE_URL names a libSQL server: there is nobody else to write",
    );
  }
  if (given.LASTFM_SECRET && !given.LASTFM_API_KEY) {
    throw new EnvironmentError("LASTFM_API_KEY", "is missing: LASTFM_SECRET needs it");
  }
  if (given.BACKUP_TO?.startsWith("s3:") && !given.S3_BUCKET) {
    throw new EnvironmentError(
      "S3_ENDPOINT",
      "is missing: BACKUP_TO names a bucket, which needs the five S3_… variables",
    );
  }
  if (given.METRICS_PORT === given.PORT) {
    throw new EnvironmentError("METRICS_PORT", "must differ from PORT");
  }
  if (given.AGE_CHECK === "provider" && !given.AGE_ISSUER) {
    throw new EnvironmentError(
      "AGE_ISSUER",
      "is missing: AGE_CHECK=provider needs AGE_ISSUER, AGE_CLIENT_ID, AGE_CLIENT_SECRET",
    );
  }
  if (isPublic && given.AGE_ISSUER && !given.AGE_ISSUER.startsWith("https:")) {
    throw new EnvironmentError("AGE_ISSUER", "must start with https: on a public deployment");
  }
  if (isPublic && given.DEMO === "1") {
    throw new EnvironmentError(
      "DEMO",
      "must not be 1 on a public deployment: everybody knows the demo members' password",
    );
  }
  if (isPublic && given.RATE_LIMITS === "off") {
    throw new EnvironmentError(
      "RATE_LIMITS",
      "must not be off on a public deployment: passwords could be guessed without limit",
    );
  }
  if (isPublic && given.DEADLINES === "off") {
    throw new EnvironmentError(
      "DEADLINES",
      "must not be off on a public deployment: members would wait for processes that hang",
    );
  }
}

function createDataDir({ DATA_DIR = "data" }: Given): string {
  const dataDir = resolve(DATA_DIR);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch {
    throw new EnvironmentError("DATA_DIR", `names ${dataDir}, which cannot be created`);
  }
  return dataDir;
}

/** The folders in DATA_DIR. */
const FOLDERS = ["pictures", "exports", "incoming"];
const FILES = ["last-backup.json", "backup-lock.sqlite"];

/** Refuses a DATA_DIR that this process can't use: otherwise requests would fail halfway. */
function checkDataDir(dataDir: string, { SESSION_SECRET }: Given) {
  const secret = SESSION_SECRET ? [] : [SECRET_FILE];
  for (const name of [...FOLDERS, ...FILES, ...secret]) {
    const problem = problemOf(join(dataDir, name), name);
    if (problem) throw new EnvironmentError("DATA_DIR", `names ${dataDir}, in which ${name} ${problem}`);
  }
}

function problemOf(path: string, name: string): string | undefined {
  const isFolder = FOLDERS.includes(name);
  const { R_OK, W_OK, X_OK } = constants;
  try {
    if (statSync(path).isDirectory() !== isFolder)
      return `is ${isFolder ? "a file" : "a folder"}: move it elsewhere and start again`;
    accessSync(path, name === SECRET_FILE ? R_OK : isFolder ? R_OK | W_OK | X_OK : R_OK | W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const what = name === SECRET_FILE ? "read" : "read and written";
    return `can't be ${what} (${code}): make the user who runs B-Side its owner and start again`;
  }
}

/** How the server listens, stops and reports. */
function parseServer(given: Given, isPublic: boolean) {
  return {
    port: given.PORT,
    host: given.HOST,
    onFly: given.FLY_APP_NAME !== undefined,
    /** The proxies in front, by number or address, whose X-Forwarded-For is trusted. */
    trustProxy: given.TRUST_PROXY ?? [],
    /** How long a stopping server keeps serving, so that proxies can stop sending requests. */
    drainSeconds: given.DRAIN_SECONDS ?? (isPublic ? 4 : 0),
    /** How long a connection may stall before it is closed. */
    stallSeconds: given.STALL_SECONDS ?? 20,
    /** The token that opens the metrics on the app's port, and the port that serves nothing else to anybody. */
    metrics: { token: given.METRICS_TOKEN, port: given.METRICS_PORT },
    logLevel: given.LOG_LEVEL ?? "info",
  };
}

function isFileUrl(url: string): boolean {
  return url.startsWith("file:");
}

function parseDatabase(given: Given, dataDir: string) {
  // Machines of several regions have the same environment on Fly.io.
  const databaseUrl =
    given.DATABASE_URL?.replace("{region}", given.FLY_REGION ?? "") ??
    `file:${join(dataDir, "b-side.sqlite")}`;
  return {
    databaseUrl,
    /** The file of the database; undefined for one on a libSQL server. */
    databaseFile: isFileUrl(databaseUrl)
      ? decodeURIComponent(databaseUrl.replace(/^file:(\/\/(?=\/))?/, ""))
      : undefined,
    databaseAuthToken: given.DATABASE_AUTH_TOKEN,
    /** Below this much free space on the database's disk, writes are refused. */
    minFreeDiskBytes: (given.MIN_FREE_DISK_MB ?? 64) * 1_000_000,
  };
}

function parseRegion(given: Given) {
  const { DATABASE_URL: url, FLY_APP_NAME: app, FLY_REGION: own, PRIMARY_REGION: name, PORT } = given;
  const isOnFly = url && !isFileUrl(url) && app && own && name;
  return {
    /** Requests can't write on this machine, which is far from the primary database and reads from a replica. */
    readsOnly: given.READS_ONLY === "1" || Boolean(isOnFly && own !== name),
    /** The region of Fly.io whose machines write, and their address. */
    writingRegion: isOnFly ? { name, address: `http://${name}.${app}.internal:${PORT}` } : undefined,
  };
}

/** The provider that confirms that members are 18 or older; undefined if their own word is enough. */
function parseAgeProvider({ AGE_CHECK, AGE_ISSUER, AGE_CLIENT_ID, AGE_CLIENT_SECRET }: Given) {
  if (AGE_CHECK !== "provider" || !AGE_ISSUER || !AGE_CLIENT_ID || !AGE_CLIENT_SECRET) return undefined;
  return { issuer: AGE_ISSUER, clientId: AGE_CLIENT_ID, clientSecret: AGE_CLIENT_SECRET };
}

/** The outside services of music, pictures and notifications. */
function parseServices(given: Given) {
  return {
    /** The server that replaces every outside service, at a path for each host; undefined for the real services. */
    servicesUrl: given.SERVICES_URL,
    /** Whether 30 seconds of a song can be played: the operator has accepted Deezer's terms. */
    previews: given.PREVIEWS === "deezer",
    /** Whether the connections screen asks for links to profiles that nobody can verify. */
    linksProfiles: given.UNVERIFIED_CONNECTIONS !== "hide",
    /** The secret signs the calls that prove accounts. */
    lastfm: { apiKey: given.LASTFM_API_KEY, secret: given.LASTFM_SECRET },
    spotify: { clientId: given.SPOTIFY_CLIENT_ID, clientSecret: given.SPOTIFY_CLIENT_SECRET },
    google: { clientId: given.GOOGLE_CLIENT_ID, clientSecret: given.GOOGLE_CLIENT_SECRET },
    /** The catalog of releases and their covers, and Discogs, are used only if `contact` says whom they can reach. */
    catalog: { contact: given.CATALOG_CONTACT },
    discogs: { token: given.DISCOGS_TOKEN },
  };
}

/** The name and address of `Name <address>`. The name is taken as it stands, whatever it means in a header. */
function parseSender(from: string) {
  const [, typed = "", address = from] = /^(.*)<(.+)>$/.exec(from) ?? [];
  const name = typed.trim();
  const [, quoted] = /^"(.*)"$/.exec(name) ?? [];
  return { name: quoted === undefined ? name : quoted.replace(/\\(.)/g, "$1"), address };
}

/** The bucket of the pictures; undefined for a folder in DATA_DIR. */
function parseBucket(given: Given) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given;
  if (!(S3_ENDPOINT && S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) return undefined;
  return {
    address: `${S3_ENDPOINT.replace(/\/$/, "")}/${S3_BUCKET}`,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** A secret for one purpose, derived from SESSION_SECRET. */
function derivedSecret(secret: string, purpose: string) {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** The secret in DATA_DIR; undefined if there is none yet. */
function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, SECRET_FILE);
  if (!existsSync(file)) return undefined;
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new EnvironmentError(
      "DATA_DIR",
      `names ${dataDir}, whose session-secret is damaged: restore that file from a backup. A new one signs everyone out, ends music connections, and disables authenticator apps and recovery codes`,
    );
  }
  return secret;
}

/** The whole path of a folder that a variable names. */
function findFolder(name: "PAGES_DIR", folder: string): string {
  const path = resolve(folder);
  try {
    readdirSync(path);
    return path;
  } catch {
    throw new EnvironmentError(name, `names ${path}, which is not a folder that can be read`);
  }
}

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The file of a logo, which is decoded when the server starts, and a version that changes with its content. */
function readLogo(file: string): { path: string; version: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new EnvironmentError("COMMUNITY_LOGO", `names ${file}, which cannot be read`);
  }
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  const isDrawing = /<svg[\s>]/.test(bytes.toString("utf8", 0, 4_000));
  if ((isPng || isDrawing) && bytes.length <= LOGO_BYTES) {
    return { path: resolve(file), version: createHash("sha256").update(bytes).digest("hex").slice(0, 8) };
  }
  throw new EnvironmentError(
    "COMMUNITY_LOGO",
    `names ${file}, which must be an SVG or PNG file of at most ${LOGO_BYTES / 1000} kB`,
  );
}

/** Reads the lines of the file that a variable names, skipping blank lines and comments. */
function readLines(name: Name, file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  } catch {
    throw new EnvironmentError(name, `names ${file}, which cannot be read`);
  }
}

/** Reads the mail domains in the file that a variable names; undefined without one. */
function readDomains(name: "MAIL_DOMAINS_ALLOWED" | "MAIL_DOMAINS_REFUSED", file: string | undefined) {
  if (!file) return undefined;
  const domains = readLines(name, file).map((line) => line.toLowerCase().replace(/^@/, ""));
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong === undefined) return domains;
  throw new EnvironmentError(name, `names ${file}, in which ${wrong} is no mail domain such as example.org`);
}

/** Reads the addresses of calendars, one on each line, followed by a space and a town if the events name none. */
function readCalendars(file: string): { url: string; town: string }[] {
  return readLines("SHOWS_CALENDARS", file).map((line) => {
    const [address = "", ...town] = line.split(/\s+/);
    // webcal is another name for https.
    const url = address.replace(/^webcals?:/i, "https:");
    if (/^https?:/i.test(url) && URL.canParse(url)) return { url: new URL(url).href, town: town.join(" ") };
    // The rest of the line may be a key.
    const problem = `names ${file}, in which ${address.slice(0, 20)} is no address such as https://venue.example/shows.ics`;
    throw new EnvironmentError("SHOWS_CALENDARS", problem);
  });
}

/** Reads members' quotes: each line has the names, a note about the two and their words, separated by |. */
function readQuotes(file: string) {
  const quotes = readLines("LANDING_QUOTES", file).map((line) => {
    const [names = "", note = "", words = ""] = line.split("|").map((part) => part.trim());
    return { names, note, words };
  });
  const isRight = quotes.every(({ names, note, words }) => names && note && words);
  if (isRight && quotes.length > 0 && quotes.length <= MAX_QUOTES) return quotes;
  throw new EnvironmentError(
    "LANDING_QUOTES",
    `names ${file}, which must have 1 to ${MAX_QUOTES} lines, such as: Hannah & Luis | Matched on one live album | We argued about side two`,
  );
}

/** Creates the secret atomically, or reads the one that another process has created in the meantime. */
function createSecret(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
  const draft = `${file}.${process.pid}`;
  const secret = randomBytes(32).toString("base64url");
  try {
    writeFileSync(draft, secret, { mode: 0o600 });
    linkSync(draft, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return readSecret(dataDir) ?? secret;
    throw new EnvironmentError("DATA_DIR", `names ${dataDir}, which is not writable`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Exits with one sentence if the environment is wrong. */
function orExit<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export const env = orExit(() => parseEnvironment(process.env));
