// How often artists are listed. Counted from time to time and frozen in between, so that scores stand still.
import { client, db } from "db/client.server";
import { census, preferences } from "db/schema";
import { eq } from "drizzle-orm";
import { queryBy } from "./query";
import { recountBy } from "./recount";
import { counters, ownsFile } from "./workers.server";

/** A community of so many members is counted in a moment. */
const SMALL = 2000;

const DAY_MS = 24 * 3_600_000;

/** Counts members with preferences and the listeners of every artist; see `recountBy()`. */
export function recount(): Promise<boolean> {
  return recountBy(queryBy(client), async () => undefined);
}

/** Counts anew what was never counted and what is counted in a moment. */
export async function recountAtStart(): Promise<void> {
  if ((await ageOfCensus()) === Number.POSITIVE_INFINITY || (await isSmall())) await recount();
}

/** Counts anew a census that is older than a day, beside everything else. */
export async function recountDaily(): Promise<void> {
  if ((await ageOfCensus()) < DAY_MS) return;
  await (ownsFile && !(await isSmall()) ? counters.run({ name: "recount" }) : recount());
}

async function isSmall(): Promise<boolean> {
  return (await db.$count(preferences)) <= SMALL;
}

async function ageOfCensus(): Promise<number> {
  const [current] = await db.select().from(census).where(eq(census.isCurrent, true));
  return current ? Date.now() - current.countedAt.getTime() : Number.POSITIVE_INFINITY;
}
