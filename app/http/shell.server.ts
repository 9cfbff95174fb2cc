// What the shell of every page shows: the viewer with their counts, the flash message and the theme.
import { hasJustSignedOut } from "~/auth/bfcache.server";
import { getCurrentSession } from "~/auth/session.server";
import { offeredLanguages } from "~/language/language.server";
import { getEnding } from "~/models/community/ending.server";
import { listDocumentLinks } from "~/models/document/documents.server";
import { getOwnFace } from "~/models/member/member.server";
import { localeOf } from "~/models/member/viewer-dates";
import { getCounts } from "./counts.server";
import { takeFlash } from "./flash.server";
import { requireOpenAccount } from "./page.server";
import { findLogo } from "./static/community-files.server";
import { getTheme } from "./theme.server";

/** The header of requests for a page that nobody looks at yet: the service worker keeps it. */
const OFFLINE_COPY = "Offline-Copy";

/** Loads it for the member, or for a visitor. `isFormResponse` says that the page is the response to a form. */
export async function loadShell(request: Request, isFormResponse: boolean) {
  const { pathname, search } = new URL(request.url);
  const from = isFormResponse ? undefined : pathname + search;
  const [session, chosen] = await Promise.all([getCurrentSession(request), getTheme(request)]);
  const theme = chosen ?? "system";
  const documents = listDocumentLinks();
  const locale = localeOf(request.headers.get("Accept-Language"));
  const languages = offeredLanguages.length > 1 ? offeredLanguages : undefined;
  const logo = findLogo();
  const ending = getEnding();
  if (!session)
    return {
      theme,
      logo,
      ending,
      from,
      documents,
      locale,
      languages,
      viewer: null,
      flash: null,
      isPaused: false,
      hasJustSignedOut: await hasJustSignedOut(request),
    };
  requireOpenAccount(request, session.member);
  const isShown = !request.headers.has(OFFLINE_COPY);
  const [flash, counts, face] = await Promise.all([
    isShown ? takeFlash(request, session) : null,
    getCounts(session.member.id),
    getOwnFace(session.member),
  ]);
  const { id, firstName, pausedAt, waitingSince, listenService } = session.member;
  return {
    theme,
    logo,
    ending,
    from,
    documents,
    locale,
    languages,
    flash,
    hasJustSignedOut: false,
    viewer: {
      id: String(id),
      firstName,
      face,
      counts,
      timeZone: session.timeZone,
      listenService,
      isWaiting: waitingSince !== null,
    },
    isPaused: pausedAt !== null,
  };
}
