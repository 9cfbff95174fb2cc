// The commands that change the database of a deployment: accounts, invitations, moderators and operators.
import { client, openDatabase } from "db/client.server";
import type { StaffRole } from "db/column-types";
import { INVITATION_DAYS, RESET_MINUTES } from "~/durations";
import { env } from "~/env.server";
import { CODES_MAX, joinPath } from "~/models/account/invitation/invitation";
import { addOperatorInvitations } from "~/models/account/invitation/invitation.server";
import { amountInput } from "~/models/account/invitation/invitation-schema";
import { makeResetLink } from "~/models/account/recovery/reset-link.server";
import { removeAuthenticatorOf } from "~/models/account/second-factor/authenticator.server";
import { fullNameOf } from "~/models/public-member";
import { addStaff, listStaff, nameOf, removeStaff } from "~/models/safety/staff/staff.server";
import { Refusal } from "~/refusal";

/** Runs `reset EMAIL` or `remove-authenticator EMAIL` and returns what to print. Refuses anything else (invalid). */
export async function runAccountCommand([action, email]: string[]): Promise<string> {
  if (!["reset", "remove-authenticator"].includes(action ?? "") || !email)
    throw new Refusal("invalid", "Usage: npm run account -- reset|remove-authenticator EMAIL");
  return withDatabase(async () => {
    if (action === "remove-authenticator") {
      await removeAuthenticatorOf(email);
      return `${email} no longer needs a code to sign in. The password is unchanged.`;
    }
    return `${await makeResetLink(email)}\nThis link sets a new password. It works once and expires in ${RESET_MINUTES} minutes.`;
  });
}

/** Makes one invitation, or as many as the argument says, and returns their links. Refuses anything else (invalid). */
export async function runInviteCommand([amount = "1", ...others]: string[]): Promise<string> {
  const input = amountInput.safeParse({ amount });
  if (!input.success || others.length)
    throw new Refusal("invalid", `Usage: npm run invite -- [1 to ${CODES_MAX}]`);
  return withDatabase(async () => {
    const codes = await addOperatorInvitations(input.data.amount);
    const links = codes.map((code) => `${env.origin}${joinPath(code)}`).join("\n");
    return `${links}\nEach works once and expires in ${INVITATION_DAYS} days.`;
  });
}

/** Runs `add EMAIL`, `remove EMAIL` or `list` for a role and returns what to print. Refuses anything else (invalid). */
export async function runStaffCommand(
  role: StaffRole,
  [action, email, ...others]: string[],
): Promise<string> {
  const change = { add: addStaff, remove: removeStaff }[action ?? ""];
  const isComplete = action === "list" ? !email : change && email && !others.length;
  if (!isComplete) throw new Refusal("invalid", `Usage: npm run ${role} -- add EMAIL | remove EMAIL | list`);
  return withDatabase(async () => {
    if (!change || !email) return describeAll(role, await listStaff(role));
    const person = await change(email, role);
    return `${describe(person)} is ${action === "add" ? "now" : "no longer"} ${nameOf(role)}.`;
  });
}

async function withDatabase(run: () => Promise<string>): Promise<string> {
  await openDatabase();
  try {
    return await run();
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
