// What one member's shared links may cost: requests to other sites, and pictures that are kept.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

// The environment is read when the first module is imported.
const youtube = await vi.hoisted(async () => {
  const started = await (await import("../../fakes/youtube")).startYoutube();
  Object.assign(process.env, { RATE_LIMITS: "on" });
  return started;
});
const { db } = await import("db/client.server");
const { linkDetails, picture } = await import("db/schema");
const { env } = await import("~/env.server");
const { fetchLinkDetails, withLinkDetails } = await import("~/models/conversation/link-details.server");
const { parseVideo } = await import("~/models/conversation/share");
const { addNewcomer } = await import("../../cast");

afterAll(() => youtube.close());
beforeEach(async () => {
  youtube.requests.length = 0;
  youtube.pictures.length = 0;
  await db.delete(linkDetails);
});

let counter = 0;
/** A link to a video that nobody has shared before. */
function newVideo() {
  const id = String(counter++).padStart(11, "0");
  const video = parseVideo(`https://www.youtube.com/watch?v=${id}`);
  if (!video) throw new Error("No video");
  return video;
}

test("a message waits three seconds for what its link leads to, which is asked again the next time", async () => {
  const { id } = await addNewcomer("Ada");
  const share = newVideo();
  youtube.behave("hanging");
  env.deadlines = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = fetchLinkDetails(id, share);
  await expect.poll(() => youtube.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await waiting).toBeUndefined();
  vi.useRealTimers();
  env.deadlines = false;
  youtube.behave("normal");
  await expect.poll(() => fetchLinkDetails(id, share)).toMatchObject({ pictureUrl: expect.any(String) });
});

test("of a member's links 30 an hour are asked about, the rest stay plain, for readers too, and others' go on", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const shares = Array.from({ length: 40 }, newVideo);
  for (const { metadata } of shares)
    youtube.addVideo(metadata.videoId, { title: "Spoon", thumbnail_url: null });
  for (const share of shares.slice(0, 30)) expect(await fetchLinkDetails(ada.id, share)).toBeDefined();
  for (const share of shares.slice(30)) expect(await fetchLinkDetails(ada.id, share)).toBeUndefined();
  const [known] = shares;
  if (known) expect(await fetchLinkDetails(ada.id, known)).toBeDefined();

  await withLinkDetails(shares, () => ada.id);
  expect(await fetchLinkDetails(ben.id, newVideo())).toBeDefined();
  expect(youtube.requests).toHaveLength(31);
});

test("pictures are kept of 300 links of a member, and further links have words alone", async () => {
  const [cleo, dan] = [await addNewcomer("Cleo"), await addNewcomer("Dan")];
  const pictureId = randomUUID();
  await db.insert(picture).values({ id: pictureId, createdAt: new Date() });
  const rows = Array.from({ length: 299 }, (_, i) => ({
    ...{ key: `link ${i}`, title: "Video", pictureId },
    ...{ askedAt: new Date(), memberId: cleo.id },
  }));
  await db.insert(linkDetails).values(rows);
  const [last, further, others] = [newVideo(), newVideo(), newVideo()];
  expect(await fetchLinkDetails(cleo.id, last)).toMatchObject({ pictureUrl: expect.any(String) });
  expect(await fetchLinkDetails(cleo.id, further)).toBeDefined();
  expect(await fetchLinkDetails(dan.id, others)).toMatchObject({ pictureUrl: expect.any(String) });
  expect(await fetchLinkDetails(cleo.id, further)).toMatchObject({ pictureUrl: null });
  expect(youtube.pictures).toHaveLength(2);
});
