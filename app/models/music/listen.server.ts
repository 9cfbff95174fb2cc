// The service that a member's songs open in first.
import { db } from "db/client.server";
import type { ListenChoice } from "db/column-types";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";

export type Listening = { service: ListenChoice | null };

/** Saves a member's service. Refuses more than 60 changes of settings an hour (too-many). */
export async function saveListening(memberId: number, { service }: Listening): Promise<Listening> {
  await consumeRateLimit("settings", memberId);
  await db.update(member).set({ listenService: service }).where(eq(member.id, memberId));
  return { service };
}
