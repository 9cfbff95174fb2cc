// Who a member says they are: gender and age, corrected so rarely that nobody tries others on to see whom they find.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import { CORRECTION_DAYS, DAY_MS } from "~/durations";
import { Refusal } from "~/refusal";
import { CORRECTIONS } from "./wishes";

const PERIOD_MS = CORRECTION_DAYS * DAY_MS;
const { identityChanges, genderSaidAt } = member;

const day = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

type Identity = Pick<typeof member.$inferSelect, "gender" | "genderWords"> | { age: number };

/**
 * The columns to set and the condition for a change of who a member is, at `now` in ms: what was said before can be
 * corrected twice in 30 days, and saying it for the first time or again is no correction.
 */
export function identityChange(to: Identity, now: number): { columns: Record<string, SQL>; isAllowed: SQL } {
  const isCorrection =
    "age" in to
      ? sql`(${member.age} is not null and ${member.age} <> ${to.age})`
      : sql`(${genderSaidAt} is not null
          and (${member.gender} is not ${to.gender} or ${member.genderWords} is not ${to.genderWords}))`;
  const recent = sql`json_each(coalesce(${identityChanges}, '[]')) where value > ${now - PERIOD_MS}`;
  const said: Record<string, SQL> =
    "age" in to
      ? {}
      : { genderSaidAt: sql`coalesce(${genderSaidAt}, iif(${to.gender} is null, null, ${now}))` };
  return {
    columns: {
      ...said,
      identityChanges: sql`(select json_group_array(value) from (
        select value from ${recent} union all select ${now} where ${isCorrection}))`,
    },
    isAllowed: sql`(not ${isCorrection} or (select count(*) from ${recent}) < ${CORRECTIONS})`,
  };
}

/** The refusal of a third correction, at the field it is about. */
export async function correctionRefusal(
  memberId: number,
  field: "age" | "gender",
  now: number,
): Promise<Refusal> {
  const [row] = await db.select({ changes: identityChanges }).from(member).where(eq(member.id, memberId));
  const recent = (row?.changes ?? []).filter((at) => at > now - PERIOD_MS);
  const opens = Math.min(...recent, now) + PERIOD_MS;
  // Rounded up to a day that is certainly late enough.
  const date = day.format(opens + DAY_MS);
  const message = `You've corrected your age or gender twice in ${CORRECTION_DAYS} days. You can change it again on ${date}.`;
  return new Refusal("too-many", message, { [field]: message }, Math.ceil((opens - now) / 1000));
}
