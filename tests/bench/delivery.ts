// Delivery between two machines that have a replica each: from a post on one to the event on the other.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { startPrimary } from "../api/primary";
import { completeProfile, makeConversation, openBrowser, signUp, startServer } from "../api/server";
import { openStream } from "../api/stream";
import { percentile } from "./measurements";

const POSTS_PER_SECOND = 20;
const SECONDS = 20;

/** Prints the delays of posts at 20 a second. Needs a build and the libSQL server that the tests use. */
export async function measureDelivery() {
  const primary = await startPrimary();
  const start = () =>
    startServer({
      APP_ORIGIN: "http://b-side.example:8080",
      SESSION_SECRET: "one secret for all of the machines",
      DATABASE_SYNC_URL: primary.address,
    });
  const machines = await Promise.all([start(), start()]);
  const [ada, ben] = await Promise.all(
    machines.map(async (machine, i) =>
      completeProfile(await signUp(openBrowser(machine), i ? "Ben" : "Ada")),
    ),
  );
  if (!ada || !ben) throw new Error("A machine is missing");
  const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  const stream = await openStream(ben);
  const sentAt = new Map<string, number>();
  const delays = new Map<string, number>();
  const watching = setInterval(() => {
    for (const { data } of stream.events.splice(0)) {
      const { id = "" } = (data as { message?: { id: string } }).message ?? {};
      const at = sentAt.get(id);
      if (at !== undefined) delays.set(id, performance.now() - at);
    }
  }, 2);
  const sending: Promise<Response>[] = [];
  for (let i = 0; i < POSTS_PER_SECOND * SECONDS; i++) {
    const id = randomUUID();
    sentAt.set(id, performance.now());
    sending.push(ada.json("POST", path, { id, content: `Message ${i}` }));
    await pause(1000 / POSTS_PER_SECOND);
  }
  const statuses = new Set((await Promise.all(sending)).map(({ status }) => status));
  await pause(3000);
  clearInterval(watching);
  const [p50, p95] = [0.5, 0.95].map((share) => Math.round(percentile([...delays.values()], share)));
  console.info(
    `\n${POSTS_PER_SECOND} posts a second on one machine (answered ${[...statuses].join(", ")}), read on another`,
  );
  console.info(`delivered ${delays.size} of ${sentAt.size}: p50 ${p50} ms, p95 ${p95} ms`);
  stream.disconnect();
  await Promise.all(machines.map((machine) => machine.stop()));
  await primary.remove();
}
