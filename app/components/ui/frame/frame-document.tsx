// The document of a page in a refreshing frame.
import type { ReactNode } from "react";
import { ViewerTimeZone } from "~/components/ui/date-time";
import { POLL_SECONDS } from "~/live/poll-interval";

/** The theme and stylesheet of the page around the frame, and its viewer's time zone. */
export type FrameLook = { theme: string | null; stylesUrl: string; timeZone?: string | null };

/** A whole HTML document that refreshes every three seconds; with `isStill` it does not. */
export function FrameDocument({
  title,
  isStill = false,
  theme,
  stylesUrl,
  timeZone = null,
  children,
}: FrameLook & { title: string; isStill?: boolean; children: ReactNode }) {
  return (
    <html lang="en" className={`framed ${theme ?? ""}`}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStill ? null : <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />}
        <title>{title}</title>
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <ViewerTimeZone.Provider value={timeZone}>{children}</ViewerTimeZone.Provider>
      </body>
    </html>
  );
}
