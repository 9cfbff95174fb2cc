// Loaded into the server with --import: appends every SQL statement to the file that STATEMENT_LOG names.
import { appendFileSync } from "node:fs";
import Database from "libsql";

const { prepare } = Database.prototype;
Database.prototype.prepare = function (sql) {
  appendFileSync(process.env.STATEMENT_LOG, `${sql.replaceAll("\n", " ")}\n`);
  return prepare.call(this, sql);
};
