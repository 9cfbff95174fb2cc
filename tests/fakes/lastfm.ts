// A fake Last.fm that answers as the documented and recorded API does: all numbers are strings.
import { startService } from "./service";

type Listener = { name: string; playcount: number; artists: [name: string, plays: number][] };

/** The accounts it knows. */
export const listeners: Listener[] = [
  {
    name: "RJ",
    playcount: 54_189,
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

/** Starts a fake Last.fm that answers requests with `apiKey`. */
export async function startLastfm(apiKey: string) {
  return startService(({ path, query }) => {
    if (path !== "/2.0/" || query.get("format") !== "json") return undefined;
    if (query.get("api_key") !== apiKey)
      return errorNotice(403, 10, "Invalid API key - You must be granted a valid key");
    const wanted = query.get("user")?.toLowerCase();
    const listener = listeners.find(({ name }) => name.toLowerCase() === wanted);
    if (!listener) return errorNotice(404, 6, "User not found");
    if (query.get("method") === "user.getinfo") return { json: { user: infoOf(listener) } };
    if (query.get("method") !== "user.gettopartists") return errorNotice(400, 3, "Invalid Method");
    const limit = Number(query.get("limit") ?? 50);
    return { json: { topartists: topArtistsOf(listener, limit) } };
  });
}

function infoOf({ name, playcount, artists }: Listener) {
  return {
    name,
    realname: "",
    playcount: String(playcount),
    artist_count: String(artists.length),
    image: [{ size: "small", "#text": "" }],
    registered: { unixtime: "1037793040", "#text": 1_037_793_040 },
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

function errorNotice(status: number, error: number, message: string) {
  return { status, json: { message, error } };
}

function ordinal(n: number) {
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${tail}`;
}
