// Two regions while something fails: what was answered is there once, and members read what they have written.
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { at, completeProfile, makeConversation, type Person, signUp } from "../../api/people";
import { hasPrimary } from "../../api/primary";
import { type Regions, startRegions } from "../../api/regions";
import { pause } from "../../api/restarts";
import type { RunningServer } from "../../api/server";
import { canMount, mountDisk } from "../../api/small-disk";
import { type LiveStream, openStream } from "../../api/stream";

const RETRY_MS = 100;
const LARGE = "x".repeat(1500);

describe.runIf(hasPrimary)("two regions with two machines each", () => {
  let regions: Regions;

  beforeAll(async () => {
    regions = await startRegions({ maxLogMb: 2, writerCount: 2 });
  });
  afterAll(async () => {
    const { codes, output } = await regions.stop();
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(output).not.toContain('"msg":"bug"');
  });

  /** Kills the first of these machines, and starts it again after a second. */
  async function killFirst(machines: RunningServer[], start: Regions["startWriter"]) {
    const [{ dataDir, port, stop }] = machines as [RunningServer];
    await stop("SIGKILL");
    await pause(1000);
    machines[0] = await start({ DATA_DIR: dataDir, PORT: String(port) });
  }

  const faults: [string, () => Promise<unknown>][] = [
    ["a machine that reads is killed", () => killFirst(regions.readers, regions.startReader)],
    ["a machine that writes is killed", () => killFirst(regions.writers, regions.startWriter)],
    [
      "the primary is killed",
      async () => {
        await regions.primary.kill();
        await pause(1500);
        await regions.primary.restart();
      },
    ],
    [
      "the primary is restarted at once",
      async () => {
        await regions.primary.kill();
        await regions.primary.restart();
      },
    ],
    [
      "the primary says nothing",
      async () => {
        regions.primary.freeze();
        await pause(6000);
        regions.primary.thaw();
      },
    ],
    [
      "the primary compacts its log twice",
      async () => {
        const first = regions.primary.listSnapshots().join();
        const isOther = () => regions.primary.listSnapshots().join();
        await expect.poll(isOther).not.toBe(first);
        const second = isOther();
        await expect.poll(isOther).not.toBe(second);
      },
    ],
  ];
  test.each(faults)(
    "while %s, no answered message is lost, doubled or missed by its sender",
    async (_, fail) => {
      const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
      const listening = await listen(ben);
      const posting = keepPosting(ada, path);
      await posting.until(5);
      await fail();
      const { length } = posting.answered;
      await posting.until(length + 10);
      await posting.stop();
      expect(posting.stale).toEqual([]);
      expect(posting.unexpected).toEqual([]);
      await expectOnce(path, posting.answered);
      await listening.hears(posting.answered);
    },
  );

  test("machines that are cut off from the primary answer nothing old, and writes go on", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const posting = keepPosting(ada, path);
    await posting.until(5);
    regions.relay.cut();
    await posting.until(posting.answered.length + 30);
    // What nobody who asks has written is at most five seconds old.
    await ben.form("/settings/sessions/end", {});
    const other = openBrowser(
      regions.everywhere,
      ben.cookies.filter(({ name }) => name !== "written-moment"),
    );
    await ben.get("/api/logout", { "Sec-Fetch-Site": "none" });
    await expect.poll(async () => (await other.get("/api/auth/user")).status).toBe(401);
    regions.relay.heal();
    await posting.until(posting.answered.length + 10);
    await posting.stop();
    expect([posting.stale, posting.unexpected]).toEqual([[], []]);
    await expectOnce(path, posting.answered);
    const isReadHere = async () => {
      regions.proxy.replayed.length = 0;
      await ada.get(path);
      return regions.proxy.replayed.length;
    };
    await expect.poll(isReadHere).toBe(0);
  });

  test("a machine beside the primary that alone is cut off from it leaves everything to the other", async () => {
    const [usual] = regions.writers;
    regions.writers[0] = await regions.startWriter({ DATABASE_SYNC_URL: regions.relay.address });
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const posting = keepPosting(ada, path);
    await posting.until(5);
    regions.relay.cut();
    const before = posting.countFailures();
    await posting.until(posting.answered.length + 30);
    // The one that was on its way.
    expect(posting.countFailures() - before).toBeLessThanOrEqual(1);
    regions.relay.heal();
    await posting.stop();
    expect([posting.stale, posting.unexpected]).toEqual([[], []]);
    await expectOnce(path, posting.answered);
    expect(await regions.writers[0].stop()).toBe(0);
    regions.writers[0] = usual as RunningServer;
  });

  test("a primary that is put back is what every region shows", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const ids = new Map<string, string>();
    /** Posts a message, which a second attempt posts again. */
    const post = (content: string) => {
      const id = ids.get(content) ?? randomUUID();
      ids.set(content, id);
      return ada.json("POST", path, { content, id });
    };
    const shown = async (one = ada) => {
      const answer = await one.get(path);
      if (answer.status !== 200) return [];
      return ((await answer.json()) as { content: string }[]).map(({ content }) => content);
    };
    const expectEverywhere = async (contents: string[]) => {
      // No machine of the other region has the moment of what is lost, so for a minute its author is sent to the writing
      // region.
      const cookies = ada.cookies.filter(({ name }) => name !== "written-moment");
      for (const machine of [...regions.writers, ...regions.readers]) {
        const reader = at(machine, { ...ada, cookies });
        await expect.poll(() => shown(reader)).toEqual(contents);
      }
    };
    await post("Kept");
    const putBack = await regions.primary.copy("SIGTERM");
    await expect.poll(async () => (await post("Lost")).status).toBe(201);
    expect(await shown()).toEqual(["Lost", "Kept"]);
    await putBack();
    await expectEverywhere(["Kept"]);
    await expect.poll(async () => (await post("After")).status).toBe(201);
    for (let i = 0; i < 4; i++) expect(await shown()).toEqual(["After", "Kept"]);
  });

  test.runIf(canMount)("a machine with a full volume sends its members to the writing region", async () => {
    const disk = mountDisk();
    const reader = await regions.startReader({ DATA_DIR: disk.path });
    const before = regions.readers.splice(0, 2, reader);
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    disk.fill();
    const posting = keepPosting(ada, path);
    const healthOf = async () => (await fetch(`${reader.address}/healthz`)).status;
    // What the replica's log has of the disk takes up to a hundred messages more.
    await expect.poll(healthOf).toBe(503);
    await posting.until(posting.answered.length + 10);
    disk.empty();
    await expect.poll(healthOf).toBe(200);
    await posting.stop();
    regions.readers.splice(0, 1, ...before);
    expect([posting.stale, posting.unexpected]).toEqual([[], []]);
    await expectOnce(path, posting.answered);
    disk.fill();
    expect(await reader.stop()).toBe(0);
  });

  const addMember = async (firstName: string) =>
    completeProfile(await signUp(openBrowser(regions.everywhere), firstName));

  /** Posts one message after the other, each until it is answered, and reads after each. */
  function keepPosting(one: Person, path: string) {
    const answered: string[] = [];
    const stale: string[] = [];
    const unexpected: string[] = [];
    /** How many requests found nobody who could answer. */
    let failures = 0;
    let isOver = false;
    const running = (async () => {
      for (let i = 0; !isOver; i++) {
        const content = `${i} ${LARGE}`;
        const id = randomUUID();
        for (let status = 0; status !== 201; ) {
          const answer = await one.json("POST", path, { content, id }).catch(() => undefined);
          status = answer?.status ?? 0;
          if (status === 201) continue;
          failures += 1;
          if (![0, 502, 503].includes(status)) unexpected.push(`POST ${status}`);
          await pause(RETRY_MS);
        }
        answered.push(content);
        const answer = await one.get(path).catch(() => undefined);
        if (answer?.status !== 200) {
          if (![undefined, 502, 503].includes(answer?.status)) unexpected.push(`GET ${answer?.status}`);
          continue;
        }
        const [newest] = (await answer.json()) as { content: string }[];
        if (newest?.content !== content) stale.push(`${i}: ${newest?.content.slice(0, 5)}`);
      }
    })();
    return {
      answered,
      stale,
      unexpected,
      countFailures: () => failures,
      until: (count: number) => expect.poll(() => answered.length).toBeGreaterThanOrEqual(count),
      async stop() {
        isOver = true;
        await running;
      },
    };
  }

  /** Listens as a browser does: a stream that breaks is opened again from where it was. */
  async function listen(one: Person) {
    const heard: string[] = [];
    let isOver = false;
    let stream: LiveStream | undefined = await openStream(one);
    const running = (async () => {
      let from = "";
      for (;;) {
        await stream?.ended;
        for (const { event, data } of stream?.events ?? []) {
          if (event === "message") heard.push((data as { message: { content: string } }).message.content);
        }
        if (isOver) return;
        from = stream?.lastEventId() || from;
        stream = undefined;
        await pause(RETRY_MS);
        stream = await openStream(one, { from }).catch(() => undefined);
        if (isOver) stream?.disconnect();
      }
    })();
    const hears = async (expected: string[]) => {
      const count = () =>
        heard.length + (stream?.events ?? []).filter(({ event }) => event === "message").length;
      await expect.poll(count).toBeGreaterThanOrEqual(expected.length);
      isOver = true;
      stream?.disconnect();
      await running;
      expect(heard.map((content) => content.slice(0, 5))).toEqual(
        expected.map((content) => content.slice(0, 5)),
      );
    };
    return { hears };
  }

  async function expectOnce(path: string, answered: string[]) {
    const { primary } = regions;
    const database = createClient({ url: primary.address });
    const [, , , conversationId = ""] = path.split("/");
    const { rows } = await database.execute({
      sql: "select content from message where conversation_id = ? order by sequence",
      args: [conversationId],
    });
    database.close();
    expect(rows.map(({ content }) => String(content).slice(0, 5))).toEqual(
      answered.map((content) => content.slice(0, 5)),
    );
  }
});
