// A fake ListenBrainz that answers as the documented API does: statistics by user name, and whose a token is.
import { listenbrainzJspf, makeLongJspf } from "./playlist-files";
import { type Reply, startService } from "./service";

type Period = "half_yearly" | "all_time";
type Listener = {
  name: string;
  token?: string;
  artists: Record<Period, [name: string, plays: number][]>;
  /** How many plays it has, evenly spread from then to now, and when it was told of them if not at once. In ms. */
  plays?: { count: number; from: number; toldAt?: number };
  /** Its answer in place of anything about the account. */
  answer?: Reply;
};

const DAY_MS = 86_400_000;

const many = Array.from({ length: 60 }, (_, i): [string, number] => [`Band No. ${i + 1}`, 800 - i]);

/** The accounts it knows. */
export const listenbrainzListeners: Listener[] = [
  {
    name: "Ada L.",
    token: "6b1f4a3e-2f41-4a0e-9a52-0f1c7a5d9b11",
    plays: { count: 20_000, from: Date.UTC(2016, 2, 1) },
    artists: {
      half_yearly: [
        ["Broadcast", 310],
        ["Stereolab", 204],
        ["Julia Holter", 98],
      ],
      all_time: [["Nina Simone", 2_040], ["Broadcast", 1_702], ...many],
    },
  },
  { name: "rob", token: "a-token-of-rob", artists: { half_yearly: [["Neu!", 12]], all_time: [["Can", 40]] } },
  // All of its plays were added last week.
  {
    name: "imported",
    token: "a-token-of-imported",
    artists: { half_yearly: [], all_time: [] },
    plays: { count: 90_000, from: Date.UTC(2008, 0, 1), toldAt: Date.now() - 7 * DAY_MS },
  },
  // A name that would lead elsewhere if it weren't encoded.
  { name: "a/b?c#d %2e", artists: { half_yearly: [["Low", 3]], all_time: [["Low", 5]] } },
  { name: "Zoë 音楽", artists: { half_yearly: [["Cornelius", 30]], all_time: [["Cornelius", 300]] } },
  { name: "longest", artists: { half_yearly: [["W".repeat(99), 3]], all_time: [] } },
  {
    name: "hostile",
    artists: {
      half_yearly: [
        ["<img src=x onerror=alert(1)>", 4],
        ["\u202E</script><script>alert(2)</script>\u0000", 2],
        ["x".repeat(5_000), 1],
      ],
      all_time: [],
    },
  },
];
/** Accounts whose statistics haven't been calculated. */
const UNCOUNTED = ["newborn"];

/** Starts a fake ListenBrainz; `times` are those of its requests (Date.now). */
export async function startListenbrainz() {
  /** Seconds until its limit is over; while set, it answers with 429. */
  const limit = { resetsIn: undefined as number | undefined };
  const times: number[] = [];
  const service = startService(["api.listenbrainz.org"], ({ path, query, headers }) => {
    times.push(Date.now());
    if (limit.resetsIn !== undefined) {
      const reset = { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-In": String(limit.resetsIn) };
      return {
        status: 429,
        headers: reset,
        json: { code: 429, error: "You have exceeded your rate limit." },
      };
    }
    if (path === "/1/validate-token") return validate(headers.authorization);
    const [, playlist] = /^\/1\/playlist\/([^/]+)$/.exec(path) ?? [];
    if (playlist !== undefined) return playlistOf(playlist);
    const [, user = "", what] = /^\/1\/user\/([^/]+)\/(listen-count|listens)$/.exec(path) ?? [];
    if (what) return plays(decodeURIComponent(user), what === "listens" ? query : undefined);
    const [, name] = /^\/1\/stats\/user\/([^/]+)\/artists$/.exec(path) ?? [];
    return name === undefined ? undefined : statistics(decodeURIComponent(name), query);
  });
  return { ...service, limit, times };
}

/** The public playlist that it has; a private one looks like none. */
export const LISTENBRAINZ_PLAYLIST = "4245ccd3-4f0d-4276-95d6-2e09d87b5546";
/** One of 500 songs, which exceeds what other answers have. */
export const LONG_PLAYLIST = "f2f3e3f0-6c1f-4a3e-8f6b-0a9d1c2b3a4d";

function playlistOf(mbid: string): Reply {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(mbid))
    return { status: 400, json: { code: 400, error: "Provided playlist ID is invalid." } };
  if (mbid === LISTENBRAINZ_PLAYLIST) return { json: JSON.parse(listenbrainzJspf) };
  if (mbid === LONG_PLAYLIST) return { json: makeLongJspf(500) };
  return { status: 404, json: { code: 404, error: `Cannot find playlist: ${mbid}` } };
}

function validate(authorization = ""): Reply {
  const token = /^Token (.+)$/.exec(authorization)?.[1];
  if (!token)
    return { status: 400, json: { code: 400, error: "You need to provide an Authorization token." } };
  const owner = listenbrainzListeners.find((each) => each.token === token);
  return owner
    ? { json: { code: 200, message: "Token valid.", valid: true, user_name: owner.name } }
    : { json: { code: 200, message: "Token invalid.", valid: false } };
}

/** The count of a listener's plays, or with a query some of them. */
function plays(name: string, query?: URLSearchParams): Reply {
  const listener = listenbrainzListeners.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!listener) return { status: 404, json: { code: 404, error: `Cannot find user: ${name}` } };
  if (listener.answer) return listener.answer;
  const { count, from, toldAt } = listener.plays ?? { count: 0, from: Date.now() };
  if (!query) return { json: { payload: { count } } };
  const apart = (Date.now() - from) / Math.max(1, count);
  const before = (Number(query.get("max_ts")) * 1000 - from) / apart;
  const last = Math.min(count - 1, Math.ceil(before) - 1);
  const listens = Array.from(
    { length: Math.max(0, Math.min(last + 1, Number(query.get("count")))) },
    (_, i) => {
      const heardAt = from + (last - i) * apart;
      return {
        inserted_at: Math.floor((toldAt ?? heardAt) / 1000),
        listened_at: Math.floor(heardAt / 1000),
        track_metadata: { artist_name: "Broadcast", track_name: "Tears in the Typing Pool" },
        user_name: listener.name,
      };
    },
  );
  const oldest_listen_ts = count ? Math.floor(from / 1000) : 0;
  return { json: { payload: { count: listens.length, listens, oldest_listen_ts, user_id: listener.name } } };
}

function statistics(name: string, query: URLSearchParams): Reply {
  const period = query.get("range") as Period;
  if (!["half_yearly", "all_time"].includes(period))
    return { status: 400, json: { code: 400, error: `Invalid range: ${period}` } };
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  if (UNCOUNTED.some(isSame)) return { status: 204, json: {} };
  const listener = listenbrainzListeners.find((each) => isSame(each.name));
  if (!listener) return { status: 404, json: { code: 404, error: `Cannot find user: ${name}` } };
  if (listener.answer) return listener.answer;
  const all = listener.artists[period];
  const artists = all.slice(0, Number(query.get("count") ?? 25)).map(([artist_name, listen_count]) => ({
    artist_mbid: null,
    artist_name,
    listen_count,
  }));
  const payload = {
    artists,
    count: artists.length,
    from_ts: 1_764_547_200,
    last_updated: 1_780_272_000,
    offset: 0,
    range: period,
    to_ts: 1_780_185_600,
    total_artist_count: all.length,
    user_id: listener.name,
  };
  return { json: { payload } };
}
