// The landing screen of a signed-out visitor.
import { Poster } from "~/components/member/poster";
import { Button, ButtonAnchor } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { FieldError } from "~/components/ui/field";
import { Sleeve } from "~/components/ui/sleeve";
import { artistPath } from "~/models/artist/artist";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

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
  tracks: { title: string; text: string }[];
  shelf: { artist: string; title: string }[];
  members: { name: string; age: number; style: string; portrait: string }[];
  figures: Figure[];
  hasSampleFigures: boolean;
  quotes: Quote[];
  hasSampleQuotes: boolean;
};

/** Everything between the visitor's bar and the footer; every call to action leads to Create Account. */
export function Landing({ question, texts }: { question: ArtistQuestion | null; texts: LandingTexts }) {
  const join = joinPath(question);
  return (
    <main id="main" tabIndex={-1}>
      <Hero join={join} figures={texts.figures} areSamples={texts.hasSampleFigures} />
      <WhoLovesThem join={join} question={question} />
      <Shelf records={texts.shelf} />
      <Tracks tracks={texts.tracks} />
      <Samples join={join} members={texts.members} />
      <Stories quotes={texts.quotes} areSamples={texts.hasSampleQuotes} />
      <Closing join={join} />
    </main>
  );
}

function Hero({ join, figures, areSamples }: { join: string; figures: Figure[]; areSamples: boolean }) {
  return (
    <section className="page hero">
      <div className="hero-text">
        <p className="eyebrow">BS-2024 · Stereo · 33⅓ rpm</p>
        <h1 className="mt-2 text-poster">
          Sharing the hits is easy.{" "}
          <span className="text-red">
            The one for you knows the <span className="whitespace-nowrap">B-sides.</span>
          </span>
        </h1>
        <p className="mt-4 max-w-prose text-lead">
          B-Side introduces people through the music they love, especially the records hardly anyone else
          knows.
        </p>
        <p className="mt-6">
          <ButtonAnchor href={join} variant="primary" className="button-tall">
            <span className="hidden sm:inline">Start Your Musical Journey</span>
            <span className="sm:hidden">Get Started</span>
          </ButtonAnchor>
        </p>
        <ul className="stickers" aria-label="B-Side in numbers">
          {figures.map((figure) => (
            <li key={figure.unit} className="sticker">
              <b>{figure.number}</b> {figure.unit}
            </li>
          ))}
        </ul>
        {areSamples ? <p className="mt-2 small-print">Sample figures</p> : null}
      </div>
      <HeroCard />
    </section>
  );
}

/** What a visitor has typed, and what we say to it. */
export type ArtistQuestion = {
  text: string;
  fans?: { name: string; atLeast: number | null };
  error?: string;
};

/** A field that says how many members love an artist; nobody's name is told. */
function WhoLovesThem({ join, question }: { join: string; question: ArtistQuestion | null }) {
  return (
    <section className="page landing-section" id="who" aria-labelledby="who-title">
      <h2 id="who-title">Who here loves them?</h2>
      <form method="get" action="/#who" className="mt-3 max-w-form">
        <label htmlFor="artist" className="field-label">
          Type an artist
        </label>
        <div className="flex">
          <input
            id="artist"
            name="artist"
            className="input min-w-0 flex-1"
            maxLength={MAX_ARTIST_NAME}
            required
            defaultValue={question?.text}
            autoComplete="off"
            aria-invalid={question?.error ? true : undefined}
            aria-describedby={question?.error ? "artist-error" : undefined}
          />
          <Button className="ml-2">Ask</Button>
        </div>
        <FieldError id="artist" error={question?.error} />
      </form>
      {question?.fans ? <Fans join={join} {...question.fans} /> : null}
    </section>
  );
}

function Fans({ join, name, atLeast }: { join: string; name: string; atLeast: number | null }) {
  return (
    <div role="status" className="mt-4 flex items-center">
      <Sleeve artist={name} title={name} size="medium" />
      <p className="ml-4 min-w-0 text-lead">
        {atLeast ? `At least ${atLeast} people` : "At most a few people"} here love <b dir="auto">{name}</b>
        {atLeast ? ". " : " so far. "}
        <a href={join} className="link">
          {atLeast ? "Meet them" : "Be one of them"}
        </a>
      </p>
    </div>
  );
}

/** A card as on Discover, before a record that is half out of it. */
function HeroCard() {
  return (
    <div className="hero-card">
      <svg aria-hidden="true" className="hero-record" viewBox="0 0 320 320">
        <circle cx="160" cy="160" r="159" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
        <Grooves cx={160} cy={160} radii={[153, 149, 144, 140, 134, 126, 121, 115, 110, 104, 96, 90]} />
        <circle cx="160" cy="160" r="56" fill="var(--red)" />
      </svg>
      <article className="card" aria-label="A sample of a member's card">
        <Poster
          face={{ url: "/portraits/sample-1.svg", focus: { x: 50, y: 30 } }}
          name={<p className="member-name">Maya, 29</p>}
          lead={{ artist: "Broadcast", others: 8, more: 3 }}
          score={84}
          isSample
        />
        <div className="hero-card-text">
          <p className="text-soft">15 miles away</p>
          <p className="mt-2">I still think the demo is better than the single.</p>
          <p className="mt-3">
            <Badge tone="quiet">sample</Badge>
          </p>
        </div>
      </article>
    </div>
  );
}

/** A row of sleeves, as records look on B-Side without a cover. */
function Shelf({ records }: { records: LandingTexts["shelf"] }) {
  return (
    <div className="page shelf" aria-hidden="true">
      {records.map((record) => (
        <Sleeve key={record.title} {...record} />
      ))}
    </div>
  );
}

function Grooves({ cx, cy, radii }: { cx: number; cy: number; radii: number[] }) {
  return (
    <g fill="none" stroke="var(--vinyl-groove)">
      {radii.map((radius) => (
        <circle key={radius} cx={cx} cy={cy} r={radius} />
      ))}
    </g>
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
            <p className="text-soft">{track.text}</p>
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
                <p className="mr-2 font-display text-lead font-extrabold">
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
        <p className="mt-2 text-lead">Someone out there knows your favorite deep cut by heart.</p>
        <p className="mt-6">
          <ButtonAnchor href={join} variant="primary" className="button-tall">
            Join Now
          </ButtonAnchor>
        </p>
      </div>
    </section>
  );
}
