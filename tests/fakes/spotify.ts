// A fake Spotify: its accounts service and its Web API, with refresh tokens that work once.
import { type Client, createAuthorization } from "./authorization";
import { type Reply, startService } from "./service";

type Listener = { id: string; display_name: string | null; artists: { name: string; genres?: string[] }[] };

const listeners: Listener[] = [
  {
    id: "ada.lovelace",
    display_name: "Ada on Spotify",
    artists: [
      { name: "Broadcast", genres: ["dream pop"] },
      { name: "Julia Holter", genres: ["art pop"] },
      { name: "Stereolab" },
      { name: "The Beatles", genres: ["rock"] },
    ],
  },
  { id: "31nameless", display_name: null, artists: [] },
  {
    id: "hostile",
    display_name: "<img src=x onerror=alert(1)>",
    artists: [{ name: "</script><script>alert(2)</script>" }],
  },
  {
    id: "longest",
    display_name: "W".repeat(200),
    artists: [{ name: "W".repeat(99) }, { name: "W".repeat(100) }],
  },
];
/** An app in Spotify's development mode only serves accounts on its list. */
const NOT_LISTED = "not-listed";

/** Starts a fake Spotify with one registered client: accounts at one URL, the Web API at another. */
export async function startSpotify(client: Client) {
  const authorization = createAuthorization({
    client,
    people: [...listeners.map(({ id }) => id), NOT_LISTED],
    expectedParams: { scope: "user-top-read user-read-private" },
    rotates: true,
  });
  const accounts = startService(["accounts.spotify.com"], (request) => {
    const call = `${request.method} ${request.path}`;
    if (call === "GET /authorize") return authorization.showConsentPage(request, "Spotify");
    if (call === "POST /consent") return authorization.receiveConsent(request);
    return call === "POST /api/token" ? authorization.issueTokens(request) : undefined;
  });
  const api = startService(["api.spotify.com"], (request) => {
    const person = authorization.personOf(request);
    if (person === NOT_LISTED)
      return { status: 403, html: "Check settings, the user may not be registered." };
    const listener = listeners.find(({ id }) => id === person);
    if (!listener) return errorFlash(401, "The access token expired");
    const call = `${request.method} ${request.path}`;
    if (call === "GET /v1/me") {
      return { json: { id: listener.id, display_name: listener.display_name, images: [], type: "user" } };
    }
    if (call !== "GET /v1/me/top/artists") return undefined;
    const limit = Number(request.query.get("limit") ?? 20);
    const items = listener.artists
      .slice(0, limit)
      .map((artist, i) => ({ id: String(i), images: [], ...artist }));
    return { json: { items, total: listener.artists.length, limit, next: null } };
  });
  const close = () => {
    accounts.close();
    api.close();
  };
  return { accounts, api, authorization, close };
}

function errorFlash(status: number, message: string): Reply {
  return { status, json: { error: { status, message } } };
}
