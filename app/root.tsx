// The frame of every page: head, navigation, notices, and the screens for what is not there or went wrong.

import displayFaceUrl from "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";
import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useFetchers,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { ButtonAnchor, ButtonLink } from "~/components/button";
import { Footer } from "~/components/footer";
import { useLive } from "~/components/live";
import { BottomBar, Navigation, VisitorBar } from "~/components/navigation";
import { NotFound } from "~/components/not-found";
import { Notice } from "~/components/notice";
import { announce, Toaster } from "~/components/toaster";
import { hasJustLeft } from "~/http/left.server";
import { takeNotice } from "~/http/notice.server";
import { signInPath } from "~/http/return-path";
import { getVisit } from "~/http/session.server";
import { getTheme } from "~/http/theme.server";
import { getCounts } from "~/models/counts.server";
import type { NoticeContent } from "~/models/notice";
import { avatarUrl } from "~/models/person";
import { SIGNED_OUT } from "~/models/refusal";
import { Nonce } from "./nonce";
import { unlessUnanswered } from "./revalidate";
import stylesUrl from "./styles.css";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "preload", href: displayFaceUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesUrl },
];

export const meta: MetaFunction = ({ error }) => {
  if (!error) return [{ title: "B-Side" }];
  const title =
    statusOf(error) === 404
      ? "404 Page Not Found"
      : statusOf(error) === 401
        ? "Signed out"
        : "That did not work";
  return [{ title: `${title} · B-Side` }];
};

/** What was thrown keeps its headers: which methods there are, when to come back. */
export const headers: HeadersFunction = ({ errorHeaders, parentHeaders }) => errorHeaders ?? parentHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const [visit, theme] = await Promise.all([getVisit(request), getTheme(request)]);
  if (!visit) return { theme, viewer: null, notice: null, hasJustLeft: await hasJustLeft(request) };
  const [notice, counts] = await Promise.all([takeNotice(request, visit), getCounts(visit.member.id)]);
  const { id, firstName } = visit.member;
  return {
    theme,
    notice,
    hasJustLeft: false,
    viewer: { id: String(id), firstName, avatarUrl: avatarUrl(visit.member), counts },
  };
}

export const shouldRevalidate = unlessUnanswered;

/** The document around every screen, the error screens included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(Nonce);
  return (
    <html lang="en" data-theme={root?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {root?.hasJustLeft ? <link rel="stylesheet" href="/left.css" /> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <LiveReload nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <Frame>
      <LeftNotice />
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const told = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  // The page may have been loaded before the session ended.
  const isOut = told === SIGNED_OUT || !root?.viewer;
  const way = isOut ? (
    <ButtonAnchor look="primary" href={signInPath(pathname, search)}>
      Sign In
    </ButtonAnchor>
  ) : (
    <ButtonLink to="/">Home</ButtonLink>
  );
  if (statusOf(error) === 404) {
    return (
      <Frame failed isOut={isOut}>
        <NotFound>{way}</NotFound>
      </Frame>
    );
  }
  const [title, text] =
    statusOf(error) === 401
      ? ["You are signed out", "Nothing was changed. Sign in to go on where you were."]
      : ["That did not work", told || "Something went wrong on our side. Try again in a minute."];
  return (
    <Frame failed isOut={isOut}>
      <div className="not-found">
        <h1>{title}</h1>
        <p className="mt-2 text-soft">{text}</p>
        <div className="mt-6">{way}</div>
      </div>
    </Frame>
  );
}

function statusOf(error: unknown) {
  return isRouteErrorResponse(error) ? error.status : undefined;
}

/**
 * Bars and footer around a screen. A visitor's screens bring their own `main`, but for the ones that failed. With `isOut`
 * whoever the page was loaded for is a visitor by now.
 */
function Frame({
  children,
  failed = false,
  isOut = false,
}: {
  children: ReactNode;
  failed?: boolean;
  isOut?: boolean;
}) {
  const root = useRouteLoaderData<typeof loader>("root");
  const viewer = isOut ? undefined : root?.viewer;
  const counts = useLive(viewer?.id, viewer?.counts);
  return (
    <>
      {viewer && counts ? <Navigation {...viewer} counts={counts} /> : <VisitorBar />}
      {viewer || failed ? (
        <main id="main" tabIndex={-1} className="page">
          {children}
        </main>
      ) : (
        children
      )}
      <Footer theme={root?.theme ?? null} />
      {viewer && counts ? <BottomBar counts={counts} /> : null}
      <FetchedNotices />
      <Toaster />
    </>
  );
}

/** What was left for this page: in the page when it came with the document, a toast when scripts fetched it. */
function LeftNotice() {
  const { notice } = useLoaderData<typeof loader>();
  const [first] = useState(notice);
  const { key } = useLocation();
  const [firstKey] = useState(key);
  useEffect(() => {
    if (notice && notice.id !== first?.id) announce(notice);
  }, [notice, first]);
  return first && key === firstKey ? <Notice notice={first} /> : null;
}

/** Shows as toasts the notices that buttons and forms were answered with. */
function FetchedNotices() {
  const notices = useFetchers().map(
    (fetcher) => (fetcher.data as { notice?: NoticeContent } | undefined)?.notice,
  );
  useEffect(() => {
    for (const notice of notices) if (notice) announce(notice);
  });
  return null;
}
