// The health of each part of the deployment.
import { client, replica } from "db/client.server";
import { timeout } from "remix-utils/promise";
import { env } from "~/env.server";
import { tryAgeProvider } from "~/integrations/age-provider.server";
import { judge } from "~/integrations/checking-service.server";
import { tryDiscogsToken } from "~/integrations/discogs.server";
import { tryMailServer } from "~/integrations/mail-server.server";
import { discoverProvider } from "~/integrations/openid.server";
import { storage } from "~/integrations/storage.server";
import { msg, t } from "~/language/text";
import { countStreams, getReaderPosition } from "~/live/streams.server";
import { getIndexState, getSearchTotals } from "~/matching/search.server";
import { searchWorkers } from "~/matching/worker-pool.server";
import { hasCatalog } from "~/models/catalog/release.server";
import { countWaitingMail } from "~/models/mail-queue.server";
import { countPictureJobs } from "~/models/picture/processing.server";
import type { Part } from "./overview";
import { getFreeDiskBytes } from "./space.server";

const TIME_LIMIT_MS = 3000;
const LIMITS = { waitMs: TIME_LIMIT_MS, workMs: TIME_LIMIT_MS };
const TEST_FILE = "health-check.webp";
const MAX_LAG_SECONDS = 10;

/** Tries each part. Takes three seconds at most. */
export function checkParts(): Promise<Part[]> {
  return Promise.all([
    check(t("Database"), checkDatabase),
    check(t("Picture storage"), checkStorage),
    check(t("Mail"), checkMail),
    check(t("Sign-in provider"), checkSignInProvider),
    check(t("Age provider"), checkAgeProvider),
    check(t("Checking service"), checkJudge),
    check(t("Discogs"), checkDiscogs),
    check(t("Search workers"), checkSearches),
    check(t("Picture processing"), checkPictures),
    check(t("Replica"), checkReplica),
    check(t("Live reader"), checkReader),
  ]);
}

/** How old the data may be that this machine's replica has; undefined without a replica. */
export function getReplicaLagSeconds(): number | undefined {
  return replica && (Date.now() - replica.getSyncedAt()) / 1000;
}

type Check = () => Promise<Omit<Part, "name">>;

async function check(name: string, run: Check): Promise<Part> {
  try {
    return { name, ...(await timeout(run(), { ms: TIME_LIMIT_MS })) };
  } catch {
    return { name, state: "failing", detail: t("Not responding") };
  }
}

const checkDatabase: Check = async () => {
  const started = performance.now();
  await client.execute("select 1");
  const answered = t("Responded in {ms} ms", { ms: Math.ceil(performance.now() - started) });
  const freeBytes = env.databaseFile === undefined ? undefined : await getFreeDiskBytes();
  const isFull = freeBytes !== undefined && freeBytes < env.minFreeDiskBytes;
  return isFull ? failing(t("Refuses writes: the disk is full")) : working(answered);
};

const checkStorage: Check = async () => {
  if (!env.bucket) {
    await storage.get(TEST_FILE);
    return working(t("In a folder"));
  }
  // The bucket may answer for a file that it withholds as for a missing one.
  await storage.put(TEST_FILE, new Uint8Array(1));
  const isReadable = (await storage.get(TEST_FILE)) !== undefined;
  return isReadable ? working(t("In a bucket")) : failing(t("The keys of the bucket can't read its files"));
};

const checkMail: Check = async () => {
  if (!env.mail) return { state: "off", detail: t("No mail is sent") };
  await tryMailServer();
  const { waiting } = await countWaitingMail();
  return working(t("{count} waiting", { count: waiting }));
};

const checkSignInProvider: Check = async () => {
  const { issuer } = env.signIn;
  if (!issuer) return { state: "off", detail: t("Members sign in here") };
  return discoverProvider(issuer).then(
    () => working(t("Members sign in at {host}", { host: new URL(issuer).host })),
    (error: Error) => failing(`${issuer}: ${error.message}`),
  );
};

const checkAgeProvider: Check = async () => {
  if (!env.ageProvider) return { state: "off", detail: t("Members say that they are 18 or older") };
  const { issuer } = env.ageProvider;
  return tryAgeProvider().then(
    ({ claim, knowsClient }) =>
      knowsClient
        ? working(t("Members prove their age at {host}, by {claim}", { host: new URL(issuer).host, claim }))
        : failing(t("{issuer}: The provider doesn't accept AGE_CLIENT_ID and AGE_CLIENT_SECRET", { issuer })),
    (error: Error) => failing(`${issuer}: ${error.message}`),
  );
};

const checkJudge: Check = async () => {
  if (!env.checkingService)
    return { state: "off", detail: t("New photos and first messages aren't checked") };
  // Not translated: another service reads it.
  const { isAnswer } = await judge({ kind: "message", text: "Does the checking service respond?" });
  const { onFailure } = env.checkingService;
  return isAnswer
    ? working(t("{host} responds", { host: new URL(env.checkingService.url).host }))
    : failing(t("No signed answer, so CHECK_FAILS={onFailure} applies", { onFailure }));
};

const checkDiscogs: Check = async () => {
  if (!hasCatalog()) return { state: "off", detail: t("Members can't import from Discogs") };
  if (!env.discogs.token)
    return { state: "off", detail: t("Members import without a token, so more slowly") };
  return (await tryDiscogsToken())
    ? working(t("Accepts DISCOGS_TOKEN"))
    : failing(t("Doesn't accept DISCOGS_TOKEN, so members can't import"));
};

const checkSearches: Check = async () => {
  const { running, waiting } = searchWorkers.countJobs();
  const state = getIndexState();
  // While the index is read, its process has no time for anything else.
  // Not translated: SQL.
  if (state === "ready") await searchWorkers.run({ name: "read", sql: "select 1", args: [] }, LIMITS);
  const { succeeded, failed } = getSearchTotals().count;
  return {
    state: state === "failed" ? "failing" : "working",
    detail: t("{running} running, {waiting} waiting, {succeeded} done, {failed} failed; {index}", {
      ...{ running, waiting, succeeded, failed },
      index: INDEX_STATES[state],
    }),
  };
};

const INDEX_STATES = {
  absent: msg("no index in memory yet"),
  reading: msg("reading the index"),
  ready: msg("index in memory"),
  failed: msg("the index could not be read"),
};

const checkPictures: Check = async () => {
  const { running, waiting } = countPictureJobs();
  return working(t("{running} running, {waiting} waiting", { running, waiting }));
};

const checkReplica: Check = async () => {
  const lagSeconds = getReplicaLagSeconds();
  if (lagSeconds === undefined) return { state: "off", detail: t("This machine has none") };
  if (replica?.isAhead()) return failing(t("Ahead of the primary. If that was put back, empty the replica"));
  const detail = t("{seconds} s behind", { seconds: Math.round(lagSeconds) });
  return lagSeconds > MAX_LAG_SECONDS ? failing(detail) : working(detail);
};

const checkReader: Check = async () => {
  const position = getReaderPosition();
  if (!position) return { state: "off", detail: t("No live streams are open") };
  const lagSeconds = (Date.now() - position.checkedAt) / 1000;
  const count = countStreams();
  const detail = t(
    "{count, plural, one {# live stream, checked {seconds} s ago} other {# live streams, checked {seconds} s ago}}",
    {
      count,
      seconds: Math.round(lagSeconds),
    },
  );
  return lagSeconds > MAX_LAG_SECONDS ? failing(detail) : working(detail);
};

function working(detail: string): Omit<Part, "name"> {
  return { state: "working", detail };
}

function failing(detail: string): Omit<Part, "name"> {
  return { state: "failing", detail };
}
