// Apart from the other tests of quotes: the driver never ends a write that it has explained.
import { client, db } from "db/client.server";
import { transaction } from "db/transaction.server";
import { expect, test } from "vitest";
import {
  eraseQuotedAnswers,
  hideQuotedAnswers,
} from "~/models/conversation/profile-quote/profile-quote.server";
import { selectWithSubjects } from "~/models/notification/notification-subjects.server";
import { addMember } from "../../cast";
import { plansOf } from "../../matching/plans";

test("the quotes of a member's answers are found without a look at their other messages", async () => {
  const ada = await addMember("Ada");
  const plan = await plansOf(async () => {
    await transaction((tx) => hideQuotedAnswers(tx, ada.id, "answer", true));
    await db.batch(eraseQuotedAnswers(ada.id));
  });
  const steps = plan.filter((step) => /(SCAN|SEARCH) message/.test(step));
  expect(new Set(steps)).toEqual(
    new Set([
      "SEARCH message USING INDEX message_profile_quote (conversation_id=?)",
      "SEARCH message_version USING INDEX message_version_message (message_id=?)",
      "SEARCH message USING INDEX message_changed (conversation_id=?)",
    ]),
  );
});

test("the quote of a notification is found by their index, whatever values the statement gets", async () => {
  const { sql, params } = selectWithSubjects(1, undefined, 10).toSQL();
  const plan = await client.execute({ sql: `explain query plan ${sql}`, args: params.map(() => null) });
  expect(plan.rows.map(({ detail }) => detail)).toContain(
    "SEARCH message USING INDEX message_profile_quote (conversation_id=?)",
  );
});
