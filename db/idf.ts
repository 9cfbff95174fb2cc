// Counts listeners anew, beside a running server or without one: `npm run idf`.
import { recount } from "~/matching/census.server";
import { client, openDatabase } from "./client.server";

await openDatabase();
const started = Date.now();
const counted = await recount();
client.close();
if (counted) console.info(`Listeners are counted anew (${Math.round((Date.now() - started) / 1000)} s).`);
else {
  console.error("Another process is counting already.");
  process.exitCode = 1;
}
