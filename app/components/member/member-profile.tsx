// A member's own page, as others see it.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ProfileLinks } from "~/components/connection/profile-links";
import { SpotifyList } from "~/components/connection/spotify-artists";
import { AnswerText } from "~/components/question/answer-text";
import { RecordsInCommon, type RecordsInCommonList } from "~/components/record/records-in-common";
import { ShownRecords } from "~/components/record/shown-records";
import { WantedRecordShelves } from "~/components/record/wanted-records";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Badge } from "~/components/ui/card";
import { Sleeve } from "~/components/ui/sleeve";
import type { ShownProfile } from "~/models/connection/service-profile";
import { listCardArtists } from "~/models/match/member-card";
import type { AnthemDto } from "~/models/member/anthem";
import type { MemberCardDto } from "~/models/member/member";
import type { PromptDto } from "~/models/member/prompt";
import { describeWishes } from "~/models/member/wishes";
import { describeSongs, type PlaylistDto, playlistPath } from "~/models/playlist/playlist";
import { shortName } from "~/models/public-member";
import type { TodaysAnswerDto } from "~/models/question/question";
import type { ShownRecord, WantedRecordLists } from "~/models/record/record";
import { reportPath } from "~/models/safety/report";
import { AnthemSong } from "./anthem-card";
import { ArtistWall } from "./artist-wall";
import { CoverPhoto } from "./cover-photo";
import { LikeThis } from "./like-this";
import { MemberPoster, type PosterPage } from "./member-poster";
import { SharedGenre } from "./shared-artists";

type MemberPage = PosterPage & {
  common: RecordsInCommonList;
  wanted: WantedRecordLists;
  collection: { records: ShownRecord[]; count: number };
  playlists: PlaylistDto[];
  onSpotify: string[];
  profiles: ShownProfile[];
  anthem?: AnthemDto;
  prompts: PromptDto[];
  today: TodaysAnswerDto | null;
};

/**
 * Photo, name, decision, place, distance, anthem, bio, prompts, taste, records and playlists. `own` stands for the actions on
 * the viewer's own page.
 */
export function MemberProfile({ page, own }: { page: MemberPage; own?: ReactNode }) {
  const { card, isConnected, common, wanted, collection, playlists, onSpotify, anthem } = page;
  const name = shortName(card);
  const lookingFor = card.wishes && describeWishes(card.wishes);
  const menu = own ? null : (
    <SafetyMenu memberId={card.id} name={name} canUnmatch={isConnected} photoId={page.photos[0]?.id} />
  );
  return (
    <div className="member-page">
      {card.coverImageUrl ? (
        <div className="profile-cover">
          <CoverPhoto url={card.coverImageUrl} />
        </div>
      ) : null}
      <div className="member-poster">
        <div className="member-beside">
          <MemberPoster page={page} menu={menu} own={own} />
          {anthem ? (
            <section className="member-anthem">
              <h2 className="eyebrow">Anthem</h2>
              <AnthemSong {...anthem} />
            </section>
          ) : null}
        </div>
      </div>
      <div className="member-text">
        {card.bio ? (
          <section>
            <h2 className="eyebrow">About</h2>
            <p className="whitespace-pre-line text-lead" dir="auto">
              {card.bio}
            </p>
          </section>
        ) : null}
        <TodaysAnswer page={page} isOwn={own !== undefined} />
        <Prompts page={page} />
        {lookingFor ? (
          <section>
            <h2 className="eyebrow">Looking For</h2>
            <p className="text-lead">{lookingFor}</p>
          </section>
        ) : null}
        <Taste card={card} name={name} />
        {onSpotify.length ? (
          <section>
            <h2 className="eyebrow">On Spotify</h2>
            <SpotifyList artists={onSpotify} note={`What ${name} plays most, from Spotify`} />
          </section>
        ) : null}
        <ProfileLinks profiles={page.profiles} />
      </div>
      <WantedRecordShelves {...wanted} name={card.firstName} />
      <RecordsInCommon {...common} />
      <ShownRecords {...collection} />
      <ShownPlaylists playlists={playlists} />
    </div>
  );
}

function Prompts({
  page: { card, prompts, canSendNote },
}: {
  page: Pick<MemberPage, "card" | "prompts" | "canSendNote">;
}) {
  return prompts.map(({ prompt, question, answer }) => (
    <section key={prompt}>
      <h2 className="eyebrow">{question}</h2>
      <p className="prompt-answer" dir="auto">
        {answer}
      </p>
      {canSendNote ? (
        <p className="mt-2">
          <LikeThis memberId={card.id} quote={{ type: "prompt", prompt }} about={question} />
        </p>
      ) : null}
    </section>
  ));
}

/** The answer to the question of the day, which stands there until the next. */
function TodaysAnswer({
  page: { card, today, canSendNote },
  isOwn,
}: {
  page: Pick<MemberPage, "card" | "today" | "canSendNote">;
  isOwn: boolean;
}) {
  if (!today) return null;
  const { question, answer, reportId } = today;
  return (
    <section>
      <h2 className="eyebrow">Today: {question.text}</h2>
      <AnswerText answer={answer} />
      {isOwn ? null : (
        <p className="cluster mt-2">
          {canSendNote ? (
            <LikeThis
              memberId={card.id}
              quote={{ type: "answer", question: question.id }}
              about={question.text}
            />
          ) : null}
          <Link to={reportPath("answer", reportId)} className="link py-3 text-note">
            Report answer
          </Link>
        </p>
      )}
    </section>
  );
}

function Taste({ name, card }: { name: string; card: MemberCardDto }) {
  const artists = listCardArtists(card);
  const favoriteGenres = card.musicPreferences?.favoriteGenres ?? [];
  const sharedGenres = new Set(card.shared.genres);
  if (artists.length + favoriteGenres.length === 0) {
    return (
      <section>
        <h2>Music</h2>
        <p className="mt-2 text-soft">{name} hasn't added any music yet.</p>
      </section>
    );
  }
  return (
    <>
      <section>
        <h2 className="mb-3">Top Artists</h2>
        <ArtistWall artists={artists} />
      </section>
      <section>
        <h2 className="eyebrow">Favorite Genres</h2>
        <ul className="cluster">
          {favoriteGenres.map((genre) => (
            <li key={genre}>
              <Badge>{sharedGenres.has(genre) ? <SharedGenre name={genre} /> : genre}</Badge>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function ShownPlaylists({ playlists }: { playlists: PlaylistDto[] }) {
  if (!playlists.length) return null;
  return (
    <section>
      <h2 className="mb-3">Playlists</h2>
      <ul className="record-shelf">
        {playlists.map(({ id, name, coverImageUrl, songCount }) => (
          <li key={id}>
            <div className="shelf-board">
              <Sleeve artist="" title={name} url={coverImageUrl} />
            </div>
            <p className="shelf-text">
              <Link to={playlistPath(id)} className="link shelf-link" dir="auto">
                {name}
              </Link>
              <span className="block text-soft">{describeSongs(songCount)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
