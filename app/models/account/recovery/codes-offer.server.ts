// The offer of recovery codes to a member who has none.
import { db } from "db/client.server";
import { account } from "db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { CodesOffer } from "./recovery";
import { countRecoveryCodes } from "./recovery-codes.server";

/** Offers recovery codes once; null from then on, and for an account that has some. */
export async function offerCodes(accountId: string): Promise<CodesOffer | null> {
  if (await countRecoveryCodes(accountId)) return null;
  const [owner] = await db
    .update(account)
    .set({ codesOfferedAt: new Date() })
    .where(and(eq(account.id, accountId), isNull(account.codesOfferedAt)))
    .returning({ confirmedAt: account.emailConfirmedAt });
  return owner ? { isEmailProven: owner.confirmedAt !== null } : null;
}
