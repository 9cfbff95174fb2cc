// The shell of every page: head, navigation, flash messages, and the error screens.

import displayFaceUrl from "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { signInPath } from "~/auth/return-path";
import { useSlowNavigation } from "~/browser/navigation";
import { useFocusOnScreen } from "~/browser/use-focus";
import { useLive } from "~/browser/use-live";
import { useUnsavedInput } from "~/browser/use-unsaved-input";
import { COMMUNITY_NAME, titled } from "~/community";
import { ErrorScreen, NotFound } from "~/components/layout/error-screen";
import { Footer } from "~/components/layout/footer";
import { BottomBar, Navigation, PlainBar } from "~/components/layout/navigation";
import { loadLater, PendingScreen } from "~/components/layout/pending-screen";
import { ScriptGate, ScriptPreloads } from "~/components/layout/script-gate";
import { ScrollPosition } from "~/components/layout/scroll-position";
import { EndingStrip, PausedStrip } from "~/components/layout/strips";
import { ThemeColors } from "~/components/layout/theme-colors";
import { useTheme } from "~/components/layout/theme-switch";
import { loadShell } from "~/http/shell.server";
import { currentLanguage } from "~/language/current";
import { t } from "~/language/text";
import { AGREEMENT_PATH } from "~/models/document/document";
import { DEFAULT_LOCALE } from "~/models/member/viewer-dates";
import { WELCOME_PATH } from "~/models/member/welcome";
import { ViewerDatesContext } from "~/ui/date-time";
import { Flash } from "~/ui/flash";
import { CommunityHead } from "~/ui/frame/community-head";
import { Nonce } from "~/ui/nonce";
import { showToast, Toaster } from "~/ui/toast/toaster";
import { Tooltips } from "~/ui/tooltip";
import { SIGNED_OUT } from "./refusal";
import stylesUrl from "./styles/app.css?url";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "preload", href: displayFaceUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesUrl },
];

export const meta: MetaFunction<typeof loader> = ({ error, data }) => {
  if (!error) return [{ title: COMMUNITY_NAME }];
  const isSignedOut = !data?.viewer || (isRouteErrorResponse(error) && error.data === SIGNED_OUT);
  const titles: Record<number, string> = {
    401: t("Signed out"),
    404: isSignedOut ? t("Sign in") : t("404 Page Not Found"),
  };
  return [{ title: titled(`${titles[statusOf(error) ?? 500] ?? t("Something went wrong")}`) }];
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadShell(request, context.method === "POST");
}

/** The document around every screen, the error screens included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const chat = useRouteLoaderData("routes/messages.$id");
  const nonce = useContext(Nonce);
  const theme = useTheme();
  return (
    // The first script sets an attribute, about which React would warn in development.
    <html lang={currentLanguage()} className={theme.value} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <ScriptGate />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <ThemeColors theme={theme.value} />
        <Meta />
        <Links />
        <CommunityHead />
        {root?.hasJustSignedOut ? <link rel="stylesheet" href="/signed-out.css" /> : null}
      </head>
      <body className={chat ? "with-chat" : undefined}>
        {children}
        <ScrollPosition nonce={nonce} />
        <Scripts nonce={nonce} />
        <ScriptPreloads />
      </body>
    </html>
  );
}

export default function App() {
  const { viewer, isPaused } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PendingScreen counts={viewer?.counts}>
        {isPaused ? <PausedStrip /> : null}
        <PageFlash />
        <Outlet />
      </PendingScreen>
    </Shell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const status = statusOf(error);
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  // The page may have been loaded before the session ended.
  const isSignedOut = message === SIGNED_OUT || !root?.viewer;
  const signIn = isSignedOut ? signInPath(pathname, search) : undefined;
  return (
    <Shell hasFailed isSignedOut={isSignedOut}>
      {status === 404 ? (
        <NotFound signInPath={signIn} />
      ) : status === 401 ? (
        <ErrorScreen
          title={t("You're signed out")}
          message={t("Nothing was changed or saved. Sign in again to continue.")}
          signInPath={signIn}
        />
      ) : (
        <ErrorScreen
          title={t("Something went wrong")}
          message={message || t("The problem is on our side. Please try again in a minute.")}
          signInPath={signIn}
        />
      )}
    </Shell>
  );
}

function statusOf(error: unknown) {
  return isRouteErrorResponse(error) ? error.status : undefined;
}

/**
 * The bars and footer around a screen. Visitors' screens have their own `main`, unless they failed. `isSignedOut` says that
 * there is no session, or no longer one.
 */
function Shell({
  children,
  hasFailed,
  isSignedOut,
}: {
  children: ReactNode;
  hasFailed?: boolean;
  isSignedOut?: boolean;
}) {
  const root = useRouteLoaderData<typeof loader>("root");
  const viewer = isSignedOut ? undefined : root?.viewer;
  const counts = useLive(viewer?.id, viewer?.counts, showToast, loadLater);
  const { pathname } = useLocation();
  const isFirstRun = pathname.startsWith(`${WELCOME_PATH}/`) || pathname === AGREEMENT_PATH;
  const bars = isFirstRun ? undefined : counts;
  const timeZone = viewer?.timeZone ?? null;
  const locale = root?.locale ?? DEFAULT_LOCALE;
  const dates = useMemo(() => ({ timeZone, locale }), [timeZone, locale]);
  useFocusOnScreen();
  useUnsavedInput();
  return (
    <ViewerDatesContext.Provider value={dates}>
      <NavigationProgress />
      <Tooltips />
      {viewer && bars ? (
        <Navigation {...viewer} counts={bars} logo={root?.logo} />
      ) : (
        <PlainBar isMember={Boolean(viewer)} logo={root?.logo} />
      )}
      {viewer ? (
        <p
          role="status"
          className="offline-banner hidden bg-yellow px-4 py-2 text-center text-ink-always [[data-kept]_&]:block"
        >
          {t("You're offline. This is what you last saw.")}
        </p>
      ) : null}
      {root?.ending ? <EndingStrip ending={root.ending} isMember={Boolean(viewer)} /> : null}
      {viewer || hasFailed ? (
        <main id="main" tabIndex={-1} className={isFirstRun ? "page [--bottom-bar:0px]" : "page"}>
          {children}
        </main>
      ) : (
        children
      )}
      <Footer
        from={root?.from}
        isMember={Boolean(viewer && counts)}
        hasBottomBar={Boolean(viewer && bars)}
        documents={root?.documents ?? []}
        languages={root?.languages}
      />
      {viewer && bars ? <BottomBar counts={bars} isWaiting={viewer.isWaiting} /> : null}
      <Toaster />
    </ViewerDatesContext.Provider>
  );
}

/**
 * The flash message: part of the page if it came with the document, a toast if scripts fetched it. A page may have its own
 * place for it.
 */
function PageFlash() {
  const { flash } = useLoaderData<typeof loader>();
  const [first] = useState(flash);
  const { key, pathname } = useLocation();
  const [firstKey] = useState(key);
  useEffect(() => {
    if (flash && flash.id !== first?.id) showToast(flash);
  }, [flash, first]);
  if (!first || key !== firstKey || first.card?.pathname === pathname) return null;
  return <Flash flash={first} />;
}

/** The bar at the top of the page while the next one loads: once that takes longer than 150 ms, without moving the page. */
function NavigationProgress() {
  return (
    <div aria-live="polite">
      {useSlowNavigation() ? (
        <div
          role="progressbar"
          aria-label={t("Loading page")}
          className="fixed left-0 top-0 z-progress h-[3px] w-full origin-left animate-[navigation-progress_10s_cubic-bezier(0.05,0.8,0.2,1)_both] bg-red motion-reduce:animate-none"
        />
      ) : null}
    </div>
  );
}
