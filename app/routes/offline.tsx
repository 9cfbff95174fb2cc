import displayFaceUrl from "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { COMMUNITY_NAME } from "~/community";
import { Wordmark } from "~/components/layout/logo";
import { ThemeColors } from "~/components/layout/theme-colors";
import { TopBar } from "~/components/layout/top-bar";
import { findLogo } from "~/http/static/community-files.server";
import { staticPage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { currentLanguage } from "~/language/current";
import { toLanguage } from "~/language/language";
import { answerIn } from "~/language/language.server";
import { msg, t } from "~/language/text";
import stylesUrl from "~/styles/app.css?url";
import { ButtonAnchor } from "~/ui/button";
import { CommunityHead } from "~/ui/frame/community-head";

/** Kept by the service worker for times without a connection, in the `language` of the page that it has just read. */
export async function loader({ request }: LoaderFunctionArgs) {
  answerIn(toLanguage(new URL(request.url).searchParams.get("language")) ?? null);
  const theme = (await getTheme(request)) ?? undefined;
  return staticPage(
    <OfflinePage theme={theme} stylesUrl={stylesUrl} fontUrl={displayFaceUrl} logo={findLogo()} />,
    { headers: { "Content-Language": currentLanguage() } },
  );
}

const KEPT = [
  { path: "/messages", name: msg("Messages") },
  { path: "/records", name: msg("Records") },
  { path: "/playlists", name: msg("Playlists") },
];

/** A whole document, the same for everybody in a language: a browser keeps it without knowing who is signed in. */
function OfflinePage({
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
    <html lang={currentLanguage()} className={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <ThemeColors theme={theme} />
        <title>{t("Offline · {community}", { community: COMMUNITY_NAME })}</title>
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={stylesUrl} />
        <CommunityHead />
      </head>
      <body>
        <TopBar>
          <a href="/" aria-label={t("{community}, home", { community: COMMUNITY_NAME })}>
            <Wordmark logo={logo} />
          </a>
        </TopBar>
        <main id="main" className="page">
          <div className="empty-state pt-16">
            <h1>{t("You're offline")}</h1>
            <p className="mt-2 text-soft">
              {t("This page isn't on your device, but you can still read what you opened recently.")}
            </p>
            <nav aria-label={t("On your device")} className="mt-6">
              <ul className="cluster justify-center">
                {KEPT.map(({ path, name }) => (
                  <li key={path}>
                    <ButtonAnchor href={path}>{t(name)}</ButtonAnchor>
                  </li>
                ))}
              </ul>
            </nav>
            <p className="mt-6">
              {/* biome-ignore lint/a11y/useValidAnchor: the page's own address, whichever it is */}
              <a href="" className="link inline-block p-2">
                {t("Try again")}
              </a>
            </p>
          </div>
        </main>
      </body>
    </html>
  );
}
