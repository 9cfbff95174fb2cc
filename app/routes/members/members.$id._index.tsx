import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { MemberProfile } from "~/components/member/member-profile";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { findConversationsWith } from "~/models/conversation/list/conversation-list.server";
import { canSendNote as checkCanSendNote } from "~/models/match/like-with-note.server";
import { markMatchSeen } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { getAnthem } from "~/models/member/anthem.server";
import { readDistanceUnit } from "~/models/member/distance.server";
import { getPrompts } from "~/models/member/prompt.server";
import { listShownProfiles, listSpotifyArtists } from "~/models/music-account/shown-artists.server";
import { getShownPhotos } from "~/models/picture/photos.server";
import { SHOWN_PLAYLISTS } from "~/models/playlist/playlist";
import { listShownPlaylists } from "~/models/playlist/playlist-list.server";
import { shortName } from "~/models/public-member";
import { readTodaysAnswer } from "~/models/question/answer-list.server";
import { SHOWN_RECORDS } from "~/models/record/record";
import { listShownRecords, readShownLimit } from "~/models/record/shown-record.server";
import { listWantedRecords } from "~/models/record/wanted-record.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const COMMON_RECORDS = 12;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("{name} · Members", { name: shortName(data.card) })) : COMMUNITY_NAME },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  if (id === viewer.id) throw redirect("/profile");
  const limit = readShownLimit(request.url);
  const [
    shown,
    conversations,
    common,
    wanted,
    collection,
    playlists,
    onSpotify,
    profiles,
    anthem,
    prompts,
    photos,
    canSendNote,
    today,
  ] = await Promise.all([
    getMemberPage(viewer, id),
    findConversationsWith(viewer.id, [id]),
    listRecordsInCommon(viewer.id, id, Math.max(COMMON_RECORDS, limit)),
    listWantedRecords(viewer.id, id, Math.max(COMMON_RECORDS, limit)),
    listShownRecords(viewer.id, id, Math.max(SHOWN_RECORDS, limit)),
    listShownPlaylists(viewer.id, id, SHOWN_PLAYLISTS),
    listSpotifyArtists(viewer.id, id),
    listShownProfiles(viewer.id, id),
    getAnthem(viewer.id, id),
    getPrompts(viewer.id, id),
    getShownPhotos(viewer.id, id),
    checkCanSendNote(viewer.id, id),
    readTodaysAnswer(viewer.id, id),
  ]);
  await markMatchSeen(viewer.id, id);
  const conversationId = conversations.get(id);
  return {
    ...orNotFound(shown),
    conversationId,
    common,
    wanted,
    collection,
    playlists,
    onSpotify,
    profiles,
    anthem,
    prompts,
    photos,
    canSendNote,
    today,
    hasTown: viewer.cell !== null,
    unit: readDistanceUnit(request, viewer),
  };
}

export default function MemberPage() {
  return <MemberProfile page={useLoaderData<typeof loader>()} />;
}
