// A database's progress, by its outbox, to recognize a database that was put back to an earlier state.
import type { Reader } from "./connection.server";

/** An outbox event and when it was added, 0 if unknown. Only a restored database reuses ids. */
export type HistoryMark = { id: number; createdAt: number };

type History = {
  /** The newest event; undefined without events or without an outbox. */
  newest: HistoryMark | undefined;
  /** The last event ever added; its time is unknown if it has been deleted. */
  last: HistoryMark;
  /** False if this history cannot contain the mark. An event that was deleted since is no contradiction. */
  containsMark: boolean;
};

const SELECT_HISTORY = `
  select
    (select seq from sqlite_sequence where name = 'outbox') as last_id,
    (select created_at from outbox where id = ?) as mark_created_at,
    (select max(id) from outbox) as newest_id,
    (select created_at from outbox order by id desc limit 1) as newest_created_at`;

/** Reads a database's newest event, and whether its history contains `mark`, which was read earlier or from a replica. */
export async function readHistory(client: Pick<Reader, "execute">, mark?: HistoryMark): Promise<History> {
  const { rows } = await client
    .execute({ sql: SELECT_HISTORY, args: [mark?.id ?? 0] })
    .catch((error: Error) => {
      // The database was never migrated.
      if (/no such table/.test(error.message)) return { rows: [] };
      throw error;
    });
  const [row] = rows;
  if (!row) return { newest: undefined, last: { id: 0, createdAt: 0 }, containsMark: mark === undefined };
  const times = [row.mark_created_at, mark?.createdAt];
  const isSameEvent = times[0] === times[1] || times.includes(null) || times.includes(0);
  const newest = row.newest_id
    ? { id: Number(row.newest_id), createdAt: Number(row.newest_created_at) }
    : undefined;
  const lastId = Number(row.last_id);
  return {
    newest,
    last: newest?.id === lastId ? newest : { id: lastId, createdAt: 0 },
    containsMark: mark === undefined || (lastId >= mark.id && isSameEvent),
  };
}
