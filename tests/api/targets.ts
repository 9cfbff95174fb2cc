// Request targets that are no paths of this site, sent to every mount of a machine.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const MOUNTS = [
  "/",
  "/healthz",
  "/metrics",
  "/api/live",
  "/api/profile",
  "/oidc/token",
  "/oidc/x",
  "/assets/x.js",
  "/profile/photo",
];
const BODIES = {
  none: ["Connection: close", "", ""],
  chunked: ["Transfer-Encoding: chunked", "Connection: close", "", "1", "a", "0", "", ""],
};

/**
 * Sends absolute, authority, asterisk and protocol-relative forms with a Host. Resolves with those that were not refused,
 * and with what the host in them was asked.
 */
export async function sendForeignTargets(sendRaw: (request: string) => Promise<string>, host: string) {
  const asked: string[] = [];
  const stranger = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.end();
  }).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const authority = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const bases = [
    `http://${authority}`,
    `https://${authority}`,
    `ftp://${authority}`,
    "http://127.0.0.1:99999",
    `//${authority}`,
  ];
  const lines = [
    ...MOUNTS.flatMap((mount) => bases.flatMap((base) => [`POST ${base}${mount}`, `GET ${base}${mount}`])),
    `CONNECT ${authority}`,
    `GET ${authority}`,
    "OPTIONS *",
    "POST *",
  ];
  const accepted: string[] = [];
  for (const line of lines)
    for (const [kind, body] of Object.entries(BODIES)) {
      const head = [`${line} HTTP/1.1`, `Host: ${host}`, "Sec-Fetch-Site: same-origin"];
      const answer = await sendRaw([...head, ...body].join("\r\n"));
      // Node closes the connection of a CONNECT.
      const isRefused = line.startsWith("CONNECT") ? answer === "" : answer.startsWith("HTTP/1.1 400 ");
      if (!isRefused) accepted.push(`${line} (body: ${kind}): ${answer.split("\r\n")[0]}`);
    }
  stranger.close();
  return { accepted, asked };
}
