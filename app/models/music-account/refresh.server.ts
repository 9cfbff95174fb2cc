// Refreshing music accounts from their services, on demand and once a day.
import { db } from "db/client.server";
import { MUSIC_SERVICES, type MusicService, type PlayPeriod } from "db/column-types";
import { musicAccount } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { decrypt, encrypt } from "~/encryption.server";
import { type ConsentService, isUsernameService, musicServices } from "~/integrations/music-service";
import { type Account, sharedDeadline } from "~/integrations/music-service.server";
import { type OAuthGrant, readAccount, renewGrant } from "~/integrations/oauth-services.server";
import { msg } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal, refusalIn } from "~/refusal";
import { NO_PROOF, updateVerifiedListener } from "./account-history.server";
import { nextWeeklyReading } from "./due-account.server";
import { followCount } from "./follow-count.server";
import { readListener } from "./listener.server";
import { DEFAULT_PERIOD } from "./music-account";

export type MusicAccountRow = typeof musicAccount.$inferSelect;

/** Tokens that expire this soon are renewed before use. */
const EXPIRY_MARGIN_MS = MINUTE_MS;

/** As `isReadable()` in music-account.ts. */
const isReadable = or(
  eq(musicAccount.isVerified, true),
  inArray(musicAccount.service, MUSIC_SERVICES.filter(isUsernameService)),
);

/**
 * Refreshes one of a member's own music accounts, counted over another `period` if one is given.
 * Refuses one that is missing or can't be read (absent), a service that doesn't respond (unanswered), has withdrawn our
 * access (conflict) or withholds the account (invalid), and more than 20 a minute (too-many).
 */
export async function refreshMusicAccount(
  memberId: number,
  id: string,
  period?: PlayPeriod,
): Promise<MusicService> {
  await consumeRateLimit("lookUp", memberId);
  const row = await findReadable(memberId, id);
  if (!row) throw notFoundRefusal();
  await refresh(row, period);
  return row.service;
}

/** Refreshes a member's music accounts last tried a day ago. A failing service is tried again the next day. */
export async function refreshStale(memberId: number): Promise<void> {
  const now = Date.now();
  const isStale = and(
    eq(musicAccount.memberId, memberId),
    isReadable,
    eq(musicAccount.isActive, true),
    lt(musicAccount.triedAt, new Date(now - DAY_MS)),
  );
  // Counted first, because this runs behind pages that otherwise write nothing.
  if (!(await db.$count(musicAccount, isStale))) return;
  const stale = await db
    .update(musicAccount)
    .set({ triedAt: new Date(now) })
    .where(isStale)
    .returning();
  for (const row of stale) {
    await refresh(row).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

/** One of a member's own music accounts, if it can be read. */
export async function findReadable(memberId: number, id: string): Promise<MusicAccountRow | undefined> {
  const [row] = await db
    .select()
    .from(musicAccount)
    .where(and(isOwn(memberId, id), isReadable));
  return row;
}

/**
 * Refreshes a row. Refuses a service that doesn't respond (unanswered), withdrawn access (conflict), and an account that its
 * service withholds (invalid); such an account isn't read automatically until a refresh succeeds.
 */
export async function refresh(row: MusicAccountRow, chosen?: PlayPeriod) {
  const { service, serviceUserId } = row;
  const period = row.period && (chosen ?? row.period);
  // A music account refreshed or connected again in the meantime is newer than this response.
  const isUnchanged = and(
    eq(musicAccount.id, row.id),
    sql`${musicAccount.triedAt} is ${row.triedAt?.getTime() ?? null}`,
  );
  const reading = isUsernameService(service)
    ? readListener(service, serviceUserId, period ?? DEFAULT_PERIOD, sharedDeadline())
    : fetchAccount(row, service);
  const current = await reading.catch(async (error) => {
    if (refusalIn(error)?.code === "invalid")
      await db.update(musicAccount).set({ weeklyDueAt: null }).where(isUnchanged);
    throw error;
  });
  if (!current) {
    await transaction(async (tx) => {
      await tx
        .update(musicAccount)
        .set({ ...NO_PROOF, isActive: false, tokens: null, weeklyDueAt: null })
        .where(isUnchanged);
      await updateVerifiedListener(tx, row.memberId);
    });
    throw accessWithdrawnRefusal(row.service);
  }
  const change = {
    period,
    serviceUsername: "name" in current ? current.name : current.username,
    playCount: "playCount" in current ? current.playCount : null,
    topArtists: current.topArtists ?? (period === row.period ? row.topArtists : null),
    readAt: new Date(),
    triedAt: new Date(),
    ...(isUsernameService(service) && !row.weeklyDueAt
      ? { weeklyDueAt: nextWeeklyReading(row.memberId, Date.now()), weeklyFailures: 0 }
      : {}),
    // Artists of another period aren't new.
    ...(period === row.period
      ? {}
      : { knownArtists: current.topArtists?.map(artistKey) ?? null, newArtists: null }),
  };
  await transaction(async (tx) => {
    await tx.update(musicAccount).set(change).where(isUnchanged);
    await followCount(tx, row.id);
  });
}

/** The account behind the stored grant, renewed if necessary; undefined once the consent has ended. */
async function fetchAccount(row: MusicAccountRow, service: ConsentService): Promise<Account | undefined> {
  const deadline = sharedDeadline();
  const stored = decryptGrant(row);
  const isExpired = !stored || stored.expiresAt < Date.now() + EXPIRY_MARGIN_MS;
  const grant = isExpired ? await renewOnce(row, service, deadline) : stored;
  const account = grant && (await readAccount(service, grant, deadline));
  if (account || isExpired) return account;
  const renewed = await renewOnce(row, service, deadline);
  return renewed && readAccount(service, renewed, deadline);
}

const renewals = new Map<string, Promise<OAuthGrant | undefined>>();

/** Renews a music account's grant once for concurrent callers, because a refresh token may be valid only once. */
function renewOnce(
  row: MusicAccountRow,
  service: ConsentService,
  deadline: number,
): Promise<OAuthGrant | undefined> {
  const running = renewals.get(row.id);
  if (running) return running;
  const renewal = renew(row, service, deadline).finally(() => renewals.delete(row.id));
  renewals.set(row.id, renewal);
  return renewal;
}

async function renew(
  stale: MusicAccountRow,
  service: ConsentService,
  deadline: number,
): Promise<OAuthGrant | undefined> {
  const row = await findReadable(stale.memberId, stale.id);
  const grant = row && decryptGrant(row);
  // Another process has already renewed it.
  if (!grant || row.tokens !== stale.tokens) return grant;
  const renewed = await renewGrant(service, grant, deadline);
  if (!renewed) {
    const later = await findReadable(row.memberId, row.id);
    return later && later.tokens !== row.tokens ? decryptGrant(later) : undefined;
  }
  await db
    .update(musicAccount)
    .set({ tokens: encryptGrant(row.memberId, service, renewed) })
    .where(eq(musicAccount.id, row.id));
  return renewed;
}

/** Encrypts a grant for this member and service only. */
export function encryptGrant(memberId: number, service: MusicService, grant: OAuthGrant): string {
  return encrypt(JSON.stringify(grant), `${memberId} ${service}`);
}

/** Decrypts the stored grant; undefined if there is none, or it is unreadable. */
export function decryptGrant({ memberId, service, tokens }: MusicAccountRow): OAuthGrant | undefined {
  const text = tokens === null ? undefined : decrypt(tokens, `${memberId} ${service}`);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The refusal for a consent that has ended. */
export function accessWithdrawnRefusal(service: MusicService) {
  return new Refusal(
    "conflict",
    msg("{name} no longer gives us access. Connect it again.", { name: musicServices[service].name }),
  );
}

/** True for a member's own music account with this id. */
export function isOwn(memberId: number, id: string) {
  return and(eq(musicAccount.id, id), eq(musicAccount.memberId, memberId));
}
