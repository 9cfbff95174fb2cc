// Without a connection in Firefox and WebKit: what was read is there, what is written waits, and signing out clears it.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeConversation, type Person } from "../../api/people";
import { shareServer } from "../../api/server";
import { freePort } from "../../free-port";
import { labelled, named, type OtherBrowser, otherBrowsers, text } from "./web-driver";

/** The paths of the pages that the browser has kept. */
const KEPT = `
  return (async () => {
    const name = (await caches.keys()).find((name) => name.startsWith("pages "));
    const kept = name ? await (await caches.open(name)).keys() : [];
    return kept.map(({ url }) => new URL(url).pathname);
  })();`;

/** The names of all that the browser has kept. */
const ALL = `
  return (async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return [...(await caches.keys()), ...databases];
  })();`;

/** A connection to `port` that can be cut and mended. */
async function makeConnection(port: number) {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    return socket;
  };
  const listener: Server = createServer((socket) => {
    const onward = keep(connect(port, "127.0.0.1"));
    keep(socket).pipe(onward).pipe(socket);
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  const mend = async (at: number) => {
    listener.listen(at, "127.0.0.1");
    await once(listener, "listening");
    return (listener.address() as AddressInfo).port;
  };
  const own = await mend(0);
  return {
    origin: `http://127.0.0.1:${own}`,
    mend: () => mend(own),
    cut: async () => {
      const closed = once(listener, "close");
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

for (const { name, isInstalled, start } of Object.values(otherBrowsers)) {
  const port = await freePort();
  const connection = await makeConnection(port);
  describe.skipIf(!isInstalled)(name, () => {
    const { addMember } = shareServer({ PORT: String(port), APP_ORIGIN: connection.origin });
    let browser: OtherBrowser;
    let ada: Person;
    let ben: Person;
    let talk = "";

    beforeAll(async () => {
      [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      talk = await makeConversation(ada, ben);
      await ben.json("POST", `/api/conversations/${talk}/messages`, { content: "Are you there?" });
      browser = await start(connection.origin);
    });
    afterAll(async () => {
      await browser?.close();
      await connection.cut();
    });

    test("a chat is there offline, what is written arrives once and in order, and signing out clears it", async () => {
      const { visit, click, type, see, evaluate } = browser;
      const kept = () => evaluate(KEPT);
      await browser.signIn(ada);
      await evaluate("return navigator.serviceWorker.ready.then(() => true);");
      await visit("/records");
      await expect.poll(kept, { timeout: 30_000 }).toContain("/records");
      await visit(`/messages/${talk}`);
      await expect.poll(kept, { timeout: 30_000 }).toContain(`/messages/${talk}`);

      await connection.cut();
      await visit("/records");
      await see(text("You're offline. This is what you last saw."));
      await visit(`/messages/${talk}`);
      await see(text("Are you there?"));
      for (const words of ["One", "Two"]) {
        await type(labelled("Message"), words);
        await click(named("button", "Send"));
        await see(text(words));
      }
      await see(text("Waiting for a connection"));

      await connection.mend();
      const saved = async () => {
        const answer = await ben.get(`/api/conversations/${talk}/messages`);
        return ((await answer.json()) as { content: string }[]).map(({ content }) => content).reverse();
      };
      await visit(`/messages/${talk}`);
      await expect.poll(saved, { timeout: 60_000 }).toEqual(["Are you there?", "One", "Two"]);

      await visit("/profile");
      await click(named("button", "Sign Out"));
      await see(named("a", "Join Now"));
      await expect.poll(() => evaluate(ALL), { timeout: 30_000 }).toEqual([]);
    });
  });
}
