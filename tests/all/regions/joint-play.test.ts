// Playing in step from two machines.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import { openBrowser } from "../../api/client";
import { completeProfile, makeConversation, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { startServer } from "../../api/server";
import { openStream } from "../../api/stream";

test.runIf(hasPrimary)("two who use different machines play in step by one clock", async () => {
  const primary = await startPrimary();
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "b-side-joint-")));
  const [here, there] = await Promise.all(
    folders.map((DATA_DIR) =>
      startServer({
        PREVIEWS: "deezer",
        DATA_DIR,
        DATABASE_URL: primary.address,
        SESSION_SECRET: "one secret for all machines of a deployment",
      }),
    ),
  );
  if (!here || !there) throw new Error("not started");
  const ada = await completeProfile(await signUp(openBrowser(here), "Ada"));
  const ben = await completeProfile(await signUp(openBrowser(there), "Ben"));
  const talk = await makeConversation(ada, ben);
  const song = { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } };
  const shared = await ben.json("POST", `/api/conversations/${talk}/messages`, song);
  const { id: messageId } = (await shared.json()) as { id: string };
  const stream = await openStream(ben);
  const heard = (play: (jointPlay: JointPlayDto | null) => boolean) =>
    stream.waitFor((events) => {
      const last = events.filter(({ event }) => event === "joint-play").at(-1);
      return last !== undefined && play((last.data as { jointPlay: JointPlayDto | null }).jointPlay);
    });
  const started = await ada.json("POST", `/api/conversations/${talk}/joint-play`, { messageId });
  const { id } = (await started.json()) as JointPlayDto;
  await heard((play) => play?.id === id);
  const step = async (one: typeof ada, name: string) =>
    (await one.json("PATCH", `/api/joint-plays/${id}`, { step: name })).json() as Promise<JointPlayDto>;
  await step(ben, "join");
  const [hers, his] = [await step(ada, "renew"), await step(ben, "renew")];
  expect(hers).toEqual({ ...his, now: hers.now });
  expect(Date.parse(his.now)).toBeGreaterThanOrEqual(Date.parse(hers.now));
  await ada.json("DELETE", `/api/joint-plays/${id}`, undefined);
  await heard((play) => play === null);
  stream.disconnect();
  for (const machine of [here, there]) expect(await machine.stop()).toBe(0);
  await primary.remove();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
