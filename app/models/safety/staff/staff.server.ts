// Staff: the members who moderate the community or operate the deployment.

import { db } from "db/client.server";
import type { StaffRole } from "db/column-types";
import type { Given } from "db/prepared.server";
import { member, staff } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, type Column, count, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import { publishEvent } from "~/live/publish.server";
import { readEmailAddress } from "~/models/account/email";
import { approveApplication } from "~/models/account/waiting/waiting.server";
import { Refusal } from "~/refusal";

type StaffMember = { firstName: string; lastName: string; email: string };

/**
 * Gives the member with this email address a role; an operator may do what a moderator may, so a moderator can become an
 * operator but not the reverse. Also lets them in without a moderator's approval, since there may be no moderator yet. Refuses
 * an address that belongs to no member (absent) or to several (conflict), and a member who has the role (conflict).
 */
export async function addStaff(email: string, role: StaffRole): Promise<StaffMember> {
  const { id, role: current, ...person } = await findByEmail(email);
  if (current === role || current === "operator") {
    // Not translated: the operator's command says it.
    throw new Refusal("conflict", `${person.email} is already ${nameOf(current)}.`);
  }
  const row = { memberId: id, role, addedAt: new Date() };
  await transaction(async (tx) => {
    await tx.insert(staff).values(row).onConflictDoUpdate({ target: staff.memberId, set: row });
    await approveApplication(tx, id);
  });
  return person;
}

/** Takes a role from the member with this email address. Refuses an unknown address or one without the role (absent). */
export async function removeStaff(email: string, role: StaffRole): Promise<StaffMember> {
  const { id, role: current, ...person } = await findByEmail(email);
  // Not translated: the operator's command says it.
  if (current !== role) throw new Refusal("absent", `${person.email} is not ${nameOf(role)}.`);
  await db.delete(staff).where(and(eq(staff.memberId, id), eq(staff.role, role)));
  return person;
}

/** The members with a role, the longest-serving first. */
export async function listStaff(role: StaffRole): Promise<StaffMember[]> {
  return db
    .select({ firstName: member.firstName, lastName: member.lastName, email: emailText })
    .from(staff)
    .innerJoin(member, eq(member.id, staff.memberId))
    .where(and(eq(staff.role, role), isNull(member.withdrawnAt)))
    .orderBy(staff.addedAt, member.id);
}

/** How many moderators and operators there are. */
export async function countStaff(): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(staff)
    .innerJoin(member, eq(member.id, staff.memberId))
    .where(isNull(member.withdrawnAt));
  return row?.people ?? 0;
}

/** The member's role; undefined for everybody else. */
export async function getRole(memberId: number): Promise<StaffRole | undefined> {
  const [row] = await db.select({ role: staff.role }).from(staff).where(eq(staff.memberId, memberId));
  return row?.role;
}

async function listStaffIds(tx: Tx, exceptId: number | null): Promise<number[]> {
  const staffed = await tx.select({ id: staff.memberId }).from(staff);
  return staffed.map(({ id }) => id).filter((id) => id !== exceptId);
}

/** True for a member with a role who is not suspended. */
export function isStaff(memberId: Given<Column | number>): SQL {
  return exists(
    db
      .select({ id: staff.memberId })
      .from(staff)
      .innerJoin(member, eq(member.id, staff.memberId))
      .where(and(eq(staff.memberId, memberId), isNull(member.withdrawnAt))),
  );
}

/** Reloads the open pages of all staff, except the member concerned. */
export async function reloadStaff(tx: Tx, exceptId: number | null): Promise<void> {
  await publishEvent(tx, "reset", await listStaffIds(tx, exceptId));
}

/** "a moderator" or "an operator". */
export function nameOf(role: StaffRole): string {
  // Not translated: the operator's commands say it.
  return role === "operator" ? "an operator" : "a moderator";
}

const emailText = sql<string>`coalesce(${member.email}, '')`;

async function findByEmail(email: string) {
  const found = await db
    .select({
      id: member.id,
      role: staff.role,
      firstName: member.firstName,
      lastName: member.lastName,
      email: emailText,
    })
    .from(member)
    .leftJoin(staff, eq(staff.memberId, member.id))
    .where(
      and(
        eq(sql`lower(${member.email})`, readEmailAddress(email)),
        isNull(member.deletedAt),
        isNull(member.suspendedAt),
      ),
    );
  const [person, ...others] = found;
  // Not translated: the operator's command says it.
  if (!person) throw new Refusal("absent", `No member has the email address ${email}.`);
  // Not translated: the operator's command says it.
  if (others.length) throw new Refusal("conflict", `Several members have the email address ${email}.`);
  return person;
}
