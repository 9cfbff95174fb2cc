// Runs a command against fake music services and a mail server of its own: `tsx tests/fakes/run.ts node build/server/index.js`.
// With `--no-mail` ahead of the command there is no mail server.
import { spawn } from "node:child_process";
import { startCatalog } from "./catalog";
import { startDeezer } from "./deezer";
import { startDiscogs } from "./discogs";
import { startGoogle } from "./google";
import { listeners, startLastfm } from "./lastfm";
import { listenbrainzListeners, startListenbrainz } from "./listenbrainz";
import { startMailServer } from "./mail-server";
import { servicesUrl } from "./service";
import { startSpotify } from "./spotify";
import { startSpotifyOembed } from "./spotify-oembed";
import { startYoutube } from "./youtube";

const hasMail = process.argv[2] !== "--no-mail";
const [command = "", ...args] = process.argv.slice(hasMail ? 2 : 3);
const origin = process.env.APP_ORIGIN || `http://localhost:${process.env.PORT || 3000}`;
const client = (service: string) => ({
  id: "fake client",
  secret: "a fake secret: %",
  redirectTo: `${origin}/music-connections/${service}/callback`,
});

await startLastfm("a fake key", "a fake secret");
await startListenbrainz();
await startSpotify(client("spotify"));
await startGoogle(client("youtube"));
await startSpotifyOembed();
await startYoutube();
await startDeezer();
await startCatalog();
const discogs = await startDiscogs();
const mail = hasMail
  ? await startMailServer({ pagePort: Number(process.env.MAIL_PAGE_PORT || 0) })
  : undefined;
const child = spawn(command, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    SERVICES_URL: servicesUrl,
    LASTFM_API_KEY: "a fake key",
    LASTFM_SECRET: "a fake secret",
    SPOTIFY_CLIENT_ID: client("").id,
    SPOTIFY_CLIENT_SECRET: client("").secret,
    PREVIEWS: "deezer",
    CATALOG_CONTACT: "catalog@b-side.example",
    GOOGLE_CLIENT_ID: client("").id,
    GOOGLE_CLIENT_SECRET: client("").secret,
    ...mail?.variables,
  },
});
const names = (accounts: { name: string }[]) => accounts.map(({ name }) => name).join(", ");
console.info(
  `Fake services stand in for ListenBrainz (accounts: ${names(listenbrainzListeners)}; a token: ${listenbrainzListeners[0]?.token}), Last.fm (accounts: ${names(listeners)}), Spotify, Google, YouTube, Deezer, MusicBrainz, the Cover Art Archive and Discogs (collections: ${[...discogs.collections.keys()].join(", ")}).`,
);
if (mail) console.info(`Read what is mailed at ${mail.pageUrl}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
