// The unit that a member reads distances in.
import { db } from "db/client.server";
import type { DistanceUnit } from "db/column-types";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { distanceUnitOf } from "./distance";
import type { Member } from "./member.server";

export type Distances = { unit: DistanceUnit | null };

/** Saves a member's unit. Refuses more than 60 changes of settings an hour (too-many). */
export async function saveDistances(memberId: number, { unit }: Distances): Promise<Distances> {
  await consumeRateLimit("settings", memberId);
  await db.update(member).set({ distanceUnit: unit }).where(eq(member.id, memberId));
  return { unit };
}

/** The unit in which a page shows distances. */
export function readDistanceUnit(request: Request, { distanceUnit }: Member): DistanceUnit {
  return distanceUnitOf(distanceUnit, request.headers.get("Accept-Language"));
}
