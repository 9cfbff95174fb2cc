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

const lastfm = await startLastfm("a fake key", "a fake secret");
const listenbrainz = await startListenbrainz();
const spotify = await startSpotify(client("spotify"));
const google = await startGoogle(client("youtube"));
const spotifyOembed = await startSpotifyOembed();
const youtube = await startYoutube();
const deezer = await startDeezer();
const catalog = await startCatalog();
const discogs = await startDiscogs();
const mail = hasMail
  ? await startMailServer({ pagePort: Number(process.env.MAIL_PAGE_PORT || 0) })
  : undefined;
const child = spawn(command, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    LASTFM_URL: lastfm.address,
    LASTFM_API_KEY: "a fake key",
    LASTFM_PAGES_URL: lastfm.address,
    LASTFM_SECRET: "a fake secret",
    LISTENBRAINZ_URL: listenbrainz.address,
    SPOTIFY_ACCOUNTS_URL: spotify.accounts.address,
    SPOTIFY_API_URL: spotify.api.address,
    SPOTIFY_CLIENT_ID: client("").id,
    SPOTIFY_CLIENT_SECRET: client("").secret,
    SPOTIFY_OEMBED_URL: spotifyOembed.address,
    YOUTUBE_URL: youtube.address,
    PREVIEWS: "deezer",
    DEEZER_URL: deezer.address,
    CATALOG_CONTACT: "catalog@b-side.example",
    MUSICBRAINZ_URL: catalog.musicBrainz.address,
    COVERART_URL: catalog.archive.address,
    DISCOGS_URL: discogs.address,
    GOOGLE_ACCOUNTS_URL: google.address,
    GOOGLE_TOKEN_URL: google.address,
    GOOGLE_API_URL: google.address,
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
