// A member's own page, as others see it.
import { Link, useFetcher } from "@remix-run/react";
import { useFocusOnChange } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { SpotifyArtists } from "~/components/connection/spotify-artists";
import { RecordsInCommon, type RecordsInCommonList } from "~/components/record/records-in-common";
import { ShownRecords } from "~/components/record/shown-records";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Button } from "~/components/ui/button";
import { Badge, Card } from "~/components/ui/card";
import { Form, PostButton } from "~/components/ui/form";
import { PageHeader } from "~/components/ui/page-header";
import { Sleeve } from "~/components/ui/sleeve";
import { LIKE_WAITS } from "~/models/match/decision";
import { cardFace, describeDistance, listCardArtists, toSharedLead } from "~/models/match/member-card";
import type { AnthemDto } from "~/models/member/anthem";
import { endSentence, type MemberCardDto, type MemberPageDto } from "~/models/member/member";
import { profilePath } from "~/models/member/profile";
import type { PromptDto } from "~/models/member/prompt";
import { describeGender, describeWishes } from "~/models/member/wishes";
import { memberPhotoPath, type ShownPhotoDto } from "~/models/picture/photos";
import { describeSongs, type PlaylistDto, playlistPath } from "~/models/playlist/playlist";
import { shortName } from "~/models/public-member";
import type { ShownRecord } from "~/models/record/record";
import { AnthemCard } from "./anthem-card";
import { CoverPhoto } from "./cover-photo";
import { LikeThis } from "./like-this";
import { PhotoStrip } from "./photo-strip";
import { ScoreLabel } from "./score";
import { SharedArtist, SharedGenre, SharedLeadLine } from "./shared-artists";
import { StartConversationButton } from "./start-conversation-button";
import { WhyLink } from "./why-link";

type MemberPage = MemberPageDto & {
  conversationId?: string;
  common: RecordsInCommonList;
  collection: { records: ShownRecord[]; count: number };
  playlists: PlaylistDto[];
  onSpotify: string[];
  anthem?: AnthemDto;
  prompts: PromptDto[];
  photos: ShownPhotoDto[];
  /** Whether a note can be sent; false while a request waits for its answer, and after a goodbye. */
  canSendNote: boolean;
  /** Whether distances from the viewer can be known. */
  hasTown: boolean;
};

/** Cover, photo, name, age, place, distance, bio, prompts, taste, records and playlists, and the actions the viewer has. */
export function MemberProfile({ page }: { page: MemberPage }) {
  const { card, mutual, isConnected, common, collection, playlists, onSpotify, anthem } = page;
  const name = shortName(card);
  const lookingFor = card.wishes && describeWishes(card.wishes);
  return (
    <>
      {card.coverImageUrl ? (
        <div className="profile-cover mb-4">
          <CoverPhoto url={card.coverImageUrl} />
        </div>
      ) : null}
      <PageHeader
        title={<bdi>{name}</bdi>}
        text={
          <>
            {describeCard(card)}
            {page.hasTown || !card.location ? null : (
              <>
                {" · "}
                <Link to={profilePath("profile")} className="link">
                  Add your town to see distances
                </Link>
              </>
            )}
          </>
        }
        aside={mutual ? <Badge tone="green">Mutual</Badge> : null}
        menu={
          <SafetyMenu memberId={card.id} name={name} canUnmatch={isConnected} photoId={page.photos[0]?.id} />
        }
      />
      <div className="member-page">
        <div>
          <Photos name={name} page={page} />
          {card.compatibilityScore ? (
            <div className="mt-3 flex items-center">
              <ScoreLabel score={card.compatibilityScore} />
              <div className="ml-3">
                <WhyLink memberId={card.id} name={name} score={card.compatibilityScore} />
              </div>
            </div>
          ) : null}
          <DecisionActions name={name} page={page} />
        </div>
        <div className="stack">
          <SharedLeadLine lead={toSharedLead(card)} />
          {card.bio ? (
            <Card title="About">
              <p className="whitespace-pre-line" dir="auto">
                {card.bio}
              </p>
            </Card>
          ) : null}
          <PromptCards page={page} />
          {lookingFor ? (
            <Card title="Looking For">
              <p>{lookingFor}</p>
            </Card>
          ) : null}
          <AnthemCard anthem={anthem} />
          <Taste card={card} name={name} />
          <SpotifyArtists artists={onSpotify} note={`What ${name} plays most, from Spotify`} />
          <RecordsInCommon {...common} />
          <ShownPlaylists playlists={playlists} />
        </div>
        <ShownRecords {...collection} />
      </div>
    </>
  );
}

/** Age, gender, place and distance, as far as they are known. */
function describeCard({ age, wishes, location, distance }: MemberCardDto): string {
  const facts = [
    age,
    wishes && describeGender(wishes),
    location ?? "Location unknown",
    distance && describeDistance({ distance, location }),
  ];
  return facts.filter(Boolean).join(" · ");
}

function Photos({
  name,
  page: { card, photos, canSendNote },
}: {
  name: string;
  page: Pick<MemberPage, "card" | "photos" | "canSendNote">;
}) {
  const shown = photos.map(({ id, photoUrl, photoFocus }, index) => ({
    face: { url: photoUrl, focus: photoFocus },
    to: memberPhotoPath(card.id, id),
    button: canSendNote ? (
      <LikeThis
        memberId={card.id}
        quote={{ type: "photo", photoId: id }}
        about={photos.length === 1 ? "Their photo" : `Photo ${index + 1}`}
      />
    ) : null,
  }));
  return <PhotoStrip name={name} photos={shown.length ? shown : [{ face: cardFace(card) }]} />;
}

function PromptCards({
  page: { card, prompts, canSendNote },
}: {
  page: Pick<MemberPage, "card" | "prompts" | "canSendNote">;
}) {
  return prompts.map(({ prompt, question, answer }) => (
    <Card key={prompt} title={question}>
      <p className="whitespace-pre-line text-lead" dir="auto">
        {answer}
      </p>
      {canSendNote ? (
        <p className="mt-2">
          <LikeThis memberId={card.id} quote={{ type: "prompt", prompt }} about={question} />
        </p>
      ) : null}
    </Card>
  ));
}

function Taste({ name, card }: { name: string; card: MemberCardDto }) {
  const artists = listCardArtists(card);
  const favoriteGenres = card.musicPreferences?.favoriteGenres ?? [];
  const sharedGenres = new Set(card.shared.genres);
  if (artists.length + favoriteGenres.length === 0) {
    return (
      <Card title="Music">
        <p className="text-soft">{name} hasn't added any music yet.</p>
      </Card>
    );
  }
  return (
    <>
      <Card title="Top Artists">
        <ul className="record-list">
          {artists.map(({ name, isShared }) => (
            <li key={name} className={isShared ? undefined : "text-soft"}>
              {isShared ? <SharedArtist name={name} /> : <ArtistLink name={name} />}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Favorite Genres">
        <ul className="cluster">
          {favoriteGenres.map((genre) => (
            <li key={genre}>
              <Badge>{sharedGenres.has(genre) ? <SharedGenre name={genre} /> : genre}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function ShownPlaylists({ playlists }: { playlists: PlaylistDto[] }) {
  if (!playlists.length) return null;
  return (
    <Card title="Playlists">
      <ul className="divided">
        {playlists.map(({ id, name, coverImageUrl, songCount }) => (
          <li key={id} className="flex items-center py-2">
            <Sleeve artist="" title={name} url={coverImageUrl} size="small" />
            <span className="ml-3 min-w-0">
              <Link
                to={playlistPath(id)}
                className="link inline-block max-w-full break-words py-1 font-semibold"
                dir="auto"
              >
                {name}
              </Link>
              <span className="block small-print">{describeSongs(songCount)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** States the viewer's decision and offers the other ones. */
function DecisionActions({
  name,
  page: { card, liked, mutual, isConnected, conversationId },
}: {
  name: string;
  page: Pick<MemberPage, "card" | "liked" | "mutual" | "isConnected" | "conversationId">;
}) {
  const memberId = card.id;
  const fetcher = useFetcher({ key: `decide-${memberId}` });
  const saving = fetcher.state !== "idle";
  const state = useFocusOnChange<HTMLDivElement>(`${liked} ${mutual}`);
  const decided = liked === null ? null : endSentence(`You ${liked ? "liked" : "passed on"} ${name}`);
  // Unmatch, in the menu, ends a match or a conversation, and asks first.
  const canPass = !isConnected && liked !== false;
  const canLike = !liked;
  return (
    <div ref={state} tabIndex={-1} className="mt-3">
      {mutual ? (
        <p className="mb-2">
          You and {name} liked each other.{" "}
          <Link to={`/members/${memberId}/mixtape`} className="link">
            Your mixtape card
          </Link>
        </p>
      ) : null}
      {decided && !mutual ? (
        <div className="mb-2 flex flex-wrap items-center justify-between">
          <p className="mr-3">
            {decided} {liked ? LIKE_WAITS : null}
          </p>
          {conversationId ? null : (
            <PostButton to={`/members/${memberId}/undo`} icon="undo">
              Undo
            </PostButton>
          )}
        </div>
      ) : null}
      {liked || conversationId ? (
        <StartConversationButton {...{ memberId, name, mutual, conversationId }} />
      ) : null}
      {canPass || canLike ? (
        <Form fetcher={fetcher} action={`/members/${memberId}/decide`} className="mt-2 flex">
          {canPass ? (
            <Button name="liked" value="false" icon="pass" isPending={saving} className="flex-1">
              Pass
            </Button>
          ) : null}
          {canLike ? (
            <Button
              name="liked"
              value="true"
              variant="primary"
              icon="like"
              isPending={saving}
              className={`flex-1 ${canPass ? "ml-2" : ""}`}
            >
              Like
            </Button>
          ) : null}
        </Form>
      ) : null}
    </div>
  );
}
