// The tiles of the home screen. None leads to an empty page.
import type { ComponentProps } from "react";
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

const discover: Step = {
  to: "/discover",
  title: "Discover New Matches",
  text: "Meet people who love what you love.",
  icon: "discover",
};
const messages: Step = {
  to: "/messages",
  title: "Check Messages",
  text: "See who's written to you.",
  icon: "messages",
};
const services: Step = {
  to: "/music-connections",
  title: "Music Services",
  text: "Connect your streaming services.",
  icon: "connections",
};
const practice: Step = {
  to: "/trivia/practice",
  title: "Practice Trivia",
  text: "Five questions about artists you love.",
  icon: "trivia",
};
const invitation: Step = {
  to: INVITATIONS_PATH,
  title: "Invite a Friend",
  text: "Bring someone who shares your taste.",
  icon: "link",
};

/** Three tiles at most; with nobody new to meet (`hasPeople` false), things to do until somebody comes along. */
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
    title: isEmpty ? "Add Your First Record" : "Add a Record",
    text: "The one you'd save first will do.",
    icon: "records",
  };
  const hear: Step[] = playlist
    ? [
        {
          to: playlistPath(playlist.id),
          title: playlist.name,
          text: `Hear what ${playlist.owner} put on it.`,
          icon: "playlists",
        },
      ]
    : [];
  const steps = hasPeople
    ? [
        discover,
        ...(hasConversations ? [messages] : []),
        ...(accounts.length ? [] : [services]),
        ...(isEmpty ? [record] : []),
        ...hear,
        ...(canInvite ? [invitation] : []),
      ]
    : [...(canInvite ? [invitation] : []), practice, record, ...hear, ...(accounts.length ? [] : [services])];
  return steps.slice(0, MAX_STEPS);
}
