// Searches right after the viewer has changed their artists, alone and while others change theirs.
import { setTimeout as wait } from "node:timers/promises";
import { client } from "db/client.server";
import { startSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import type { Preferences } from "~/models/music/preferences-schema";
import { percentile } from "./measurements";
import { withSeededServer } from "./pages";

const OTHERS = 50;
const CHANGES_PER_SECOND = 50;
/** How long the server searches before anything is measured: it reads its index meanwhile. */
const WARM_UP_SECONDS = 10;
const SECONDS = 5;
const ROUNDS = 3;
/** What only a member with almost the same artists scores. */
const HIGH_SCORE = 90;

/** Somebody who can change their artists. */
type Changing = { id: number; cookie: string; saved: Preferences };
type Change = (member: Changing, preferences: Preferences) => Promise<void>;
type Found = { id: string; compatibilityScore: number };

/**
 * Prints how long the viewer's searches take over HTTP, and how many of them show the change just before: in turn the viewer
 * takes over the artists of two members who fit, and each must score high in the very next search, and the viewer in
 * theirs. In alternating rounds, alone and beside 50 changes a second by 50 others. All get their artists back. Needs a build; PORT must be free.
 */
export async function measureChanges() {
  await withSeededServer(async (origin, cookie) => {
    const search = async ({ cookie }: { cookie: string }) =>
      (await (await fetch(`${origin}/api/discover`, { headers: { Cookie: cookie } })).json()) as Found[];
    let refused = 0;
    const change: Change = async ({ cookie }, preferences) => {
      const headers = { Cookie: cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
      for (;;) {
        const body = JSON.stringify(preferences);
        const response = await fetch(`${origin}/api/music-preferences`, { method: "POST", headers, body });
        await response.arrayBuffer();
        if (response.ok) return;
        // Another process, such as the one that counts the statistics, may hold the database's lock for too long.
        if (response.status !== 503) throw new Error(`A change was answered with ${response.status}`);
        refused += 1;
        await wait(Number(response.headers.get("Retry-After")) * 1000);
      }
    };

    const viewer = await toChanging(await idOf(origin, cookie), cookie);
    const changed = [viewer];
    try {
      const partners = await choosePartners(viewer, change, search);
      const others = await chooseOthers([viewer.id, ...partners.map(({ id }) => id)]);
      changed.push(...others);
      const end = performance.now() + WARM_UP_SECONDS * 1000;
      while (performance.now() < end) await search(viewer);
      const times = { alone: [] as number[], beside: [] as number[] };
      let [seen, shown, changesOfOthers, besideMs] = [0, 0, 0, 0];
      for (let round = 0; round < ROUNDS; round++) {
        for (const kind of ["alone", "beside"] as const) {
          const ending = new AbortController();
          const changing = kind === "beside" ? changeEvenly(others, change, ending.signal) : 0;
          const started = performance.now();
          for (let turn = 0; performance.now() < started + SECONDS * 1000; turn++) {
            const partner = partners[turn % partners.length] as Changing;
            await change(viewer, partner.saved);
            const began = performance.now();
            const found = await search(viewer);
            times[kind].push(performance.now() - began);
            if (scoreOf(partner, found) >= HIGH_SCORE) seen += 1;
            if (scoreOf(viewer, await search(partner)) >= HIGH_SCORE) shown += 1;
          }
          ending.abort();
          if (kind === "beside") besideMs += performance.now() - started;
          changesOfOthers += await changing;
        }
      }
      const perSecond = Math.round((changesOfOthers * 1000) / besideMs);
      console.info(
        `\nSearches over HTTP, alone and beside ${perSecond} changes a second by ${OTHERS} others`,
      );
      for (const share of [0.5, 0.95]) {
        const [alone, beside] = [percentile(times.alone, share), percentile(times.beside, share)];
        console.info(
          `p${share * 100} ${alone.toPrecision(3)} ms alone, ${beside.toPrecision(3)} ms beside: ${(beside / alone).toPrecision(2)}`,
        );
      }
      const all = times.alone.length + times.beside.length;
      console.info(
        `own changes in the next search: ${seen} of ${all}; in that of the member who fits: ${shown}`,
      );
      console.info(`changes that were refused (503) and sent again: ${refused}`);
    } finally {
      for (const { id, saved } of changed) await savePreferences(id, saved);
    }
  });
}

/** Has each of the others change to another one's artists in turn, evenly, until the end; resolves with how often. */
async function changeEvenly(others: Changing[], change: Change, ending: AbortSignal): Promise<number> {
  const changes: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; !ending.aborted; i++) {
    const untilDue = began + (i * 1000) / CHANGES_PER_SECOND - performance.now();
    if (untilDue > 0) await wait(untilDue);
    const [member, example] = [others[i % OTHERS], others[(i * 7 + 1) % OTHERS]];
    if (member && example) changes.push(change(member, example.saved));
  }
  await Promise.all(changes);
  return changes.length;
}

/** Two members who each score high only while the viewer has their artists. */
async function choosePartners(
  viewer: Changing,
  change: Change,
  search: (member: Changing) => Promise<Found[]>,
): Promise<Changing[]> {
  const partners: Changing[] = [];
  for (const { id } of await search(viewer)) {
    const candidate = await signIn(Number(id));
    await change(viewer, candidate.saved);
    const found = await search(viewer);
    const isDistinct = partners.every((other) => scoreOf(other, found) < HIGH_SCORE);
    const isMutual = scoreOf(viewer, await search(candidate)) >= HIGH_SCORE;
    if (isDistinct && isMutual && scoreOf(candidate, found) >= HIGH_SCORE) partners.push(candidate);
    if (partners.length === 2) return partners;
  }
  throw new Error("The community has no two members to search for");
}

/** Others who have artists, whoever may see them. */
async function chooseOthers(except: number[]): Promise<Changing[]> {
  const { rows } = await client.execute({
    sql: `select member_id as id from preferences where member_id not in (select value from json_each(?))
      order by member_id * 7919 % 1000003 limit ?`,
    args: [JSON.stringify(except), OTHERS],
  });
  return Promise.all(rows.map(({ id }) => signIn(Number(id))));
}

async function signIn(id: number): Promise<Changing> {
  const setCookie = await startSession(new Request(env.origin), id, {});
  return toChanging(id, setCookie.split(";")[0] ?? "");
}

async function idOf(origin: string, cookie: string): Promise<number> {
  const response = await fetch(`${origin}/api/auth/user`, { headers: { Cookie: cookie } });
  return Number(((await response.json()) as { id: string }).id);
}

async function toChanging(id: number, cookie: string): Promise<Changing> {
  const saved = await getPreferences(id);
  if (!saved) throw new Error(`Member ${id} has no artists`);
  return { id, cookie, saved };
}

function scoreOf(partner: Changing, found: Found[]): number {
  return found.find(({ id }) => id === String(partner.id))?.compatibilityScore ?? 0;
}
