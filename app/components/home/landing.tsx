// The landing screen of a signed-out visitor.

import { Link } from "@remix-run/react";
import { COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";
import { artistPath } from "~/models/artist/artist";
import { ButtonAnchor } from "~/ui/button";
import { Badge } from "~/ui/card";
import { Sleeve } from "~/ui/sleeve";
import { type ArtistQuestion, Grooves, Hero, type Joining } from "./landing-hero";
import { Promises } from "./promises";

/** Sign-in, which begins with Create Account for newcomers. */
const JOIN = "/api/login?new=1";

/**
 * The same for a visitor who has asked about an artist: newcomers find the artist on their list, members are led to the
 * artist's page.
 */
function joinPath(question: ArtistQuestion | null): string {
  const path = question?.fans && artistPath(question.fans.name);
  return path ? `${JOIN}&to=${encodeURIComponent(path)}` : JOIN;
}

export type Figure = { number: string; unit: string };

/** `note` is about the two members. */
export type Quote = { names: string; note: string; words: string };

/** The texts of the landing screen; samples are marked as such. */
export type LandingTexts = {
  joining: Joining;
  /** What the community is, in the operator's words. */
  line: string | undefined;
  /** Each has a sample of the app, as HTML of our own. */
  tracks: { title: string; text: string; sample: string }[];
  members: { name: string; age: number; style: string; portrait: string }[];
  figures: Figure[];
  hasSampleFigures: boolean;
  quotes: Quote[];
  hasSampleQuotes: boolean;
  /** What a community shows in place of the samples; empty if it shows none. */
  scene: Scene;
};

/** `loved` are artists whom some members list; `date` is in words. */
export type Scene = {
  home: string[];
  loved: string[];
  shows: { id: string; artists: string[]; date: string; venue: string; town: string }[];
};

/** Everything between the visitor's bar and the footer; every call to action leads to Create Account. */
export function Landing({
  question,
  distance,
  texts,
}: {
  question: ArtistQuestion | null;
  distance: string;
  texts: LandingTexts;
}) {
  const join = joinPath(question);
  return (
    <main id="main" tabIndex={-1}>
      <Hero
        join={join}
        joining={texts.joining}
        question={question}
        distance={distance}
        line={texts.line}
        lead={texts.scene.home[0]}
      />
      {texts.figures.length ? <Figures figures={texts.figures} areSamples={texts.hasSampleFigures} /> : null}
      <Tracks tracks={texts.tracks} />
      {hasScene(texts.scene) ? (
        <SceneSection {...texts.scene} />
      ) : (
        <Samples join={join} members={texts.members} />
      )}
      <section className="page py-8" aria-labelledby="promises">
        <h2 id="promises">{t("Not like elsewhere")}</h2>
        <Promises className="mt-4 grid gap-[8px_32px] border-t-[3px] pt-4 md:grid-cols-2" />
      </section>
      {texts.quotes.length ? <Stories quotes={texts.quotes} areSamples={texts.hasSampleQuotes} /> : null}
      <Closing join={join} />
    </main>
  );
}

function Figures({ figures, areSamples }: { figures: Figure[]; areSamples: boolean }) {
  return (
    <div className="page">
      <ul
        className="mt-6 flex flex-wrap border-y border-line max-sm:justify-between max-sm:text-sm"
        aria-label={t("{community} in numbers", { community: COMMUNITY_NAME })}
      >
        {figures.map((figure) => (
          <li
            key={figure.unit}
            className="mr-6 max-sm:mr-0 max-sm:max-w-[33%] max-sm:flex-[1_0_4.5rem] max-sm:pr-2"
          >
            <b className="font-display text-xl font-extrabold max-sm:block">{figure.number}</b> {figure.unit}
          </li>
        ))}
      </ul>
      {areSamples ? <p className="mt-2 small-print">{t("Sample figures")}</p> : null}
    </div>
  );
}

function Tracks({ tracks }: { tracks: LandingTexts["tracks"] }) {
  return (
    <section className="page py-8" aria-labelledby="tracks">
      <h2 id="tracks">{t("On this side")}</h2>
      <ol className="mt-4 grid grid-cols-1 gap-[40px_32px] border-t-[3px] pt-6 md:grid-cols-2">
        {tracks.map((track, index) => (
          <li key={track.title} className="relative">
            <span
              className="absolute left-0 top-0 font-display text-3xl font-black leading-none text-red"
              aria-hidden="true"
            >
              {t("B{index}", { index: index + 1 })}
            </span>
            <h3 className="pl-14">{track.title}</h3>
            <p className="pl-14 text-soft">{track.text}</p>
            <div
              className="track-sample mt-4"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own components
              dangerouslySetInnerHTML={{ __html: track.sample }}
            />
            <p className="mt-2">
              <Badge tone="quiet">{t("sample")}</Badge>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function hasScene({ home, loved, shows }: Scene): boolean {
  return home.length + loved.length + shows.length > 0;
}

/** Who is loved here and what is on, in place of figures that are still small. */
function SceneSection({ home, loved, shows }: Scene) {
  return (
    <section className="page py-8" aria-labelledby="scene">
      <h2 id="scene">{t("The scene here")}</h2>
      {home.length ? <ArtistWall title={t("At home here")} names={home} /> : null}
      {loved.length ? <ArtistWall title={t("Loved here")} names={loved} /> : null}
      {shows.length ? (
        <>
          <h3 className="mt-6">{t("Next shows")}</h3>
          <ul className="divided mt-2">
            {shows.map(({ id, artists, date, venue, town }) => (
              <li key={id} className="py-2">
                <b dir="auto">{artists.join(", ")}</b>{" "}
                <span className="text-soft" dir="auto">
                  {date} · {venue}, {town}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

/** Each asks who loves the artist, as the field at the top does. */
function ArtistWall({ title, names }: { title: string; names: string[] }) {
  return (
    <>
      <h3 className="mt-6">{title}</h3>
      <ul className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-4 lg:grid-cols-6">
        {names.map((name) => (
          <li key={name}>
            <Link to={`/?${new URLSearchParams({ artist: name })}`} className="block">
              <Sleeve artist="" title={name} />
              <span className="mt-1 block break-words font-display font-bold" dir="auto">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Samples({ join, members }: { join: string; members: LandingTexts["members"] }) {
  return (
    <section className="page py-8" aria-labelledby="samples">
      <h2 id="samples">{t("In the new arrivals bin")}</h2>
      <ul className="mt-4 grid grid-cols-2 gap-[24px_16px] md:grid-cols-3 lg:grid-cols-6">
        {members.map((sample) => (
          <li key={sample.name} className="flex flex-col items-start">
            {/* The divider between two records, with the next section's name. */}
            <p className="ml-3 inline-block max-w-[90%] rounded-t border border-b-0 bg-inset px-3 py-0.5 align-bottom font-display font-bold tracking-[0.02em]">
              {sample.style}
            </p>
            <div className="card w-full">
              <div className="square rounded-t border-b bg-inset">
                <img src={sample.portrait} alt="" width={320} height={320} loading="lazy" decoding="async" />
              </div>
              <div className="flex flex-wrap items-center justify-between px-2 py-2">
                <p className="mr-2 font-display text-xl font-extrabold">
                  {sample.name}, {sample.age}
                </p>
                <Badge tone="quiet">{t("sample")}</Badge>
              </div>
            </div>
          </li>
        ))}
        <li className="flex flex-col items-start">
          <a
            className="flex min-h-24 w-full flex-auto items-center justify-center rounded border border-dashed border-edge p-4 text-center font-display text-xl font-extrabold text-red hover:border-red hover:bg-card"
            href={join}
          >
            {t("View All Members")}
          </a>
        </li>
      </ul>
    </section>
  );
}

function Stories({ quotes, areSamples }: { quotes: Quote[]; areSamples: boolean }) {
  return (
    <section className="page py-8" aria-labelledby="stories">
      <h2 id="stories">{t("Liner notes")}</h2>
      <div className="mt-4 grid gap-6 md:grid-cols-3">
        {quotes.map((story) => (
          <figure key={story.words} className="border-t-[3px] pt-3">
            <blockquote className="text-xl leading-7">{t("“{title}”", { title: story.words })}</blockquote>
            <figcaption className="mt-3">
              <span className="font-semibold">{story.names}</span>
              <span className="eyebrow block">{story.note}</span>
              {areSamples ? <Badge tone="quiet">{t("sample")}</Badge> : null}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Closing({ join }: { join: string }) {
  return (
    <section
      className="relative mt-8 overflow-hidden bg-vinyl py-16 text-[#f1e9d9] md:py-24"
      aria-labelledby="closing"
    >
      <svg
        aria-hidden="true"
        className="absolute -right-80 -top-10 size-[480px] md:-right-[360px] md:-top-[120px] md:size-[640px] lg:-right-20"
        viewBox="0 0 400 400"
      >
        <Grooves
          cx={200}
          cy={200}
          radii={[198, 190, 184, 176, 170, 160, 152, 146, 136, 128, 122, 114, 106, 98, 92]}
        />
        <circle cx="200" cy="200" r="72" fill="var(--red)" />
        <circle cx="200" cy="200" r="6" fill="var(--vinyl)" />
      </svg>
      <div className="page relative">
        <h2 id="closing" className="text-poster">
          {t("Turn the record over.")}
        </h2>
        <p className="mt-2 text-xl">{t("Someone out there knows your favorite deep cut by heart.")}</p>
        <p className="mt-6">
          <ButtonAnchor href={join} variant="primary" className="min-h-14 px-6 focus:outline-[#f1e9d9]">
            {t("Join Now")}
          </ButtonAnchor>
        </p>
      </div>
    </section>
  );
}
