// A member's own page, as others see it.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ProfileLinks } from "~/components/music-account/profile-links";
import { SpotifyList } from "~/components/music-account/spotify-artists";
import { AnswerText } from "~/components/question/answer-text";
import {
  RecordsInCommon,
  type RecordsInCommonList,
  ShownRecords,
  WantedRecordShelves,
} from "~/components/record/shown-records";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { type Message, msg, t } from "~/language/text";
import { listCardArtists } from "~/models/match/member-card";
import { ANTHEM_PATH, type AnthemDto } from "~/models/member/anthem";
import type { MemberCardDto } from "~/models/member/member";
import { PROMPTS_PATH, profilePath } from "~/models/member/profile";
import { PROMPTS_MAX, type PromptDto } from "~/models/member/prompt";
import { describeWishes } from "~/models/member/wishes";
import { genreName } from "~/models/music/genre";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import type { ShownProfile } from "~/models/music-account/service-profile";
import { describeSongs, type PlaylistDto, playlistPath } from "~/models/playlist/playlist";
import { shortName } from "~/models/public-member";
import { QUESTION_PATH, type TodaysAnswerDto } from "~/models/question/question";
import type { ShownRecord, WantedRecordLists } from "~/models/record/record";
import { reportPath } from "~/models/safety/report";
import { IconLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { Sleeve } from "~/ui/sleeve";
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
 * Photo, name, decision, place, distance, anthem, bio, prompts, taste, records and playlists. `own` replaces the actions on the
 * viewer's own page, where each part has a pencil, and an empty part says what could go there.
 */
export function MemberProfile({ page, own }: { page: MemberPage; own?: ReactNode }) {
  const { card, isConnected, common, wanted, collection, playlists, onSpotify, anthem } = page;
  const name = shortName(card);
  const lookingFor = card.wishes && describeWishes(card.wishes);
  const isOwn = Boolean(own);
  const menu = own ? (
    <Pencil {...pencils.facts} />
  ) : (
    <SafetyMenu memberId={card.id} name={name} canUnmatch={isConnected} photoId={page.photos[0]?.id} />
  );
  return (
    <div className="group/page grid grid-cols-1 gap-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:items-start md:[&>section]:col-[1/span_2]">
      {card.coverImageUrl ? (
        <div className="relative order-1 h-32 overflow-hidden rounded border bg-vinyl md:order-none md:col-[1/span_2] md:h-56">
          <CoverPhoto url={card.coverImageUrl} />
        </div>
      ) : null}
      <div className="md:col-start-1 md:self-stretch">
        {/* The name stays in sight beside what is read about them, and ends above the shelves: what is sticky can leave its row. */}
        <div className="md:sticky md:top-4 print:static">
          <MemberPoster page={page} menu={menu} own={own} />
          <Part
            title={t("Anthem")}
            pencil={isOwn && pencils.anthem}
            isEmpty={!anthem}
            className="mt-4 border-t border-line pt-3"
          >
            {anthem ? <AnthemSong {...anthem} /> : null}
          </Part>
        </div>
      </div>
      <div className="space-y-8 md:col-start-2 [&>section>.eyebrow]:mb-1">
        <Part title={t("About")} pencil={isOwn && pencils.bio} isEmpty={!card.bio}>
          <p className="whitespace-pre-line text-xl" dir="auto">
            {card.bio}
          </p>
        </Part>
        <TodaysAnswer page={page} isOwn={isOwn} />
        <Prompts page={page} isOwn={isOwn} />
        <Part title={t("Looking For")} pencil={isOwn && pencils.wishes} isEmpty={!lookingFor}>
          <p className="text-xl">{lookingFor}</p>
        </Part>
        <Taste card={card} name={name} isOwn={isOwn} />
        {onSpotify.length ? (
          <section>
            <h2 className="eyebrow">{t("On Spotify")}</h2>
            <SpotifyList artists={onSpotify} note={t("What {name} plays most, from Spotify", { name })} />
          </section>
        ) : null}
        <ProfileLinks profiles={page.profiles} />
        {isOwn ? <Part title={t("Music Services")} pencil={pencils.services} isEmpty /> : null}
      </div>
      <WantedRecordShelves {...wanted} name={card.firstName} />
      <RecordsInCommon {...common} />
      {isOwn && !collection.records.length ? (
        <Part title={t("Records")} pencil={pencils.records} isEmpty />
      ) : (
        <ShownRecords {...collection} pencil={isOwn ? <Pencil {...pencils.records} /> : null} />
      )}
      <ShownPlaylists playlists={playlists} />
    </div>
  );
}

/** Where the viewer changes each part of their own page, and what an empty one says. */
const pencils = {
  facts: { to: `${profilePath("profile")}#age`, name: msg("Edit your age and town") },
  anthem: {
    to: ANTHEM_PATH,
    name: msg("Edit your anthem"),
    missing: msg("One song that others can play here."),
  },
  bio: {
    to: `${profilePath("profile")}#bio`,
    name: msg("Edit your bio"),
    missing: msg("A line about you, in your own words."),
  },
  today: { to: QUESTION_PATH, name: msg("Edit today's answer") },
  prompts: { to: PROMPTS_PATH, name: msg("Edit your prompts") },
  wishes: {
    to: profilePath("meet"),
    name: msg("Edit who you'd like to meet"),
    missing: msg("Not shown on your page."),
  },
  artists: {
    to: profilePath("music"),
    name: msg("Edit your artists and genres"),
    missing: msg("Your artists decide who you meet."),
  },
  services: {
    to: MUSIC_ACCOUNTS_PATH,
    name: msg("Edit your music services"),
    missing: msg("Connect a service and show it here."),
  },
  records: { to: "/records", name: msg("Open your records"), missing: msg("No records on your page yet.") },
};

type PencilProps = { to: string; name: Message };

function Pencil({ to, name }: PencilProps) {
  return <IconLink to={to} name={t(name)} icon="edit" className="text-soft" />;
}

/** A part of the page under its heading. An empty one is only on the viewer's own page, which has a `pencil`. */
function Part({
  title,
  pencil,
  isEmpty,
  className,
  children,
}: {
  title: string;
  pencil: (PencilProps & { missing?: Message }) | false;
  isEmpty: boolean;
  className?: string;
  children?: ReactNode;
}) {
  if (isEmpty && !pencil) return null;
  return (
    <section className={className}>
      {pencil ? (
        <div className="flex items-center justify-between">
          <h2 className="eyebrow">{title}</h2>
          <Pencil to={pencil.to} name={pencil.name} />
        </div>
      ) : (
        <h2 className="eyebrow">{title}</h2>
      )}
      {isEmpty && pencil ? <p className="text-soft">{pencil.missing && t(pencil.missing)}</p> : children}
    </section>
  );
}

/** The answer to today's question, shown until the next one. */
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
    <Part
      title={t("Today: {question}", { question: question.text })}
      pencil={isOwn && pencils.today}
      isEmpty={false}
    >
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
          <Link to={reportPath("answer", reportId)} className="link py-3 text-sm">
            {t("Report answer")}
          </Link>
        </p>
      )}
    </Part>
  );
}

function Prompts({
  page: { card, prompts, canSendNote },
  isOwn,
}: {
  page: Pick<MemberPage, "card" | "prompts" | "canSendNote">;
  isOwn: boolean;
}) {
  return (
    <>
      {prompts.map(({ prompt, question, answer }) => (
        <Part key={prompt} title={question} pencil={isOwn && pencils.prompts} isEmpty={false}>
          <p className="prompt-answer" dir="auto">
            {answer}
          </p>
          {canSendNote ? (
            <p className="mt-2">
              <LikeThis memberId={card.id} quote={{ type: "prompt", prompt }} about={question} />
            </p>
          ) : null}
        </Part>
      ))}
      {isOwn && prompts.length < PROMPTS_MAX ? (
        <Part
          title={t("Prompts")}
          pencil={{
            ...pencils.prompts,
            missing: prompts.length
              ? msg("There's room for another.")
              : msg("Answer one, and people have something to ask you about."),
          }}
          isEmpty
        />
      ) : null}
    </>
  );
}

function Taste({ name, card, isOwn }: { name: string; card: MemberCardDto; isOwn: boolean }) {
  const artists = listCardArtists(card);
  const favoriteGenres = card.musicPreferences?.favoriteGenres ?? [];
  const sharedGenres = new Set(card.shared.genres);
  if (artists.length + favoriteGenres.length === 0) {
    if (isOwn) return <Part title={t("Music")} pencil={pencils.artists} isEmpty />;
    return (
      <section>
        <h2>{t("Music")}</h2>
        <p className="mt-2 text-soft">{t("{name} hasn't added any music yet.", { name })}</p>
      </section>
    );
  }
  return (
    <>
      <section>
        <div className="mb-3 flex items-center justify-between">
          <h2>{t("Top Artists")}</h2>
          {isOwn ? <Pencil {...pencils.artists} /> : null}
        </div>
        <ArtistWall artists={artists} />
      </section>
      <section>
        <h2 className="eyebrow">{t("Favorite Genres")}</h2>
        <ul className="cluster">
          {favoriteGenres.map((genre) => (
            <li key={genre}>
              <Badge>{sharedGenres.has(genre) ? <SharedGenre name={genre} /> : genreName(genre)}</Badge>
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
      <h2 className="mb-3">{t("Playlists")}</h2>
      <ul className="record-shelf">
        {playlists.map(({ id, name, coverImageUrl, songCount }) => (
          <li key={id}>
            <div className="shelf-board">
              <Sleeve artist="" title={name} url={coverImageUrl} />
            </div>
            <p className="pl-1.5 pr-1 pt-1.5 text-sm">
              <Link
                to={playlistPath(id)}
                className="link inline-block max-w-full font-semibold leading-7"
                dir="auto"
              >
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
