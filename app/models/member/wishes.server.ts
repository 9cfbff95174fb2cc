// Whom members would like to meet: edited by themselves, and shown to others if they want.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { updateCandidate } from "~/matching/candidate.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import type { Member } from "./member.server";
import type { OwnWishes, Wishes } from "./wishes";

/** Saves whom a member would like to meet; every search from now on follows it. Refuses the eleventh change in a day (too-many). */
export async function saveWishes(memberId: number, input: OwnWishes): Promise<OwnWishes> {
  await consumeRateLimit("wishes", memberId);
  const change = { ...input, meets: input.meets.length ? input.meets : null };
  await db.batch([
    db.update(member).set(change).where(eq(member.id, memberId)),
    ...updateCandidate(memberId),
  ]);
  return input;
}

/** A member's own wishes as stored. */
export function readOwnWishes(row: Member): OwnWishes {
  return { ...readWishes(row), showsWishes: row.showsWishes };
}

/** What others see of a member's wishes; undefined unless the member shows them. */
export function readShownWishes(row: Member): Wishes | undefined {
  return row.showsWishes ? readWishes(row) : undefined;
}

function readWishes({ gender, genderWords, meets, meetAgeMin, meetAgeMax, purpose }: Member): Wishes {
  return { gender, genderWords, meets: meets ?? [], meetAgeMin, meetAgeMax, purpose };
}
