// Machines with a replica on a volume that is full: whom they serve, and what their health check says.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { completeProfile, makeConversation, signIn, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { startServer } from "../../api/server";
import { canMount, mountDisk } from "../../api/small-disk";

test.runIf(hasPrimary && canMount)(
  "a machine with a full volume serves from the primary, and fails its health check while another does better",
  async () => {
    const primary = await startPrimary();
    const disks = [mountDisk(), mountDisk()] as const;
    const start = (dataDir: string) =>
      startServer({
        APP_ORIGIN: "http://b-side.example:8080",
        SESSION_SECRET: "one secret for all of the machines",
        DATA_DIR: dataDir,
        DATABASE_SYNC_URL: primary.address,
        // Pages with a search wait for a replica that has room again no longer than members would.
        DEADLINES: "on",
      });
    const [a, b] = await Promise.all([start(disks[0].path), start(disks[1].path)]);
    const ada = await completeProfile(await signUp(openBrowser(a), "Ada"));
    const ben = await completeProfile(await signUp(openBrowser(b), "Ben"));
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const postAndRead = async (content: string) => {
      expect((await ada.json("POST", path, { content, id: randomUUID() })).status).toBe(201);
      const messages = (await (await ada.get(path)).json()) as { content: string }[];
      expect(messages[0]?.content).toBe(content);
    };
    const healthOf = async ({ address }: typeof a) => (await fetch(`${address}/healthz`)).status;
    const healths = () => Promise.all([a, b].map(healthOf));
    await postAndRead("With room");
    expect(await healths()).toEqual([200, 200]);

    disks[0].fill();
    // What the replica's log has of the disk takes some messages more.
    const healthsAfterMessage = async () => {
      await postAndRead(`Without room ${randomUUID()}`);
      return healths();
    };
    await expect.poll(healthsAfterMessage).toEqual([503, 200]);
    expect((await signIn(openBrowser(a), ada.email, ada.password)).status).toBe(200);

    // Now no machine does better.
    disks[1].fill();
    const isOtherBehind = async () => {
      await postAndRead(`Without room ${randomUUID()}`);
      return b.output().includes("can't be synced");
    };
    await expect.poll(isOtherBehind).toBe(true);
    await expect.poll(healths).toEqual([200, 200]);
    for (let i = 0; i < 50; i++) {
      await postAndRead(`Still without room ${i}`);
      expect(await healths()).toEqual([200, 200]);
    }

    for (const disk of disks) disk.empty();
    await expect
      .poll(() => Promise.all([ada, ben].map((one) => one.get("/discover"))))
      .toMatchObject([{ status: 200 }, { status: 200 }]);
    await postAndRead("With room again");
    expect(await healths()).toEqual([200, 200]);
    const codes = await Promise.all([a, b].map((machine) => machine.stop()));
    expect(codes).toEqual([0, 0]);
    for (const { output } of [a, b]) expect(output()).not.toContain('"msg":"bug"');
    await primary.remove();
  },
);
