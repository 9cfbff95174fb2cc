// What music services say of their members: read with the grant that is kept, on demand and once a day.
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { and, eq, lt, sql } from "drizzle-orm";
import { type Account, type Grant, readAccount, renewGrant } from "~/outside/consent.server";
import { findListener, listTopArtists } from "~/outside/lastfm.server";
import { shortly } from "~/outside/service.server";
import { spend } from "./allowance.server";
import { type ConsentService, type Listening, type MusicService, serviceNames } from "./connection";
import { absent, Refusal } from "./refusal";
import { seal, unseal } from "./sealed.server";

export type ConnectionRow = typeof musicConnection.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A token that ends this soon is renewed before it is used. */
const MARGIN_MS = 60_000;

/**
 * Reads one of a member's own connections anew.
 * Refuses what is not there or not verified (absent), a service that is silent (unanswered) or has locked us out
 * (conflict), and more than 20 a minute (too-many).
 */
export async function refreshConnection(memberId: number, id: string): Promise<MusicService> {
  await spend("lookUp", memberId);
  const row = await findVerified(memberId, id);
  if (!row) throw absent();
  await readAnew(row);
  return row.service;
}

/** Reads anew what was not read, or tried, for a day. Trouble at a service is left for the next day. */
export async function refreshStale(memberId: number): Promise<void> {
  const now = Date.now();
  const isStale = and(
    eq(musicConnection.memberId, memberId),
    eq(musicConnection.isVerified, true),
    eq(musicConnection.isActive, true),
    lt(musicConnection.triedAt, new Date(now - DAY_MS)),
  );
  // Looked up first: this runs behind pages, which do not write otherwise.
  if (!(await db.$count(musicConnection, isStale))) return;
  const stale = await db
    .update(musicConnection)
    .set({ triedAt: new Date(now) })
    .where(isStale)
    .returning();
  for (const row of stale) {
    await readAnew(row).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

/** One of a member's own connections, where the service itself has named the account. */
export async function findVerified(memberId: number, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(musicConnection)
    .where(and(isOwn(memberId, id), eq(musicConnection.isVerified, true)));
  return row;
}

/** Reads a connection and keeps what was read. Refuses (unanswered) silence and (conflict) an account that is gone. */
async function readAnew(row: ConnectionRow) {
  const read =
    row.service === "lastfm" ? await readListener(row.serviceUserId) : await readConsented(row, row.service);
  const change = read && {
    serviceUsername: "name" in read ? read.name : read.username,
    playCount: "playCount" in read ? read.playCount : null,
    topArtists: read.topArtists ?? row.topArtists,
    readAt: new Date(),
    triedAt: new Date(),
  };
  // What was connected again meanwhile, or read, is newer than this.
  const isAsItWas = sql`${musicConnection.triedAt} is ${row.triedAt?.getTime() ?? null}`;
  await db
    .update(musicConnection)
    .set(change ?? { isActive: false, tokens: null })
    .where(and(eq(musicConnection.id, row.id), isAsItWas));
  if (!read) throw lockedOut(row.service);
}

/** A listener, with the top artists if Last.fm tells them in time; undefined where nobody has the name. */
export async function readListener(username: string): Promise<(Listening & { name: string }) | undefined> {
  const until = shortly();
  const [listener, topArtists] = await Promise.all([
    findListener(username, until),
    listTopArtists(username, until).catch(() => null),
  ]);
  return listener && { ...listener, topArtists };
}

/** An account by the grant that is kept, renewed where it must be; undefined once the consent has ended. */
async function readConsented(row: ConnectionRow, service: ConsentService): Promise<Account | undefined> {
  const until = shortly();
  const kept = grantOf(row);
  const isOver = !kept || kept.expiresAt < Date.now() + MARGIN_MS;
  const grant = isOver ? await renewOnce(row, service, until) : kept;
  const account = grant && (await readAccount(service, grant, until));
  if (account || isOver) return account;
  const renewed = await renewOnce(row, service, until);
  return renewed && readAccount(service, renewed, until);
}

const renewing = new Map<string, Promise<Grant | undefined>>();

/** Renews a connection's grant, once for all who ask at the same time: a refresh token may serve only once. */
function renewOnce(row: ConnectionRow, service: ConsentService, until: number): Promise<Grant | undefined> {
  const known = renewing.get(row.id);
  if (known) return known;
  const begun = renew(row, service, until).finally(() => renewing.delete(row.id));
  renewing.set(row.id, begun);
  return begun;
}

async function renew(
  stale: ConnectionRow,
  service: ConsentService,
  until: number,
): Promise<Grant | undefined> {
  const row = await findVerified(stale.memberId, stale.id);
  const grant = row && grantOf(row);
  // Somebody else was faster.
  if (!grant || row.tokens !== stale.tokens) return grant;
  const renewed = await renewGrant(service, grant, until);
  if (!renewed) {
    const later = await findVerified(row.memberId, row.id);
    return later && later.tokens !== row.tokens ? grantOf(later) : undefined;
  }
  await db
    .update(musicConnection)
    .set({ tokens: sealGrant(row.memberId, service, renewed) })
    .where(eq(musicConnection.id, row.id));
  return renewed;
}

/** A grant as it is kept: for this member and service only. */
export function sealGrant(memberId: number, service: MusicService, grant: Grant): string {
  return seal(JSON.stringify(grant), `${memberId} ${service}`);
}

/** The grant that is kept; undefined where there is none, or none that can be read. */
export function grantOf({ memberId, service, tokens }: ConnectionRow): Grant | undefined {
  const text = tokens === null ? undefined : unseal(tokens, `${memberId} ${service}`);
  return text === undefined ? undefined : JSON.parse(text);
}

/** What is said where a consent has ended. */
export function lockedOut(service: MusicService) {
  return new Refusal("conflict", `${serviceNames[service]} no longer lets us in. Connect it again.`);
}

/** Chosen by id among a member's own connections only. */
export function isOwn(memberId: number, id: string) {
  return and(eq(musicConnection.id, id), eq(musicConnection.memberId, memberId));
}
