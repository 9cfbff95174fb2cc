// Invitations to join: made by members and operators, used once, and ended.

import { randomBytes } from "node:crypto";
import { db } from "db/client.server";
import { account, invitation, member } from "db/schema";
import { type Database, hasRow, type Tx, transaction } from "db/transaction.server";
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { digest } from "~/digest.server";
import { DAY_MS, INVITATION_DAYS } from "~/durations";
import { env } from "~/env.server";
import { type Message, msg, t } from "~/language/text";
import { rejectStrangersWord } from "~/models/conversation/writing/first-message-check.server";
import { fullNameOf } from "~/models/public-member";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt, Refusal } from "~/refusal";
import { CODE_REFUSED, INVITATION_NEEDED, type InviterDto, type OwnInvitation, readCode } from "./invitation";

type Member = typeof member.$inferSelect;

const INVITATION_MS = INVITATION_DAYS * DAY_MS;
/** Without I, L, O and U, so that no two look alike. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 16;
const LISTED_MAX = 500;

/** True for invitations that can still be used; those of members who are out of sight can't. */
function isOpen(now = new Date()) {
  const isPresent = hasRow(member, and(eq(member.id, invitation.inviterId), isNull(member.withdrawnAt)));
  return and(
    isNull(invitation.usedAt),
    isNull(invitation.endedAt),
    gt(invitation.expiresAt, now),
    or(isNull(invitation.inviterId), isPresent),
  );
}

/** The id of an invitation by its code. */
function idOf(code: string): string {
  // Not translated: a key.
  return digest(`invitation ${readCode(code)}`);
}

async function addInvitation(on: Database, inviterId: number | null, word = ""): Promise<string> {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
  const now = new Date();
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const row = { id: idOf(letters), inviterId, createdAt: now, expiresAt, word: word || null };
  await on.insert(invitation).values(row);
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Makes the operators' invitations; returns their codes, which are never shown again. */
export async function addOperatorInvitations(amount: number): Promise<string[]> {
  return transaction(async (tx) => {
    const codes: string[] = [];
    while (codes.length < amount) codes.push(await addInvitation(tx, null));
    return codes;
  });
}

/** Whether members can invite others here. */
export function takesInvitations(): boolean {
  return env.registration === "invitation" && env.invitations > 0;
}

/** When a member can begin to invite others. */
export function invitesFrom({ createdAt }: Pick<Member, "createdAt">): Date {
  return new Date(createdAt.getTime() + INVITATION_MS);
}

/**
 * Makes a member's invitation, with a note for the person invited, if any; returns its code, which is never shown again.
 * Refuses where members can't invite, members who joined less than a month ago, wait or have none left (forbidden), and a note
 * that a first message couldn't have (invalid, at `word`).
 */
export async function addMemberInvitation(memberId: number, word = ""): Promise<string> {
  await consumeRateLimit("settings", memberId);
  if (word) await rejectStrangersWord(memberId, word);
  return transaction(async (tx) => {
    const [person] = await tx.select().from(member).where(eq(member.id, memberId));
    if (!takesInvitations() || !person || person.withdrawnAt || invitesFrom(person) > new Date())
      throw new Refusal("forbidden", msg("You can't invite anyone yet."));
    if ((await countLeft(memberId, tx)) < 1)
      throw new Refusal("forbidden", msg("You have no invitations left."));
    return addInvitation(tx, memberId, word);
  });
}

/** How many invitations a member has left: unused ones that expired or were ended count again. */
export async function countLeft(memberId: number, on: Database = db): Promise<number> {
  const isTaken = or(isNotNull(invitation.usedAt), isOpen());
  const [made] = await on
    .select({ count: count() })
    .from(invitation)
    .where(and(eq(invitation.inviterId, memberId), isTaken));
  return Math.max(0, env.invitations - (made?.count ?? 0));
}

/** The invitations that a member has made, the newest first. They don't say who used them. */
export async function listOwnInvitations(memberId: number): Promise<OwnInvitation[]> {
  const rows = await db
    .select({ row: invitation, isOpen: sql<number>`${isOpen()}` })
    .from(invitation)
    .where(eq(invitation.inviterId, memberId))
    .orderBy(desc(invitation.createdAt), invitation.id)
    .limit(LISTED_MAX);
  return rows.map(({ row: { id, word, usedAt, createdAt, expiresAt }, isOpen: open }) => ({
    id,
    word,
    state: usedAt ? "used" : open ? "open" : "ended",
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Ends an invitation of a member that nobody has used. Refuses any other (absent). */
export async function endInvitation(memberId: number, id: string): Promise<void> {
  const isMine = and(eq(invitation.id, id), eq(invitation.inviterId, memberId), isOpen());
  const { rowsAffected } = await db.update(invitation).set({ endedAt: new Date() }).where(isMine);
  if (!rowsAffected) throw new Refusal("absent", msg("This invitation is not open anymore."));
}

/** Ends all open invitations of a member, or the operators' with null; resolves with how many. */
export async function endInvitationsOf(inviterId: number | null): Promise<number> {
  const isTheirs = inviterId === null ? isNull(invitation.inviterId) : eq(invitation.inviterId, inviterId);
  const { rowsAffected } = await db
    .update(invitation)
    .set({ endedAt: new Date() })
    .where(and(isTheirs, isNull(invitation.usedAt), isNull(invitation.endedAt)));
  return rowsAffected;
}

/** Whether a code can be used. Refuses more than 20 tries an hour from one address (too-many). */
export async function isOpenCode(code: string, address: string): Promise<boolean> {
  await consumeRateLimit("invitation", address);
  return (await db.$count(invitation, and(eq(invitation.id, idOf(code)), isOpen()))) > 0;
}

/** The note on an open invitation; null without one. Callers have checked the code, so this can't be used to guess codes. */
export async function findWord(code: string): Promise<string | null> {
  const isIt = and(eq(invitation.id, idOf(code)), isOpen());
  const [found] = await db.select({ word: invitation.word }).from(invitation).where(isIt);
  return found?.word ?? null;
}

/**
 * The id of the invitation with which somebody signs up; undefined where none is needed. Refuses a missing code and one that
 * can't be used (invalid, at `invitation`), and more than 20 tries an hour from one address (too-many).
 */
export async function requireInvitation(
  code: string | undefined,
  address: string,
): Promise<string | undefined> {
  if (env.registration !== "invitation") return undefined;
  if (!code || !readCode(code)) throw invitationRefusal(INVITATION_NEEDED);
  if (!(await isOpenCode(code, address))) throw invitationRefusal(CODE_REFUSED);
  return idOf(code);
}

/**
 * Uses an invitation, where one is needed, once: of two simultaneous uses the second is refused. Refuses a missing one, and one
 * that can't be used any more (invalid, at `invitation`).
 */
export async function redeemInvitation(tx: Tx, id: string | null | undefined): Promise<void> {
  if (env.registration !== "invitation") return;
  if (!id) throw invitationRefusal(INVITATION_NEEDED);
  const { rowsAffected } = await tx
    .update(invitation)
    .set({ usedAt: new Date() })
    .where(and(eq(invitation.id, id), isOpen()));
  if (!rowsAffected) throw invitationRefusal(msg("This invitation was used, has expired or was ended"));
}

/** Records who joined by an invitation, once they are a member. */
export async function recordInvited(tx: Tx, id: string | null | undefined, memberId: number): Promise<void> {
  if (id) await tx.update(invitation).set({ usedBy: memberId }).where(eq(invitation.id, id));
}

/** Whether an account was made with an invitation that hasn't been recorded with its member yet. */
export async function hasInvitation(accountId: string): Promise<boolean> {
  return (await db.$count(account, and(eq(account.id, accountId), isNotNull(account.invitationId)))) > 0;
}

/** Records the invitation by which an account's new member joined. */
export async function takeInvitation(tx: Tx, memberId: number, accountId: string): Promise<void> {
  const [found] = await tx.select().from(account).where(eq(account.id, accountId));
  await recordInvited(tx, found?.invitationId, memberId);
  await tx.update(account).set({ invitationId: null }).where(eq(account.id, accountId));
}

function invitationRefusal(message: Message) {
  return invalidAt("invitation", message);
}

/** Deletes expired invitations that nobody has used. */
export async function deleteExpiredInvitations() {
  const isUnused = and(isNull(invitation.usedAt), lte(invitation.expiresAt, new Date()));
  await db.delete(invitation).where(isUnused);
}

const inviter = alias(member, "inviter");
const guest = alias(member, "guest");

/** Who has invited whom: the last 500 invitations that are open or were used, by inviter. */
export async function listInviters(): Promise<InviterDto[]> {
  const rows = await db
    .select({ row: invitation, inviter, guest })
    .from(invitation)
    .leftJoin(inviter, eq(inviter.id, invitation.inviterId))
    .leftJoin(guest, eq(guest.id, invitation.usedBy))
    .where(
      or(isNotNull(invitation.usedAt), and(isNull(invitation.endedAt), gt(invitation.expiresAt, new Date()))),
    )
    .orderBy(asc(inviter.firstName), desc(invitation.createdAt))
    .limit(LISTED_MAX);
  const inviters = new Map<number | null, InviterDto>();
  for (const { row, inviter: by, guest: who } of rows) {
    const known = inviters.get(row.inviterId) ?? {
      id: row.inviterId === null ? null : String(row.inviterId),
      name: by ? fullNameOf(by) : t("The operators"),
      isKeptOut: by !== null && isKeptOut(by),
      open: 0,
      joined: [],
    };
    inviters.set(row.inviterId, known);
    if (!row.usedAt) known.open += 1;
    else if (who)
      known.joined.push({
        id: String(who.id),
        name: fullNameOf(who),
        isKeptOut: isKeptOut(who),
        at: row.usedAt.toISOString(),
      });
  }
  return [...inviters.values()];
}

function isKeptOut({ suspendedAt, deletedAt }: Member): boolean {
  return suspendedAt !== null || deletedAt !== null;
}
