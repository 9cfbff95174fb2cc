// Outside services without their pace of one request a second, for tests that are not about it.
import { client } from "db/client.server";

const CHANGES = ["insert", "update"];

/** Gives out every turn at an outside service at once. */
export async function freeTurns() {
  for (const change of CHANGES)
    await client.execute(
      `create trigger free_turn_after_${change} after ${change} on service_pace
        begin update service_pace set next_at = 0 where service = new.service; end`,
    );
}

/** Lets members wait for their turns again. */
export async function countTurns() {
  for (const change of CHANGES) await client.execute(`drop trigger free_turn_after_${change}`);
}
