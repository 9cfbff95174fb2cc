import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MemberProfile } from "~/components/member/member-profile";
import { ButtonLink } from "~/components/ui/button";
import { requireMember } from "~/http/page.server";
import { listShownProfiles, listSpotifyArtists } from "~/models/connection/shown-artists.server";
import { getOwnCard } from "~/models/match/member-card.server";
import { readAnthem } from "~/models/member/anthem.server";
import { profilePath } from "~/models/member/profile";
import { toPromptDtos } from "~/models/member/prompt";
import { listPhotosForOthers } from "~/models/picture/photos.server";
import { SHOWN_PLAYLISTS } from "~/models/playlist/playlist";
import { listShownPlaylists } from "~/models/playlist/playlist-list.server";
import { readTodaysAnswer } from "~/models/question/answer-list.server";
import { SHOWN_RECORDS } from "~/models/record/record";
import { listShownRecords, readShownLimit } from "~/models/record/shown-record.server";

export const meta: MetaFunction = () => [{ title: "As Others See You · Profile · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id } = member;
  const limit = Math.max(SHOWN_RECORDS, readShownLimit(request.url));
  const [card, collection, playlists, onSpotify, profiles, anthem, photos, today] = await Promise.all([
    getOwnCard(member),
    listShownRecords(id, id, limit),
    listShownPlaylists(id, id, SHOWN_PLAYLISTS),
    listSpotifyArtists(id, id),
    listShownProfiles(id, id),
    readAnthem(id, member.anthem),
    listPhotosForOthers(member),
    readTodaysAnswer(id, id),
  ]);
  return {
    card,
    liked: null,
    mutual: false,
    isConnected: false,
    common: { records: [], count: 0 },
    wanted: { theirs: { records: [], count: 0 }, yours: { records: [], count: 0 } },
    collection,
    playlists,
    onSpotify,
    profiles,
    anthem,
    prompts: toPromptDtos(member.prompts),
    photos,
    today,
    canSendNote: false,
    hasTown: true,
    unit: "miles" as const,
  };
}

export default function ProfilePreview() {
  return (
    <MemberProfile
      page={useLoaderData<typeof loader>()}
      own={
        <div className="member-actions">
          <p className="mb-3">
            This is how others see you, with your match and how far away you are from them.
          </p>
          <ButtonLink to={profilePath("profile")} icon="edit" className="w-full">
            Edit Profile
          </ButtonLink>
        </div>
      }
    />
  );
}
