// How long the event loop is blocked while members send files that aren't photos or voice notes, compared with the idle server
// and with a photo and a recording from a phone.
import { hostilePhotos, hostileRecordings } from "../../tests/fakes/hostile-files";
import { heavyPhoto, stuffed } from "../../tests/fakes/picture-files";
import { webm } from "../../tests/fakes/recordings";
import { type Attack, nobody, printAttacks, sending } from "./attacks";
import { type SignedIn, withFreshServer } from "./fresh-server";

const TYPE = "application/octet-stream";

/** Prints the longest delay of the event loop and the latency of /healthz during each file, as a body and in a form. */
export async function measureHostileFiles() {
  const photos = await makeAll({
    "photo of a phone": () => heavyPhoto(4000, 3000),
    ...Object.fromEntries(Object.entries(stuffed).map(([kind, make]) => [`stuffed ${kind}`, make])),
    ...makersOf(hostilePhotos),
  });
  const recordings = await makeAll({ "whole minute": () => webm(60), ...makersOf(hostileRecordings) });
  await withFreshServer(2, async (server, [member]) => {
    if (!member) throw new Error("Nobody is signed in");
    const attacks = [
      nobody,
      ...photos.map(([name, bytes]) => fileAttack(member, "photo", name, bytes)),
      ...recordings.map(([name, bytes]) => fileAttack(member, "voice", name, bytes)),
    ];
    console.info(`\nthe longest computation of all: ${await printAttacks(server, attacks)} ms`);
  });
}

function fileAttack(
  { cookie, conversationId }: SignedIn,
  kind: "photo" | "voice",
  name: string,
  bytes: Uint8Array,
): Attack {
  const api = { photo: "photos", voice: "voice-notes" }[kind];
  const head = `--x\r\nContent-Disposition: form-data; name="${kind}"; filename="a"\r\n\r\n`;
  return sending(`${kind}: ${name}`, [
    { path: `/api/conversations/${conversationId}/${api}`, cookie, type: TYPE, body: bytes },
    {
      path: `/messages/${conversationId}/${kind}`,
      cookie,
      type: "multipart/form-data; boundary=x",
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--x--\r\n")]),
    },
  ]);
}

type Maker = () => Uint8Array | Promise<Uint8Array>;

function makersOf(files: Record<string, { make: Maker }>): Record<string, Maker> {
  return Object.fromEntries(Object.entries(files).map(([name, { make }]) => [name, make]));
}

async function makeAll(makers: Record<string, Maker>): Promise<[name: string, bytes: Uint8Array][]> {
  const made: [string, Uint8Array][] = [];
  for (const [name, make] of Object.entries(makers)) made.push([name, await make()]);
  return made;
}
