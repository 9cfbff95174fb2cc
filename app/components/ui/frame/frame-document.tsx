// The document of a page in a refreshing frame.
import type { ReactNode } from "react";
import { ViewerDatesContext } from "~/components/ui/date-time";
import { POLL_SECONDS } from "~/live/poll-interval";
import type { ViewerDates } from "~/models/member/viewer-dates";

/** The theme and stylesheet of the page around the frame, and how dates are written for its viewer, if it has any. */
export type FrameLook = { theme: string | null; stylesUrl: string; dates?: ViewerDates };

/** When a page refreshes after it has loaded, and which one it turns into: itself without `to`. */
export type Refresh = { seconds: number; to?: string };

/** A whole HTML document; with `isStill` it does not refresh. */
export function FrameDocument({
  title,
  isStill = false,
  refresh: { seconds, to } = { seconds: POLL_SECONDS },
  theme,
  stylesUrl,
  dates,
  children,
}: FrameLook & { title: string; isStill?: boolean; refresh?: Refresh; children: ReactNode }) {
  return (
    <html lang="en" className={`framed ${theme ?? ""}`}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStill ? null : (
          <meta httpEquiv="refresh" content={to ? `${seconds};url=${to}` : String(seconds)} />
        )}
        <title>{title}</title>
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        {dates ? (
          <ViewerDatesContext.Provider value={dates}>{children}</ViewerDatesContext.Provider>
        ) : (
          children
        )}
      </body>
    </html>
  );
}
