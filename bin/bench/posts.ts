// Messages posted over HTTP, relative to /healthz asked by the same clients: what a write costs above an empty response.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { PORT, type SignedIn, withFreshServer } from "./fresh-server";

const CLIENTS = 16;
const SECONDS = 4;
const ROUNDS = 3;

/** Prints both rates of a server that does nothing else. */
export async function measurePosts() {
  await withFreshServer(CLIENTS, (_, members) => comparePosts(members));
}

/** Prints both rates in alternating rounds, since the load of the machine may change. */
export async function comparePosts(members: SignedIn[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const post = async (client: number) => {
    const member = members[client];
    const status = member && (await postMessage(member, { id: randomUUID(), agent }));
    if (status !== 201) throw new Error(`a message was answered with ${status}`);
  };
  const check = async () => {
    const [response] = (await once(request({ port: PORT, path: "/healthz", agent }).end(), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    await once(response, "end");
  };
  await countPerSecond(post);
  console.info(`\nrequests per second of ${CLIENTS} clients`);
  for (let round = 0; round < ROUNDS; round++) {
    const [empty, posted] = [await countPerSecond(check), await countPerSecond(post)];
    const ratio = (posted / empty).toPrecision(2);
    console.info(`messages ${Math.round(posted)}, /healthz ${Math.round(empty)}: ${ratio}`);
  }
  agent.destroy();
}

/** How many answers the clients get in a second, each sending one request after the other. */
async function countPerSecond(send: (client: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const run = async (client: number) => {
    for (; performance.now() - began < SECONDS * 1000; count++) await send(client);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  return (count * 1000) / (performance.now() - began);
}

type Sending = {
  id: string;
  agent: Agent;
  /** Called with the request before it is sent. */
  onRequest?: (sent: ClientRequest) => void;
};

/** Posts a message to a member's conversation; resolves with the status once the response has been read. */
export async function postMessage(
  { cookie, conversationId }: SignedIn,
  { id, agent, onRequest }: Sending,
): Promise<number> {
  const sent = request({
    port: PORT,
    path: `/api/conversations/${conversationId}/messages`,
    method: "POST",
    agent,
    headers: { Cookie: cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
  });
  onRequest?.(sent);
  sent.end(JSON.stringify({ id, content: "Have you heard this one?" }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode ?? 0;
}
