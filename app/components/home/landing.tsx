// The landing screen of a signed-out visitor.
import { Button, ButtonAnchor } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { FieldError } from "~/components/ui/field";
import { Sleeve } from "~/components/ui/sleeve";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

/** Sign-in, which begins with Create Account for newcomers. */
const JOIN = "/api/login?new=1";

const tracks = [
  {
    title: "Free sign-ups, music trivia included",
    text: "No card, no trial. Five questions a game, for when words fail you.",
  },
  {
    title: "Smart musical matching on taste",
    text: "An obscure artist you both love counts for more than a hit everyone knows.",
  },
  {
    title: "Shared playlists and vinyl collections",
    text: "Show off your shelves and build a mixtape together, song by song.",
  },
  {
    title: "Music-powered conversations",
    text: "Share a song, a video or a link. That's your opening line.",
  },
];

const figures = [
  { number: "15,000+", unit: "members" },
  { number: "4.8/5", unit: "rating" },
  { number: "50k+", unit: "matches" },
];

const samples = [
  { name: "Maya", age: 29, style: "Soul & Funk", portrait: "/portraits/sample-1.svg" },
  { name: "Jonas", age: 34, style: "Krautrock", portrait: "/portraits/sample-2.svg" },
  { name: "Priya", age: 26, style: "Indie Folk", portrait: "/portraits/sample-3.svg" },
  { name: "Theo", age: 41, style: "Hard Bop", portrait: "/portraits/sample-4.svg" },
  { name: "Lucía", age: 31, style: "Dub Techno", portrait: "/portraits/sample-5.svg" },
];

const shelf = [
  { artist: "Can", title: "Tago Mago" },
  { artist: "Alice Coltrane", title: "Journey in Satchidananda" },
  { artist: "Stereolab", title: "Dots and Loops" },
  { artist: "Fela Kuti", title: "Zombie" },
  { artist: "Sun Ra", title: "Space Is the Place" },
  { artist: "Slint", title: "Spiderland" },
  { artist: "Nick Drake", title: "Pink Moon" },
  { artist: "Abba", title: "Arrival" },
];

const stories = [
  {
    names: "Hannah & Luis",
    eyebrow: "Matched on one live album",
    words:
      "He listed a bootleg I had only ever seen once. We spent the first evening arguing about side two.",
  },
  {
    names: "Amara & Joe",
    eyebrow: "Matched on 14 artists",
    words: "Our playlist had forty songs before our first coffee. We played it at the wedding, in order.",
  },
  {
    names: "Sofie & Mina",
    eyebrow: "Matched on a trivia draw",
    words: "Two-all, one round to go, and neither of us knew the year. We looked it up together.",
  },
];

/** Everything between the visitor's bar and the footer; every call to action leads to Create Account. */
export function Landing({ question }: { question: ArtistQuestion | null }) {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <WhoLovesThem question={question} />
      <Shelf />
      <Tracks />
      <Samples />
      <Stories />
      <Closing />
    </main>
  );
}

function Hero() {
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
          <ButtonAnchor href={JOIN} variant="primary" className="button-tall">
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
      </div>
      <HeroRecord />
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
function WhoLovesThem({ question }: { question: ArtistQuestion | null }) {
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
      {question?.fans ? <Fans {...question.fans} /> : null}
    </section>
  );
}

function Fans({ name, atLeast }: { name: string; atLeast: number | null }) {
  return (
    <div role="status" className="mt-4 flex items-center">
      <Sleeve artist={name} title={name} size="medium" />
      <p className="ml-4 min-w-0 text-lead">
        {atLeast ? `At least ${atLeast} people` : "At most a few people"} here love <b dir="auto">{name}</b>
        {atLeast ? ". " : " so far. "}
        <a href={JOIN} className="link">
          {atLeast ? "Meet them" : "Be one of them"}
        </a>
      </p>
    </div>
  );
}

/** Draws a record half out of its sleeve, B-side up. */
function HeroRecord() {
  return (
    <svg aria-hidden="true" className="hero-record" viewBox="0 0 484 340">
      <circle cx="332" cy="170" r="150" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <Grooves
        cx={332}
        cy={170}
        radii={[145, 141, 136, 132, 127, 119, 115, 110, 106, 101, 93, 88, 84, 79, 75, 70]}
      />
      <circle cx="332" cy="170" r="54" fill="var(--red)" />
      <path d="M10 10h320v320H10z" fill="var(--card)" stroke="var(--rule)" strokeWidth="1.5" />
      <circle cx="228" cy="206" r="88" fill="var(--red)" />
      <g fill="var(--ink)" fontFamily="var(--display)">
        <text x="20" y="322" fontSize="340" fontWeight="900">
          B
        </text>
        <g fontSize="15" fontWeight="800" letterSpacing="1">
          <text x="26" y="36">
            BS-2024
          </text>
          <text x="314" y="36" textAnchor="end">
            STEREO
          </text>
        </g>
      </g>
      <path d="M26 48h288" stroke="var(--rule)" strokeWidth="1.5" />
    </svg>
  );
}

/** A row of sleeves, as records look on B-Side without a cover. */
function Shelf() {
  return (
    <div className="page shelf" aria-hidden="true">
      {shelf.map((record) => (
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

function Tracks() {
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

function Samples() {
  return (
    <section className="page landing-section" aria-labelledby="samples">
      <h2 id="samples">In the new arrivals bin</h2>
      <ul className="samples">
        {samples.map((sample) => (
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
          <a className="samples-more" href={JOIN}>
            View All Members
          </a>
        </li>
      </ul>
    </section>
  );
}

function Stories() {
  return (
    <section className="page landing-section" aria-labelledby="stories">
      <h2 id="stories">Liner notes</h2>
      <div className="stories">
        {stories.map((story) => (
          <figure key={story.names}>
            <blockquote>“{story.words}”</blockquote>
            <figcaption>
              <span className="font-semibold">{story.names}</span>
              <span className="eyebrow block">{story.eyebrow}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Closing() {
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
          <ButtonAnchor href={JOIN} variant="primary" className="button-tall">
            Join Now
          </ButtonAnchor>
        </p>
      </div>
    </section>
  );
}
