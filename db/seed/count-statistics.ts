// Recounts the corpus statistics, with or without a running server: `npm run statistics`.
import { countStatistics } from "~/matching/statistics.server";
import { client, openDatabase } from "../client.server";

await openDatabase();
const started = Date.now();
const counted = await countStatistics();
client.close();
if (counted) console.info(`Counted the statistics in ${Math.round((Date.now() - started) / 1000)} s.`);
else {
  console.error("Another process is already counting.");
  process.exitCode = 1;
}
