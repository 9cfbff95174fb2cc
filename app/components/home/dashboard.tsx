// The home screen of a signed-in member.

import { Link } from "@remix-run/react";
import { type ComponentProps, useState } from "react";
import { AlertButton } from "~/components/alert/alert-parts";
import { ArtistLink } from "~/components/artist/artist-link";
import { FindArtist } from "~/components/artist/find-artist";
import type { Candidate } from "~/components/discover/candidate-card";
import { CandidateList, useCardFlash } from "~/components/discover/candidate-list";
import { IncludeUnsaid, Invite } from "~/components/discover/invite";
import { FaceRow } from "~/components/member/face-row";
import { Photo } from "~/components/member/photo";
import { ProfilePrompt } from "~/components/member/profile-prompt";
import { ListenSleeve } from "~/components/music/listen-button";
import { QuestionCard } from "~/components/question/question-card";
import { formatNumber } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { AlertOffer } from "~/models/alert/alert";
import { formatCount } from "~/models/count";
import type { SleeveWords } from "~/models/music/sleeve-url";
import type { Face } from "~/models/public-member";
import type { ShownQuestion } from "~/models/question/question";
import type { ShownRecord } from "~/models/record/record";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { ActionCard, Badge } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { PageHeader } from "~/ui/page-header";
import { Sleeve } from "~/ui/sleeve";

/** A line of "Your turn": who waits, for what, and where to answer. */
export type Turn = {
  icon: "matches" | "trivia" | "messages" | "shield";
  face: Face;
  name: string;
  text: string;
  to: string;
};

/** A line of "This week": a face or a sleeve, what it is about, what happened, and where it is. */
export type WeekLine = {
  picture: Face | (SleeveWords & { url: string | null });
  title: string;
  text: string;
  to: string;
};

export type DashboardProps = {
  firstName: string;
  /** Whether the member has just signed up, and can't be welcomed back. */
  isFirstVisit: boolean;
  mutualMatches: number;
  conversations: number;
  scrobbles: number;
  missing: { music: boolean; age: boolean };
  question: ShownQuestion;
  turns: Turn[];
  week: WeekLine[];
  /** Whom the member has liked and waits for, the last first; `since` says when. */
  liked: { id: string; name: string; face: Face; since: string; createdAt: string }[];
  steps: ComponentProps<typeof ActionCard>[];
  /** False if Discover has nobody new for the member. */
  hasPeople: boolean;
  /** The alert offered if nobody is suggested. */
  alert: AlertOffer | null;
  /** The address to share if few people fit; null otherwise, and if people can't just join. */
  invitation: string | null;
  /** Several for a member without matches and conversations, otherwise one at most. */
  people: Candidate[];
  /** Whether more could be suggested if the member met those who haven't said a gender. */
  hidesUnsaid: boolean;
  recentMatches: {
    id: string;
    firstName: string;
    face: Face;
    score: number;
    anthem: { artist: string; title: string } | null;
    records: Pick<ShownRecord, "artist" | "album" | "imageUrl">[];
    /** The title of an album that both own. */
    common: string | null;
  }[];
};

/** Greets the member with today's question, who waits for them, somebody to meet, their matches and next steps. */
export function Dashboard({
  firstName,
  question,
  turns,
  week,
  people,
  liked,
  recentMatches,
  ...home
}: DashboardProps) {
  const name = firstName || t("Music Lover");
  const greeting = home.isFirstVisit ? t("Welcome, {name}!", { name }) : t("Welcome back, {name}!", { name });
  const isAlone = home.mutualMatches + home.conversations === 0;
  return (
    <>
      <PageHeader title={greeting} eyebrow={t("Side A · 1")} />
      {isAlone ? (
        <>
          <People people={people} />
          {home.hidesUnsaid ? <IncludeUnsaid search="from=home" /> : null}
          <ProfilePrompt {...home.missing} finishes />
          <QuestionCard {...question} />
          <YourTurn turns={turns} />
          <ThisWeek lines={week} />
          <Liked people={liked} />
        </>
      ) : (
        <>
          <ProfilePrompt {...home.missing} finishes />
          <div
            className={
              // "Your turn" and the matches; somebody to meet is beside them, on a phone between them.
              people.length
                ? "lg:grid lg:grid-cols-[minmax(0,1fr)_420px] lg:grid-rows-[auto_auto_auto_1fr] lg:items-start lg:gap-[0_24px] lg:[&>*]:col-start-1"
                : undefined
            }
          >
            <QuestionCard {...question} />
            <YourTurn turns={turns} />
            <SomebodyToMeet person={people[0]} />
            <ThisWeek lines={week} />
            <Liked people={liked} />
            <RecentMatches matches={recentMatches} />
          </div>
        </>
      )}
      <FindArtist className="my-8 max-w-form" />
      {home.invitation ? (
        <section className="card mb-6 p-4" aria-label={t("Invite a friend")}>
          <Invite
            address={home.invitation}
            text={t("Know someone who shares your taste? Bring them along.")}
          />
        </section>
      ) : null}
      <Figures {...home} />
      <NextSteps {...home} next={question.next} />
    </>
  );
}

/** What to do next, or meanwhile when there is nobody new to meet. */
function NextSteps({
  steps,
  hasPeople,
  alert,
  next,
}: Pick<DashboardProps, "steps" | "hasPeople" | "alert"> & { next: string }) {
  return (
    <section className="mt-8" aria-labelledby="next-steps">
      <h2 id="next-steps">{hasPeople ? t("What's next?") : t("Until somebody new comes along")}</h2>
      {hasPeople ? null : (
        <p className="mt-1 text-soft">
          {t("Come back for tomorrow's question.")} {next}
        </p>
      )}
      {alert ? <AlertButton offer={alert} from="/" /> : null}
      <div className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-3">
        {steps.map((step) => (
          <ActionCard key={step.to} {...step} />
        ))}
      </div>
    </section>
  );
}

/** People the member has liked. It says nothing about what they have done since. */
function Liked({ people }: { people: DashboardProps["liked"] }) {
  if (people.length === 0) return null;
  return (
    <section className="card mb-6" aria-labelledby="liked">
      <header className="flex items-center justify-between border-b border-line px-4 py-2">
        <h2 id="liked">{t("You liked")}</h2>
        <ButtonLink to="/matches#liked">{t("View All")}</ButtonLink>
      </header>
      <ul className="divided px-4">
        {people.map(({ id, name, face, since, createdAt }) => (
          <li key={id}>
            <FaceRow to={`/members/${id}`} face={face} name={name}>
              <span className="text-sm">
                <Trans text="Liked {since}" values={{ since: <time dateTime={createdAt}>{since}</time> }} />
              </span>
            </FaceRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

function YourTurn({ turns }: { turns: Turn[] }) {
  if (turns.length === 0) return null;
  return (
    <section className="card mb-6" aria-labelledby="your-turn">
      <header className="border-b border-line px-4 py-3">
        <h2 id="your-turn">{t("Your turn")}</h2>
      </header>
      <ul className="divided px-4">
        {turns.map(({ icon, face, name, text, to }) => (
          <li key={to}>
            <FaceRow
              to={to}
              face={face}
              name={name}
              end={<Icon name={icon} className="ml-3 flex-none text-red" />}
            >
              <span className="line-clamp-2 text-sm" dir="auto">
                {text}
              </span>
            </FaceRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was new in the last seven days. */
function ThisWeek({ lines }: { lines: WeekLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="card mb-6" aria-labelledby="this-week">
      <header className="border-b border-line px-4 py-3">
        <h2 id="this-week">{t("This week on your side")}</h2>
      </header>
      <ul className="divided px-4">
        {lines.map(({ picture, title, text, to }) => (
          <li key={to}>
            <Link to={to} className="flex items-center py-2 hover:text-red">
              <span className="w-14 flex-none [&>.sleeve]:w-14">
                {"artist" in picture ? (
                  <Sleeve {...picture} size="medium" />
                ) : (
                  <Avatar face={picture} round />
                )}
              </span>
              <span className="ml-3 min-w-0 flex-1">
                <b className="line-clamp-2" dir="auto">
                  {title}
                </b>
                <span className="block text-sm" dir="auto">
                  {text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stays after the last decision, which can be undone. */
function SomebodyToMeet({ person }: { person: DashboardProps["people"][number] | undefined }) {
  const flash = useCardFlash();
  const [isNeeded] = useState(Boolean(person || flash));
  if (!person && !isNeeded) return null;
  return (
    <section className="mb-6 lg:!col-start-2 lg:row-span-4 lg:row-start-1" aria-labelledby="somebody-to-meet">
      <h2 id="somebody-to-meet" className="mb-3">
        {t("Worth meeting today")}
      </h2>
      <CandidateList candidates={person ? [person] : []} search="from=home" />
    </section>
  );
}

/** A wall of faces; each leads to the member's page. */
function People({ people }: { people: DashboardProps["people"] }) {
  if (people.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="people">
      <h2 id="people" className="mb-3">
        {t("Worth meeting today")}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] lg:grid-cols-5">
        {people.map(({ id, name, age, picture, lead, artists, distance }) => (
          <li key={id}>
            <Link to={`/members/${id}`} className="block hover:text-red">
              <span className="square poster-photo rounded">
                <Photo face={picture} sizes="(min-width: 720px) 220px, 46vw" width={480} height={600} />
              </span>
              <b className="mt-2 block font-display text-xl font-extrabold">
                <bdi>{name}</bdi>
                {age ? `, ${age}` : null}
              </b>
            </Link>
            <p className="text-sm text-soft">
              {lead ? (
                <Trans text="You both love {artist}" values={{ artist: <ArtistLink name={lead.artist} /> }} />
              ) : artists[0] ? (
                <Trans text="Loves {artist}" values={{ artist: <ArtistLink name={artists[0].name} /> }} />
              ) : (
                distance
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentMatches({ matches }: { matches: DashboardProps["recentMatches"] }) {
  if (matches.length === 0) return null;
  return (
    <section className="card" aria-labelledby="recent-matches">
      <header className="flex items-center justify-between border-b border-line px-4 py-2">
        <h2 id="recent-matches">{t("Recent Matches")}</h2>
        <ButtonLink to="/matches">{t("View All")}</ButtonLink>
      </header>
      <ul className="divided px-4">
        {matches.map(({ id, firstName, face, score, anthem, records, common }) => (
          <li key={id} className="py-3">
            <Link to={`/members/${id}`} className="flex items-center hover:text-red">
              <Avatar face={face} />
              <span className="ml-3 min-w-0 flex-1 font-display text-xl font-extrabold">
                <bdi>{firstName}</bdi>
              </span>
              <Badge>{t("{score}% match", { score })}</Badge>
            </Link>
            <MatchMusic anthem={anthem} records={records} common={common} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a match plays and collects: their sleeves, and the same in words. */
function MatchMusic({
  anthem,
  records,
  common,
}: Pick<DashboardProps["recentMatches"][number], "anthem" | "records" | "common">) {
  const sleeves = [
    ...(anthem ? [{ artist: anthem.artist, title: anthem.title, url: null }] : []),
    ...records.map(({ artist, album, imageUrl }) => ({ artist, title: album, url: imageUrl })),
  ];
  if (!sleeves.length && !common) return null;
  return (
    <div className="pt-2 sm:pl-[68px]">
      {sleeves.length ? (
        // Large enough to be read beside their labels.
        <div className="mb-2 grid grid-cols-[repeat(3,minmax(0,7rem))] gap-2">
          {sleeves.map(({ url, ...words }) => (
            <ListenSleeve key={`${words.artist} ${words.title}`} song={words}>
              <Sleeve {...words} url={url} />
            </ListenSleeve>
          ))}
        </div>
      ) : null}
      <ul className="text-sm">
        {anthem ? (
          <li dir="auto">
            {anthem.artist ? (
              <Trans
                text="Plays {title} by {artist}"
                values={{ title: <b>{anthem.title}</b>, artist: <ArtistLink name={anthem.artist} /> }}
              />
            ) : (
              <Trans text="Plays {title}" values={{ title: <b>{anthem.title}</b> }} />
            )}
          </li>
        ) : null}
        {records.length ? (
          <li dir="auto">
            {t("Collects {albums}", { albums: records.map(({ album }) => album).join(", ") })}
          </li>
        ) : null}
        {common ? (
          <li dir="auto">
            <Trans text="You both own {album}" values={{ album: <b>{common}</b> }} />
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** The member's numbers in one line, those that aren't zero. */
function Figures({
  mutualMatches,
  conversations,
  scrobbles,
}: Pick<DashboardProps, "mutualMatches" | "conversations" | "scrobbles">) {
  const figures = [
    { label: t("Mutual Matches"), count: mutualMatches, value: formatCount(mutualMatches), to: "/matches" },
    {
      label: t("Active Conversations"),
      count: conversations,
      value: formatCount(conversations),
      to: "/messages",
    },
    {
      label: t("Total Scrobbles"),
      count: scrobbles,
      value: formatNumber(scrobbles),
      to: "/profile?tab=music",
    },
  ].filter(({ count }) => count > 0);
  if (!figures.length) return null;
  return (
    <ul className="mt-6 flex flex-wrap border-y border-line max-sm:justify-between max-sm:text-sm">
      {figures.map(({ label, value, to }) => (
        <li key={label} className="mr-6 max-sm:mr-0 max-sm:max-w-[33%] max-sm:flex-[1_0_4.5rem] max-sm:pr-2">
          <Link to={to} className="block py-2.5 hover:text-red">
            <b className="font-display text-xl font-extrabold max-sm:block">{value}</b> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
