// Fly's proxy in front of machines in several regions: it asks the nearest, and replays requests where these say.
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Larger requests cannot be replayed. */
const REPLAY_BYTES = 1_000_000;

type Machine = { address: string };

export type FlyProxyOptions = {
  /** The machines of each region; they may be exchanged. */
  regions: Record<string, Machine[]>;
  /** The region next to the client. */
  near: string;
  /** How long a request takes to any other region and back, in ms. */
  roundTripMs?: number;
};

export type FlyProxy = {
  address: string;
  port: number;
  /** The requests that a machine has sent to another region, such as `POST /settings`. */
  replayed: string[];
  close: () => void;
};

/** Starts the proxy. It asks the machines of a region in turn, and another if one doesn't take connections. */
export async function startFlyProxy({ regions, near, roundTripMs = 0 }: FlyProxyOptions): Promise<FlyProxy> {
  const agent = new Agent({ keepAlive: true });
  const replayed: string[] = [];
  let turn = 0;

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    const body = Buffer.concat(parts);
    const clean = Object.fromEntries(
      Object.entries(req.headers).filter(([name]) => !name.startsWith("fly-")),
    );
    const headers = { ...clean, "fly-client-ip": "203.0.113.7" };
    let asked = await ask(near, req, body, headers);
    for (let from = near; ; ) {
      const [answer, machine] = asked;
      const where = answer?.headers["fly-replay"];
      if (!answer || typeof where !== "string") return pass(answer, res);
      answer.resume();
      if (body.length > REPLAY_BYTES) return void res.writeHead(502).end("too large to be replayed");
      replayed.push(`${req.method} ${req.url}`);
      const fields = Object.fromEntries(where.split(";").map((part) => part.split("=")));
      const { region = "", fallback, state = "" } = fields;
      const source = { ...headers, "fly-replay-src": `region=${from};state=${state}` };
      asked = await ask(region, req, body, source, fields.elsewhere === "true" ? machine : undefined);
      from = region;
      if (asked[0] || fallback !== "prefer_self") continue;
      const failed = { ...headers, "fly-replay-failed": `region=${region};reason=no_candidate` };
      return pass(await send(machine, req, body, failed), res);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  async function ask(
    region: string,
    req: IncomingMessage,
    body: Buffer,
    headers: Headers,
    except?: Machine,
  ): Promise<readonly [IncomingMessage | undefined, Machine | undefined]> {
    if (region !== near) await pause(roundTripMs);
    const machines = (regions[region] ?? []).filter((machine) => machine !== except);
    for (let attempt = 0; attempt < machines.length; attempt++) {
      const machine = machines[turn++ % machines.length];
      const answer = await send(machine, req, body, headers);
      if (answer) return [answer, machine] as const;
    }
    return [undefined, undefined] as const;
  }

  /** The machine's answer; undefined if it doesn't take connections. */
  async function send(machine: Machine | undefined, req: IncomingMessage, body: Buffer, headers: Headers) {
    if (!machine) return undefined;
    const outgoing = request(machine.address + req.url, { agent, method: req.method, headers });
    outgoing.end(body);
    try {
      const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
      return answer;
    } catch {
      return undefined;
    }
  }

  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    replayed,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

type Headers = IncomingMessage["headers"];

function pass(answer: IncomingMessage | undefined, res: ServerResponse) {
  if (!answer) return void res.writeHead(502).end("no machine took the request");
  res.writeHead(answer.statusCode ?? 502, answer.headers);
  // A reader that has nothing to read yet still has to know that the stream is open.
  res.flushHeaders();
  answer.pipe(res).on("close", () => answer.destroy());
  answer.on("error", () => res.destroy());
}
