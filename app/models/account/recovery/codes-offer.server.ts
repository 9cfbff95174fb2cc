// The offer of recovery codes to a member who has none.
import { db } from "db/client.server";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import type { CodesOffer } from "./recovery";
import { countRecoveryCodes } from "./recovery-codes.server";

/** Offers recovery codes, also once all are used or void; null for an account that has some. */
export async function offerCodes(accountId: string): Promise<CodesOffer | null> {
  if (await countRecoveryCodes(accountId)) return null;
  const [owner] = await db
    .select({ confirmedAt: account.emailConfirmedAt })
    .from(account)
    .where(eq(account.id, accountId));
  return owner ? { isEmailProven: owner.confirmedAt !== null } : null;
}
