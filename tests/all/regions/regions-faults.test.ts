// Two regions while something fails: what was answered is there once, and members read what they have written.
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { at, completeProfile, makeConversation, type Person, signUp } from "../../api/people";
import { hasPrimary, startReplica } from "../../api/primary";
import { type Regions, startRegions } from "../../api/regions";
import { pause } from "../../api/restarts";
import type { RunningServer } from "../../api/server";
import { canMount, mountDisk } from "../../api/small-disk";
import { type LiveEvent, type LiveStream, openStream } from "../../api/stream";
import { startRelay } from "../../fakes/relay";

/** FAULT_RUNS=20 tries each fault more often. */
const RUNS = Number(process.env.FAULT_RUNS ?? 1);
const RETRY_MS = 100;
const LARGE = "x".repeat(1500);
const PAGE = { Accept: "text/html" };
const AWAY = "The database is not responding right now. Try again in a minute.";
const SCREENS = ["/", "/discover", "/matches", "/messages", "/profile", "/records", "/playlists", "/trivia"];

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
      "the replica is killed",
      async () => {
        await regions.replica.kill();
        await pause(1500);
        await regions.replica.restart();
      },
    ],
    [
      "the replica says nothing",
      async () => {
        regions.replica.freeze();
        await pause(6000);
        regions.replica.thaw();
      },
    ],
    [
      "the network between the primary and the replica is cut",
      async () => {
        regions.relay.cut();
        await pause(6000);
        regions.relay.heal();
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
    { repeats: RUNS - 1 },
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
      ben.cookies.filter(({ name }) => name !== "written-frame"),
    );
    await ben.get("/api/logout", { "Sec-Fetch-Site": "none" });
    await expect.poll(async () => (await other.get("/api/auth/user")).status).toBe(401);
    regions.relay.heal();
    await posting.until(posting.answered.length + 10);
    await posting.stop();
    expect([posting.stale, posting.unexpected]).toEqual([[], []]);
    await expectOnce(path, posting.answered);
    const isReadHere = async () => {
      takeReplayed();
      await withoutPosition(ada).get(path);
      return takeReplayed().length;
    };
    await expect.poll(isReadHere).toBe(0);
  });

  test("a machine beside the primary that alone is cut off from it leaves everything to the other", async () => {
    const [usual] = regions.writers;
    const relay = await startRelay(regions.primary.address);
    regions.writers[0] = await regions.startWriter({ DATABASE_URL: relay.address });
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const posting = keepPosting(ada, path);
    await posting.until(5);
    relay.cut();
    const before = posting.countFailures();
    await posting.until(posting.answered.length + 30);
    // The one that was on its way.
    expect(posting.countFailures() - before).toBeLessThanOrEqual(1);
    relay.heal();
    await posting.stop();
    expect([posting.stale, posting.unexpected]).toEqual([[], []]);
    await expectOnce(path, posting.answered);
    expect(await regions.writers[0].stop()).toBe(0);
    relay.close();
    regions.writers[0] = usual as RunningServer;
  });

  test("while the primary is gone, the other region reads, and writes are refused with a sentence", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const conversationId = await makeConversation(ada, ben);
    const path = `/api/conversations/${conversationId}/messages`;
    await ada.json("POST", path, { content: "Before", id: randomUUID() });
    const stream = await openStream(ben);
    await expect.poll(async () => (await ada.get(path)).status).toBe(200);
    await regions.primary.kill();
    const readAll = async (people: Person[]) => {
      for (const one of people) {
        const statuses = await Promise.all(
          [...SCREENS, `/messages/${conversationId}`, path].map(
            async (each) => `${each} ${(await one.get(each, { Accept: "text/html" })).status}`,
          ),
        );
        expect(statuses.filter((each) => !each.endsWith(" 200"))).toEqual([]);
      }
    };
    await readAll([ada, ben].map(withoutPosition));
    const unsent = await ada.json("POST", path, { content: "Unsent", id: randomUUID() });
    expect([unsent.status, await unsent.text()]).toEqual([503, AWAY]);
    expect(unsent.headers.get("Retry-After")).toBe("10");
    // Once a machine that writes has noticed, the other region keeps what was typed.
    const typed = async () => {
      const form = await ada.form("/playlists/new", { id: randomUUID(), name: "Unsent words" });
      return `${form.status} ${await form.text()}`;
    };
    await expect.poll(typed).toMatch(/^503 .*Unsent words/s);
    expect(await typed()).toContain(AWAY);
    const visitor = openBrowser(regions.everywhere);
    const begun = await visitor.follow(await visitor.get("/api/login"));
    expect([begun.status, await begun.text()]).toEqual([503, AWAY]);
    for (const machine of [...regions.writers, ...regions.readers])
      expect((await fetch(`${machine.address}/healthz`)).status).toBe(200);

    // After five seconds the writing region is asked for everything, and hands it back.
    takeReplayed();
    const isAsked = async () => {
      await ben.get("/help", PAGE);
      return takeReplayed().length;
    };
    await expect.poll(isAsked).toBeGreaterThan(0);
    await readAll([ada, ben]);
    const [reader] = regions.readers;
    expect(await reader?.stop()).toBe(0);
    regions.readers[0] = await regions.startReader({ PORT: String(reader?.port) });
    await readAll([ada, ben]);

    await regions.primary.restart();
    const id = randomUUID();
    const isBack = async () => (await ada.json("POST", path, { content: "After", id })).status;
    await expect.poll(isBack).toBe(201);
    await untilTold(ben, stream, (events) => JSON.stringify(events).includes('"After"'));
    const messages = (await (await ben.get(path)).json()) as { content: string }[];
    expect(messages.map(({ content }) => content).filter((content) => !content.startsWith("Unsent"))).toEqual(
      ["After", "Before"],
    );
  });

  test("a primary that is put back is what every region shows once the replica is emptied", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    const post = async (content: string) => {
      const id = randomUUID();
      await expect.poll(async () => (await ada.json("POST", path, { content, id })).status).toBe(201);
    };
    const shown = async (one: Person) => {
      const answer = await one.get(path);
      return answer.status === 200
        ? ((await answer.json()) as { content: string }[]).map(({ content }) => content)
        : answer.status;
    };
    await post("Kept");
    const putBack = await regions.primary.copy("SIGTERM");
    await post("Lost");
    // The first request to a restarted primary may fail, at each machine.
    for (const machine of regions.writers)
      await expect.poll(() => shown(at(machine, ben))).toEqual(["Lost", "Kept"]);
    const stream = await openStream(ben);
    const cleo = await addMember("Cleo");
    await expect.poll(() => shown(ben)).toEqual(["Lost", "Kept"]);
    await putBack();
    // The replica still has what is lost, so that it is asked for nothing.
    const [reader] = regions.readers as [RunningServer];
    await expect.poll(reader.output).toContain("The replica is ahead of its primary");
    await expect.poll(() => shown(at(reader, withoutPosition(ada)))).toBe(421);
    await expect.poll(() => shown(withoutPosition(ada))).toEqual(["Kept"]);
    await regions.replica.empty();
    for (const machine of [...regions.writers, ...regions.readers])
      await expect.poll(() => shown(at(machine, withoutPosition(ada)))).toEqual(["Kept"]);
    const isTold = (events: LiveEvent[]) => events.some(({ event }) => event === "reset");
    await untilTold(ben, stream, isTold);
    expect((await at(reader, withoutPosition(cleo)).get("/api/auth/user")).status).toBe(401);
    await post("After");
    for (let i = 0; i < 4; i++) expect(await shown(ada)).toEqual(["After", "Kept"]);
  });

  test("a replica that is emptied while the primary is gone answers again once that is back", async () => {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    await ada.json("POST", path, { content: "Before", id: randomUUID() });
    await regions.primary.kill();
    const emptied = regions.replica.empty();
    await expect.poll(async () => (await ben.get(path)).status).toBe(503);
    await regions.primary.restart();
    await emptied;
    await expect.poll(async () => (await ben.get(path)).status).toBe(200);
    expect(await (await ben.get(path)).json()).toMatchObject([{ content: "Before" }]);
  });

  test.runIf(canMount)(
    "a replica with a full volume leaves its members to the writing region until it has room and is restarted",
    async () => {
      const disk = mountDisk();
      const replica = await startReplica(regions.relay.address, disk.path);
      const reader = await regions.startReader({ DATABASE_URL: replica.address });
      const before = regions.readers.splice(0, 2, reader);
      const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
      disk.fill();
      const posting = keepPosting(ada, path);
      const isRead = async () => (await at(reader, withoutPosition(ben)).get(path)).status;
      await expect.poll(isRead).toBe(421);
      await posting.until(posting.answered.length + 10);
      disk.empty();
      await replica.kill();
      await replica.restart();
      await expect.poll(isRead).toBe(200);
      await posting.stop();
      regions.readers.splice(0, 1, ...before);
      expect([posting.stale, posting.unexpected]).toEqual([[], []]);
      await expectOnce(path, posting.answered);
      expect(await reader.stop()).toBe(0);
      await replica.kill();
    },
  );

  const takeReplayed = () => regions.proxy.replayed.splice(0);
  /** The same member in another browser, which has written nothing. */
  const withoutPosition = (one: Person): Person => {
    const cookies = one.cookies.filter(({ name }) => name !== "written-frame");
    return at(regions.everywhere, { ...one, cookies });
  };

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

  const contentOf = (data: unknown) => (data as { message: { content: string } }).message.content;

  /**
   * Listens as a browser does: a stream that breaks is opened again from where it was, and what comes again after a `reset`, at
   * which a browser reads everything anew, is known.
   */
  async function listen(one: Person) {
    const heard: string[] = [];
    let [isOver, wasReset] = [false, false];
    let stream: LiveStream | undefined = await openStream(one);
    const running = (async () => {
      let from = "";
      for (;;) {
        await stream?.ended;
        for (const { event, data } of stream?.events ?? []) {
          wasReset ||= event === "reset";
          if (event !== "message") continue;
          const content = contentOf(data);
          if (!wasReset || !heard.includes(content)) heard.push(content);
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
      const last = expected.at(-1) ?? "";
      const isLast = ({ event, data }: LiveEvent) => event === "message" && contentOf(data) === last;
      await expect.poll(() => heard.includes(last) || stream?.events.some(isLast)).toBe(true);
      isOver = true;
      stream?.disconnect();
      await running;
      expect(heard.map((content) => content.slice(0, 5))).toEqual(
        expected.map((content) => content.slice(0, 5)),
      );
    };
    return { hears };
  }

  /** Waits for events, and closes the stream. One that ends meanwhile is opened again from where it was, as by a browser. */
  async function untilTold(one: Person, stream: LiveStream, isTold: (events: LiveEvent[]) => boolean) {
    await stream.waitFor(isTold).catch(async () => {
      await untilTold(one, await openStream(one, { from: stream.lastEventId() }), isTold);
    });
    stream.disconnect();
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
