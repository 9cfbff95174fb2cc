// What shared links lead to: title, artist and picture, fetched from their sites by this server and stored.
import { db } from "db/client.server";
import { linkDetails } from "db/schema";
import { and, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { timeout } from "remix-utils/promise";
import { keyedDigest } from "~/digest.server";
import { DAY_MS, HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { describeLink, downloadThumbnail, type Link } from "~/integrations/oembed.server";
import { log } from "~/log.server";
import { optionalText } from "~/models/fields";
import { addDownloadedPicture } from "~/models/picture/downloaded-picture.server";
import { pictureUrl } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { refusalIn } from "~/refusal";
import type { LinkDetails } from "./message";
import { isShare, linkOf, type MessageContent, type SharedContent, VIDEO_TITLE_MAX } from "./share";

/** How long a message waits for the details of its link. */
const WAIT_MS = 3_000;
const KEPT_MS = 30 * DAY_MS;
/** How many links are fetched at a time; others stay plain. */
const MOST_AT_ONCE = 20;
/** How many unknown links of a page of messages are fetched. */
const MOST_A_PAGE = 5;
/** How many pictures are stored for the links that one member has shared: further ones have words only. */
const MOST_PICTURES = 300;

/** A text that a site sends, or "" if it can't be stored. */
const sentText = optionalText(VIDEO_TITLE_MAX).catch("");

/** The links that are being fetched, by key. */
const asking = new Map<string, Promise<void>>();
/** Links of earlier messages about which nothing was found: reading fetches them once an hour at most. */
const unknown = new LRUCache<string, true>({ max: 1000, ttl: HOUR_MS });

/**
 * Fetches the details of a member's share, unless they are known. Takes 3 s at most: what comes later is for the next reader.
 * More than 30 an hour stay plain.
 */
export async function fetchLinkDetails(
  memberId: number,
  shared: SharedContent,
): Promise<LinkDetails | undefined> {
  const link = linkOf(shared);
  if (!link) return undefined;
  const key = keyOf(link);
  // The words are stored before the picture.
  const [known] = asking.has(key) ? [] : await readDetails([key]);
  if (known) return toDetails(known);
  const asked = ask(key, link, memberId);
  await (env.deadlines ? timeout(asked, { ms: WAIT_MS }).catch(() => undefined) : asked);
  const [learned] = await readDetails([key]);
  return learned && toDetails(learned);
}

/**
 * These messages with what is known about their links. Unknown links are fetched for the next reader, on behalf of the member
 * who shared them.
 */
export async function withLinkDetails<Item extends MessageContent & { link?: LinkDetails }>(
  messages: Item[],
  sharedBy: (message: Item) => number,
): Promise<Item[]> {
  const links = messages.map((message) => {
    const link = isShare(message) ? linkOf(message) : undefined;
    return link && { link, key: keyOf(link), memberId: sharedBy(message) };
  });
  const keys = [...new Set(links.flatMap((each) => each?.key ?? []))];
  if (!keys.length) return messages;
  const known = new Map((await readDetails(keys)).map((row) => [row.key, toDetails(row)]));
  const missing = links.filter((each) => each && !known.has(each.key) && !unknown.has(each.key));
  for (const each of missing.slice(0, MOST_A_PAGE)) if (each) void ask(each.key, each.link, each.memberId);
  return messages.map((message, index) => {
    const details = known.get(links[index]?.key ?? "");
    return details ? { ...message, link: details } : message;
  });
}

/** Deletes old details, and with them the pictures. */
export async function deleteOldLinkDetails() {
  await db.delete(linkDetails).where(lt(linkDetails.askedAt, new Date(Date.now() - KEPT_MS)));
}

async function ask(key: string, link: Link, memberId: number): Promise<void> {
  const running = asking.get(key);
  if (running) return running;
  if (asking.size >= MOST_AT_ONCE) return;
  const asked = learn(key, link, memberId)
    .catch((error) => log.logger.error({ err: error }, "a shared link could not be described"))
    .finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

/** Saves the words first: the picture takes longer, and may fail. */
async function learn(key: string, link: Link, memberId: number): Promise<void> {
  if (!(await mayAsk(memberId))) return;
  unknown.set(key, true);
  const found = await describeLink(link);
  const title = sentText.parse(found.title);
  if (!title) return;
  const words = { title, artist: sentText.parse(found.artist) || null, askedAt: new Date(), memberId };
  await db
    .insert(linkDetails)
    .values({ key, ...words })
    .onConflictDoUpdate({ target: linkDetails.key, set: words });
  if (!found.thumbnail || (await hasManyPictures(memberId))) return;
  const bytes = await downloadThumbnail(link, found.thumbnail);
  const pictureId = bytes && (await addDownloadedPicture(memberId, bytes));
  if (pictureId) await db.update(linkDetails).set({ pictureId }).where(eq(linkDetails.key, key));
}

async function mayAsk(memberId: number): Promise<boolean> {
  try {
    await consumeRateLimit("link", memberId);
    return true;
  } catch (error) {
    if (refusalIn(error)?.code === "too-many") return false;
    throw error;
  }
}

async function hasManyPictures(memberId: number): Promise<boolean> {
  const isOwn = and(eq(linkDetails.memberId, memberId), isNotNull(linkDetails.pictureId));
  return (await db.$count(linkDetails, isOwn)) >= MOST_PICTURES;
}

function readDetails(keys: string[]) {
  return db.select().from(linkDetails).where(inArray(linkDetails.key, keys));
}

function toDetails({ title, artist, pictureId }: typeof linkDetails.$inferSelect): LinkDetails {
  return { title, artist, pictureUrl: pictureId && pictureUrl(pictureId, "banner") };
}

/** A hash, since members' links must not outlive their account here. */
function keyOf({ site, url }: Link): string {
  // Not translated: a code.
  return keyedDigest(`link ${site} ${url}`);
}
