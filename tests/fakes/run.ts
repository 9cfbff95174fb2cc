// Runs a command among stand-ins for the music services: `tsx tests/stand-ins/run.ts node build/index.js`.
import { spawn } from "node:child_process";
import { startGoogle } from "./google";
import { listeners, startLastfm } from "./lastfm";
import { startSpotify } from "./spotify";
import { startYoutube } from "./youtube";

const [command = "", ...args] = process.argv.slice(2);
const origin = process.env.APP_ORIGIN || `http://localhost:${process.env.PORT || 3000}`;
const client = (service: string) => ({
  id: "stand-in",
  secret: "a stand-in's secret: %",
  redirectTo: `${origin}/music-connections/${service}/callback`,
});

const lastfm = await startLastfm("a stand-in's key");
const spotify = await startSpotify(client("spotify"));
const google = await startGoogle(client("youtube"));
const youtube = await startYoutube();
const child = spawn(command, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    LASTFM_URL: lastfm.address,
    LASTFM_API_KEY: "a stand-in's key",
    SPOTIFY_ACCOUNTS_URL: spotify.accounts.address,
    SPOTIFY_API_URL: spotify.api.address,
    SPOTIFY_CLIENT_ID: client("").id,
    SPOTIFY_CLIENT_SECRET: client("").secret,
    YOUTUBE_URL: youtube.address,
    GOOGLE_ACCOUNTS_URL: google.address,
    GOOGLE_TOKEN_URL: google.address,
    GOOGLE_API_URL: google.address,
    GOOGLE_CLIENT_ID: client("").id,
    GOOGLE_CLIENT_SECRET: client("").secret,
  },
});
console.info(
  `Stand-ins answer for Last.fm (as ${listeners.map(({ name }) => name).join(", ")}), Spotify, Google and YouTube.`,
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
