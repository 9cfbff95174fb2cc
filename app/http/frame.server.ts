// What the frame of every page shows: the viewer with their counts, the flash notice and the theme.
import { hasJustSignedOut } from "~/auth/bfcache.server";
import { getCurrentSession } from "~/auth/session.server";
import { avatarUrl } from "~/models/member/member";
import { toOwnMember } from "~/models/member/member.server";
import { getCounts } from "~/models/notification/counts.server";
import { takeFlash } from "./flash.server";
import { requireOpenAccount } from "./page.server";
import { getTheme } from "./theme.server";

/** Loads it for the member, or for a visitor. */
export async function loadFrame(request: Request) {
  const [session, theme] = await Promise.all([getCurrentSession(request), getTheme(request)]);
  if (!session)
    return {
      theme,
      viewer: null,
      notice: null,
      isPaused: false,
      hasJustSignedOut: await hasJustSignedOut(request),
    };
  requireOpenAccount(request, session.member);
  const [notice, counts] = await Promise.all([takeFlash(request, session), getCounts(session.member.id)]);
  const { id, firstName, pausedAt } = session.member;
  return {
    theme,
    notice,
    hasJustSignedOut: false,
    viewer: { id: String(id), firstName, avatarUrl: avatarUrl(toOwnMember(session.member)), counts },
    isPaused: pausedAt !== null,
  };
}
