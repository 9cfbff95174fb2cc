// Loaded into the server with --import: appends every SQL statement that runs to the file that STATEMENT_LOG names.
import { appendFileSync } from "node:fs";
import Database from "libsql";

const { prepare } = Database.prototype;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  for (const name of ["all", "run"]) {
    const run = statement[name];
    statement[name] = function (...args) {
      appendFileSync(process.env.STATEMENT_LOG, `${sql.replaceAll("\n", " ")}\n`);
      return run.apply(this, args);
    };
  }
  return statement;
};
