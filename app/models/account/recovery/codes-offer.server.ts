// Whether a member should be offered recovery codes.
import { db } from "db/client.server";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import type { CodesOffer } from "./recovery";
import { countRecoveryCodes } from "./recovery.server";

/** What to say when recovery codes are offered; null for an account that has some. */
export async function getCodesOffer(accountId: string): Promise<CodesOffer | null> {
  if (await countRecoveryCodes(accountId)) return null;
  const [owner] = await db
    .select({ confirmedAt: account.emailConfirmedAt })
    .from(account)
    .where(eq(account.id, accountId));
  return owner ? { isEmailProven: owner.confirmedAt !== null } : null;
}
