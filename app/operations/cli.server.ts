// The operator's commands: `node build/cli.js backup FILE`. Bundled separately, so that the image includes them. Each command
// is loaded when it runs: loading the database client creates the file that restoring refuses to overwrite.
import { refusalIn } from "~/refusal";
import { BackupError, requireDatabase } from "./archive.server";

const usage: Record<string, string> = {
  backup: "FILE [--with-pictures]",
  restore: "FILE",
};

const commands: Record<string, (args: string[]) => Promise<string>> = {
  async backup(args) {
    const { createBackup, createScheduledBackup } = await import("./backup.server");
    if (args[0] === "--scheduled") return JSON.stringify(await createScheduledBackup());
    const withPictures = args.includes("--with-pictures");
    const file = fileArgument(
      args.filter((arg) => arg !== "--with-pictures"),
      "backup",
    );
    const { rows, pictures, sha256 } = await createBackup(file, { withPictures });
    return `Backed up ${rows.member} members and ${Object.keys(sha256).length} files (pictures ${pictures}); verified.`;
  },
  async restore(args) {
    const { restoreBackup } = await import("./restore.server");
    const { rows, createdAt } = await restoreBackup(fileArgument(args, "restore"));
    return `Restored ${rows.member} members as of ${createdAt}.`;
  },
  account: async (args) => (await loadCommands()).runAccountCommand(args),
  invite: async (args) => (await loadCommands()).runInviteCommand(args),
  /**
   * Run by the server for an export that it has claimed. The claim comes in EXPORT_CLAIM, because the id is secret and other
   * programs can read arguments.
   */
  async export() {
    await openDeployment();
    const { EXPORT_CLAIM } = process.env;
    if (!EXPORT_CLAIM) throw new BackupError("The server makes exports: ask for one in your settings.");
    const { makeExport } = await import("./export-archive.server");
    return JSON.stringify(await makeExport(JSON.parse(EXPORT_CLAIM)));
  },
  async "check-scores"(args) {
    const { runCheckScoresCommand } = await import("./check-scores-command.server");
    return runCheckScoresCommand(args);
  },
  moderator: async (args) => (await loadCommands()).runStaffCommand("moderator", args),
  operator: async (args) => (await loadCommands()).runStaffCommand("operator", args),
};

async function loadCommands() {
  await openDeployment();
  return import("./database-commands.server");
}

/** Throws a BackupError without a database. */
async function openDeployment() {
  const { env } = await import("~/env.server");
  requireDatabase(env.databaseFile);
}

function fileArgument([file, ...others]: string[], command: string): string {
  if (!file || file.startsWith("--") || others.length)
    throw new BackupError(`Usage: npm run ${command} -- ${usage[command]}`);
  return file;
}

/** A message for errors with a cause outside this program; undefined for bugs. */
function explain(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message;
  const refusal = refusalIn(error);
  if (refusal) return refusal.message;
  // System and database errors have a code.
  const hasCode = error instanceof Error && "code" in error;
  return hasCode ? `That failed: ${error.message}.` : undefined;
}

const [command = "", ...args] = process.argv.slice(2);
try {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new BackupError(`Usage: node build/cli.js ${Object.keys(commands).join(" | ")}`);
  console.info(await run(args));
} catch (error) {
  const explained = explain(error);
  if (explained === undefined) throw error;
  console.error(explained);
  process.exitCode = 1;
}
