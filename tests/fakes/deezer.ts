// A fake Deezer that answers as the documented API does: its errors have the status 200, and addresses of previews expire.
import { type Reply, type ServiceRequest, startService } from "./service";

/** A track; `seconds` is the length of its preview, which some tracks don't have. */
type FakeTrack = { id: number; artist: string; title: string; seconds?: number };

/** The tracks that it knows at first. */
const tracks: FakeTrack[] = [
  { id: 101, artist: "Can", title: "Vitamin C", seconds: 30 },
  { id: 102, artist: "Stereolab", title: "French Disko (2018 Remaster)", seconds: 30 },
  { id: 103, artist: "Broadcast", title: "Come On Let's Go", seconds: 30 },
  { id: 104, artist: "Nina Simone", title: "Sinnerman", seconds: 30 },
  { id: 105, artist: "Portishead", title: "Roads" },
  { id: 106, artist: "Pram", title: "Dancing on a Star", seconds: 2 },
  { id: 107, artist: "Pram", title: "Cape St Vincent", seconds: 2 },
];

/** 32 kbit/s in mono, at 44,100 samples a second. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)]);
const FRAME_SECONDS = 1152 / 44_100;

/** Silence as an MP3. */
export function silence(seconds: number): Buffer {
  return Buffer.concat(Array(Math.ceil(seconds / FRAME_SECONDS)).fill(FRAME));
}

/** Starts a fake Deezer. Every answer about a track names a new address of its preview. */
export async function startDeezer() {
  const known = [...tracks];
  const valid = new Map<string, FakeTrack>();
  const ranges: (string | undefined)[] = [];
  let addresses = 0;
  let isOverQuota = false;
  let elsewhere: string | undefined;

  const shown = ({ id, artist, title, seconds }: FakeTrack) => {
    const name = `/previews/${id}-${++addresses}.mp3`;
    if (seconds) valid.set(name, { id, artist, title, seconds });
    return {
      ...{ id, title, type: "track", readable: true, duration: 212 },
      preview: seconds ? (elsewhere ?? `${service.address}${name}?hdnea=exp=1~hmac=2`) : "",
      artist: { id: 1, name: artist },
      album: { id: 2, title: "An Album", cover_medium: "https://cdn-images.dzcdn.net/images/cover/1.jpg" },
    };
  };
  const errorReply = (code: number, message: string): Reply => ({
    json: { error: { type: "Exception", message, code } },
  });

  function reply({ path, query, headers }: ServiceRequest): Reply | undefined {
    if (path.startsWith("/previews/")) return soundReply(path, headers.range);
    if (isOverQuota) return errorReply(4, "Quota limit exceeded");
    if (path === "/search") {
      const [, artist = "", title = ""] = /^artist:"(.*)" track:"(.*)"$/.exec(query.get("q") ?? "") ?? [];
      const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
      const found = known.filter((track) => has(track.artist, artist) && has(track.title, title));
      const data = found.slice(0, Number(query.get("limit") ?? 25)).map(shown);
      return { json: { data, total: found.length } };
    }
    const track = known.find(({ id }) => path === `/track/${id}`);
    return track ? { json: shown(track) } : errorReply(800, "no data");
  }

  function soundReply(path: string, range: string | undefined): Reply {
    ranges.push(range);
    const track = valid.get(path);
    if (!track) return { status: 403, html: "Access denied" };
    const bytes = silence(track.seconds ?? 30);
    const type = "audio/mpeg";
    const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
    if (!from) return { bytes, type, headers: { "Accept-Ranges": "bytes", "Set-Cookie": "deezer=1" } };
    const first = Number(from);
    const last = Math.min(to ? Number(to) : bytes.length, bytes.length - 1);
    if (first >= bytes.length)
      return { status: 416, html: "", headers: { "Content-Range": `bytes */${bytes.length}` } };
    return {
      status: 206,
      ...{ bytes: bytes.subarray(first, last + 1), type },
      headers: { "Content-Range": `bytes ${first}-${last}/${bytes.length}` },
    };
  }

  const service = startService(["api.deezer.com"], reply);
  return {
    ...service,
    /** The Range of every request for a preview, in order. */
    ranges,
    addTrack(track: FakeTrack) {
      known.push(track);
    },
    removeTrack(id: number) {
      const index = known.findIndex((track) => track.id === id);
      if (index >= 0) known.splice(index, 1);
    },
    /** Makes the addresses of previews that it has named invalid. */
    expireAddresses() {
      valid.clear();
    },
    /** Whether it answers that its quota is used up. */
    exceedQuota(is: boolean) {
      isOverQuota = is;
    },
    /** Names this address for every preview; undefined ends that. */
    sendElsewhere(address: string | undefined) {
      elsewhere = address;
    },
  };
}
