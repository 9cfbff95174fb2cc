// Keys that are generated once and shared by all machines.
import { db } from "db/client.server";
import { secret } from "db/schema";
import { eq } from "drizzle-orm";

/** The secret with this name; `make` is called if there is none yet, and all machines get the first one that was made. */
export async function getSharedSecret(name: string, make: () => string | Promise<string>): Promise<string> {
  const find = () => db.select().from(secret).where(eq(secret.name, name));
  const [kept] = await find();
  if (kept) return kept.value;
  const value = await make();
  await db.insert(secret).values({ name, value, createdAt: new Date() }).onConflictDoNothing();
  const [first] = await find();
  return first?.value ?? value;
}
