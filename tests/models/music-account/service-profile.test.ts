// Profiles at Spotify and YouTube, as members paste them.
import { expect, test } from "vitest";
import { readServiceProfile } from "~/models/music-account/service-profile";

const CHANNEL = "UCada0000000000000000000";

test.each([
  ["https://open.spotify.com/user/ada.l", "ada.l"],
  ["  open.spotify.com/user/ada.l?si=4f1c2b7a9d0e4f5a&utm_source=copy-link  ", "ada.l"],
  ["http://open.spotify.com/user/ada.l/", "ada.l"],
  ["https://open.spotify.com/intl-de/user/ada.l?si=1", "ada.l"],
  ["https://play.spotify.com/user/ada.l", "ada.l"],
  ["spotify:user:ada.l", "ada.l"],
  ["Check out my profile on Spotify: https://open.spotify.com/user/ada.l?si=1.", "ada.l"],
  ["https://open.spotify.com/user/31kz7qxyv2example", "31kz7qxyv2example"],
])("%j links to a profile at Spotify", (text, name) => {
  expect(readServiceProfile("spotify", text)).toEqual({ name, url: `https://open.spotify.com/user/${name}` });
});

test.each([
  [`https://music.youtube.com/channel/${CHANNEL}`, CHANNEL, `https://music.youtube.com/channel/${CHANNEL}`],
  [
    `https://music.youtube.com/channel/${CHANNEL}?si=x&feature=share`,
    CHANNEL,
    `https://music.youtube.com/channel/${CHANNEL}`,
  ],
  [`m.youtube.com/channel/${CHANNEL}/featured`, CHANNEL, `https://music.youtube.com/channel/${CHANNEL}`],
  [
    `vnd.youtube://www.youtube.com/channel/${CHANNEL}`,
    CHANNEL,
    `https://music.youtube.com/channel/${CHANNEL}`,
  ],
  ["https://www.youtube.com/@ada-l?si=abc", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["youtube.com/@ada-l/videos", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["youtube://www.youtube.com/@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["https://music.youtube.com/@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["https://www.youtube.com/@%D7%A2%D7%93%D7%94", "@עדה", "https://www.youtube.com/@%D7%A2%D7%93%D7%94"],
  ["https://www.youtube.com/c/AdaLovelace", "AdaLovelace", "https://www.youtube.com/c/AdaLovelace"],
  ["https://www.youtube.com/user/ada1815", "ada1815", "https://www.youtube.com/user/ada1815"],
])("%j links to a channel at YouTube", (text, name, url) => {
  expect(readServiceProfile("youtube", text)).toEqual({ name, url });
});

test.each(["spotify", "youtube"] as const)("what links to no profile at %s is refused", (service) => {
  for (const text of [
    "",
    "ada",
    `${service}_42`,
    "https://open.spotify.com/track/1",
    "https://open.spotify.com/user/",
    "https://open.spotify.com/user/%00",
    "https://open.spotify.com/user/%E2%80%AEada",
    "https://open.spotify.com/user/%zz",
    `https://open.spotify.com/user/${"x".repeat(101)}`,
    `https://open.spotify.com/user/${"%F0%9F%8E%B5".repeat(90)}`,
    "https://open.spotify.com.evil.example/user/ada",
    "https://open.spotify.com@evil.example/user/ada",
    "https://evil.example/https://open.spotify.com/user/ada",
    "https://spotify.link/abcdef",
    "javascript:alert(1)//open.spotify.com/user/ada",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/channel/UCtooshort",
    "https://www.youtube.com/@a",
    "https://www.youtube.com/@a%20b%20c",
    "https://youtu.be/dQw4w9WgXcQ",
    "https://youtube.com.evil.example/@ada",
  ])
    expect(readServiceProfile(service, text), text).toBeUndefined();
});
