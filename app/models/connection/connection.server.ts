// Connections to music services: made, listed, ended.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { and, eq, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { type Account, consentOf, readAccount, revokeGrant, tradeCode } from "~/outside/consent.server";
import { findListener, type Listener } from "~/outside/lastfm.server";
import { shortly } from "~/outside/service.server";
import { spend } from "./allowance.server";
import {
  type ConsentService,
  type MusicService,
  NO_LISTENER,
  type ServicesSetUp,
  type ShownConnection,
  serviceNames,
} from "./connection";
import { listenerName } from "./connection-input";
import { type ConnectionRow, grantOf, isOwn, lockedOut, readListener, sealGrant } from "./listening.server";
import { absent, Refusal } from "./refusal";

export { consentOf };

type Made = Pick<ConnectionRow, "serviceUserId" | "serviceUsername" | "isVerified"> &
  Partial<Pick<ConnectionRow, "tokens" | "playCount" | "topArtists" | "readAt">>;

/** Which services this server can ask. */
export function servicesSetUp(): ServicesSetUp {
  const isSetUp = (service: ConsentService) => consentOf(service) !== undefined;
  return { spotify: isSetUp("spotify"), lastfm: Boolean(env.lastfm.apiKey), youtube: isSetUp("youtube") };
}

/** A member's connections, one a service at most. */
export async function listConnections(memberId: number): Promise<ShownConnection[]> {
  const rows = await db
    .select()
    .from(musicConnection)
    .where(eq(musicConnection.memberId, memberId))
    .orderBy(musicConnection.createdAt, musicConnection.id);
  return rows.map(shownConnection);
}

/**
 * Who listens at Last.fm under a name; undefined where there is nobody.
 * Refuses (unavailable) without a key, (unanswered) without an answer and (too-many) more than 20 a minute.
 */
export async function lookUpListener(memberId: number, username: string): Promise<Listener | undefined> {
  await spend("lookUp", memberId);
  return listenerName.test(username) ? findListener(username, shortly()) : undefined;
}

/**
 * Connects a Last.fm listener; the same one again is the same connection.
 * Refuses a name that nobody has (invalid), a second listener (conflict), and what `lookUpListener` refuses.
 */
export async function connectListener(memberId: number, username: string): Promise<ShownConnection> {
  await spend("lookUp", memberId);
  const listening = listenerName.test(username) ? await readListener(username) : undefined;
  if (!listening) throw new Refusal("invalid", NO_LISTENER, { username: NO_LISTENER });
  const { name, ...read } = listening;
  const made = { ...read, serviceUserId: name, serviceUsername: name, isVerified: true, readAt: new Date() };
  return keepConnection(memberId, "lastfm", made);
}

/**
 * Connects the account of which a service has sent back a code; the same one again is the same connection. Undefined
 * where the service does not know the code, or not any more.
 * Refuses a second account (conflict) and one that cannot be read (invalid), for which what was given is given back, and a
 * service that is silent (unanswered).
 */
export async function connectAccount(
  memberId: number,
  service: ConsentService,
  sentBack: { code: string; verifier: string; redirectTo: string },
): Promise<ShownConnection | undefined> {
  await spend("connection", memberId);
  const until = shortly();
  const grant = await tradeCode(service, sentBack, until);
  if (!grant) return undefined;
  try {
    const account = await readAccount(service, grant, until);
    if (!account) throw lockedOut(service);
    const tokens = sealGrant(memberId, service, grant);
    return await keepConnection(memberId, service, { ...madeOf(account), isVerified: true, tokens });
  } catch (error) {
    // Silence is no reason: giving back would end the consent of a connection that is there already, too.
    if (error instanceof Refusal && error.code !== "unanswered") void revokeGrant(service, grant);
    throw error;
  }
}

/**
 * Connects an account that nobody has verified, where a service has no credentials here.
 * Refuses one where it has (forbidden), and a second account (conflict).
 */
export async function connectUnverified(
  memberId: number,
  service: ConsentService,
  account: { serviceUserId: string; serviceUsername: string },
): Promise<ShownConnection> {
  await spend("connection", memberId);
  if (consentOf(service)) {
    const name = serviceNames[service];
    throw new Refusal("forbidden", `${name} is connected by signing in there: open Music Connections.`);
  }
  return keepConnection(memberId, service, { ...account, isVerified: false });
}

/** Ends one of a member's own connections, at the service too where it has a way. Refuses what is not there (absent). */
export async function removeConnection(memberId: number, id: string): Promise<MusicService> {
  const [removed] = await db.delete(musicConnection).where(isOwn(memberId, id)).returning();
  if (!removed) throw absent();
  const grant = grantOf(removed);
  if (grant && removed.service !== "lastfm") await revokeGrant(removed.service, grant);
  return removed.service;
}

/** Keeps a connection, in the place of one that is not active or less verified. Refuses a second account (conflict). */
async function keepConnection(memberId: number, service: MusicService, made: Made): Promise<ShownConnection> {
  const now = new Date();
  const row = {
    tokens: null,
    playCount: null,
    topArtists: null,
    readAt: null,
    ...made,
    triedAt: now,
    isActive: true,
  };
  const [, kept] = await db.batch([
    db
      .insert(musicConnection)
      .values({ ...row, id: randomUUID(), memberId, service, createdAt: now })
      .onConflictDoUpdate({
        target: [musicConnection.memberId, musicConnection.service],
        set: row,
        setWhere: sql`not ${musicConnection.isActive} or ${musicConnection.isVerified} < ${made.isVerified}
          or (${musicConnection.isVerified} = ${made.isVerified}
            and ${musicConnection.serviceUserId} = ${made.serviceUserId})`,
      }),
    db
      .select()
      .from(musicConnection)
      .where(and(eq(musicConnection.memberId, memberId), eq(musicConnection.service, service))),
  ]);
  const [found] = kept;
  if (!found) throw new Error("A connection that was just kept is not there");
  if (found.serviceUserId !== made.serviceUserId) {
    const says = `${serviceNames[service]} is connected as ${found.serviceUsername} already. Disconnect it first.`;
    throw new Refusal("conflict", says);
  }
  return shownConnection(found);
}

function madeOf({ userId, username, topArtists }: Account) {
  return { serviceUserId: userId, serviceUsername: username, topArtists, readAt: new Date() };
}

/** A connection as its member sees it. */
export function shownConnection(row: ConnectionRow): ShownConnection {
  const { id, service, serviceUserId, serviceUsername, isActive, isVerified, playCount, topArtists, readAt } =
    row;
  return {
    id,
    service,
    serviceUserId,
    serviceUsername,
    isActive,
    isVerified,
    playCount,
    artistCount: topArtists?.length ?? null,
    readAt: readAt?.toISOString() ?? null,
  };
}
