// The test server's database and commands, for what no page can do: moving the clock, and links from the console.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createClient } from "@libsql/client";
import { expect, test } from "@playwright/test";

const run = promisify(execFile);

/** Runs a statement that changes at least one row. */
export async function execute(sql: string, ...args: (string | number)[]) {
  const client = createClient({ url: `file:${process.env.TEST_DATA_DIR}/b-side.sqlite`, timeout: 5000 });
  const { rowsAffected } = await client.execute({ sql, args });
  client.close();
  expect(rowsAffected).toBeGreaterThan(0);
}

/** Runs a command of whoever operates the site, and returns what it prints. */
export async function operate(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["build/cli.js", ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: process.env.TEST_DATA_DIR,
      APP_ORIGIN: test.info().project.use.baseURL,
    },
  });
  return stdout.trim();
}
