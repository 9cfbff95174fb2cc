// Members far from the primary: with read-only machines near them, and with one machine far away that does everything.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, openBrowser } from "../../tests/api/client";
import { completeProfile, makeConversation, type Person, signIn, signUp } from "../../tests/api/people";
import { startRegions } from "../../tests/api/regions";
import { type RunningServer, startServer } from "../../tests/api/server";
import { openStream } from "../../tests/api/stream";
import { startRelay } from "../../tests/fakes/relay";
import { percentile } from "./measurements";

const ROUND_TRIPS_MS = [0, 30, 100, 280];
const ROUNDS = 15;
const SIGN_INS = 5;
const POSTS_PER_SECOND = 20;
const SECONDS = 10;

/** Prints a line for each distance and setup. Needs a build and the libSQL server that the tests use. */
export async function measureRegions() {
  console.info(
    "\nmedians in ms; p95 of events: from a post to its event; sign-outs: until another browser's session has ended",
  );
  console.info(
    "round trip | way | pages | page after a post | post | sign-in | events p50, p95 | sign-outs p95",
  );
  for (const roundTripMs of ROUND_TRIPS_MS) {
    await measureOneMachine(roundTripMs);
    await measureReaders(roundTripMs);
  }
}

async function measureReaders(roundTripMs: number) {
  const regions = await startRegions({ roundTripMs });
  const row = await measure(regions.everywhere, regions.readers[0] as RunningServer);
  print(roundTripMs, "read at home", row);
  await regions.stop();
}

async function measureOneMachine(roundTripMs: number) {
  const server = await startServer({ APP_ORIGIN: "http://b-side.example:8080" });
  const relay = await startRelay(server.address, roundTripMs);
  const far = { ...server, address: relay.address };
  print(roundTripMs, "one machine", await measure(far, far));
  relay.close();
  await server.stop();
}

/** Times in ms. `ends`: from a sign-out until a machine refuses a copy of the session. */
type Row = Record<"pages" | "after" | "posts" | "signIns" | "ends" | "events", number[]>;

function print(roundTripMs: number, way: string, { pages, after, posts, signIns, events, ends }: Row) {
  const [median, late] = [0.5, 0.95].map((share) => (times: number[]) => percentile(times, share).toFixed(0));
  const figures = [pages, after, posts, signIns].map((times) => median?.(times));
  console.info(
    [roundTripMs, way, ...figures, `${median?.(events)}, ${late?.(events)}`, late?.(ends)].join(" | "),
  );
}

/** Measures what a member of `server` sees; `ended` is asked whether their session has ended. */
async function measure(server: RunningServer, ended: RunningServer): Promise<Row> {
  const [ada, ben] = [
    await completeProfile(await signUp(openBrowser(server), "Ada")),
    await completeProfile(await signUp(openBrowser(server), "Ben")),
  ];
  const conversationId = await makeConversation(ada, ben);
  const path = `/api/conversations/${conversationId}/messages`;
  const addresses = ["/", "/discover", "/messages", `/messages/${conversationId}`, "/matches", "/profile"];
  const visit = (one: Browser, address: string) => () => one.get(address, { Accept: "text/html" });
  const post = (content: string, id: string = randomUUID()) => ada.json("POST", path, { id, content });
  const row: Row = { pages: [], after: [], posts: [], signIns: [], ends: [], events: [] };
  for (const address of addresses) await visit(ada, address)();
  // Reading one's own writes is measured separately.
  await pause(1000);
  for (let i = 0; i < ROUNDS; i++)
    for (const address of addresses) row.pages.push(await timeOf(visit(ada, address)));
  for (let i = 0; i < ROUNDS; i++) {
    row.posts.push(await timeOf(() => post(`${i}`)));
    row.after.push(await timeOf(visit(ada, `/messages/${conversationId}`)));
  }
  for (let i = 0; i < SIGN_INS; i++) {
    const browser = openBrowser(server);
    row.signIns.push(await timeOf(() => signIn(browser, ada.email, ada.password)));
    const other = openBrowser(
      ended,
      browser.cookies.filter(({ name }) => name !== "written-frame"),
    );
    while ((await other.get("/api/auth/user")).status !== 200) await pause(10);
    await browser.get("/api/logout", { "Sec-Fetch-Site": "none" });
    const answered = performance.now();
    while ((await other.get("/api/auth/user")).status !== 401) await pause(10);
    row.ends.push(performance.now() - answered);
  }
  row.events = await measureEvents(ben, post);
  return row;
}

async function measureEvents(ben: Person, post: (content: string, id: string) => Promise<Response>) {
  const stream = await openStream(ben);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const watching = setInterval(() => {
    for (const { data } of stream.events.splice(0)) {
      const { id = "" } = (data as { message?: { id: string } }).message ?? {};
      const at = sentAt.get(id);
      if (at !== undefined) delays.push(performance.now() - at);
    }
  }, 2);
  const sending: Promise<Response>[] = [];
  for (let i = 0; i < POSTS_PER_SECOND * SECONDS; i++) {
    const id = randomUUID();
    sentAt.set(id, performance.now());
    sending.push(post(`Message ${i}`, id));
    await pause(1000 / POSTS_PER_SECOND);
  }
  const lost = (await Promise.all(sending)).filter(({ status }) => status !== 201);
  await pause(3000);
  clearInterval(watching);
  stream.disconnect();
  if (lost.length || delays.length !== sentAt.size)
    console.info(`${lost.length} posts failed, ${delays.length} of ${sentAt.size} events came`);
  return delays;
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
