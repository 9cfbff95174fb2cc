// The landing screen of a signed-out visitor.

import { artistPath } from "~/models/artist/artist";
import { ButtonAnchor } from "~/ui/button";
import { Badge } from "~/ui/card";
import { type ArtistQuestion, Grooves, Hero, type Joining } from "./landing-hero";

/** Sign-in, which begins with Create Account for newcomers. */
const JOIN = "/api/login?new=1";

/** The same for a visitor who has asked about an artist: a newcomer finds them on their list, a member comes to their page. */
function joinPath(question: ArtistQuestion | null): string {
  const path = question?.fans && artistPath(question.fans.name);
  return path ? `${JOIN}&to=${encodeURIComponent(path)}` : JOIN;
}

export type Figure = { number: string; unit: string };

/** `note` is about the two members. */
export type Quote = { names: string; note: string; words: string };

/** What it says and shows; samples are marked as such. */
export type LandingTexts = {
  joining: Joining;
  /** Each has a sample of the app, as HTML of our own. */
  tracks: { title: string; text: string; sample: string }[];
  members: { name: string; age: number; style: string; portrait: string }[];
  figures: Figure[];
  hasSampleFigures: boolean;
  quotes: Quote[];
  hasSampleQuotes: boolean;
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
      <Hero join={join} joining={texts.joining} question={question} distance={distance} />
      {texts.figures.length ? <Figures figures={texts.figures} areSamples={texts.hasSampleFigures} /> : null}
      <Tracks tracks={texts.tracks} />
      <Samples join={join} members={texts.members} />
      {texts.quotes.length ? <Stories quotes={texts.quotes} areSamples={texts.hasSampleQuotes} /> : null}
      <Closing join={join} />
    </main>
  );
}

function Figures({ figures, areSamples }: { figures: Figure[]; areSamples: boolean }) {
  return (
    <div className="page">
      <ul className="figures" aria-label="B-Side in numbers">
        {figures.map((figure) => (
          <li key={figure.unit}>
            <b>{figure.number}</b> {figure.unit}
          </li>
        ))}
      </ul>
      {areSamples ? <p className="mt-2 small-print">Sample figures</p> : null}
    </div>
  );
}

function Tracks({ tracks }: { tracks: LandingTexts["tracks"] }) {
  return (
    <section className="page landing-section" aria-labelledby="tracks">
      <h2 id="tracks">On this side</h2>
      <ol className="tracks">
        {tracks.map((track, index) => (
          <li key={track.title}>
            <span className="track-number" aria-hidden="true">
              B{index + 1}
            </span>
            <h3>{track.title}</h3>
            <p className="track-text text-soft">{track.text}</p>
            <div
              className="track-sample"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own components
              dangerouslySetInnerHTML={{ __html: track.sample }}
            />
            <p className="mt-2">
              <Badge tone="quiet">sample</Badge>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Samples({ join, members }: { join: string; members: LandingTexts["members"] }) {
  return (
    <section className="page landing-section" aria-labelledby="samples">
      <h2 id="samples">In the new arrivals bin</h2>
      <ul className="samples">
        {members.map((sample) => (
          <li key={sample.name}>
            <p className="divider-tab">{sample.style}</p>
            <div className="card">
              <div className="square rounded-t border-b bg-inset">
                <img src={sample.portrait} alt="" width={320} height={320} loading="lazy" decoding="async" />
              </div>
              <div className="flex flex-wrap items-center justify-between px-2 py-2">
                <p className="mr-2 font-display text-xl font-extrabold">
                  {sample.name}, {sample.age}
                </p>
                <Badge tone="quiet">sample</Badge>
              </div>
            </div>
          </li>
        ))}
        <li>
          <a className="samples-more" href={join}>
            View All Members
          </a>
        </li>
      </ul>
    </section>
  );
}

function Stories({ quotes, areSamples }: { quotes: Quote[]; areSamples: boolean }) {
  return (
    <section className="page landing-section" aria-labelledby="stories">
      <h2 id="stories">Liner notes</h2>
      <div className="stories">
        {quotes.map((story) => (
          <figure key={story.words}>
            <blockquote>“{story.words}”</blockquote>
            <figcaption>
              <span className="font-semibold">{story.names}</span>
              <span className="eyebrow block">{story.note}</span>
              {areSamples ? <Badge tone="quiet">sample</Badge> : null}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Closing({ join }: { join: string }) {
  return (
    <section className="closing" aria-labelledby="closing">
      <svg aria-hidden="true" className="closing-record" viewBox="0 0 400 400">
        <Grooves
          cx={200}
          cy={200}
          radii={[198, 190, 184, 176, 170, 160, 152, 146, 136, 128, 122, 114, 106, 98, 92]}
        />
        <circle cx="200" cy="200" r="72" fill="var(--red)" />
        <circle cx="200" cy="200" r="6" fill="var(--vinyl)" />
      </svg>
      <div className="page">
        <h2 id="closing" className="text-poster">
          Turn the record over.
        </h2>
        <p className="mt-2 text-xl">Someone out there knows your favorite deep cut by heart.</p>
        <p className="mt-6">
          <ButtonAnchor href={join} variant="primary" className="button-tall">
            Join Now
          </ButtonAnchor>
        </p>
      </div>
    </section>
  );
}
