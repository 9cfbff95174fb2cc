// The commands that add, remove and list moderators and operators.

import { client, openDatabase } from "db/client.server";
import type { StaffRole } from "db/column-types";
import { fullNameOf } from "~/models/public-member";
import { addStaff, listStaff, nameOf, removeStaff } from "~/models/safety/staff/staff.server";
import { Refusal } from "~/refusal";

/** Runs `add EMAIL`, `remove EMAIL` or `list` for a role and returns what to print. Refuses anything else (invalid). */
export async function runStaffCommand(
  role: StaffRole,
  [action, email, ...others]: string[],
): Promise<string> {
  const change = { add: addStaff, remove: removeStaff }[action ?? ""];
  const isComplete = action === "list" ? !email : change && email && !others.length;
  if (!isComplete) throw new Refusal("invalid", `Usage: npm run ${role} -- add EMAIL | remove EMAIL | list`);
  await openDatabase();
  try {
    if (!change || !email) return describeAll(role, await listStaff(role));
    const person = await change(email, role);
    return `${describe(person)} is ${action === "add" ? "now" : "no longer"} ${nameOf(role)}.`;
  } finally {
    client.close();
  }
}

type Person = Awaited<ReturnType<typeof listStaff>>[number];

function describe(person: Person): string {
  return `${fullNameOf(person)} (${person.email})`;
}

function describeAll(role: StaffRole, people: Person[]): string {
  return people.length ? people.map(describe).join("\n") : `No one is ${nameOf(role)}.`;
}
