// What members search for in a simulation, and whether the index has the words of each message once.
import { openFile } from "db/write-ahead-log.server";
import { env } from "~/env.server";
import { messageSearchQuery } from "~/models/conversation/search/message-search";
import { indexMessages, searchMessages } from "~/models/conversation/search/message-search.server";
import type { Kind } from "./steps";

export const searchKinds = {
  search: {
    weight: 12,
    predict: (model, { who, text }) => model.search(who, text),
    take: async ({ me }, { text }) => {
      const lines: string[] = [];
      for (let query: object | undefined = {}; query; ) {
        const { found, next } = await searchMessages(me, messageSearchQuery.parse({ q: text, ...query }));
        lines.push(
          ...found.map(({ partner, senderId, excerpt }) => {
            const words = excerpt.map((part) => part.text).join("");
            return `${partner.firstName}: ${senderId === String(me) ? "I" : "they"}: ${words}`;
          }),
        );
        query = next;
      }
      return lines.sort();
    },
  },
  index: {
    weight: 4,
    predict: () => undefined,
    take: async () => {
      while (await indexMessages());
    },
  },
} satisfies Record<string, Kind>;

/** Throws unless each message is in the index or waits for it, and nothing else is in it. */
export function checkIndex() {
  // A connection that was open before another first erased something takes what that has left for damage.
  const database = openFile(env.databaseFile ?? "", 5000);
  try {
    database.exec("insert into message_words (message_words) values ('integrity-check')");
    const wrong = database
      .prepare(
        `select sequence from
          (select id as sequence from message_words_content union all select sequence from unindexed_message)
          full join message using (sequence) group by sequence having count(message.id) <> 1`,
      )
      .all();
    if (wrong.length) throw new Error(`Messages are not in the index once: ${JSON.stringify(wrong)}`);
  } finally {
    database.close();
  }
}
