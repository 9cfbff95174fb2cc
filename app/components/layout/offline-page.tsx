// The page that stands in for all others while there is no connection.
import { COMMUNITY_NAME } from "~/community";
import { ButtonAnchor } from "~/ui/button";
import { CommunityHead } from "~/ui/frame/community-head";
import { Wordmark } from "./logo";
import { ThemeColors } from "./theme-colors";
import { TopBar } from "./top-bar";

/** A whole document, the same for everybody: a browser keeps it without knowing who is signed in. */
export function OfflinePage({
  theme,
  stylesUrl,
  fontUrl,
  logo,
}: {
  theme: string | undefined;
  stylesUrl: string;
  fontUrl: string;
  logo: string | undefined;
}) {
  return (
    <html lang="en" className={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <ThemeColors theme={theme} />
        <title>Offline · {COMMUNITY_NAME}</title>
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={stylesUrl} />
        <CommunityHead />
      </head>
      <body>
        <TopBar>
          <a href="/" aria-label={`${COMMUNITY_NAME}, home`}>
            <Wordmark logo={logo} />
          </a>
        </TopBar>
        <main id="main" className="page">
          <div className="empty-state pt-16">
            <h1>You're offline</h1>
            <p className="mt-2 text-soft">
              This page isn't on your device, but you can still read what you opened recently.
            </p>
            <nav aria-label="On your device" className="mt-6">
              <ul className="cluster justify-center">
                {["Messages", "Records", "Playlists"].map((name) => (
                  <li key={name}>
                    <ButtonAnchor href={`/${name.toLowerCase()}`}>{name}</ButtonAnchor>
                  </li>
                ))}
              </ul>
            </nav>
            <p className="mt-6">
              {/* biome-ignore lint/a11y/useValidAnchor: the page's own address, whichever it is */}
              <a href="" className="link inline-block p-2">
                Try again
              </a>
            </p>
          </div>
        </main>
      </body>
    </html>
  );
}
