// The tiles of the home screen. None leads to an empty page.
import type { ComponentProps } from "react";
import { t } from "~/language/text";
import { INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { invitesFrom, takesInvitations } from "~/models/account/invitation/invitation.server";
import { findPlaylistToHear } from "~/models/match/news-of-artists.server";
import type { Member } from "~/models/member/member.server";
import { listMusicAccounts } from "~/models/music-account/music-account.server";
import { playlistPath } from "~/models/playlist/playlist";
import { isCollectionEmpty } from "~/models/record/shown-record.server";
import type { ActionCard } from "~/ui/card";

type Step = ComponentProps<typeof ActionCard>;

const MAX_STEPS = 3;

const discover = (): Step => ({
  to: "/discover",
  title: t("Discover New Matches"),
  text: t("Meet people who love what you love."),
  icon: "discover",
});
const messages = (): Step => ({
  to: "/messages",
  title: t("Check Messages"),
  text: t("See who's written to you."),
  icon: "messages",
});
const services = (): Step => ({
  to: "/music-connections",
  title: t("Music Services"),
  text: t("Connect your streaming services."),
  icon: "connections",
});
const practice = (): Step => ({
  to: "/trivia/practice",
  title: t("Practice Trivia"),
  text: t("Five questions about artists you love."),
  icon: "trivia",
});
const invitation = (): Step => ({
  to: INVITATIONS_PATH,
  title: t("Invite a Friend"),
  text: t("Bring someone who shares your taste."),
  icon: "link",
});

/** Three tiles at most; if there is nobody new to meet (`hasPeople` false), things to do until somebody comes along. */
export async function listNextSteps(
  viewer: Member,
  { hasPeople, hasConversations }: { hasPeople: boolean; hasConversations: boolean },
): Promise<Step[]> {
  const [accounts, isEmpty, playlist] = await Promise.all([
    listMusicAccounts(viewer.id),
    isCollectionEmpty(viewer.id),
    findPlaylistToHear(viewer.id),
  ]);
  const canInvite = takesInvitations() && viewer.waitingSince === null && invitesFrom(viewer) <= new Date();
  const record: Step = {
    to: "/records/new",
    title: isEmpty ? t("Add Your First Record") : t("Add a Record"),
    text: t("The one you'd save first will do."),
    icon: "records",
  };
  const hear: Step[] = playlist
    ? [
        {
          to: playlistPath(playlist.id),
          title: playlist.name,
          text: t("Hear what {owner} put on it.", { owner: playlist.owner }),
          icon: "playlists",
        },
      ]
    : [];
  const steps = hasPeople
    ? [
        discover(),
        ...(hasConversations ? [messages()] : []),
        ...(accounts.length ? [] : [services()]),
        ...(isEmpty ? [record] : []),
        ...hear,
        ...(canInvite ? [invitation()] : []),
      ]
    : [
        ...(canInvite ? [invitation()] : []),
        practice(),
        record,
        ...hear,
        ...(accounts.length ? [] : [services()]),
      ];
  return steps.slice(0, MAX_STEPS);
}
