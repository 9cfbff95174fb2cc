// Members' accounts at music services: connect, list, disconnect.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { MUSIC_SERVICES, type MusicService, type PlayPeriod } from "db/column-types";
import { musicAccount } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { env } from "~/env.server";
import { findListener, type Listener } from "~/integrations/lastfm.server";
import {
  type ConsentService,
  isConsentService,
  isUsernameService,
  musicServices,
  type UsernameService,
} from "~/integrations/music-service";
import { type Account, sharedDeadline } from "~/integrations/music-service.server";
import {
  exchangeCode,
  getConsentConfig,
  readAccount,
  revokeGrant,
} from "~/integrations/oauth-services.server";
import { msg } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import { NO_PROOF, takeProof, updateVerifiedListener } from "./account-history.server";
import { nextWeeklyReading } from "./due-account.server";
import { findOwner, isListenerSetUp, isProvable, readListener } from "./listener.server";
import {
  DEFAULT_PERIOD,
  type MusicAccountDto,
  musicAccountErrors,
  NO_LISTENER,
  type ServicesSetUp,
} from "./music-account";
import {
  accessWithdrawnRefusal,
  decryptGrant,
  encryptGrant,
  isOwn,
  type MusicAccountRow,
} from "./refresh.server";
import { profileUrlOf } from "./service-profile";

type NewMusicAccount = Pick<MusicAccountRow, "serviceUserId" | "serviceUsername" | "isVerified"> & {
  isProven?: boolean;
} & Partial<Pick<MusicAccountRow, "tokens" | "playCount" | "topArtists" | "period" | "readAt">>;

/** Which services this server can reach. */
export function servicesSetUp(): ServicesSetUp {
  const isSetUp = (service: MusicService) =>
    isUsernameService(service) ? isListenerSetUp(service) : getConsentConfig(service) !== undefined;
  return Object.fromEntries(MUSIC_SERVICES.map((each) => [each, isSetUp(each)])) as ServicesSetUp;
}

/** The services at which members can prove here that an account is theirs. */
export function listProvable(): MusicService[] {
  return MUSIC_SERVICES.filter(isUsernameService).filter(isProvable);
}

/**
 * The services that the screen has a card for. If the operator hides unverified music accounts, services that lack credentials
 * are shown only to members who are connected.
 */
export function listShownServices(accounts: MusicAccountDto[]): MusicService[] {
  const setUp = servicesSetUp();
  return MUSIC_SERVICES.filter(
    (service) =>
      env.linksProfiles ||
      !isConsentService(service) ||
      setUp[service] ||
      accounts.some((account) => account.service === service),
  );
}

/** A member's music accounts, at most one per service. */
export async function listMusicAccounts(memberId: number): Promise<MusicAccountDto[]> {
  const rows = await db
    .select()
    .from(musicAccount)
    .where(eq(musicAccount.memberId, memberId))
    .orderBy(musicAccount.createdAt, musicAccount.id);
  return rows.map(toMusicAccountDto);
}

/**
 * The Last.fm listener with this name; undefined if there is none.
 * Refuses without a key (unavailable) or response (unanswered), and more than 20 a minute (too-many).
 */
export async function findLastfmUser(memberId: number, username: string): Promise<Listener | undefined> {
  await consumeRateLimit("lookUp", memberId);
  return musicServices.lastfm.usernames.test(username) ? findListener(username, sharedDeadline()) : undefined;
}

/**
 * Connects a listener by user name; connecting the same one again changes the period. If a name is not enough, only the
 * account's own token verifies it. Refuses an unknown name and a token that isn't this account's (invalid), a second listener
 * (conflict), and as `findLastfmUser` does.
 */
export async function connectListener(
  memberId: number,
  service: UsernameService,
  {
    username,
    token = "",
    period = DEFAULT_PERIOD,
  }: { username: string; token?: string; period?: PlayPeriod },
): Promise<MusicAccountDto> {
  await consumeRateLimit("lookUp", memberId);
  const deadline = sharedDeadline();
  const { isVerifiedByName, provesBy, hasPeriods } = musicServices[service];
  const isProving = provesBy === "token" && token !== "";
  const owner = isProving ? await readOwner(service, username, token, deadline) : undefined;
  const listener = await readListener(service, owner ?? username, period, deadline);
  if (!listener) throw invalidAt("username", NO_LISTENER);
  const { name, ...stats } = listener;
  const values = {
    ...stats,
    serviceUserId: name,
    serviceUsername: name,
    isVerified: isVerifiedByName || owner !== undefined,
    isProven: owner !== undefined,
    period: hasPeriods ? period : null,
    readAt: new Date(),
  };
  return saveMusicAccount(memberId, service, values);
}

/**
 * Connects the account that a member has confirmed on the service's own page, which proves that it is theirs. Refuses an
 * unknown token (invalid), a second listener and the account of a suspended member (conflict), and as `findLastfmUser` does.
 */
export async function proveListener(
  memberId: number,
  service: UsernameService,
  token: string,
): Promise<MusicAccountDto> {
  await consumeRateLimit("lookUp", memberId);
  const deadline = sharedDeadline();
  const owner = await findOwner(service, token, deadline);
  if (owner === undefined) throw new Refusal("invalid", musicAccountErrors.noConfirmation(service));
  const listener = await readListener(service, owner, DEFAULT_PERIOD, deadline);
  if (!listener) throw new Refusal("invalid", NO_LISTENER);
  const { name, ...stats } = listener;
  return saveMusicAccount(memberId, service, {
    ...stats,
    ...{ serviceUserId: name, serviceUsername: name, isVerified: true, isProven: true },
    readAt: new Date(),
  });
}

/** The account that a token belongs to. Refuses an unknown one, and that of another account (invalid). */
async function readOwner(
  service: UsernameService,
  username: string,
  token: string,
  deadline: number,
): Promise<string> {
  const owner = await findOwner(service, token, deadline);
  const message = musicAccountErrors[owner === undefined ? "noToken" : "otherToken"](service);
  if (owner?.toLowerCase() !== username.toLowerCase()) throw invalidAt("token", message);
  return owner;
}

/**
 * Connects the account behind an authorization code; connecting the same one again changes nothing. Undefined if the
 * service rejects the code.
 * Refuses a second account (conflict) and an unreadable one (invalid), whose grant is then revoked, and a service that
 * doesn't respond (unanswered).
 */
export async function connectAccount(
  memberId: number,
  service: ConsentService,
  callback: { code: string; verifier: string; redirectTo: string },
): Promise<MusicAccountDto | undefined> {
  await consumeRateLimit("connection", memberId);
  const deadline = sharedDeadline();
  const grant = await exchangeCode(service, callback, deadline);
  if (!grant) return undefined;
  try {
    const account = await readAccount(service, grant, deadline);
    if (!account) throw accessWithdrawnRefusal(service);
    const tokens = encryptGrant(memberId, service, grant);
    return await saveMusicAccount(memberId, service, { ...toValues(account), isVerified: true, tokens });
  } catch (error) {
    // After other failures, an older music account may still need the consent.
    if (error instanceof Refusal && ["conflict", "invalid"].includes(error.code))
      void revokeGrant(service, grant);
    throw error;
  }
}

/**
 * Connects an unverified account, for services without credentials on this server.
 * Refuses a service with credentials (forbidden), and a second account (conflict).
 */
export async function connectUnverified(
  memberId: number,
  service: ConsentService,
  account: { serviceUserId: string; serviceUsername: string },
): Promise<MusicAccountDto> {
  await consumeRateLimit("connection", memberId);
  if (getConsentConfig(service)) {
    const name = musicServices[service].name;
    throw new Refusal(
      "forbidden",
      msg("Connect {name} on the Music Connections page, by signing in there.", { name }),
    );
  }
  return saveMusicAccount(memberId, service, { ...account, isVerified: false });
}

/** Removes one of a member's own music accounts and revokes its consent if possible. Refuses a missing one (absent). */
export async function removeMusicAccount(memberId: number, id: string): Promise<MusicService> {
  const [own] = await db.select().from(musicAccount).where(isOwn(memberId, id));
  if (!own) throw notFoundRefusal();
  const grant = decryptGrant(own);
  // Revoked first: a process that dies in between would leave a consent that nobody can revoke anymore.
  if (grant && isConsentService(own.service)) await revokeGrant(own.service, grant);
  await transaction(async (tx) => {
    const removed = await tx.delete(musicAccount).where(isOwn(memberId, id)).returning();
    if (!removed.length) throw notFoundRefusal();
    await updateVerifiedListener(tx, memberId);
  });
  return own.service;
}

/**
 * Saves a music account; it replaces one that is inactive or less verified, or has no profile that can be opened. Refuses a
 * second account (conflict).
 */
async function saveMusicAccount(
  memberId: number,
  service: MusicService,
  { isProven = false, ...values }: NewMusicAccount,
): Promise<MusicAccountDto> {
  const now = new Date();
  const row = {
    tokens: null,
    playCount: null,
    topArtists: null,
    period: null,
    readAt: null,
    ...values,
    triedAt: now,
    isActive: true,
    ...{ weeklyDueAt: null, weeklyFailures: 0, knownArtists: null, newArtists: null },
    ...(isUsernameService(service)
      ? {
          weeklyDueAt: nextWeeklyReading(memberId, now.getTime()),
          knownArtists: values.topArtists?.map(artistKey) ?? null,
        }
      : {}),
  };
  const isOfService = and(eq(musicAccount.memberId, memberId), eq(musicAccount.service, service));
  return transaction(async (tx) => {
    const [saved] = await tx.select().from(musicAccount).where(isOfService);
    if (saved?.isActive && (saved.isVerified || !values.isVerified)) {
      const isLinkedNow = !profileUrlOf(saved) && profileUrlOf({ service, ...values });
      if (saved.serviceUserId !== values.serviceUserId && !isLinkedNow) {
        const message = msg("{name} is already connected as {username}. Disconnect it first.", {
          name: musicServices[service].name,
          username: saved.serviceUsername,
        });
        throw new Refusal("conflict", message);
      }
      if (!values.isVerified && saved.isVerified) return toMusicAccountDto(saved);
    }
    if (isProven && isUsernameService(service)) await takeProof(tx, memberId, service, values.serviceUserId);
    const kept = saved?.serviceUserId === values.serviceUserId ? saved : NO_PROOF;
    const { provenAt, history, historyDueAt } = kept;
    const proof = isProven
      ? { provenAt: now, history, historyDueAt: now }
      : { provenAt, history, historyDueAt };
    const { id, createdAt } = saved ?? { id: randomUUID(), createdAt: now };
    const followsCount = saved?.serviceUserId === values.serviceUserId && saved.followsCount;
    const changed = { ...row, ...proof, followsCount, id, memberId, service, createdAt };
    if (saved) await tx.update(musicAccount).set(changed).where(isOfService);
    else await tx.insert(musicAccount).values(changed);
    await updateVerifiedListener(tx, memberId);
    return toMusicAccountDto(changed);
  });
}

function toValues({ userId, username, topArtists }: Account) {
  return { serviceUserId: userId, serviceUsername: username, topArtists, readAt: new Date() };
}

/** A row as the API shows it to its member. */
function toMusicAccountDto(row: MusicAccountRow): MusicAccountDto {
  const { id, service, serviceUserId, serviceUsername, isActive, isVerified } = row;
  const { playCount, topArtists, period, readAt, provenAt, history, weeklyDueAt } = row;
  return {
    id,
    service,
    serviceUserId,
    serviceUsername,
    isActive,
    isVerified,
    isWithheld: isActive && isUsernameService(service) && weeklyDueAt === null,
    isProven: provenAt !== null,
    history: history && {
      ...history,
      since: history.since === null ? null : new Date(history.since).toISOString(),
    },
    playCount,
    artistCount: topArtists?.length ?? null,
    period,
    readAt: readAt?.toISOString() ?? null,
    profileUrl: profileUrlOf(row) ?? null,
    newArtistCount: row.newArtists?.length ?? 0,
    followsCount: row.followsCount,
  };
}
