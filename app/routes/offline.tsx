import displayFaceUrl from "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { OfflinePage } from "~/components/layout/offline-page";
import { findLogo } from "~/http/static/community-files.server";
import { staticPage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { currentLanguage } from "~/language/current";
import { toLanguage } from "~/language/language";
import { answerIn } from "~/language/language.server";
import stylesUrl from "~/styles/app.css?url";

/** Kept by the service worker for when there is no connection, in the `language` of the page that it has just read. */
export async function loader({ request }: LoaderFunctionArgs) {
  answerIn(toLanguage(new URL(request.url).searchParams.get("language")) ?? null);
  const theme = (await getTheme(request)) ?? undefined;
  return staticPage(
    <OfflinePage theme={theme} stylesUrl={stylesUrl} fontUrl={displayFaceUrl} logo={findLogo()} />,
    { headers: { "Content-Language": currentLanguage() } },
  );
}
