// What the benches of live streams send and read.
import { once } from "node:events";
import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { PORT, type SignedIn } from "./fresh-server";

type Sending = {
  id: string;
  agent: Agent;
  /** The server's port, if it does not listen where its members expect it. */
  port?: number;
  /** Called with the request before it is sent. */
  onRequest?: (sent: ClientRequest) => void;
};

/** Posts a message to a member's conversation; resolves with the status once the response has been read. */
export async function postMessage(
  { cookie, conversationId }: SignedIn,
  { id, agent, port = PORT, onRequest }: Sending,
): Promise<number> {
  const sent = request({
    port,
    path: `/api/conversations/${conversationId}/messages`,
    method: "POST",
    agent,
    headers: {
      Host: `127.0.0.1:${PORT}`,
      Cookie: cookie,
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
    },
  });
  onRequest?.(sent);
  sent.end(JSON.stringify({ id, content: "Have you heard this one?" }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode ?? 0;
}

/** Returns a function that takes a stream's text in pieces, and calls `onEvent` for each whole event. */
export function readEvents(
  onEvent: (event: { id?: string; message?: { id: string; sequence: number } }) => void,
): (text: string) => void {
  let incomplete = "";
  return (text) => {
    // An event that a drop cuts in half arrives again in full.
    const events = (incomplete + text).split("\n\n");
    incomplete = events.pop() ?? "";
    for (const event of events) {
      const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
      onEvent({ id: /^id: (\S+)$/m.exec(event)?.[1], message: data && JSON.parse(data).message });
    }
  };
}
