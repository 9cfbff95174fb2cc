// A fake Last.fm that answers as the documented and recorded API does: all numbers are strings.
import { createHash, randomBytes } from "node:crypto";
import { escapeHtml, type Reply, type ServiceRequest, startService } from "./service";

type Listener = {
  name: string;
  playcount: number;
  artists: [name: string, plays: number][];
  /** When the account was made, in ms. */
  registeredAt?: number;
  /** Plays a day since then, and until when; without them it says that recent listening is hidden. */
  plays?: { perDay: number; from?: number; to?: number };
  /** Its answer in place of anything about the account. */
  answer?: Reply;
};

const REGISTERED_AT = Date.UTC(2002, 10, 20);
const DAY_MS = 86_400_000;

/** The accounts it knows. */
export const listeners: Listener[] = [
  {
    name: "RJ",
    playcount: 54_189,
    plays: { perDay: 6 },
    artists: [
      ["Nine Inch Nails", 14_407],
      ["Radiohead", 3_120],
      ["Stereolab", 2_874],
      ["Broadcast", 2_201],
      ["Boards of Canada", 1_988],
      ...Array.from({ length: 45 }, (_, i): [string, number] => [`The ${ordinal(i + 1)} Band`, 900 - i]),
    ],
  },
  { name: "newborn", playcount: 0, artists: [] },
  { name: "private", playcount: 90_000, artists: [] },
  {
    name: "young",
    playcount: 90_000,
    registeredAt: Date.now() - 400 * DAY_MS,
    plays: { perDay: 225 },
    artists: [],
  },
  // Bought old and filled in a month.
  {
    name: "filled",
    playcount: 90_000,
    plays: { perDay: 3_000, from: Date.now() - 30 * DAY_MS },
    artists: [],
  },
  { name: "quiet", playcount: 4_999, plays: { perDay: 2 }, artists: [] },
  { name: "solo", playcount: 12, artists: [["Alice Coltrane", 12]] },
  {
    name: "hostile",
    playcount: 7,
    artists: [
      ["<img src=x onerror=alert(1)>", 4],
      ["\u202E</script><script>alert(2)</script>\u0000", 2],
      ["x".repeat(5_000), 1],
    ],
  },
];

/** Starts a fake Last.fm that answers requests with `apiKey`, and proves accounts to who signs with `secret`. */
export async function startLastfm(apiKey: string, secret = "") {
  /** Whose account a token was confirmed for. */
  const tokens = new Map<string, string>();
  const service = startService(["ws.audioscrobbler.com", "www.last.fm"], ({ method, path, query, form }) => {
    if (path === "/api/auth/") return method === "POST" ? confirm(form) : showConfirmation(query, apiKey);
    if (path !== "/2.0/" || query.get("format") !== "json") return undefined;
    if (query.get("api_key") !== apiKey)
      return errorFlash(403, 10, "Invalid API key - You must be granted a valid key");
    if (query.get("method") === "auth.getSession") return getSession(query);
    const wanted = query.get("user")?.toLowerCase();
    const listener = listeners.find(({ name }) => name.toLowerCase() === wanted);
    if (!listener) return errorFlash(404, 6, "User not found");
    if (listener.answer) return listener.answer;
    if (query.get("method") === "user.getinfo") return { json: { user: infoOf(listener) } };
    if (query.get("method") === "user.getrecenttracks") return recentTracksOf(listener, query);
    if (query.get("method") !== "user.gettopartists") return errorFlash(400, 3, "Invalid Method");
    const limit = Number(query.get("limit") ?? 50);
    return { json: { topartists: topArtistsOf(listener, limit) } };
  });
  return { ...service, confirmAs };

  /** A token that this account has confirmed. */
  function confirmAs(name: string): string {
    const token = randomBytes(16).toString("hex");
    tokens.set(token, name);
    return token;
  }

  function confirm(form: URLSearchParams): Reply {
    const to = new URL(form.get("cb") ?? "");
    to.searchParams.set("token", confirmAs(form.get("person") ?? ""));
    return { to: to.href };
  }

  /** Each token works once, for calls signed with the secret. */
  function getSession(query: URLSearchParams): Reply {
    const signed = ["api_key", "method", "token"].map((name) => `${name}${query.get(name)}`).join("");
    const signature = createHash("md5")
      .update(signed + secret)
      .digest("hex");
    if (!secret || query.get("api_sig") !== signature)
      return errorFlash(403, 13, "Invalid method signature supplied");
    const token = query.get("token") ?? "";
    const name = tokens.get(token);
    tokens.delete(token);
    if (name === undefined) return errorFlash(403, 14, "Unauthorized Token - This token has not been issued");
    return { json: { session: { name, key: randomBytes(16).toString("hex"), subscriber: 0 } } };
  }
}

function showConfirmation(query: URLSearchParams, apiKey: string): Reply {
  if (query.get("api_key") !== apiKey) return { status: 403, html: "<h1>Invalid API key</h1>" };
  const who = listeners.map(
    ({ name }) => `<label><input type="radio" name="person" value="${name}"> ${name}</label>`,
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fake Last.fm</title><body>
    <h1>Connect your account?</h1><form method="post">
    <input type="hidden" name="cb" value="${escapeHtml(query.get("cb") ?? "")}">${who.join(" ")} <button>Yes, allow access</button></form></body></html>`;
  return { html };
}

/** The plays of a period, of which only the count is asked for. */
function recentTracksOf(
  { name, plays, registeredAt = REGISTERED_AT }: Listener,
  query: ServiceRequest["query"],
) {
  if (!plays) return errorFlash(403, 17, "Login: User required to be logged in");
  const from = Math.max(Number(query.get("from")) * 1000, plays.from ?? registeredAt);
  const to = Math.min(Number(query.get("to")) * 1000, plays.to ?? Date.now());
  const total = String(Math.floor((Math.max(0, to - from) / DAY_MS) * plays.perDay));
  const attributes = { user: name, page: "1", perPage: "1", totalPages: total, total };
  return { json: { recenttracks: { track: [], "@attr": attributes } } };
}

function infoOf({ name, playcount, artists, registeredAt = REGISTERED_AT }: Listener) {
  return {
    name,
    realname: "",
    playcount: String(playcount),
    artist_count: String(artists.length),
    image: [{ size: "small", "#text": "" }],
    registered: { unixtime: String(registeredAt / 1000), "#text": registeredAt / 1000 },
    country: "United Kingdom",
    url: `https://www.last.fm/user/${name}`,
  };
}

/** As the real API does, returns one artist as an object and none as a missing key. */
function topArtistsOf({ name, artists }: Listener, limit: number) {
  const shown = artists.slice(0, limit).map(([artist, plays], i) => ({
    name: artist,
    playcount: String(plays),
    mbid: "",
    url: "https://www.last.fm/music/x",
    "@attr": { rank: String(i + 1) },
  }));
  const attributes = {
    user: name,
    page: "1",
    perPage: String(limit),
    totalPages: "1",
    total: String(artists.length),
  };
  const list = shown.length > 1 ? { artist: shown } : shown.length === 1 ? { artist: shown[0] } : {};
  return { ...list, "@attr": attributes };
}

function errorFlash(status: number, error: number, message: string) {
  return { status, json: { message, error } };
}

function ordinal(n: number) {
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${tail}`;
}
