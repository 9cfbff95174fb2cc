// The document of a page in a refreshing frame.
import type { ReactNode } from "react";
import { currentLanguage } from "~/language/current";
import { POLL_SECONDS } from "~/live/poll-interval";
import type { ViewerDates } from "~/models/member/viewer-dates";
import { ViewerDatesContext } from "~/ui/date-time";
import { CommunityHead } from "~/ui/frame/community-head";

/** The theme and stylesheet of the page around the frame, and how dates are written for its viewer, if it has any. */
export type FrameLook = { theme: string | null; stylesUrl: string; dates?: ViewerDates };

/** A whole HTML document that refreshes every three seconds; with `isStill` it does not. */
export function FrameDocument({
  title,
  isStill = false,
  theme,
  stylesUrl,
  dates,
  children,
}: FrameLook & { title: string; isStill?: boolean; children: ReactNode }) {
  return (
    <html lang={currentLanguage()} className={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStill ? null : <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />}
        <title>{title}</title>
        <link rel="stylesheet" href={stylesUrl} />
        <CommunityHead />
      </head>
      <body className="min-h-0 bg-card">
        {dates ? (
          <ViewerDatesContext.Provider value={dates}>{children}</ViewerDatesContext.Provider>
        ) : (
          children
        )}
      </body>
    </html>
  );
}
