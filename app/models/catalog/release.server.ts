// Releases found in the catalog: requested at a shared pace, and kept for a while.
import { db } from "db/client.server";
import { catalogAnswer, catalogRelease } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { type FoundRelease, type ReleaseSearch, searchReleases } from "~/integrations/musicbrainz.server";
import { holdTurns, takeTurn } from "~/models/pace.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { RECORD_NAME_MAX, YEAR_MIN } from "~/models/record/record";
import { Refusal } from "~/refusal";
import { catalogErrors } from "./catalog-messages";
import { CATALOG_DAYS, type ReleaseDto, releaseCoverUrl } from "./release";

const SERVICE = "musicbrainz";
/** A search takes at most this long, its wait for a turn included. */
const SEARCH_MS = 5_000;
/** How much of that is left for the request itself. */
const REQUEST_MS = 2_000;
const KEPT_MS = CATALOG_DAYS * DAY_MS;
/** How long a release is kept after the last answer that names it, for members who still have it on their screen. */
const RELEASE_MS = KEPT_MS + DAY_MS;

type Row = typeof catalogRelease.$inferSelect;

/** Whether the catalog can be asked: only with a contact whom it can reach. */
export function hasCatalog(): boolean {
  return env.catalog.contact !== undefined;
}

/**
 * The releases for a member's search, six at most. Refuses without a contact (unavailable), while too many are waiting for
 * the catalog (unavailable), without its response (unanswered), and more than 30 searches in ten minutes (too-many).
 */
export async function findReleases(memberId: number, search: ReleaseSearch): Promise<ReleaseDto[]> {
  if (!hasCatalog()) throw new Refusal("unavailable", catalogErrors.notSetUp);
  await consumeRateLimit("release", memberId);
  const found = await lookUpReleases(search, SEARCH_MS - REQUEST_MS);
  if (Array.isArray(found)) return found;
  if (found.failure === "busy") throw new Refusal("unavailable", catalogErrors.busy, {}, 5);
  // Not translated: for the log.
  const cause = `MusicBrainz: ${found.reason}`;
  throw Object.assign(new Refusal("unanswered", catalogErrors.unanswered), { cause });
}

/** The releases for a search, or why there is no answer: no turn came up within `patienceMs`, or no response. */
export async function lookUpReleases(
  search: ReleaseSearch,
  patienceMs: number,
): Promise<ReleaseDto[] | { failure: "busy" } | { failure: "unanswered"; reason: string; pauseMs: number }> {
  const deadline = Date.now() + SEARCH_MS;
  const query = keyOf(search);
  const kept = await readAnswer(query);
  if (kept) return kept;
  if (!(await takeTurn(SERVICE, patienceMs))) return { failure: "busy" };
  const found = await searchReleases(search, deadline);
  if (!Array.isArray(found)) {
    if (found.pauseMs) await holdTurns(SERVICE, found.pauseMs);
    return { failure: "unanswered", ...found };
  }
  await keepAnswer(query, found);
  return (await readAnswer(query)) ?? [];
}

/** A release that a search has named. */
export async function getRelease(id: string): Promise<ReleaseDto | undefined> {
  const [row] = await db.select().from(catalogRelease).where(eq(catalogRelease.id, id));
  return row && toReleaseDto(row);
}

/** Deletes answers after 30 days, and the releases that none of them names; their covers become orphans. */
export async function deleteExpiredAnswers(now = Date.now()) {
  await db.delete(catalogAnswer).where(lt(catalogAnswer.createdAt, new Date(now - KEPT_MS)));
  await db.delete(catalogRelease).where(lt(catalogRelease.createdAt, new Date(now - RELEASE_MS)));
}

/** The same words in other letters are the same search. */
function keyOf({ artist, title, barcode, words = [] }: ReleaseSearch): string {
  const asked = barcode ? [barcode] : words.length ? ["", ...words] : [artist, title];
  const folded = asked.map((each) => each.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim());
  return keyedDigest(`catalog ${JSON.stringify(folded)}`);
}

async function readAnswer(query: string): Promise<ReleaseDto[] | undefined> {
  const isKept = gt(catalogAnswer.createdAt, new Date(Date.now() - KEPT_MS));
  const [answer] = await db
    .select({ ids: catalogAnswer.releaseIds })
    .from(catalogAnswer)
    .where(and(eq(catalogAnswer.query, query), isKept));
  if (!answer) return undefined;
  const rows = await db.select().from(catalogRelease).where(inArray(catalogRelease.id, answer.ids));
  return answer.ids.flatMap((id) => rows.filter((row) => row.id === id).map(toReleaseDto));
}

async function keepAnswer(query: string, found: FoundRelease[]) {
  const createdAt = new Date();
  const releases = [...new Map(found.map((each) => [each.id, each])).values()];
  const releaseIds = releases.map(({ id }) => id);
  await transaction(async (tx) => {
    for (const { id, ...details } of releases) {
      await tx
        .insert(catalogRelease)
        .values({ id, details: toFields(details), createdAt })
        .onConflictDoUpdate({ target: catalogRelease.id, set: { details: toFields(details), createdAt } });
    }
    await tx
      .insert(catalogAnswer)
      .values({ query, releaseIds, createdAt })
      .onConflictDoUpdate({ target: catalogAnswer.query, set: { releaseIds, createdAt } });
  });
}

/** The details as the fields of a record take them. */
function toFields({ year, ...details }: Omit<FoundRelease, "id">): Row["details"] {
  const cut = (words: string) => Array.from(words).slice(0, RECORD_NAME_MAX).join("");
  const isYear = year !== null && year >= YEAR_MIN && year <= new Date().getFullYear();
  return {
    ...details,
    artist: cut(details.artist),
    title: cut(details.title),
    label: cut(details.label),
    year: isYear ? year : null,
  };
}

function toReleaseDto({ id, details }: Row): ReleaseDto {
  return { id, ...details, coverUrl: releaseCoverUrl(id) };
}
