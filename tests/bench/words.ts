// Searches among one member's 100,000 messages, beside as many of others, and what the index of their words costs: those
// who post, and the deletion of conversations.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "db/seed/seeded-random";
import { listKnownArtists } from "~/matching/known-artists.server";
import { DELETE_BATCH } from "~/models/conversation/message-deletion.server";
import { openDatabaseFile } from "../database-file";
import { PORT, reportLoopDelay, type SignedIn, withFreshServer } from "./fresh-server";
import { percentile, toMegabytes } from "./measurements";
import { countPerSecond, createPost } from "./posts";

const MEMBERS = 400;
const FIRST_ID = 1000;
const PARTNERS = 100;
const MESSAGES = 100_000;
const MESSAGES_OF_OTHERS = 100_000;
const BATCH = 2000;
const ROUNDS = 6;
const SEARCHES = 40;
const DELETIONS = 40;
/** The most of the main thread's time that a search may take. */
const LIMIT_MS = 20;

const COMMON = "the and you to of it that is on for this in heard have song a record my so é".split(" ");

const show = (times: number[]) => [0.5, 0.95].map((share) => percentile(times, share).toFixed(1)).join("/");

type Posts = { rate: number; ms: number };
type Saying = { id: string; conversationId: string; senderId: number; content: string };

/** Prints how much slower posts are with the index, and the main thread's time of searches of each kind. Linux only. */
export async function measureWords() {
  await withFreshServer(MEMBERS, async (server, members, dataDir) => {
    const file = `${dataDir}/b-side.sqlite`;
    await fill(file);
    await untilIndexed(server, file);
    await comparePosts(server, members, file);
    await measureSearches(server, members[0] as SignedIn);
    await measureDeletions(file);
  });
}

/** Adds the conversations of the first member, whose messages stand among those of all others. */
async function fill(file: string) {
  const database = openDatabaseFile(file);
  const now = Date.now();
  await database.execute(
    `insert into conversation (id, low_id, high_id, started_by, accepted_at, created_at)
      with recursive n(i) as (select 2 union all select i + 1 from n where i < ${PARTNERS})
      select 'with-' || i, ${FIRST_ID}, ${FIRST_ID} + i, ${FIRST_ID}, ${now}, ${now} from n`,
  );
  const random = seededRandom(7);
  const vocabulary = listWords(random);
  const share = MESSAGES / (MESSAGES + MESSAGES_OF_OTHERS);
  const began = performance.now();
  for (let number = 0; number < MESSAGES + MESSAGES_OF_OTHERS; number += BATCH) {
    const sayings = Array.from({ length: BATCH }, (_, i) =>
      say(number + i, random() < share, vocabulary, random),
    );
    await database.execute({
      sql: `insert into message (id, conversation_id, sender_id, content, created_at)
        select value ->> 'id', value ->> 'conversationId', value ->> 'senderId', value ->> 'content', ${now}
        from json_each(?)`,
      args: [JSON.stringify(sayings)],
    });
  }
  database.close();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.info(`\n${MESSAGES + MESSAGES_OF_OTHERS} messages in ${seconds} s`);
}

/** Waits until the server has indexed all messages, as after an upgrade, and prints how big the index is. */
async function untilIndexed(server: ChildProcess, file: string) {
  const database = openDatabaseFile(file);
  const began = performance.now();
  await reportLoopDelay(server);
  while ((await database.execute("select 1 from unindexed_message limit 1")).rows.length) await pause(100);
  const { busyMs } = await reportLoopDelay(server);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { rows } = await database.execute(
    "select iif(name like 'message_words%', 'index', name) as part, sum(pgsize) as bytes from dbstat where name like 'message_words%' or name = 'message' group by part",
  );
  database.close();
  const sizes = rows.map(({ part, bytes }) => `${part} ${toMegabytes(Number(bytes))} MB`).join(", ");
  console.info(`indexed ${seconds} s later, computing at most ${busyMs.toFixed(1)} ms; ${sizes}`);
}

/** Words as members use them: few very often, many rarely, with accents. */
function listWords(random: Random): string[] {
  const names = listKnownArtists().flatMap(({ name }) => name.match(/[\p{L}\p{M}]{2,}/gu) ?? []);
  const distinct = [...new Set(names)];
  return [...COMMON, ...distinct.sort(() => random() - 0.5)];
}

function say(number: number, isOwn: boolean, vocabulary: string[], random: Random): Saying {
  const pick = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] as string;
  const words = Array.from({ length: 4 + Math.floor(random() * 16) }, pick);
  // A word of one message, and one that all others say.
  words.push(`x${number}`, isOwn ? "mine" : "theirs");
  const partner = isOwn ? 2 + Math.floor(random() * (PARTNERS - 1)) : 0;
  const pair = PARTNERS + Math.floor((random() * (MEMBERS - 2 * PARTNERS)) / 2);
  const conversationId = isOwn ? `with-${partner}` : `conversation-${pair}`;
  const senderId = FIRST_ID + (isOwn ? (number % 2) * partner : 2 * pair + (number % 2));
  return { id: `message-${number}`, conversationId, senderId, content: words.join(" ") };
}

/**
 * Prints the posts of 16 clients a second, and the main thread's time for each, with and without the trigger that lets the
 * index have them, in alternating rounds.
 */
async function comparePosts(server: ChildProcess, members: SignedIn[], file: string) {
  const database = openDatabaseFile(file);
  const { rows } = await database.execute(
    "select sql from sqlite_master where name = 'message_words_insert'",
  );
  const trigger = String(rows[0]?.sql);
  const { agent, post } = createPost(members.slice(2 * PARTNERS));
  const measure = async () => {
    const [began, before] = [performance.now(), readMainThread(server)];
    const rate = await countPerSecond(post);
    const count = (rate * (performance.now() - began)) / 1000;
    return { rate, ms: (readMainThread(server) - before) / count };
  };
  await measure();
  const rounds: { indexed: Posts; plain: Posts }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const indexed = await measure();
    await database.execute("drop trigger message_words_insert");
    const plain = await measure();
    await database.execute(trigger);
    rounds.push({ indexed, plain });
  }
  agent.destroy();
  database.close();
  const median = (read: (round: { indexed: Posts; plain: Posts }) => number) =>
    percentile(rounds.map(read), 0.5).toPrecision(3);
  console.info(
    `posts a second: ${median(({ indexed }) => indexed.rate)} with the index, ${median(({ plain }) => plain.rate)} without: ` +
      `${median(({ indexed, plain }) => indexed.rate / plain.rate)}`,
  );
  console.info(
    `ms of the main thread for each: ${median(({ indexed }) => indexed.ms)} and ${median(({ plain }) => plain.ms)}: ` +
      `${median(({ indexed, plain }) => plain.ms / indexed.ms)}`,
  );
}

async function measureSearches(server: ChildProcess, { cookie }: SignedIn) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const names = ["Björk", "Sigur Rós", "BEYONCE", "motorhead", "Ágætis"];
  const pick = (list: string[]) => (i: number) => list[i % list.length] as string;
  const kinds: Record<string, (i: number) => string> = {
    "a common word": pick(COMMON),
    "two common words": (i) => `${pick(COMMON)(i)} ${pick(COMMON)(i + 3)}`,
    "a word of one message": (i) => `x${i * 7919}`,
    "a word that only others say": () => "theirs",
    "the start of two letters": pick(["th", "re", "be", "so", "ma"]),
    "the start of four letters": pick(["hear", "reco", "them", "john"]),
    "the start of five letters": pick(["recor", "heard", "their", "micha"]),
    "a name with or without accents": pick(names),
  };
  const all: number[] = [];
  console.info(`ms of the main thread for a search, median/p95 of ${SEARCHES}`);
  for (const path of ["/api/messages/search", "/messages/search"]) {
    for (const [kind, queryOf] of Object.entries(kinds)) {
      const times: number[] = [];
      for (let i = 0; i < SEARCHES; i++) {
        const query = new URLSearchParams({ q: queryOf(i) });
        times.push(await timeOnMainThread(server, () => get(`${path}?${query}`, cookie, agent)));
      }
      all.push(...times);
      console.info(`${path} ${kind}: ${show(times)}`);
    }
  }
  agent.destroy();
  const p95 = percentile(all, 0.95);
  console.info(`all: p95 ${p95.toFixed(1)} ms, ${p95 < LIMIT_MS ? "under" : "NOT under"} ${LIMIT_MS}`);
}

/** Prints how long the statements take that erase ended conversations in the background. */
async function measureDeletions(file: string) {
  const database = openDatabaseFile(file);
  const times: number[] = [];
  for (let i = 0; i < DELETIONS; i++) {
    const began = performance.now();
    await database.execute(
      `delete from message where sequence in (select sequence from message where conversation_id = 'with-2' limit ${DELETE_BATCH})`,
    );
    times.push(performance.now() - began);
  }
  database.close();
  console.info(`ms of deleting ${DELETE_BATCH} messages, median/p95: ${show(times)}`);
}

/** What a request takes of the main thread's time, whatever else runs on the machine. */
async function timeOnMainThread(server: ChildProcess, run: () => Promise<void>): Promise<number> {
  const before = readMainThread(server);
  await run();
  // It is counted when the thread rests.
  await pause(2);
  return readMainThread(server) - before;
}

/** How long the main thread has computed, in ms. */
function readMainThread({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function get(path: string, cookie: string, agent: Agent) {
  const headers = { Host: `127.0.0.1:${PORT}`, Cookie: cookie };
  const [response] = (await once(request({ port: PORT, path, agent, headers }).end(), "response")) as [
    IncomingMessage,
  ];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${path} was answered with ${response.statusCode}`);
}
