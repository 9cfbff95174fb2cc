// The document of a page in a refreshing frame.
import type { ReactNode } from "react";
import { POLL_SECONDS } from "~/live/poll-interval";

/** The theme and stylesheet of the page around the frame. */
export type FrameLook = { theme: string | null; stylesUrl: string };

/** A whole HTML document; with `isStill` it does not refresh. */
export function FrameDocument({
  title,
  isStill = false,
  theme,
  stylesUrl,
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
      <body>{children}</body>
    </html>
  );
}
