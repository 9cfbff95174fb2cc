// A connection to a database file that keeps its prepared statements. The driver's client prepares every statement anew,
// which takes longer than running most of them, and throws an exception for each write.
import {
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Row,
  type Value,
} from "@libsql/client";
import Database from "libsql";
import { CLOSED } from "./errors.server";
import { openFile } from "./write-ahead-log.server";

/** How many statements are kept. Each holds some tens of kilobytes. */
const MAX_STATEMENTS = 200;

type Prepared = {
  run: (args: unknown) => ResultSet;
  /** The shape of its arguments. With fewer arguments, the driver would reuse the last value of a missing one. */
  shape: string;
};

export type Connection = {
  /** Runs one statement; throws a LibsqlError. */
  execute: (statement: BatchStatement) => ResultSet;
  /** Runs statements in the transaction in progress; throws a LibsqlBatchError, with those before it done. */
  executeAll: (statements: readonly BatchStatement[]) => ResultSet[];
  /** Reads in one transaction, so that all statements see one moment; throws a LibsqlBatchError. */
  read: (statements: readonly BatchStatement[]) => ResultSet[];
  /** Whether a transaction is in progress: some errors, such as a full disk, end it. */
  isInTransaction: () => boolean;
  close: () => void;
};

/** Reads a database, through its file or its server. */
export type Reader = {
  execute: (statement: InStatement) => Promise<ResultSet>;
  batch: (statements: BatchStatement[]) => Promise<ResultSet[]>;
};

export type BatchStatement = InStatement | [sql: string, args?: InArgs];

/** Opens a connection, whose statements wait `lockMs` while the database is locked, and then fail. Throws a LibsqlError. */
export function openConnection(file: string, lockMs = 0): Connection {
  const database = open(file, lockMs);
  const statements = new Map<string, Prepared>();
  let isOpen = true;

  function execute(statement: BatchStatement): ResultSet {
    if (!isOpen) throw new LibsqlError("The connection is closed", CLOSED);
    const { sql, args = [] } = toObject(statement);
    const [values, shape] = readArgs(args);
    let prepared = statements.get(sql);
    // Moved to the end, so that the least recently used statement is the first.
    statements.delete(sql);
    try {
      if (prepared?.shape !== shape) prepared = prepare(database, sql, shape);
      const result = prepared.run(values);
      statements.set(sql, prepared);
      return result;
    } catch (error) {
      throw toLibsqlError(error);
    } finally {
      if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? "");
    }
  }

  function executeAll(all: readonly BatchStatement[]): ResultSet[] {
    return all.map((statement, index) => {
      try {
        return execute(statement);
      } catch (error) {
        if (!(error instanceof LibsqlError)) throw error;
        const { message, code, extendedCode, rawCode } = error;
        throw new LibsqlBatchError(message, index, code, extendedCode, rawCode, error);
      }
    });
  }

  return {
    execute,
    executeAll,
    read(all) {
      execute("begin");
      try {
        return executeAll(all);
      } finally {
        if (database.inTransaction) execute("rollback");
      }
    },
    isInTransaction: () => isOpen && database.inTransaction,
    close() {
      if (!isOpen) return;
      isOpen = false;
      statements.clear();
      database.close();
    },
  };
}

function open(file: string, lockMs: number): Database.Database {
  try {
    return openFile(file, lockMs);
  } catch (error) {
    throw toLibsqlError(error);
  }
}

function toObject(statement: BatchStatement): { sql: string; args?: InArgs } {
  if (typeof statement === "string") return { sql: statement };
  return Array.isArray(statement) ? { sql: statement[0], args: statement[1] } : statement;
}

function prepare(database: Database.Database, sql: string, shape: string): Prepared {
  const statement = database.prepare(sql);
  if (!statement.reader) {
    const run = (args: unknown): ResultSet => {
      const { changes, lastInsertRowid } = statement.run(args);
      return toResult([], [], changes, BigInt(lastInsertRowid));
    };
    return { run, shape };
  }
  statement.raw(true);
  const columns = statement.columns().map(({ name }) => name);
  const ResultRow = createRowType(columns);
  const run = (args: unknown) => {
    const rows = statement.all(args) as Value[][];
    return toResult(columns, rows.map((values) => new ResultRow(values)) as unknown as Row[], 0);
  };
  return { run, shape };
}

function toResult(columns: string[], rows: Row[], rowsAffected: number, lastInsertRowid?: bigint): ResultSet {
  const result = { columns, columnTypes: [], rows, rowsAffected, lastInsertRowid };
  return { ...result, toJSON: () => result };
}

/** The class of a statement's rows, which are read by position or by name; the first column of a name counts. */
function createRowType(columns: string[]) {
  class ResultRow {
    readonly #values: Value[];
    [name: string]: Value;

    constructor(values: Value[]) {
      this.#values = values;
      for (const [index, name] of named) this[name] = values[index] ?? null;
    }

    static valuesOf(row: ResultRow) {
      return row.#values;
    }
  }
  const { prototype, valuesOf } = ResultRow;
  Object.defineProperty(prototype, "length", { value: columns.length });
  for (const index of columns.keys()) {
    Object.defineProperty(prototype, index, {
      get(this: ResultRow) {
        return valuesOf(this)[index];
      },
    });
  }
  const named = [...columns.entries()].filter(
    ([index, name]) => columns.indexOf(name) === index && !(name in prototype),
  );
  return ResultRow;
}

/** The arguments in the driver's form, and their shape. */
function readArgs(args: InArgs): [values: unknown, shape: string] {
  if (Array.isArray(args)) return [args.map(toSql), String(args.length)];
  const entries = Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ""), toSql(value)]);
  return [Object.fromEntries(entries), entries.map(([name]) => name).join()];
}

function toSql(value: InValue | undefined): unknown {
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
    throw new TypeError(`${value} cannot be stored`);
  if (typeof value === "boolean") return Number(value);
  return value instanceof Date ? value.getTime() : value;
}

function toLibsqlError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { message, code, rawCode } = error;
  return new LibsqlError(message, code.split("_").slice(0, 2).join("_"), code, rawCode, error);
}
