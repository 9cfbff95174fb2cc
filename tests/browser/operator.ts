// The test server's database and commands, for what no page can do: moving the clock, and links from the console.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { openFile } from "db/write-ahead-log.server";

const runProgram = promisify(execFile);

/** Runs a statement; returns how many rows it has changed. */
function run(sql: string, args: (string | number)[] = []): number {
  const database = openFile(`${process.env.TEST_DATA_DIR}/b-side.sqlite`, 5000);
  try {
    return database.prepare(sql).run(args).changes;
  } finally {
    database.close();
  }
}

/** Runs a statement that changes at least one row. */
export async function execute(sql: string, ...args: (string | number)[]) {
  expect(run(sql, args)).toBeGreaterThan(0);
}

/** Holds the jobs that a member starts, as if a machine were doing them; returns the function that lets them go. */
export async function holdJobs(table: "data_export" | "cover_search", memberId: string) {
  const trigger = `hold_${table}_of_${Number(memberId)}`;
  run(`create trigger ${trigger} after insert on ${table} when new.member_id = ${Number(memberId)} begin
    update ${table} set claimed_until = ${Date.now() + 600_000} where member_id = new.member_id; end`);
  return async () => {
    run(`drop trigger ${trigger}`);
    await execute(`update ${table} set claimed_until = 1 where member_id = ?`, memberId);
  };
}

/** Runs an operator's command, and returns what it prints. */
export function operate(...args: string[]): Promise<string> {
  const { baseURL = "" } = test.info().project.use;
  return operateSite({ origin: baseURL, dataDir: process.env.TEST_DATA_DIR ?? "" }, ...args);
}

/** The same for a test's own site. */
export async function operateSite(
  { origin, dataDir }: { origin: string; dataDir: string },
  ...args: string[]
): Promise<string> {
  const { stdout } = await runProgram(process.execPath, ["build/cli.js", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, APP_ORIGIN: origin },
  });
  return stdout.trim();
}
