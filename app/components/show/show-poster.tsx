// A show's page: a poster worth sending to a friend, and below it who goes.
import { Link } from "@remix-run/react";
import type { DistanceUnit, GoingViewers } from "db/column-types";
import type { CSSProperties } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { AlertButton } from "~/components/alert/alert-parts";
import { ArtistLink } from "~/components/artist/artist-link";
import { FaceLink } from "~/components/member/face-link";
import { LikeThis } from "~/components/member/like-this";
import { ListenSleeve } from "~/components/music/listen-button";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { AlertOffer } from "~/models/alert/alert";
import { artistPath } from "~/models/artist/artist";
import { describeDistance } from "~/models/match/member-card";
import type { Face } from "~/models/public-member";
import { reportPath } from "~/models/safety/report";
import { shortTown } from "~/models/show/show";
import type { ShowPageDto } from "~/models/show/show-page";
import { SHOWS_PATH, showPath } from "~/models/show/show-path";
import { ButtonLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Icon } from "~/ui/icon";
import { Sleeve } from "~/ui/sleeve";
import { GoingForm } from "./going-form";
import { Doors } from "./show-list";

/** Somebody at the show. */
export type Goer = {
  id: string;
  name: string;
  age: number | null;
  picture: Face;
  score: number;
  /** An artist on both lists. */
  shared: string | null;
  canSendNote: boolean;
  /** The viewer's plan to meet them there, or the link that proposes one, if the two talk. */
  plan: { to: string; label: string } | null;
};

type ShowPosterProps = {
  show: Omit<ShowPageDto, "people">;
  /** How wide the longest word of each artist's name is in the display face, in ems. */
  widths: number[];
  unit: DistanceUnit;
  /** The form with which the viewer becomes discoverable there, if they go and live elsewhere. */
  trip: string | undefined;
  /** Who sees where the viewer goes. */
  seenBy: GoingViewers;
  people: { together: Goer[]; going: Goer[] };
  /** The alert offered at the end of the list of people. */
  alert: AlertOffer | null;
};

/** Names narrower than this are set no larger, in ems. */
const NARROWEST = 3;

export function ShowPoster({ show, alert, widths, unit, seenBy, trip, people }: ShowPosterProps) {
  return (
    <article>
      <header className="border-t-[6px] border-rule pt-2 md:pt-6">
        <p className="eyebrow" aria-hidden="true">
          {t("Live")}
        </p>
        <Names artists={show.artists} widths={widths} isCancelled={show.isCancelled} />
        <Where show={show} unit={unit} seenBy={seenBy} trip={trip} />
      </header>
      <div className="mt-6 md:flex md:items-start">
        <Lineup artists={show.artists} />
        <Details {...show} />
      </div>
      {show.isPast ? null : <Goers show={show} seenBy={seenBy} people={people} />}
      {alert ? <AlertButton offer={alert} from={showPath(show.id)} /> : null}
      <p className="mt-8 flex flex-wrap">
        <Link to={SHOWS_PATH} className="link mr-6 inline-block py-2">
          {t("More shows")}
        </Link>
        <Link to={reportPath("show", show.id)} className="link inline-block py-2">
          {t("Report this show")}
        </Link>
      </p>
    </article>
  );
}

/** The first fills the line, the others stand below it, smaller. */
function Names({
  artists: [first = "", ...others],
  widths: [widest = NARROWEST],
  isCancelled,
}: {
  artists: string[];
  widths: number[];
  isCancelled: boolean;
}) {
  return (
    <h1 style={{ "--widest": Math.max(widest, NARROWEST) } as CSSProperties}>
      <span
        className={`artist-name mt-1 block font-black uppercase leading-[0.92] ${isCancelled ? "line-through" : ""}`}
        dir="auto"
      >
        {first}
      </span>
      {others.map((name) => (
        <span
          key={name}
          className="mt-2 block font-display text-3xl font-black uppercase leading-none md:text-5xl"
        >
          <span aria-hidden="true" className="text-red">
            +{" "}
          </span>
          <span className="sr-only">{t("and")} </span>
          <bdi>{name}</bdi>
        </span>
      ))}
    </h1>
  );
}

/** The day, the place and the buttons, on the yellow strip of a record's spine. */
function Where({ show, unit, seenBy, trip }: Pick<ShowPosterProps, "show" | "unit" | "seenBy" | "trip">) {
  const { date, doors, venue, town, distance, isCancelled, isPast } = show;
  return (
    <div className="mt-4 rounded border bg-yellow px-4 py-3 text-ink-always md:flex md:items-center md:justify-between md:px-6 md:py-5">
      <div className="min-w-0 md:mr-6">
        <p className="font-display text-[1.75rem] font-black leading-none md:text-[2.5rem]">
          <DateTime at={date} as="day" />
        </p>
        <p className="mt-2 text-xl font-bold" dir="auto">
          {venue}
        </p>
        <p>
          {[town, distance === null ? "" : describeDistance({ distance, location: town }, unit)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {doors ? (
          <p>
            <Doors date={date} time={doors} />
          </p>
        ) : null}
      </div>
      <div className="mt-4 md:mt-0 md:w-[260px] md:flex-none">
        {isCancelled ? (
          <>
            <Badge tone="red">{t("Cancelled")}</Badge>
            <p className="mt-2 font-bold">{t("This show won't take place.")}</p>
          </>
        ) : isPast ? (
          <p className="font-bold">{t("This show is over.")}</p>
        ) : (
          <>
            <GoingForm showId={show.id} going={show.going} seenBy={seenBy} />
            {trip ? (
              <p className="mt-2 text-sm">
                <Link to={trip} className="inline-block py-2 underline">
                  {t("You're going to {town}: be seen there?", { town: shortTown(show.town) })}
                </Link>
              </p>
            ) : null}
          </>
        )}
      </div>
    </div>
  );
}

/** The artists with their sleeves, which can be listened to. */
function Lineup({ artists }: { artists: string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-[24px_16px] md:-mb-6 md:mr-4 md:flex md:flex-wrap">
      {artists.map((name) => (
        <li key={name} className="min-w-0 md:mb-6 md:mr-4 md:w-[208px]">
          {artistPath(name) ? (
            <ListenSleeve song={{ artist: name }}>
              <Sleeve artist="" title={name} />
            </ListenSleeve>
          ) : (
            <Sleeve artist="" title={name} />
          )}
          <p className="mt-1">
            <ArtistLink name={name} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Details({ note, link, source }: Pick<ShowPageDto, "note" | "link" | "source">) {
  if (!note && !link && !source) return null;
  return (
    <div className="mt-6 min-w-0 max-w-prose md:mt-0 md:min-w-[240px]">
      {note ? (
        <p className="whitespace-pre-line text-xl" dir="auto">
          {note}
        </p>
      ) : null}
      {link ? (
        <p className="mt-2">
          <OutsideLink url={link} />
        </p>
      ) : null}
      {source ? (
        <p className="mt-2 text-sm text-soft">
          <Trans
            text="From the calendar {calendar}"
            values={{
              calendar:
                source.url && source.url !== link ? (
                  <OutsideLink url={source.url} text={source.name} />
                ) : (
                  source.name
                ),
            }}
          />
        </p>
      ) : null}
    </div>
  );
}

/** Names the site that it leads to. */
function OutsideLink({
  url,
  text = new URL(url).host.replace(/^www\./, ""),
}: {
  url: string;
  text?: string;
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link inline-flex max-w-full items-center"
    >
      <Icon name="link" size={20} className="mr-2 flex-none" />
      <span className="min-w-0">{text}</span>
    </a>
  );
}

function Goers({ show, seenBy, people }: Pick<ShowPosterProps, "show" | "seenBy" | "people">) {
  const isEmpty = people.together.length + people.going.length === 0;
  return (
    <>
      <GoerWall
        id="together"
        title={t("Would go with somebody")}
        people={people.together}
        atLeast={show.atLeast.together}
        showId={show.id}
      />
      <GoerWall
        id="going"
        title={t("Going")}
        people={people.going}
        atLeast={show.atLeast.going}
        showId={show.id}
      />
      {isEmpty ? (
        <p className="mt-4 max-w-prose text-xl">
          {t("Nobody you could meet has said they're going yet.")}{" "}
          {seenBy === "nobody"
            ? ""
            : show.going === "no"
              ? t("You could be the first.")
              : t("They'll find you here.")}
        </p>
      ) : null}
    </>
  );
}

function GoerWall({
  id,
  title,
  people,
  atLeast,
  showId,
}: {
  id: string;
  title: string;
  people: Goer[];
  atLeast: ShowPageDto["atLeast"]["going"];
  showId: string;
}) {
  if (!people.length) return null;
  return (
    <section className="mt-6" aria-labelledby={id}>
      <h2 id={id} className="mb-1">
        {title}
      </h2>
      <p className="mb-3 text-sm text-soft">
        {atLeast
          ? t("At least {count} people you could meet", { count: atLeast })
          : t("A few people you could meet")}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] lg:grid-cols-5">
        {people.map((goer) => (
          <GoerTile key={goer.id} goer={goer} showId={showId} />
        ))}
      </ul>
    </section>
  );
}

function GoerTile({ goer, showId }: { goer: Goer; showId: string }) {
  const { shared, canSendNote, plan, ...face } = goer;
  // The link disappears once somebody was asked.
  const tile = useFocusOnChange<HTMLLIElement>(canSendNote);
  return (
    <li ref={tile} tabIndex={-1} className="flex flex-col">
      <FaceLink {...face} />
      {shared ? (
        <p className="mb-2 text-sm text-soft">
          <Trans text="You both love {artist}" values={{ artist: <ArtistLink name={shared} /> }} />
        </p>
      ) : null}
      {canSendNote ? (
        <p className="mt-auto">
          <LikeThis
            memberId={face.id}
            quote={{ type: "show", showId }}
            about={t("{name} at this show", { name: face.name })}
          />
        </p>
      ) : null}
      {plan ? (
        <p className="mt-auto">
          <ButtonLink
            to={plan.to}
            icon="calendar"
            aria-label={t("{label} with {name}", { label: plan.label, name: face.name })}
          >
            {plan.label}
          </ButtonLink>
        </p>
      ) : null}
    </li>
  );
}
