// The document of a page in a refreshing frame.
import type { ReactNode } from "react";
import { ViewerTimeZone } from "~/components/ui/date-time";
import { POLL_SECONDS } from "~/live/poll-interval";

/** The theme and stylesheet of the page around the frame, and its viewer's time zone. */
export type FrameLook = { theme: string | null; stylesUrl: string; timeZone?: string | null };

/** When a page refreshes after it has loaded, and which one it turns into: itself without `to`. */
export type Refresh = { seconds: number; to?: string };

/** A whole HTML document; with `isStill` it does not refresh. */
export function FrameDocument({
  title,
  isStill = false,
  refresh: { seconds, to } = { seconds: POLL_SECONDS },
  theme,
  stylesUrl,
  timeZone = null,
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
        <ViewerTimeZone.Provider value={timeZone}>{children}</ViewerTimeZone.Provider>
      </body>
    </html>
  );
}
