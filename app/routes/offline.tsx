import displayFaceUrl from "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { OfflinePage } from "~/components/layout/offline-page";
import { findLogo } from "~/http/static/community-files.server";
import { staticPage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import stylesUrl from "~/styles/app.css?url";

/** Kept by the service worker for times without a connection. */
export async function loader({ request }: LoaderFunctionArgs) {
  const theme = (await getTheme(request)) ?? undefined;
  return staticPage(
    <OfflinePage theme={theme} stylesUrl={stylesUrl} fontUrl={displayFaceUrl} logo={findLogo()} />,
  );
}
