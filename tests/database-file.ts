// The database file of a server, opened beside it by a test.
import { openLocal } from "db/local.server";

/** Opens a database file as the server does, so that no connection of a test copies its log by itself. */
export function openDatabaseFile(file: string) {
  return openLocal(`file:${file}`, file, 0);
}
