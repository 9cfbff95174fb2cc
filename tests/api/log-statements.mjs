// Loaded before the app, or into a server with --import: appends every SQL statement that has run to the file that
// STATEMENT_LOG names, and what pragmas return.
import { appendFileSync } from "node:fs";
import Database from "libsql";

/** Pragmas return integers of 64 bits, which JSON doesn't have. */
const toNumber = (_, value) => (typeof value === "bigint" ? Number(value) : value);

const { prepare } = Database.prototype;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  for (const name of ["all", "run"]) {
    const run = statement[name];
    statement[name] = function (...args) {
      const result = run.apply(this, args);
      const returned = /^pragma/i.test(sql) ? ` ${JSON.stringify(result, toNumber)}` : "";
      appendFileSync(process.env.STATEMENT_LOG, `${sql.replaceAll("\n", " ")}${returned}\n`);
      return result;
    };
  }
  return statement;
};
