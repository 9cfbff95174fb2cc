// A fake Discogs that answers as the documented API does: public collections and wantlists in pages, with the headers of its
// limits.
import { type Reply, startService } from "./service";

type Copy = {
  id?: number;
  instance_id: number;
  notes?: { field_id: number; value: string }[];
  basic_information: object;
};

/** A copy as Discogs describes it. */
export function makeCopy(instance: number, title: string, basic: object = {}, notes?: Copy["notes"]): Copy {
  return {
    instance_id: instance,
    ...{ id: instance + 1000, rating: 0, date_added: "2014-01-29T08:37:52-08:00", folder_id: 1 },
    basic_information: {
      ...{ id: instance + 1000, master_id: 0, resource_url: `https://api.discogs.com/releases/${instance}` },
      ...{
        thumb: "",
        cover_image: "",
        labels: [{ name: "4AD", catno: "CAD 1", id: 634 }],
        styles: ["Lo-Fi"],
      },
      ...{ title, year: 1999, genres: ["Rock"] },
      artists: [{ name: "Low", anv: "", join: "", role: "", tracks: "", id: 1 }],
      formats: [{ name: "Vinyl", qty: "1", descriptions: ["LP", "Album"], text: "Blue" }],
      ...basic,
    },
    notes,
  };
}

/** An artist of a release, and what joins it with the next one. */
export const artist = (name: string, join = "", anv = "") => ({
  name,
  anv,
  join,
  role: "",
  tracks: "",
  id: 1,
});

/** A collection with what real ones have. */
const oddCollection: Copy[] = [
  makeCopy(1, "Things We Lost in the Fire", { year: 2001 }, [
    { field_id: 1, value: "Near Mint (NM or M-)" },
    { field_id: 2, value: "Very Good Plus (VG+)" },
    { field_id: 3, value: "From the attic" },
  ]),
  makeCopy(2, "Collaboration", {
    artists: [artist("Death (2)", "/"), artist("Cure, The", ",", "The Cure"), artist("Eat (2)")],
  }),
  makeCopy(3, "Unknown year", {
    year: 0,
    formats: [{ name: "CD", qty: "2", descriptions: ["Compilation"] }],
  }),
  makeCopy(4, "Box", {
    formats: [
      { name: "Box Set", qty: "1", descriptions: [] },
      { name: "Cassette", qty: "2", descriptions: ["Album"] },
    ],
  }),
  makeCopy(5, "A file", { formats: [{ name: "File", qty: "1", descriptions: ["MP3"] }] }),
  makeCopy(6, ""),
  makeCopy(7, "x".repeat(430), {
    genres: ["Electronic", "Hip Hop", "Jazz", "Rock", "Funk / Soul", "Folk, World, & Country"],
  }),
  makeCopy(8, "<img src=x onerror=alert(1)>", { year: 3000, formats: [] }),
];

/** Starts a fake Discogs; `collections` and `wantlists` are by the collector's name, null for a private one. */
export async function startDiscogs() {
  const collections = new Map<string, Copy[] | null>([
    ["odd", oddCollection],
    ["hidden", null],
    ["empty", []],
  ]);
  const wantlists = new Map<string, Copy[] | null>([["hidden", null]]);
  /** How many requests of the minute are left, and how long to wait for more, in seconds, if it says so. */
  const limit: { remaining: number; retryAfter?: string } = { remaining: 60 };
  const agents: (string | undefined)[] = [];
  const tokens: (string | undefined)[] = [];
  /** The tokens that it doesn't know. */
  const wrongTokens = new Set<string>();
  const hooks = {
    beforePage: (_page: number) => {},
    /** What it sends of the items of a page. */
    cutPage: (_page: number, items: Copy[]) => items,
  };
  const service = startService(["api.discogs.com"], ({ path, query, headers }): Reply | undefined => {
    agents.push(headers["user-agent"]);
    tokens.push(headers.authorization);
    const counts = {
      "X-Discogs-Ratelimit": "60",
      "X-Discogs-Ratelimit-Used": String(60 - limit.remaining),
      "X-Discogs-Ratelimit-Remaining": String(limit.remaining),
    };
    if (limit.remaining <= 0)
      return {
        status: 429,
        headers: limit.retryAfter ? { ...counts, "Retry-After": limit.retryAfter } : counts,
        json: { message: "You are making requests too quickly." },
      };
    const [, token = ""] = /^Discogs token=(.*)/.exec(headers.authorization ?? "") ?? [];
    if (wrongTokens.has(token))
      return {
        status: 401,
        headers: counts,
        json: { message: "Invalid consumer token. Please register an app before making requests." },
      };
    if (path === "/oauth/identity")
      return token
        ? { headers: counts, json: { id: 1, username: "ops", resource_url: "", consumer_name: "B-Side" } }
        : { status: 401, json: { message: "You must authenticate to access this resource." } };
    const [, name, list] = /^\/users\/([^/]+)\/(collection\/folders\/0\/releases|wants)$/.exec(path) ?? [];
    if (name === undefined) return undefined;
    const isWantlist = list === "wants";
    const page = Number(query.get("page"));
    hooks.beforePage(page);
    const collection = (isWantlist ? wantlists : collections).get(decodeURIComponent(name).toLowerCase());
    if (collection === null)
      return {
        status: 403,
        headers: counts,
        json: { message: "You are not allowed to access this resource." },
      };
    if (!collection)
      return {
        status: 404,
        headers: counts,
        json: { message: "User does not exist or may have been deleted." },
      };
    const size = Number(query.get("per_page"));
    const pages = Math.max(1, Math.ceil(collection.length / size));
    if (page > pages)
      return { status: 404, headers: counts, json: { message: `Page ${page} is outside of valid range.` } };
    const pagination = { page, pages, per_page: size, items: collection.length, urls: {} };
    const items = hooks.cutPage(page, collection.slice((page - 1) * size, page * size));
    const wants = items.map(({ instance_id: _, notes: __, ...want }) => want);
    return { headers: counts, json: { pagination, ...(isWantlist ? { wants } : { releases: items }) } };
  });
  return { ...service, collections, wantlists, limit, agents, tokens, wrongTokens, hooks };
}
