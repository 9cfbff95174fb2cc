// The command that makes invitations to join.
import { client, openDatabase } from "db/client.server";
import { INVITATION_DAYS } from "~/durations";
import { env } from "~/env.server";
import { CODES_MAX, joinPath } from "~/models/account/invitation/invitation";
import { addOperatorInvitations } from "~/models/account/invitation/invitation.server";
import { amountInput } from "~/models/account/invitation/invitation-schema";
import { Refusal } from "~/refusal";

/** Makes one invitation, or as many as the argument says, and returns their links. Refuses anything else (invalid). */
export async function runInviteCommand([amount = "1", ...others]: string[]): Promise<string> {
  const input = amountInput.safeParse({ amount });
  if (!input.success || others.length)
    throw new Refusal("invalid", `Usage: npm run invite -- [1 to ${CODES_MAX}]`);
  await openDatabase();
  try {
    const codes = await addOperatorInvitations(input.data.amount);
    const links = codes.map((code) => `${env.origin}${joinPath(code)}`).join("\n");
    return `${links}\nEach works once and expires in ${INVITATION_DAYS} days.`;
  } finally {
    client.close();
  }
}
